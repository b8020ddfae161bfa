/** Runs that find every file as it shall be, decided by hashes alone. */
import { isConfirmed } from "./checkout.js";
import { configuredOptions } from "../config/apply.js";
import { parseQuickly, readOptions, type RunOptions } from "./options.js";
import { freshFiles } from "../output/fresh.js";
import { isCheckout } from "../package-info.js";
import { type Outcome, outcomeOf, type RunReport } from "./report.js";
import { resolveOutputs } from "../outputs.js";

/**
 * Does a run that has nothing to do.
 *
 * @param args What follows `mcp-gen`.
 * @returns undefined when there is anything else to do or to say, mistakes included.
 */
export function outcomeWhenFresh(args: readonly string[]): Outcome | undefined {
  const given = parseQuickly(args);
  if (given === undefined) return undefined;
  try {
    const options = readOptions(given);
    if (options.watch || options.staged) return undefined;
    const report = reportWhenFresh(options);
    return report === undefined
      ? undefined
      : outcomeOf(
          { ...report, durationMs: performance.now() },
          { report: options.report, colour: () => false },
        );
  } catch {
    // The full run meets the same fault and tells it.
    return undefined;
  }
}

/** {@link reportWhenFresh}, and undefined for what it throws: the full run tells that. */
export function whenFresh(
  options: RunOptions,
): Omit<RunReport, "durationMs"> | undefined {
  try {
    return reportWhenFresh(options);
  } catch {
    return undefined;
  }
}

/**
 * What a run has to say that finds everything as it shall be.
 *
 * @returns undefined when that is not certain.
 * @throws what the full run throws.
 */
function reportWhenFresh(
  options: RunOptions,
): Omit<RunReport, "durationMs"> | undefined {
  const { mode } = options;
  const specs = resolveOutputs(configuredOptions(options));
  // What no longer fits the schema is found only by reading it.
  if (specs.some(({ strict }) => strict)) return undefined;
  // Only the model tells what handlers lack; whether they do is nothing to check.
  if (mode !== "check" && specs.some(({ handlers }) => handlers !== undefined))
    return undefined;
  const outputs: RunReport["outputs"][number][] = [];
  for (const spec of specs) {
    const paths = freshFiles(spec, spec.fingerprint);
    if (paths === undefined) return undefined;
    outputs.push({
      folder: spec.label,
      files: paths.map((path) => ({ path, state: "unchanged", goes: false })),
      omissions: [],
    });
  }
  const folders = specs.map(({ folder }) => folder);
  if (isCheckout() && !isConfirmed(folders)) return undefined;
  return {
    mode,
    outputs,
    warnings: [],
    ...(mode === "check" ? { outOfDate: [] } : { changes: [] }),
  };
}
