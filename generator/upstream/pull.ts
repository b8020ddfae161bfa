/**
 * `mcp-gen pull`: brings a revision's schema from the specification's repository,
 * or a mirror of it, into the project, and records in the lock what it is.
 */
import { resolve } from "node:path";
import { UsageError } from "../failure.js";
import { nodeDisk, reasonOf } from "../output/disk.js";
import { isThere } from "../output/inside.js";
import type { OutputFolder } from "../output/output-plan.js";
import {
  displayPath,
  faultOfName,
  faultOfPath,
  isInside,
  placeIn,
  relativePath,
} from "../output/paths.js";
import { hasStaging } from "../output/staging.js";
import { type FileChange, transact } from "../output/transaction.js";
import { readRegularFile } from "../source/regular-file.js";
import { DEFAULT_SCHEMA_ROOT } from "../source/resolve.js";
import { SCHEMA_FILE } from "../source/revisions.js";
import { nearest, question } from "../suggestion.js";
import { schemaTextOf, sha256Of } from "../source/schema-text.js";
import type { SchemaSource } from "../source/source.js";
import type { Downloader, Environment } from "./download.js";
import { openDownloader } from "./download.js";
import type { GitHubEndpoints } from "./github.js";
import { GITHUB, githubSource } from "./github.js";
import type { Lock, LockedFile, LockedRevision } from "./lock.js";
import {
  findRevision,
  LOCK_FILE,
  printLock,
  readLock,
  withRevision,
} from "./lock.js";
import { folderSource, isUrl, urlSource } from "./mirror.js";
import type { UpstreamSource } from "./source.js";
import { EXAMPLES_FOLDER } from "./source.js";
import { hashOfText } from "./verify.js";

/** What to pull, and from where. */
export interface PullOptions {
  /** The revision's name in the repository, e.g. `draft` or `2026-07-28`. */
  readonly revision: string;
  /** Absolute path of the user's project, which relative paths start from. */
  readonly projectDir: string;
  /** Folder with a folder for each revision; `schema` by default. */
  readonly schemaRoot?: string;
  /** A branch, tag or commit; `main` by default. */
  readonly ref?: string;
  /** A mirror: a URL or a folder. */
  readonly from?: string;
  /** Pull the examples too; also done when the lock already has some. */
  readonly examples?: boolean;
  /** Replace what was edited, is not recorded, or is a released revision. */
  readonly force?: boolean;
  /** Pull nothing: record the files that are there. */
  readonly accept?: boolean;
  /** Proxies and token; the process's own environment, as a rule. */
  readonly environment: Environment;
  /** How long one download may take; 30 seconds by default. */
  readonly timeoutMs?: number;
  /** Other addresses than GitHub's. */
  readonly endpoints?: GitHubEndpoints;
  /** Throws when mcp-gen cannot work with the schema. */
  readonly validate: (source: SchemaSource) => void;
}

/** What became of one file. */
export interface PulledFile {
  /** Path below the revision's folder. */
  readonly path: string;
  readonly state: "created" | "updated" | "unchanged" | "deleted";
  readonly bytes: number;
}

/** What a pull did. */
export interface PullResult {
  readonly revision: string;
  /** Where the files came from; of an acceptance, where they once did. */
  readonly from: string;
  readonly commit?: string;
  readonly files: readonly PulledFile[];
}

/** The one revision that is not named by a date. */
const DRAFT = "draft";
const DEFAULT_REF = "main";
const DEFAULT_TIMEOUT = 30_000;

/**
 * Pulls a revision, or accepts the one that is there.
 *
 * Everything is downloaded and examined before the first file is replaced.
 *
 * @throws UsageError in one line when it cannot be downloaded, is not a schema, or would
 *   replace something that only `force` replaces.
 * @throws what `validate` throws.
 */
export async function pull(options: PullOptions): Promise<PullResult> {
  const { revision } = options;
  const fault = revision.includes("/") ? "is a path" : faultOfName(revision);
  if (fault !== undefined)
    throw new UsageError(`The revision "${revision}" ${fault}.`);
  // Any other name may be one of upstream's; this one is not worth a download.
  if (revision !== DRAFT && nearest(revision, [DRAFT]) === DRAFT)
    throw new UsageError(
      `There is no revision "${revision}". ${question(DRAFT)}`,
    );
  const root = rootOf(options);
  readLock(root.folder, root.label);
  return options.accept === true
    ? accept(options, root)
    : withDownloader(options, (downloader) =>
        pullFrom(sourceOf(options, downloader), options, root),
      );
}

/**
 * The schema root.
 *
 * @throws UsageError for one that is reached by a link in the project: what that leads to
 *   is written by its own name only.
 */
function rootOf({
  projectDir,
  schemaRoot = DEFAULT_SCHEMA_ROOT,
}: PullOptions): OutputFolder {
  const folder = resolve(projectDir, schemaRoot);
  if (isInside(projectDir, folder))
    isThere(
      { folder: projectDir, label: "" },
      relativePath(resolve(folder, LOCK_FILE), projectDir),
    );
  return { folder, label: displayPath(folder, projectDir) };
}

