/**
 * Waits for files to change, by looking at them several times a second.
 *
 * Events of the file system would be the other way. What they report depends on the
 * system and its file systems (none at all on network drives and in many containers),
 * and on Linux a watched folder that is deleted and made again, as by a change of
 * branch, is lost to `fs.watch` and to chokidar alike. The files that count here are
 * few and known by name, so looking is exact and takes next to no time.
 */
import { setTimeout as delay } from "node:timers/promises";
import {
  differences,
  type Snapshot,
  takeSnapshot,
  type WatchedPlaces,
} from "./snapshot.js";

/** How often is looked; noticing takes one to two of these. */
const INTERVAL_MS = 150;

/** Writers that never rest are waited for no longer than this many looks. */
const PATIENCE = 5;

/**
 * Yields once at once, and then each time after files have changed and come to rest:
 * an editor or a generator may write several files, or one in several steps. What
 * changes while the consumer is busy is noticed afterwards.
 *
 * @param places Asked after each yield, since what is read can depend on what was read.
 * @param signal Ends it.
 * @returns the paths that have changed; none the first time.
 */
export async function* settledChanges(
  places: () => WatchedPlaces,
  signal: AbortSignal,
): AsyncGenerator<readonly string[], void, void> {
  let watched = places();
  let known = takeSnapshot(watched);
  let changed: readonly string[] = [];
  while (!signal.aborted) {
    yield changed;
    watched = places();
    do {
      if (!(await pause(signal))) return;
      changed = differences(known, takeSnapshot(watched));
    } while (changed.length === 0);
    const settled = await settle(watched, signal);
    changed = differences(known, settled);
    known = settled;
  }
}

async function settle(
  places: WatchedPlaces,
  signal: AbortSignal,
): Promise<Snapshot> {
  let last = takeSnapshot(places);
  for (let look = 0; look < PATIENCE; look += 1) {
    if (!(await pause(signal))) break;
    const next = takeSnapshot(places);
    if (differences(last, next).length === 0) break;
    last = next;
  }
  return last;
}

/** @returns false when the wait was ended. */
async function pause(signal: AbortSignal): Promise<boolean> {
  try {
    await delay(INTERVAL_MS, undefined, { signal });
    return true;
  } catch {
    return false;
  }
}
