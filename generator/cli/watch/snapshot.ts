/** How files look at one moment: enough to see that somebody has written to them. */
import { type Dirent, readdirSync, statSync } from "node:fs";
import nodePath from "node:path";

/** What is looked at. Absolute paths; what they name need not be there. */
export interface WatchedPlaces {
  readonly files: readonly string[];
  /** Folders of which every file counts, at any depth. */
  readonly folders: readonly string[];
  /** Folders of which only the names in them count. */
  readonly listings: readonly string[];
}

/** The look of each place by its path; empty for one that is not there. */
export type Snapshot = ReadonlyMap<string, string>;

/** Looks at every place. */
export function takeSnapshot({
  files,
  folders,
  listings,
}: WatchedPlaces): Snapshot {
  // A folder's own time of modification tells that a name has come or gone.
  const paths = [...files, ...folders.flatMap(filesBelow), ...listings];
  return new Map(paths.map((path) => [path, lookOf(path)]));
}

/** Paths that look different, or are in one snapshot only. */
export function differences(
  before: Snapshot,
  after: Snapshot,
): readonly string[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].filter((path) => before.get(path) !== after.get(path));
}

function lookOf(path: string): string {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return "";
    // A file that is renamed into place may have the size and time of the old one.
    const { ino, size, mtimeMs, ctimeMs } = stats;
    return [ino, size, mtimeMs, ctimeMs].join(" ");
  } catch {
    // A file stands where the path has a folder, or nobody may look.
    return "";
  }
}

function filesBelow(folder: string): readonly string[] {
  return entriesOf(folder)
    .filter(({ name }) => !name.startsWith(".") && name !== "node_modules")
    .flatMap((entry) => {
      const path = nodePath.join(folder, entry.name);
      return entry.isDirectory() ? filesBelow(path) : [path];
    });
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // It is not there, or is gone again.
    return [];
  }
}