async function withDownloader<T>(
  { environment, timeoutMs = DEFAULT_TIMEOUT }: PullOptions,
  use: (downloader: Downloader) => Promise<T>,
): Promise<T> {
  const downloader = await openDownloader({ environment, timeoutMs });
  try {
    return await use(downloader);
  } finally {
    await downloader.close();
  }
}

function sourceOf(
  { ref, from, environment, endpoints = GITHUB, projectDir }: PullOptions,
  downloader: Downloader,
): UpstreamSource {
  if (from === undefined)
    return githubSource(downloader, {
      ref: ref ?? DEFAULT_REF,
      environment,
      endpoints,
    });
  if (isUrl(from)) return urlSource(downloader, from, ref);
  if (ref !== undefined)
    throw new UsageError("A folder has no branches: --ref cannot go with it.");
  return folderSource(from, projectDir);
}

async function pullFrom(
  source: UpstreamSource,
  options: PullOptions,
  root: OutputFolder,
): Promise<PullResult> {
  const { revision } = options;
  const upstream = await source(revision);
  examine(upstream.schema, upstream.schemaAddress, options);
  const locked = findRevision(readLock(root.folder, root.label), revision);
  const examples =
    options.examples === true || hasExamples(locked)
      ? await upstream.examples()
      : new Map<string, Uint8Array>();
  const wanted = new Map([[SCHEMA_FILE, upstream.schema], ...examples]);
  for (const path of wanted.keys()) {
    const fault = faultOfPath(path);
    if (fault !== undefined)
      throw new UsageError(
        `${upstream.from} has a file "${path}", and its path ${fault}.`,
      );
  }
  const entry: LockedRevision = {
    from: upstream.from,
    ...(upstream.commit === undefined ? {} : { commit: upstream.commit }),
    files: Object.fromEntries(
      [...wanted].map(([path, bytes]) => [path, lockedFile(bytes, path)]),
    ),
  };
  const files = await change(root, () => {
    const lock = readLock(root.folder, root.label);
    const compared = compareAll(root, options, wanted, lock);
    return {
      result: compared,
      files: [
        ...compared.map(({ path, content, current }): FileChange => ({
          path: `${revision}/${path}`,
          ...(content !== undefined && { wanted: content }),
          ...(current !== undefined && { current }),
        })),
        lockChange(root, withRevision(lock, revision, entry)),
      ],
    };
  });
  return {
    revision,
    from: upstream.from,
    ...(upstream.commit === undefined ? {} : { commit: upstream.commit }),
    files: files.map(({ path, state, content }) => ({
      path,
      state,
      bytes: content?.byteLength ?? 0,
    })),
  };
}

/**
 * Changes files of the schema root, all or none.
 *
 * @param look says what is to be, and is asked again once no other run can write.
 */
async function change<Result>(
  root: OutputFolder,
  look: () => { readonly result: Result; readonly files: FileChange[] },
): Promise<Result> {
  const changed = (): ReturnType<typeof look> => {
    const { result, files } = look();
    return { result, files: files.filter((file) => !isDone(file)) };
  };
  return transact([root.label], (transaction) => {
    const first = changed();
    const isIdle =
      first.files.length === 0 && !hasStaging(root.folder, nodeDisk);
    return isIdle ? first.result : transaction.change(root, changed).result;
  });
}

/** True for a file that is as it shall be, but for line endings: those are the checkout's affair. */
function isDone({ path, wanted, current }: FileChange): boolean {
  if (wanted === undefined || current === undefined) return wanted === current;
  return (
    hashOfText(bytesOf(wanted), path) === hashOfText(bytesOf(current), path)
  );
}

function bytesOf(content: string | Uint8Array): Uint8Array {
  return typeof content === "string" ? Buffer.from(content) : content;
}

/** A file of upstream, or one that upstream no longer has, and what is there. */
interface ComparedFile {
  readonly path: string;
  readonly state: PulledFile["state"];
  /** Absent when the file is to be deleted. */
  readonly content?: Uint8Array;
  /** What is there, if anything is. */
  readonly current?: Uint8Array;
  /** True when what is there is exactly what the lock records. */
  readonly isRecorded: boolean;
}

function compareAll(
  root: OutputFolder,
  { revision, force }: PullOptions,
  wanted: ReadonlyMap<string, Uint8Array>,
  lock: Lock,
): readonly ComparedFile[] {
  const locked = findRevision(lock, revision);
  const gone = Object.keys(locked?.files ?? {}).filter(
    (path) => !wanted.has(path),
  );
  const files = [...wanted.keys(), ...gone].flatMap((path) => {
    const current = readIfThere(root, `${revision}/${path}`);
    return compare(path, wanted.get(path), current, locked?.files[path]) ?? [];
  });
  if (force !== true) refuse(files, revision, `${root.label}/${revision}`);
  return files;
}

