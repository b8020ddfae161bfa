/**
 * The staging folder beside an output folder: lock, workshop and way back of one
 * run. New texts are written into it first, so that a full disk is noticed before
 * anything has changed; the files that they replace are kept in it until all are
 * in place, so that a run that fails or is killed half-way can be undone.
 */
import nodeOs from "node:os";
import nodePath from "node:path";
import { codeOf, type Disk, readText } from "./disk.js";
import { hashText } from "./manifest.js";
import { placeIn } from "./paths.js";

/** One file that a run puts in place or removes. */
export interface JournalEntry {
  /** Path below the output folder, `/` separated. */
  readonly path: string;
  /** Hash of the new text; absent when the file is removed. */
  readonly wanted?: string;
  /** True when the old file is kept in the staging folder. */
  readonly kept: boolean;
}

/** What a run is about to change; it is on disk while the change is under way. */
export interface Journal {
  /**
   * Folders that the run creates, outermost first: `/` separated paths below the
   * output folder, which is the empty path itself.
   */
  readonly created: readonly string[];
  readonly entries: readonly JournalEntry[];
}

/** Another run holds the staging folder. */
export class BusyError extends Error {
  /** The other run's process. */
  readonly pid: number | undefined;

  constructor(pid: number | undefined) {
    super("another run is writing");
    this.name = "BusyError";
    this.pid = pid;
  }
}

/** The holder of a staging folder. */
interface Owner {
  readonly pid: number;
  readonly host: string;
}

/**
 * Nobody holds a staging folder for longer: the whole change is one synchronous
 * stretch. It matters where the holder cannot be asked (another host, a container)
 * or where its process number has been given to another program.
 */
const LONGEST_RUN_MS = 60_000;

/**
 * Where the staging folder of an output folder can be: beside it, or inside it when
 * the folder is a mount point or its parent cannot be written.
 */
export function stagingPlaces(folder: string): readonly [string, string] {
  return [
    nodePath.join(
      nodePath.dirname(folder),
      `.mcp-gen-${nodePath.basename(folder)}`,
    ),
    nodePath.join(folder, ".mcp-gen-staging"),
  ];
}

/** True when a run holds, or a killed run has left, a staging folder. */
export function hasStaging(folder: string, disk: Disk): boolean {
  return stagingPlaces(realFolder(folder, disk)).some((place) =>
    exists(place, disk),
  );
}

/** The output folder itself, where the path given is a link to it. */
export function realFolder(folder: string, disk: Disk): string {
  return exists(folder, disk) ? disk.realpathSync(folder) : folder;
}

/**
 * Takes the lock of an output folder: undoes what a killed run has left, then
 * creates the staging folder.
 *
 * @returns the staging folder's path.
 * @throws BusyError when another run is at work.
 */
export function openStaging(folder: string, disk: Disk): string {
  for (const place of stagingPlaces(folder)) {
    if (!exists(place, disk)) continue;
    const owner = readOwner(place, disk);
    if (isAtWork(place, owner, disk)) throw new BusyError(owner?.pid);
    undo(place, folder, disk);
  }
  const [beside, inside] = stagingPlaces(folder);
  const staging = canStageBeside(folder, disk) ? beside : inside;
  try {
    makeStaging(staging, disk);
    return staging;
  } catch (error) {
    if (!["EACCES", "EPERM", "EROFS"].includes(codeOf(error) ?? ""))
      throw error;
    if (staging === inside || !exists(folder, disk)) throw error;
    makeStaging(inside, disk);
    return inside;
  }
}

/** Puts the journal on disk, whole or not at all. */
export function writeJournal(
  staging: string,
  journal: Journal,
  disk: Disk,
): void {
  const draft = nodePath.join(staging, "journal.draft");
  disk.writeFileSync(draft, JSON.stringify(journal));
  disk.renameSync(draft, journalIn(staging));
}

/** The place of a new text that waits to be put in place. */
export function newIn(staging: string, path: string): string {
  return placeIn(nodePath.join(staging, "new"), path);
}

/** The place of a file as it was before the run. */
export function oldIn(staging: string, path: string): string {
  return placeIn(nodePath.join(staging, "old"), path);
}

/**
 * The point of no return: with the journal gone, what is in place stays. The rest
 * is cleaning up, by this run or the next.
 */
