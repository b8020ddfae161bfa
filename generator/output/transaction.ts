/**
 * Changes of files in one folder or several: all of them happen, or none does.
 *
 * New contents are written to a staging folder, the change is put down in a journal
 * there, and only then are files renamed into place, one by one. An error on the way
 * undoes what was done; a killed run is undone by the next. Where a folder does not
 * exist yet, a single rename creates it.
 *
 * This guards against failing and killed runs. A loss of power may also lose what
 * the operating system had not yet stored: the files can be had again, and waiting for
 * the disk after each would cost more than the whole run.
 */
import nodePath from "node:path";
import {
  setImmediate as nextTurn,
  setTimeout as delay,
} from "node:timers/promises";
import { UsageError } from "../failure.js";
import { type Disk, nodeDisk, reasonOf } from "./disk.js";
import type { OutputFolder } from "./output-plan.js";
import { placeIn } from "./paths.js";
import {
  BusyError,
  closeStaging,
  exists,
  hashOfContent,
  type JournalEntry,
  newIn,
  oldIn,
  openStaging,
  realFolder,
  removeEmpty,
  undo,
  writeJournal,
} from "./staging.js";

/** How a change is carried out. */
export interface TransactionOptions {
  /** The file system; the machine's own by default. */
  readonly disk?: Disk;
  /** How long to wait for another run on the same folder; 10 seconds by default. */
  readonly waitMs?: number;
}

/** One file that is to be written, or to go. */
export interface FileChange {
  /** Path below the folder, `/` separated, see `faultOfPath`. */
  readonly path: string;
  /** What is to be there; absent when the file is to go. */
  readonly wanted?: string | Uint8Array;
  /** What is there; absent when nothing is. */
  readonly current?: string | Uint8Array;
}

/** A folder that is locked against other runs. */
interface LockedFolder {
  readonly label: string;
  /** The folder itself, where the path given is a link to it. */
  readonly folder: string;
  readonly staging: string;
  /** Folders above it that had to be created, outermost first. */
  readonly parents: readonly string[];
  readonly files: readonly FileChange[];
}

