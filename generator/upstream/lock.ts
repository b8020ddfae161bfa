/**
 * `mcp-gen.lock.json`: which state of the specification the schemas of a project
 * are. It lies in the schema root, next to the revisions' folders.
 */
import { join } from "node:path";
import { UsageError } from "../failure.js";
import { reasonOf } from "../output/disk.js";
import { faultOfName, faultOfPath } from "../output/paths.js";
import { readRegularText } from "../source/regular-file.js";
import { isObject } from "../json.js";

/** The lock's name in a schema root. */
export const LOCK_FILE = "mcp-gen.lock.json";

const FORMAT = 1;

/** One file as it was downloaded. */
export interface LockedFile {
  /** SHA-256, in hex, of the text with LF line endings and no byte order mark. */
  readonly sha256: string;
  /** Size of the download. */
  readonly bytes: number;
}

/** One revision. */
export interface LockedRevision {
  /** Where it came from: the repository's address, or a mirror's. */
  readonly from: string;
  /** The commit, where the source has commits. */
  readonly commit?: string;
  /** Present once a change made by hand was accepted: no longer upstream's. */
  readonly edited?: true;
  /** Files by their path below the revision's folder. */
  readonly files: Readonly<Record<string, LockedFile>>;
}

/** What the lock file says. */
export interface Lock {
  /** Revisions by their name. */
  readonly revisions: Readonly<Record<string, LockedRevision>>;
}

/** A lock without revisions. */
export const EMPTY_LOCK: Lock = { revisions: {} };

/**
 * Reads the lock of a schema root.
 *
 * @param root the schema root.
 * @param shown the schema root as it is shown to people.
 * @returns an empty lock when there is none.
 * @throws UsageError when there is one that cannot be used.
 */
export function readLock(root: string, shown: string): Lock {
  let text: string;
  try {
    text = readRegularText(join(root, LOCK_FILE));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return EMPTY_LOCK;
    throw new UsageError(
      `${shown}/${LOCK_FILE} cannot be read: ${reasonOf(error) ?? String(error)}.`,
    );
  }
  const lock = parseLock(text);
  if (typeof lock === "string")
    throw new UsageError(
      `${shown}/${LOCK_FILE} ${lock}. Restore it, or delete it and pull again.`,
    );
  return lock;
}

/** Prints a lock: keys in a fixed order, two spaces, a final LF. */
export function printLock({ revisions }: Lock): string {
  const sorted = sortedRecord(revisions, ({ from, commit, edited, files }) => ({
    from,
    commit,
    edited,
    files: sortedRecord(files, ({ sha256, bytes }) => ({ sha256, bytes })),
  }));
  return `${JSON.stringify({ format: FORMAT, revisions: sorted }, undefined, 2)}\n`;
}

/** A lock with one revision put in or replaced. */
export function withRevision(
  lock: Lock,
  name: string,
  revision: LockedRevision,
): Lock {
  return { revisions: { ...lock.revisions, [name]: revision } };
}

/** The entry of a revision, if the lock has one. */
export function findRevision(
  lock: Lock,
  name: string,
): LockedRevision | undefined {
  return Object.hasOwn(lock.revisions, name) ? lock.revisions[name] : undefined;
}

/**
 * A lock decides what `pull` deletes and where it asks for files, and comes with the
 * checkout: its paths have to stay in the folder, and its texts are what a pull writes.
 *
 * @returns the lock, or half a sentence that says what is wrong with it.
 */
function parseLock(text: string): Lock | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return "is not valid JSON";
  }
  if (!isObject(value)) return "is not a JSON object";
  if (value["format"] !== FORMAT)
    return `has the format ${JSON.stringify(value["format"])}, not ${FORMAT}`;
  const revisions = value["revisions"];
  if (!isObject(revisions)) return "has no revisions";
  for (const [name, revision] of Object.entries(revisions)) {
    const fault = name.startsWith("-")
      ? "starts like an option"
      : faultOfName(name);
    if (fault !== undefined)
      return `names a revision ${JSON.stringify(name)}, which ${fault}`;
    if (!isLockedRevision(revision)) return `has a malformed revision ${name}`;
    for (const path of Object.keys(revision.files)) {
      const wrong = faultOfPath(path);
      if (wrong !== undefined)
        return `names a file ${JSON.stringify(path)}, and its path ${wrong}`;
    }
  }
  return { revisions: revisions as Lock["revisions"] };
}

function isLockedRevision(value: unknown): value is LockedRevision {
  return (
    isObject(value) &&
    isOneLine(value["from"]) &&
    isCommit(value["commit"]) &&
    [undefined, true].includes(value["edited"] as undefined | true) &&
    isObject(value["files"]) &&
    Object.values(value["files"]).every(isLockedFile)
  );
}

function isOneLine(value: unknown): boolean {
  return typeof value === "string" && !/\p{Cc}/u.test(value);
}

function isCommit(value: unknown): boolean {
  return (
    value === undefined ||
    (typeof value === "string" && /^[0-9a-f]{40}$/.test(value))
  );
}

function isLockedFile(value: unknown): value is LockedFile {
  return (
    isObject(value) &&
    typeof value["sha256"] === "string" &&
    /^[0-9a-f]{64}$/.test(value["sha256"]) &&
    Number.isInteger(value["bytes"])
  );
}

function sortedRecord<T, U>(
  record: Readonly<Record<string, T>>,
  print: (value: T) => U,
): Record<string, U> {
  return Object.fromEntries(
    Object.entries(record)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, value]) => [key, print(value)]),
  );
}