export function closeStaging(staging: string, disk: Disk): void {
  disk.rmSync(journalIn(staging), { force: true });
  try {
    disk.rmSync(staging, { recursive: true, force: true });
  } catch {
    // An empty workshop that cannot be removed hurts nobody; the next run tries again.
  }
}

/**
 * Puts everything back as the journal says, then removes the staging folder. Each
 * step can be repeated, so an undo that is itself interrupted is finished by the
 * next run.
 *
 * @param folder The output folder that the staging folder belongs to.
 * @throws the system's error when a file cannot be put back; the staging folder
 *   and what it keeps then stay.
 */
export function undo(staging: string, folder: string, disk: Disk): void {
  const journal = readJournal(staging, disk);
  if (journal !== undefined) {
    for (const entry of [...journal.entries].reverse())
      putBack(staging, folder, entry, disk);
    for (const path of [...journal.created].reverse())
      removeEmpty(placeIn(folder, path), disk);
  }
  disk.rmSync(staging, { recursive: true, force: true });
}

/** Removes a folder, if it is there and holds nothing. */
export function removeEmpty(folder: string, disk: Disk): boolean {
  try {
    disk.rmdirSync(folder);
    return true;
  } catch {
    return false;
  }
}

/** True when there is something of that name, a broken link included. */
export function exists(path: string, disk: Disk): boolean {
  try {
    return disk.lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    if (codeOf(error) === "ENOTDIR") return false;
    throw error;
  }
}

function putBack(
  staging: string,
  folder: string,
  { path, wanted, kept }: JournalEntry,
  disk: Disk,
): void {
  const place = placeIn(folder, path);
  if (kept) {
    const old = oldIn(staging, path);
    if (exists(old, disk)) disk.renameSync(old, place);
    return;
  }
  if (!exists(place, disk)) return;
  const text = readText(disk, place);
  if (text !== undefined && hashText(text) === wanted) disk.unlinkSync(place);
}

function readJournal(staging: string, disk: Disk): Journal | undefined {
  const text = readText(disk, journalIn(staging));
  return text === undefined ? undefined : (JSON.parse(text) as Journal);
}

function journalIn(staging: string): string {
  return nodePath.join(staging, "journal.json");
}

function makeStaging(staging: string, disk: Disk): void {
  try {
    disk.mkdirSync(staging);
  } catch (error) {
    if (codeOf(error) === "EEXIST") throw new BusyError(undefined);
    throw error;
  }
  const owner: Owner = { pid: process.pid, host: nodeOs.hostname() };
  try {
    disk.writeFileSync(ownerIn(staging), JSON.stringify(owner));
  } catch (error) {
    disk.rmSync(staging, { recursive: true, force: true });
    throw error;
  }
}

/** Renaming works within one file system only. */
function canStageBeside(folder: string, disk: Disk): boolean {
  if (!exists(folder, disk)) return true;
  const parent = nodePath.dirname(folder);
  return disk.statSync(folder).dev === disk.statSync(parent).dev;
}

function isAtWork(
  staging: string,
  owner: Owner | undefined,
  disk: Disk,
): boolean {
  const entry = disk.lstatSync(staging, { throwIfNoEntry: false });
  // Its owner has just finished; whoever comes now may be another.
  if (entry === undefined) return true;
  const age = Date.now() - entry.mtimeMs;
  if (age > LONGEST_RUN_MS) return false;
  // It has just been created and its owner is about to sign.
  if (owner === undefined) return age < 1_000;
  if (owner.host !== nodeOs.hostname()) return true;
  // This process writes in one synchronous stretch, so it cannot meet itself:
  // an earlier process had the same number.
  if (owner.pid === process.pid) return false;
  try {
    process.kill(owner.pid, 0);
    return true;
  } catch (error) {
    if (codeOf(error) === "EPERM") return true;
    // An owner that has finished since has left the place to another.
    return readOwner(staging, disk)?.pid !== owner.pid;
  }
}

function readOwner(staging: string, disk: Disk): Owner | undefined {
  try {
    return JSON.parse(readText(disk, ownerIn(staging)) ?? "") as Owner;
  } catch {
    return undefined;
  }
}

function ownerIn(staging: string): string {
  return nodePath.join(staging, "owner.json");
}
