/**
 * The staging folder next to an output folder: lock, workshop and way back of one
 * run. New contents are written into it first, so that a full disk is noticed before
 * anything has changed; the files that they replace are kept in it until all are
 * in place, so that a run that fails or is killed half-way can be undone.
 *
 * A checkout can bring a folder of that name, so what it says is not believed: a
 * journal counts only together with the very file that its run has signed with, which
 * no copy of it is.
 */
import nodeOs from "node:os";
import nodePath from "node:path";
import { UsageError } from "../failure.js";
import { codeOf, type Disk, readText } from "./disk.js";
import { isThere } from "./inside.js";
import { hashText } from "./manifest.js";
import { displayPath, faultOfPath, placeIn } from "./paths.js";

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
  /** How many folders above the output folder the run has created. */
  readonly parents: number;
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

/** A journal as it is on disk. */
interface SignedJournal extends Journal {
  /** Which file `owner.json` was to the file system, see {@link signatureOf}. */
  readonly signature: string;
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
 * Where the staging folder of an output folder can be: next to it, or inside it when
 * the folder is a mount point or its parent cannot be written.
 */
function stagingPlaces(folder: string): readonly [string, string] {
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
 * @returns the staging folder's path, and the folders above the output folder that the
 *   killed run had created, outermost first.
 * @throws BusyError when another run is at work.
 * @throws UsageError when the journal is none that a run here has left.
 */
export function openStaging(
  folder: string,
  disk: Disk,
): { readonly staging: string; readonly inherited: readonly string[] } {
  const inherited: string[] = [];
  for (const place of stagingPlaces(folder)) {
    if (!exists(place, disk)) continue;
    const owner = readOwner(place, disk);
    if (isAtWork(place, owner, disk)) throw new BusyError(owner?.pid);
    inherited.push(...undo(place, folder, disk));
  }
  return { staging: createStaging(folder, disk), inherited };
}

function createStaging(folder: string, disk: Disk): string {
  const [adjacent, inside] = stagingPlaces(folder);
  const staging = canStageNextTo(folder, disk) ? adjacent : inside;
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
  const signature = signatureOf(staging, disk);
  disk.writeFileSync(draft, JSON.stringify({ signature, ...journal }));
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
    // An empty workshop that cannot be removed is harmless; the next run tries again.
  }
}

/**
 * Puts everything back as the journal says, then removes the staging folder. Each
 * step can be repeated, so an undo that is itself interrupted is finished by the
 * next run.
 *
 * @param folder The output folder that the staging folder belongs to.
 * @returns the folders above it that the undone run had created, outermost first; they
 *   stay, for the next run may need them.
 * @throws UsageError when the journal is none that a run here has left, or a link is in
 *   the way; the system's error when a file cannot be put back. The staging folder and
 *   what it keeps then stay.
 */
export function undo(
  staging: string,
  folder: string,
  disk: Disk,
): readonly string[] {
  const journal = readJournal(staging, disk);
  if (journal !== undefined) {
    for (const entry of [...journal.entries].reverse())
      putBack(staging, folder, entry, disk);
    for (const path of [...journal.created].reverse())
      removeEmpty(placeIn(folder, path), disk);
  }
  disk.rmSync(journalIn(staging), { force: true });
  disk.rmSync(staging, { recursive: true, force: true });
  return foldersAbove(folder, journal?.parents ?? 0);
}

/** So many folders above a folder, outermost first. */
function foldersAbove(folder: string, count: number): readonly string[] {
  const folders: string[] = [];
  let place = folder;
  for (let index = 0; index < count; index++) {
    place = nodePath.dirname(place);
    folders.unshift(place);
  }
  return folders;
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
  const isPresent = isThere({ folder, label: folder }, path, disk);
  if (kept) {
    const old = oldIn(staging, path);
    if (exists(old, disk)) disk.renameSync(old, place);
    return;
  }
  if (!isPresent) return;
  const text = readText(disk, place);
  if (text !== undefined && hashText(text) === wanted) disk.unlinkSync(place);
}

/**
 * The hash of a content as journals hold it.
 *
 * @returns SHA-256 in hex.
 */
export function hashOfContent(content: string | Uint8Array): string {
  return hashText(
    typeof content === "string"
      ? content
      : Buffer.from(content).toString("utf8"),
  );
}

/** @throws UsageError for a journal that no run on this machine has left. */
function readJournal(staging: string, disk: Disk): SignedJournal | undefined {
  const entry = disk.lstatSync(staging, { throwIfNoEntry: false });
  // Of a link or a file there is nothing to believe; it is removed as such.
  if (entry?.isDirectory() !== true) return undefined;
  const place = journalIn(staging);
  if (!exists(place, disk)) return undefined;
  const isFile = disk.lstatSync(place).isFile();
  const text = isFile ? readText(disk, place) : undefined;
  const journal = text === undefined ? undefined : parseJournal(text);
  if (
    journal === undefined ||
    journal.signature !== signatureOf(staging, disk)
  ) {
    const shown = displayPath(staging, process.cwd());
    throw new UsageError(
      `${shown} was not left by a run of mcp-gen on this machine; it may have come with a checkout or a copy. Look at what it holds, and remove it.`,
    );
  }
  return journal;
}

/**
 * Which file signs a staging folder: what the file system alone decides, and neither a
 * checkout nor an archive can bring along.
 *
 * @returns undefined when nothing signs it.
 */
function signatureOf(staging: string, disk: Disk): string | undefined {
  const stats = disk.lstatSync(ownerIn(staging), {
    bigint: true,
    throwIfNoEntry: false,
  });
  return stats?.isFile() === true ? `${stats.ino}:${stats.ctimeNs}` : undefined;
}

/** @returns undefined for what is not a journal, or has a path that leads elsewhere. */
function parseJournal(text: string): SignedJournal | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isRecord(value)) return undefined;
  const { signature, parents, created, entries } = value;
  const isSound =
    typeof signature === "string" &&
    Number.isInteger(parents) &&
    Array.isArray(created) &&
    created.every((path) => path === "" || isPath(path)) &&
    Array.isArray(entries) &&
    entries.every(
      (entry) =>
        isRecord(entry) &&
        isPath(entry["path"]) &&
        typeof entry["kept"] === "boolean" &&
        ["string", "undefined"].includes(typeof entry["wanted"]),
    );
  return isSound ? (value as unknown as SignedJournal) : undefined;
}

function isPath(value: unknown): boolean {
  return typeof value === "string" && faultOfPath(value) === undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
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
function canStageNextTo(folder: string, disk: Disk): boolean {
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
  // Its owner has just finished; the next one may be another.
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

/** @returns undefined when it is not signed, or with nonsense. */
function readOwner(staging: string, disk: Disk): Owner | undefined {
  const place = ownerIn(staging);
  try {
    if (!disk.lstatSync(place).isFile()) return undefined;
    const owner: unknown = JSON.parse(disk.readFileSync(place, "utf8"));
    if (!isRecord(owner)) return undefined;
    const { pid, host } = owner;
    return typeof pid === "number" &&
      Number.isInteger(pid) &&
      pid > 0 &&
      typeof host === "string"
      ? { pid, host }
      : undefined;
  } catch {
    return undefined;
  }
}

function ownerIn(staging: string): string {
  return nodePath.join(staging, "owner.json");
}
