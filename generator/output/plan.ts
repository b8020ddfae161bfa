/**
 * What a run would do to an output folder. Looking is all that happens here:
 * `--check`, `--dry-run`, `--watch` and writing start from the same plan.
 */
import { isDeepStrictEqual } from "node:util";
import { UsageError } from "../failure.js";
import { codeOf, type Disk, nodeDisk, reasonOf } from "./disk.js";
import { readInside } from "./inside.js";
import { codeText, hashCode, isCode } from "./code-text.js";
import { conflictingVersions } from "./merge-conflict.js";
import {
  hashText,
  MANIFEST,
  normaliseLines,
  parseManifest,
  type RecordedFiles,
  recordedFiles,
  sameButFormat,
} from "./manifest.js";
import type {
  FileState,
  Output,
  OutputPlan,
  PlannedFile,
} from "./output-plan.js";
import { faultOfPath, findCollision, foldPath } from "./paths.js";
import { hasStaging } from "./staging.js";

/**
 * Compares an output with the disk.
 *
 * @throws UsageError when a file or link is in the way, or the paths cannot be
 *   stored on every platform.
 */
export function planOutput(output: Output, disk: Disk = nodeDisk): OutputPlan {
  checkPaths(output);
  checkFolder(output, disk);
  const look = (path: string) => readInside(output, path, disk);
  const currentManifest = look(MANIFEST);
  const recorded: Recorded = {
    ...recordedFiles(currentManifest ?? ""),
    isFormatFree: haveSameOptions(currentManifest ?? "", output.manifest),
  };

  const files: PlannedFile[] = [];
  for (const { path, text } of output.files)
    files.push(planned(path, text, look(path), recorded));

  const kept = new Set(output.files.map(({ path }) => foldPath(path)));
  for (const path of recorded.hashes.keys()) {
    if (kept.has(foldPath(path))) continue;
    const current = look(path);
    if (current !== undefined)
      files.push(planned(path, undefined, current, recorded));
  }
  files.sort((a, b) => (a.path < b.path ? -1 : 1));
  files.push(plannedManifest(output.manifest, currentManifest));
  return { output, files, interrupted: hasStaging(output.folder, disk) };
}

/**
 * The rule behind {@link FileState}.
 *
 * @param wanted hash of the text to be written, if any.
 * @param current hash of the text on disk, if any.
 * @param recorded hash in the manifest, if the file is listed there.
 */
export function stateOf(
  wanted: string | undefined,
  current: string | undefined,
  recorded: string | undefined,
): FileState {
  if (current === undefined)
    return wanted === undefined ? "unchanged" : "create";
  if (current === wanted) return "unchanged";
  if (recorded === undefined) return "unmanaged";
  if (current !== recorded) return "edited";
  return wanted === undefined ? "delete" : "update";
}

/** The files of a plan that are not as they shall be. */
export function changesOf(plan: OutputPlan): readonly PlannedFile[] {
  return plan.files.filter(({ state }) => state !== "unchanged");
}

function planned(
  path: string,
  wanted: string | undefined,
  current: string | undefined,
  { hashes, code, areMerged, isFormatFree }: Recorded,
): PlannedFile {
  // Whatever a formatter has made of it, it is what is wanted.
  if (isFormatFree && hashes.has(path) && isSameCode(path, wanted, current))
    return {
      path,
      state: "unchanged",
      wanted: wanted ?? "",
      current: current ?? "",
    };
  const isConflicting =
    current !== undefined && conflictingVersions(current) !== undefined;
  const hash = hashOf(current);
  const isOurs = hashes.has(path);
  // What a merge has made of our files, nobody has written.
  const isAsRecorded =
    areMerged ||
    isConflicting ||
    (current !== undefined &&
      isCode(path) &&
      hashes.get(path) !== hash &&
      code.get(path) === hashCode(current));
  const recorded = isOurs && isAsRecorded ? hash : hashes.get(path);
  return {
    path,
    state: stateOf(hashOf(wanted), hash, recorded),
    ...(isOurs && isConflicting && { isConflicting }),
    ...(wanted !== undefined && { wanted }),
    ...(current !== undefined && { current }),
  };
}

/** What is known of the files that are there. */
interface Recorded extends RecordedFiles {
  /** True where the format of code may be another than ours. */
  readonly isFormatFree: boolean;
}

/**
 * True when two manifests are of the same options: other files are then of another
 * schema or version, and not because somebody wants another format.
 */
function haveSameOptions(current: string, wanted: string): boolean {
  const [is, shall] = [parseManifest(current), parseManifest(wanted)];
  return (
    is !== undefined &&
    shall !== undefined &&
    isDeepStrictEqual(is.fingerprint.options, shall.fingerprint.options)
  );
}

function isSameCode(
  path: string,
  wanted: string | undefined,
  current: string | undefined,
): boolean {
  return (
    wanted !== undefined &&
    current !== undefined &&
    isCode(path) &&
    normaliseLines(wanted) !== normaliseLines(current) &&
    codeText(wanted) === codeText(current)
  );
}

/** The manifest has no hash of its own: one that can be read is ours to replace. */
function plannedManifest(
  wanted: string,
  current: string | undefined,
): PlannedFile {
  if (current === undefined) return { path: MANIFEST, state: "create", wanted };
  let state: FileState = "update";
  const [is, shall] = [parseManifest(current), parseManifest(wanted)];
  if (
    normaliseLines(current) === normaliseLines(wanted) ||
    (is !== undefined && shall !== undefined && sameButFormat(is, shall))
  )
    state = "unchanged";
  const isConflicting = recordedFiles(current).areMerged;
  if (state === "update" && !isConflicting && is === undefined)
    state = "unmanaged";
  return {
    path: MANIFEST,
    state,
    wanted,
    current,
    ...(isConflicting && { isConflicting }),
  };
}

function hashOf(text: string | undefined): string | undefined {
  return text === undefined ? undefined : hashText(text);
}

/** An emitter's mistake, not a user's: such a path is an internal error. */
function checkPaths({ files }: Output): void {
  const paths = [...files.map(({ path }) => path), MANIFEST];
  for (const path of paths) {
    const fault = faultOfPath(path);
    if (fault !== undefined) throw new Error(`emitted path "${path}" ${fault}`);
  }
  const collision = findCollision(paths);
  if (collision !== undefined)
    throw new Error(
      `emitted paths "${collision.join('" and "')}" are one file on some systems`,
    );
}

/** The output folder may be a link (it is the user's choice), but it has to be a folder. */
function checkFolder({ folder, label }: Output, disk: Disk): void {
  let entry: { isDirectory(): boolean } | undefined;
  try {
    entry = disk.statSync(folder);
  } catch (error) {
    if (codeOf(error) === "ENOTDIR")
      throw new UsageError(
        `${label} cannot be a folder: a file stands where one of its parent folders should be.`,
      );
    if (codeOf(error) !== "ENOENT")
      throw new UsageError(`${label} cannot be read: ${reasonOf(error)}.`);
    if (isBrokenLink(folder, disk))
      throw new UsageError(`${label} is a symbolic link that leads nowhere.`);
    return;
  }
  if (!entry.isDirectory())
    throw new UsageError(`${label} is a file, not a folder.`);
}

function isBrokenLink(path: string, disk: Disk): boolean {
  return (
    disk.lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
  );
}
