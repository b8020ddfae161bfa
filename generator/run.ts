/**
 * One run of the program, from options to what is printed. Work is loaded as it is
 * needed: a run that finds nothing to do never loads the compiler.
 */
import { ExitCode, UsageError } from "./failure.js";
import type { RunOptions } from "./options.js";
import { freshFiles } from "./output/fresh.js";
import type { OutputPlan } from "./output/plan.js";
import { isCheckout } from "./package-info.js";
import {
  diagnosticText,
  type Look,
  type Outcome,
  outcomeOf,
  outcomeOfError,
  type ReportedFile,
  type RunReport,
} from "./report.js";
import { resolveTargets, type Target } from "./targets.js";

/**
 * Does what the options say. Never throws: what goes wrong is told by the outcome.
 *
 * @param colour Whether the terminal shows colours.
 */
export async function run(
  options: RunOptions,
  colour: () => boolean,
): Promise<Outcome> {
  const look: Look = { report: options.report, colour };
  try {
    const targets = resolveTargets(options.generate);
    const report =
      (await reportFresh(targets, options)) ??
      (await reportWork(targets, options));
    return outcomeOf({ ...report, durationMs: performance.now() }, look);
  } catch (error) {
    return outcomeOfError(error, look);
  }
}

/**
 * Prints the model of one schema as JSON. Never throws.
 *
 * @param options Only those that choose the schema count.
 */
export async function runModel({ generate }: RunOptions): Promise<Outcome> {
  try {
    const { schema = "draft", ...rest } = generate;
    const [value = "draft", ...more] =
      typeof schema === "string" ? [schema] : schema;
    if (more.length > 0)
      throw new UsageError("The model of one schema is printed at a time.");
    const { readModel } = await import("./generate.js");
    const { model, warnings } = await readModel({ ...rest, schema: value });
    return {
      exitCode: ExitCode.done,
      stdout: `${JSON.stringify(model, null, 2)}\n`,
      stderr: warnings.map(diagnosticText).join(""),
    };
  } catch (error) {
    return outcomeOfError(error, { report: "text" });
  }
}

type UntimedReport = Omit<RunReport, "durationMs">;

/** The report of a run that has nothing to do; undefined where that is not certain. */
async function reportFresh(
  targets: readonly Target[],
  { mode }: RunOptions,
): Promise<UntimedReport | undefined> {
  const outputs: RunReport["outputs"][number][] = [];
  for (const target of targets) {
    const paths = freshFiles(target, target.origin);
    if (paths === undefined) return undefined;
    const files = paths.map((path): ReportedFile => ({
      path,
      state: "same",
      goes: false,
    }));
    outputs.push({ folder: target.label, files });
  }
  if (isCheckout() && !(await isConfirmed(targets))) return undefined;
  return {
    mode,
    outputs,
    warnings: [],
    ...(mode === "check" && { outOfDate: [] }),
  };
}

async function reportWork(
  targets: readonly Target[],
  { mode, force }: RunOptions,
): Promise<UntimedReport> {
  const { checkPlan, planTargets, refusalOf, writePlan } =
    await import("./generate.js");
  const planned = await planTargets(targets);
  const { warnings } = planned;
  if (mode === "check") {
    const { current, files: outOfDate } = checkPlan(planned);
    if (current) await confirm(targets);
    const outputs = planned.outputs.map(reported);
    return { mode, outputs, outOfDate, warnings };
  }
  if (mode === "dry-run") {
    const refusal = force ? undefined : refusalOf(planned);
    const outputs = planned.outputs.map(reported);
    return {
      mode,
      outputs,
      warnings,
      ...(refusal !== undefined && { refusal }),
    };
  }
  const written = await writePlan(planned, { force });
  await confirm(targets);
  return { mode, outputs: written.outputs.map(reported), warnings };
}

function reported({ output, files }: OutputPlan): RunReport["outputs"][number] {
  return {
    folder: output.label,
    files: files.map(({ path, state, wanted }) => ({
      path,
      state,
      goes: wanted === undefined,
    })),
  };
}

/** See `checkout.ts`: only developers of mcp-gen need a second opinion. */
async function isConfirmed(targets: readonly Target[]): Promise<boolean> {
  const checkout = await import("./checkout.js");
  return checkout.isConfirmed(targets.map(({ folder }) => folder));
}

async function confirm(targets: readonly Target[]): Promise<void> {
  if (!isCheckout()) return;
  const checkout = await import("./checkout.js");
  checkout.confirm(targets.map(({ folder }) => folder));
}
