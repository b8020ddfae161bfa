/** `--staged`: a check of what git would commit, in place of what is in the folder. */
import { rmSync } from "node:fs";
import nodePath from "node:path";
import { expectedFiles, inputsOf, outputsOf } from "../cache-inputs.js";
import { configurationOf, configuredOptions } from "../config/apply.js";
import { configurationPlaces } from "../config/find.js";
import { UsageError } from "../failure.js";
import { displayPath, isInside } from "../output/paths.js";
import { GitIndex, ignoringRule } from "../source/git-index.js";
import type { RunOptions } from "./options.js";

/**
 * Does something in a folder that holds what git would commit: this one, where nothing
 * that matters differs from the index, else a copy of the index.
 *
 * @throws UsageError when there is no index, or no commit can hold the output; and what
 *   `work` throws.
 */
export async function inStagedFolder<Value>(
  options: RunOptions,
  work: () => Promise<Value>,
): Promise<Value> {
  const index = new GitIndex(nodePath.resolve());
  if (!matters(options, index.changedInFolder())) return work();
  const cwd = process.cwd();
  const folder = index.checkOut();
  const copy = nodePath.join(folder, pathBelow(index.top));
  try {
    // Every path of the run starts from the working folder.
    process.chdir(copy);
    return await work();
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === "ENOENT" &&
      process.cwd() !== copy
      ? new UsageError("The working folder has no file in git's index.")
      : error;
  } finally {
    process.chdir(cwd);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The working folder from the repository's top, whatever links lead there. */
function pathBelow(top: string): string {
  return nodePath.relative(top, process.cwd());
}

/** Whether files that differ from the index have a part in what a run would find. */
function matters(options: RunOptions, changed: readonly string[]): boolean {
  const outputs = outputsIn(options);
  refuseIgnored(outputs);
  if (changed.length === 0) return false;
  const configured = configuredOptions(options);
  const { files, folders } = inputsOf(configured);
  const configuration = configurationOf(options)?.file;
  const known = new Set([
    ...files,
    ...(configuration === undefined ? [] : [configuration]),
    ...configurationPlaces(nodePath.resolve()),
    ...expectedFiles(configured),
  ]);
  return changed.some(
    (path) =>
      known.has(path) ||
      [...folders, ...outputs].some((folder) => isInside(folder, path)),
  );
}

function outputsIn(options: RunOptions): readonly string[] {
  return outputsOf(configuredOptions(options));
}

/** @throws UsageError for an output that no commit can hold. */
function refuseIgnored(outputs: readonly string[]): void {
  for (const folder of outputs) {
    const note = ignoredNote(folder, displayPath(folder, process.cwd()));
    if (note !== undefined) throw new UsageError(note);
  }
}

/**
 * What is to be said of an output folder that git ignores.
 *
 * @param folder Absolute path.
 * @param label The folder as it is shown to people.
 */
export function ignoredNote(folder: string, label: string): string | undefined {
  const rule = ignoringRule(nodePath.join(folder, "mcp-gen.json"));
  return rule === undefined
    ? undefined
    : `${label} is ignored by git (${rule}): no commit holds it, and no hook can check it. Remove that rule, or generate in every build.`;
}