/** What is to be changed. */
export interface Transaction {
  /**
   * Locks a folder, then asks what is to change in it.
   *
   * @param look called once the folder is locked, so that nothing it sees can move.
   * @throws UsageError when the same folder is locked already.
   */
  readonly change: <Look extends { readonly files: readonly FileChange[] }>(
    output: OutputFolder,
    look: () => Look,
  ) => Look;
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Carries out a change.
 *
 * @param labels the folders as they are shown to people.
 * @param prepare names the changes. What it throws ends the run before anything is
 *   changed. It is called again when it had to wait for another run.
 * @returns what `prepare` returns.
 * @throws UsageError when the disk refuses or another run keeps a folder; nothing is
 *   changed then.
 */
export async function transact<Result>(
  labels: readonly string[],
  prepare: (transaction: Transaction) => Result,
  options: TransactionOptions = {},
): Promise<Result> {
  const { disk = nodeDisk, waitMs = 10_000 } = options;
  const patience = Date.now() + waitMs;
  for (;;) {
    try {
      return await holdingSignals(() => carryOut(labels, prepare, disk));
    } catch (error) {
      if (!(error instanceof BusyError)) throw error;
      if (Date.now() >= patience) throw busy(labels, error);
    }
    await delay(50);
  }
}

/** Runs a function that must not be stopped half-way by Ctrl-C or a polite kill. */
async function holdingSignals<T>(run: () => T): Promise<T> {
  let stopped: NodeJS.Signals | undefined;
  const hold = (signal: NodeJS.Signals) => {
    stopped = signal;
  };
  for (const signal of SIGNALS) process.on(signal, hold);
  try {
    return run();
  } finally {
    // Signals that came in meanwhile are delivered while the loop waits for events,
    // and only the second turn from here is sure to begin after that.
    await nextTurn();
    await nextTurn();
    for (const signal of SIGNALS) process.off(signal, hold);
    // A program with a listener of its own has already heard it.
    if (stopped !== undefined && process.listenerCount(stopped) === 0)
      process.kill(process.pid, stopped);
  }
}

function carryOut<Result>(
  labels: readonly string[],
  prepare: (transaction: Transaction) => Result,
  disk: Disk,
): Result {
  const locked: LockedFolder[] = [];
  let current = labels[0] ?? "";
  try {
    const result = prepare({
      change: (output, look) => {
        current = output.label;
        const folder = realFolder(output.folder, disk);
        const twin = locked.find((other) => other.folder === folder);
        if (twin !== undefined)
          throw new UsageError(
            `${twin.label} and ${output.label} are the same folder.`,
          );
        const { seen, lock } = lockFolder(output, folder, look, disk);
        locked.push(lock);
        return seen;
      },
    });
    for (const lock of locked) stage(lock, disk);
    for (const lock of locked) {
      current = lock.label;
      putInPlace(lock, disk);
    }
    for (const lock of locked) finish(lock, disk);
    return result;
  } catch (error) {
    const broken = undoAll(locked, disk);
    throw explain(error, current, broken);
  }
}

function lockFolder<Look extends { readonly files: readonly FileChange[] }>(
  { label }: OutputFolder,
  folder: string,
  look: () => Look,
  disk: Disk,
): { readonly seen: Look; readonly lock: LockedFolder } {
  let parents = createParents(folder, disk);
  try {
    const { staging, inherited } = openStaging(folder, disk);
    // What a killed run had created is as much in the way as what this one has.
    parents = [...inherited, ...parents];
    try {
      const seen = look();
      return {
        seen,
        lock: { label, folder, staging, parents, files: seen.files },
      };
    } catch (error) {
      undo(staging, folder, disk);
      throw error;
    }
  } catch (error) {
    removeParents(parents, disk);
    throw error;
  }
}

/**
 * Creates what is missing above a folder, one by one: where a system says of a folder
 * that it neither is there nor can be created, Node's own way of creating a whole path
 * does not end.
 */
function createParents(folder: string, disk: Disk): readonly string[] {
  const parents: string[] = [];
  for (
    let parent = nodePath.dirname(folder);
    !exists(parent, disk);
    parent = nodePath.dirname(parent)
  )
    parents.unshift(parent);
  for (const [index, parent] of parents.entries()) {
    try {
      disk.mkdirSync(parent);
    } catch (error) {
      // Another run may have just created it.
      if (exists(parent, disk)) continue;
      removeParents(parents.slice(0, index), disk);
      throw error;
    }
  }
  return parents;
}

function removeParents(parents: readonly string[], disk: Disk): void {
  for (const parent of [...parents].reverse()) removeEmpty(parent, disk);
}

function stage(lock: LockedFolder, disk: Disk): void {
  const { folder, staging, parents, files } = lock;
  const entries: JournalEntry[] = [];
  const made = new Set<string>();
  for (const { path, wanted, current } of files) {
    if (wanted !== undefined)
      writeInto(newIn(staging, path), (place) =>
        disk.writeFileSync(place, wanted),
      );
    if (current !== undefined)
      writeInto(oldIn(staging, path), (place) =>
        keep(placeIn(folder, path), place, disk),
      );
    entries.push({
      path,
      kept: current !== undefined,
      ...(wanted !== undefined && { wanted: hashOfContent(wanted) }),
    });
  }
  const created = missingFolders(lock, disk);
  writeJournal(staging, { parents: parents.length, created, entries }, disk);

  function writeInto(place: string, write: (place: string) => void): void {
    const parent = nodePath.dirname(place);
    if (!made.has(parent)) disk.mkdirSync(parent, { recursive: true });
    made.add(parent);
    write(place);
  }
}

/** Keeps a file under a second name; a copy where the file system has no links. */
function keep(place: string, old: string, disk: Disk): void {
  try {
    disk.linkSync(place, old);
  } catch {
    const { atime, mtime } = disk.statSync(place);
    disk.copyFileSync(place, old);
    disk.utimesSync(old, atime, mtime);
  }
}

/**
 * Every folder that has to be created for a change, outermost first, relative to the
 * locked folder, which is the empty path itself.
 */
function missingFolders(
  { folder, files }: LockedFolder,
  disk: Disk,
): readonly string[] {
  const folders = new Set([""]);
  for (const { path, wanted } of files) {
    if (wanted === undefined) continue;
    const segments = path.split("/").slice(0, -1);
    segments.forEach((_segment, index) =>
      folders.add(segments.slice(0, index + 1).join("/")),
    );
  }
  return [...folders].filter((path) => !exists(placeIn(folder, path), disk));
}

function putInPlace(lock: LockedFolder, disk: Disk): void {
  const { folder, staging, files } = lock;
  if (files.length === 0) return;
  if (!exists(folder, disk)) {
    disk.renameSync(nodePath.join(staging, "new"), folder);
    return;
  }
  for (const path of missingFolders(lock, disk))
    disk.mkdirSync(placeIn(folder, path));
  // Removals first: where case is ignored, an old name may be a new one.
  for (const { path, wanted } of files)
    if (wanted === undefined) disk.unlinkSync(placeIn(folder, path));
  for (const { path, wanted } of files)
    if (wanted !== undefined)
      disk.renameSync(newIn(staging, path), placeIn(folder, path));
}

function finish({ folder, staging, files }: LockedFolder, disk: Disk): void {
  closeStaging(staging, disk);
  for (const { path, wanted } of files) {
    if (wanted !== undefined) continue;
    let parent = nodePath.dirname(placeIn(folder, path));
    while (parent !== folder && removeEmpty(parent, disk))
      parent = nodePath.dirname(parent);
  }
}

/** @returns labels of the folders that could not be put back. */
function undoAll(
  locked: readonly LockedFolder[],
  disk: Disk,
): readonly string[] {
  return [...locked].reverse().flatMap((lock) => {
    const { label, folder, staging, parents } = lock;
    try {
      undo(staging, folder, disk);
      removeParents(parents, disk);
      return [];
    } catch {
      return [label];
    }
  });
}

function explain(
  error: unknown,
  label: string,
  broken: readonly string[],
): unknown {
  const reason = reasonOf(error);
  if (reason === undefined && broken.length === 0) return error;
  const outcome =
    broken.length === 0
      ? "Nothing was changed."
      : `${broken.join(", ")} could not be put back either; the next run will do it.`;
  return new UsageError(
    `${label} cannot be written: ${reason ?? String(error)}. ${outcome}`,
  );
}

function busy(labels: readonly string[], { pid }: BusyError): UsageError {
  const other = pid === undefined ? "Another run" : `Process ${pid}`;
  return new UsageError(
    `${other} is writing ${labels.join(" or ")}; try again when it is done.`,
  );
}
