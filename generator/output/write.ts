/**
 * Carries out plans: all outputs of a run change, or none does.
 *
 * New texts are written to a staging folder, the change is put down in a journal
 * there, and only then are files renamed into place, one by one, the manifest
 * last. An error on the way undoes what was done; a killed run is undone by the
 * next. Where the output folder does not exist yet, a single rename creates it.
 *
 * This guards against failing and killed runs. A loss of power may also lose what
 * the operating system had not yet stored: generated files can be made again, and
 * waiting for the disk after each would cost more than the whole run.
 */
import nodePath from "node:path";
import {
  setImmediate as nextTurn,
  setTimeout as delay,
} from "node:timers/promises";
import { UsageError } from "../failure.js";
import { type Disk, nodeDisk, reasonOf } from "./disk.js";
import { hashText } from "./manifest.js";
import type { Output, OutputPlan, PlannedFile } from "./output-plan.js";
import { placeIn } from "./paths.js";
import { changesOf, planOutput } from "./plan.js";
import {
  BusyError,
  closeStaging,
  exists,
  type JournalEntry,
  newIn,
  oldIn,
  openStaging,
  realFolder,
  removeEmpty,
  undo,
  writeJournal,
} from "./staging.js";

/** How plans are carried out. */
export interface WriteOptions {
  /** Replace and remove `edited` and `foreign` files too. */
  readonly force?: boolean;
  /** The file system; the machine's own by default. */
  readonly disk?: Disk;
  /** How long to wait for another run on the same folder; 10 seconds by default. */
  readonly waitMs?: number;
}

