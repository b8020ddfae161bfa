/**
 * `mcp-gen pull`: brings a revision's schema from the specification's repository,
 * or a mirror of it, into the project, and records in the lock what it is.
 */
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { UsageError } from "../failure.js";
import { displayPath, faultOfName } from "../output/paths.js";
import { DEFAULT_SCHEMA_ROOT } from "../source/resolve.js";
import { SCHEMA_FILE } from "../source/revisions.js";
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
import type { Replacement } from "./replace.js";
import { replaceFiles } from "./replace.js";
import type { UpstreamSource } from "./source.js";
import { EXAMPLES_FOLDER } from "./source.js";
import { hashOf } from "./verify.js";

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
  readonly state: "created" | "updated" | "same" | "deleted";
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

const DEFAULT_REF = "main";
const DEFAULT_TIMEOUT = 30_000;

/**
 * Pulls a revision, or accepts the one that is there.
 *
 * Everything is downloaded and examined before the first file is replaced.
 *
 * @throws UsageError in one line when it cannot be had, is no schema, or would
 *   replace something that only `force` replaces.
 * @throws what `validate` throws.
 */
export async function pull(options: PullOptions): Promise<PullResult> {
  const { revision } = options;
  const fault = revision.includes("/") ? "is a path" : faultOfName(revision);
  if (fault !== undefined)
    throw new UsageError(`The revision "${revision}" ${fault}.`);
  const root = rootOf(options);
  const lock = readLock(root.path, root.shown);
  return options.accept === true
    ? accept(options, root, lock)
    : withDownloader(options, (downloader) =>
        pullFrom(sourceOf(options, downloader), options, root, lock),
      );
}

/** The schema root. */
interface SchemaRoot {
  /** Absolute. */
  readonly path: string;
  /** As it is shown to people. */
  readonly shown: string;
}

function rootOf({
  projectDir,
  schemaRoot = DEFAULT_SCHEMA_ROOT,
}: PullOptions): SchemaRoot {
  const path = resolve(projectDir, schemaRoot);
  return { path, shown: displayPath(path, projectDir) };
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
  root: SchemaRoot,
  lock: Lock,
): Promise<PullResult> {
  const { revision } = options;
  const locked = findRevision(lock, revision);
  const upstream = await source(revision);
  examine(upstream.schema, upstream.schemaAddress, options);
  const examples =
    options.examples === true || hasExamples(locked)
      ? await upstream.examples()
      : new Map<string, Uint8Array>();

  const wanted = new Map([[SCHEMA_FILE, upstream.schema], ...examples]);
  const folder = join(root.path, revision);
  const gone = Object.keys(locked?.files ?? {}).filter(
    (path) => !wanted.has(path),
  );
  const files = [
    ...[...wanted].map(([path, bytes]) =>
      compare(folder, path, bytes, locked?.files[path]),
    ),
    ...gone.map((path) =>
      compare(folder, path, undefined, locked?.files[path]),
    ),
  ].filter((file) => file !== undefined);
  if (options.force !== true)
    refuse(files, revision, `${root.shown}/${revision}`);

  const entry: LockedRevision = {
    from: upstream.from,
    ...(upstream.commit === undefined ? {} : { commit: upstream.commit }),
    files: Object.fromEntries(
      [...wanted].map(([path, bytes]) => [path, lockedFile(bytes, path)]),
    ),
  };
  replaceFiles([
    ...files
      .filter(({ state }) => state !== "same")
      .map(({ path, content }): Replacement => ({
        path: join(folder, ...path.split("/")),
        ...(content === undefined ? {} : { content }),
      })),
    lockReplacement(root, withRevision(lock, revision, entry)),
  ]);
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

/** A file of upstream, or one that upstream no longer has, beside what is there. */
interface ComparedFile {
  readonly path: string;
  readonly state: PulledFile["state"];
  /** Absent when the file is to be deleted. */
  readonly content?: Uint8Array;
  /** True when what is there is exactly what the lock records. */
  readonly isRecorded: boolean;
}

/** @returns undefined for a file that is neither wanted nor there. */
function compare(
  folder: string,
  path: string,
  wanted: Uint8Array | undefined,
  locked: LockedFile | undefined,
): ComparedFile | undefined {
  const place = join(folder, ...path.split("/"));
  const current = hashOf(place);
  const isRecorded = current !== undefined && current === locked?.sha256;
  if (wanted === undefined)
    return existsSync(place)
      ? { path, state: "deleted", isRecorded }
      : undefined;
  if (!existsSync(place))
    return { path, state: "created", content: wanted, isRecorded };
  const state =
    current === lockedFile(wanted, path).sha256 ? "same" : "updated";
  return { path, state, content: wanted, isRecorded };
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
      `${address} is no schema of the protocol: it has no LATEST_PROTOCOL_VERSION and exported types.`,
    );
  validate({ text, path: address, sha256: sha256Of(text) });
}

/** Records the files that are there in place of the ones that were pulled. */
function accept(
  options: PullOptions,
  root: SchemaRoot,
  lock: Lock,
): PullResult {
  const { revision } = options;
  const locked = findRevision(lock, revision);
  if (locked === undefined)
    throw new UsageError(
      `${root.shown}/${LOCK_FILE} does not record ${revision}, so there is nothing to accept.`,
    );
  const folder = join(root.path, revision);
  const found = Object.keys(locked.files).flatMap((path) => {
    const place = join(folder, ...path.split("/"));
    return existsSync(place) ? [[path, readFileSync(place)] as const] : [];
  });
  const schema = found.find(([path]) => path === SCHEMA_FILE)?.[1];
  if (schema === undefined)
    throw new UsageError(
      `There is no ${root.shown}/${revision}/${SCHEMA_FILE}.`,
    );
  examine(schema, `${root.shown}/${revision}/${SCHEMA_FILE}`, options);
  const files = Object.fromEntries(
    found.map(([path, bytes]) => {
      const [was, is] = [locked.files[path], lockedFile(bytes, path)];
      // Other line endings alone are no change.
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
  replaceFiles([lockReplacement(root, withRevision(lock, revision, entry))]);
  return {
    revision,
    from: locked.from,
    files: found.map(([path, bytes]) => ({
      path,
      state: "same",
      bytes: bytes.byteLength,
    })),
  };
}

function lockReplacement({ path }: SchemaRoot, lock: Lock): Replacement {
  return { path: join(path, LOCK_FILE), content: printLock(lock) };
}

function lockedFile(bytes: Uint8Array, path: string): LockedFile {
  return {
    sha256: sha256Of(schemaTextOf(bytes, path)),
    bytes: bytes.byteLength,
  };
}