/** @returns undefined for a file that is neither wanted nor there. */
function compare(
  path: string,
  content: Uint8Array | undefined,
  current: Uint8Array | undefined,
  locked: LockedFile | undefined,
): ComparedFile | undefined {
  if (current === undefined)
    return content === undefined
      ? undefined
      : { path, state: "created", content, isRecorded: false };
  const found = hashOfText(current, path);
  const isRecorded = found !== undefined && found === locked?.sha256;
  if (content === undefined)
    return { path, state: "deleted", current, isRecorded };
  const state =
    found === lockedFile(content, path).sha256 ? "unchanged" : "updated";
  return { path, state, content, current, isRecorded };
}

/**
 * Reads a file of the schema root.
 *
 * @throws UsageError for a link, and for what is not a file.
 */
function readIfThere(
  output: OutputFolder,
  path: string,
): Uint8Array | undefined {
  if (!isThere(output, path)) return undefined;
  try {
    return readRegularFile(placeIn(output.folder, path));
  } catch (error) {
    throw new UsageError(
      `${output.label}/${path} cannot be read: ${reasonOf(error) ?? String(error)}.`,
    );
  }
}

/** Refuses to replace or delete what only `--force` replaces. */
function refuse(
  files: readonly ComparedFile[],
  revision: string,
  shownFolder: string,
): void {
  const replaced = files.filter(
    ({ state }) => state === "updated" || state === "deleted",
  );
  const [first] = replaced;
  if (first === undefined) return;
  if (isReleased(revision))
    throw new UsageError(
      `${revision} is released and does not move, but ${shownFolder}/${first.path} is not what upstream has; only --force replaces it.`,
    );
  const edited = replaced.find(({ isRecorded }) => !isRecorded);
  if (edited !== undefined)
    throw new UsageError(
      `${shownFolder}/${edited.path} is not what the lock file records, so it may hold work of yours; only --force replaces it.`,
    );
}

/** Released revisions are named by their date. */
function isReleased(revision: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(revision);
}

function hasExamples(locked: LockedRevision | undefined): boolean {
  return Object.keys(locked?.files ?? {}).some((path) =>
    path.startsWith(`${EXAMPLES_FOLDER}/`),
  );
}

/** Makes sure that a download is a schema before anything is replaced. */
function examine(
  bytes: Uint8Array,
  address: string,
  { validate }: PullOptions,
): void {
  const text = schemaTextOf(bytes, address);
  if (
    !/\bLATEST_PROTOCOL_VERSION\b/.test(text) ||
    !/^export (?:interface|type) /m.test(text)
  )
    throw new UsageError(
      `${address} is not a schema of the protocol: it has no LATEST_PROTOCOL_VERSION and exported types.`,
    );
  validate({ text, path: address, sha256: sha256Of(text) });
}

/** Records the files that are there in place of the ones that were pulled. */
async function accept(
  options: PullOptions,
  root: OutputFolder,
): Promise<PullResult> {
  const { revision } = options;
  return change(root, () => {
    const lock = readLock(root.folder, root.label);
    const locked = findRevision(lock, revision);
    if (locked === undefined)
      throw new UsageError(
        `${root.label}/${LOCK_FILE} does not record ${revision}, so there is nothing to accept.`,
      );
    const shown = `${root.label}/${revision}/${SCHEMA_FILE}`;
    const found = Object.keys(locked.files).flatMap((path) => {
      const bytes = readIfThere(root, `${revision}/${path}`);
      return bytes === undefined ? [] : [[path, bytes] as const];
    });
    const schema = found.find(([path]) => path === SCHEMA_FILE)?.[1];
    if (schema === undefined) throw new UsageError(`There is no ${shown}.`);
    examine(schema, shown, options);
    const files = Object.fromEntries(
      found.map(([path, bytes]) => {
        const [was, is] = [locked.files[path], lockedFile(bytes, path)];
        // Other line endings alone are not a change.
        return [path, was?.sha256 === is.sha256 ? was : is];
      }),
    );
    const isEdited =
      locked.edited === true ||
      JSON.stringify(files) !== JSON.stringify(locked.files);
    const entry: LockedRevision = {
      ...locked,
      ...(isEdited ? { edited: true } : {}),
      files,
    };
    return {
      result: {
        revision,
        from: locked.from,
        files: found.map(([path, bytes]) => ({
          path,
          state: "unchanged" as const,
          bytes: bytes.byteLength,
        })),
      },
      files: [lockChange(root, withRevision(lock, revision, entry))],
    };
  });
}

function lockChange(root: OutputFolder, lock: Lock): FileChange {
  const current = readIfThere(root, LOCK_FILE);
  return {
    path: LOCK_FILE,
    wanted: printLock(lock),
    ...(current !== undefined && { current }),
  };
}

function lockedFile(bytes: Uint8Array, path: string): LockedFile {
  return {
    sha256: sha256Of(schemaTextOf(bytes, path)),
    bytes: bytes.byteLength,
  };
}