/** An output whose change is under way. */
interface Change {
  readonly plan: OutputPlan;
  readonly folder: string;
  readonly staging: string;
  /** Folders above the output folder that had to be created, outermost first. */
  readonly parents: readonly string[];
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Writes what the plans say.
 *
 * The disk is looked at again once it is locked, so a file that changed after the
 * plan was made is neither overwritten nor deleted unseen.
 *
 * @returns the plans as they were carried out, in the order given.
 * @throws UsageError when files stand in the way (see {@link refusalOf}), the disk
 *   refuses, or another run keeps the folder; nothing is changed then.
 */
export async function writePlans(
  plans: readonly OutputPlan[],
  options: WriteOptions = {},
): Promise<readonly OutputPlan[]> {
  const { force = false, disk = nodeDisk, waitMs = 10_000 } = options;
  const outputs = plans.map(({ output }) => output);
  const patience = Date.now() + waitMs;
  for (;;) {
    try {
      return await holdingSignals(() => writeOutputs(outputs, force, disk));
    } catch (error) {
      if (!(error instanceof BusyError)) throw error;
      if (Date.now() >= patience) throw busy(outputs, error);
    }
    await delay(50);
  }
}

/**
 * Why plans must not be carried out without `force`.
 *
 * @returns one line that names the files, or undefined when nothing is in the way.
 */
export function refusalOf(plans: readonly OutputPlan[]): string | undefined {
  const inState = (state: PlannedFile["state"]) =>
    plans.flatMap(({ output, files }) =>
      files
        .filter((file) => file.state === state)
        .map(({ path }) => `${output.label}/${path}`),
    );
  const reasons: string[] = [];
  const edited = inState("edited");
  const foreign = inState("foreign");
  if (edited.length > 0) reasons.push(`edited by hand: ${edited.join(", ")}`);
  if (foreign.length > 0)
    reasons.push(`not made by mcp-gen: ${foreign.join(", ")}`);
  return reasons.length === 0
    ? undefined
    : `Nothing was written. Only --force replaces files ${reasons.join("; files ")}.`;
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

function writeOutputs(
  outputs: readonly Output[],
  force: boolean,
  disk: Disk,
): readonly OutputPlan[] {
  const changes: Change[] = [];
  let current = outputs[0]?.label ?? "";
  try {
    const plans = outputs.map((output) => {
      current = output.label;
      const plan = planOutput(output, disk);
      const folder = realFolder(output.folder, disk);
      if (changesOf(plan).length === 0 && !plan.interrupted) return plan;
      const twin = changes.find((change) => change.folder === folder);
      if (twin !== undefined)
        throw new UsageError(
          `${twin.plan.output.label} and ${output.label} are the same folder.`,
        );
      const change = begin(output, folder, disk);
      changes.push(change);
      return change.plan;
    });
    const refusal = force ? undefined : refusalOf(plans);
    if (refusal !== undefined) throw new UsageError(refusal);
    for (const change of changes) stage(change, disk);
    for (const change of changes) {
      current = change.plan.output.label;
      putInPlace(change, disk);
    }
    for (const change of changes) finish(change, disk);
    return plans;
  } catch (error) {
    const kept = undoAll(changes, disk);
    throw explain(error, current, kept);
  }
}

/** Locks the output folder and looks at it afresh. */
function begin(output: Output, folder: string, disk: Disk): Change {
  const parents = createParents(folder, disk);
  try {
    const staging = openStaging(folder, disk);
    try {
      return { plan: planOutput(output, disk), folder, staging, parents };
    } catch (error) {
      undo(staging, folder, disk);
      throw error;
    }
  } catch (error) {
    removeParents(parents, disk);
    throw error;
  }
}

function createParents(folder: string, disk: Disk): readonly string[] {
  const parents: string[] = [];
  let parent = nodePath.dirname(folder);
  for (; !exists(parent, disk); parent = nodePath.dirname(parent))
    parents.unshift(parent);
  disk.mkdirSync(nodePath.dirname(folder), { recursive: true });
  return parents;
}

function removeParents(parents: readonly string[], disk: Disk): void {
  for (const parent of [...parents].reverse()) removeEmpty(parent, disk);
}

function stage({ plan, folder, staging }: Change, disk: Disk): void {
  const entries: JournalEntry[] = [];
  const made = new Set<string>();
  for (const { path, wanted, current } of changesOf(plan)) {
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
      ...(wanted !== undefined && { wanted: hashText(wanted) }),
    });
  }
  const created = missingFolders(plan, folder, disk);
  writeJournal(staging, { created, entries }, disk);

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
 * Every folder that has to be created for a plan, outermost first, relative to the
 * output folder, which is the empty path itself.
 */
function missingFolders(
  plan: OutputPlan,
  folder: string,
  disk: Disk,
): readonly string[] {
  const folders = new Set([""]);
  for (const { path, wanted } of changesOf(plan)) {
    if (wanted === undefined) continue;
    const segments = path.split("/").slice(0, -1);
    segments.forEach((_segment, index) =>
      folders.add(segments.slice(0, index + 1).join("/")),
    );
  }
  return [...folders].filter((path) => !exists(placeIn(folder, path), disk));
}

function putInPlace({ plan, folder, staging }: Change, disk: Disk): void {
  const changes = changesOf(plan);
  if (changes.length === 0) return;
  if (!exists(folder, disk)) {
    disk.renameSync(nodePath.join(staging, "new"), folder);
    return;
  }
  for (const path of missingFolders(plan, folder, disk))
    disk.mkdirSync(placeIn(folder, path));
  // Removals first: where case is ignored, an old name may be a new one.
  for (const { path, wanted } of changes)
    if (wanted === undefined) disk.unlinkSync(placeIn(folder, path));
  for (const { path, wanted } of changes)
    if (wanted !== undefined)
      disk.renameSync(newIn(staging, path), placeIn(folder, path));
}

function finish({ plan, folder, staging }: Change, disk: Disk): void {
  closeStaging(staging, disk);
  for (const { path, wanted } of changesOf(plan)) {
    if (wanted !== undefined) continue;
    let parent = nodePath.dirname(placeIn(folder, path));
    while (parent !== folder && removeEmpty(parent, disk))
      parent = nodePath.dirname(parent);
  }
}

/** @returns labels of the outputs that could not be put back. */
function undoAll(changes: readonly Change[], disk: Disk): readonly string[] {
  return [...changes].reverse().flatMap((change) => {
    const { plan, folder, staging, parents } = change;
    try {
      undo(staging, folder, disk);
      removeParents(parents, disk);
      return [];
    } catch {
      return [plan.output.label];
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

function busy(outputs: readonly Output[], { pid }: BusyError): UsageError {
  const other = pid === undefined ? "Another run" : `Process ${pid}`;
  return new UsageError(
    `${other} is writing ${outputs.map(({ label }) => label).join(" or ")}; try again when it is done.`,
  );
}
