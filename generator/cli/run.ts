/** One run of the program, from options to what is printed. */
import { confirm } from "./checkout.js";
import { configuredOptions, schemasOf } from "../config/apply.js";
import { withPositions } from "../config/load.js";
import { ExitCode, UsageError } from "../failure.js";
import { whenFresh } from "./fresh-run.js";
import {
  checkPlan,
  type Plan,
  planOutputs,
  protocolChanges,
  readModel,
  refusalOf,
  writePlan,
} from "../index.js";
import type { ReportedHandlers } from "../handlers/report.js";
import type { RunOptions } from "./options.js";
import { isCheckout } from "../package-info.js";
import {
  diagnosticText,
  type Outcome,
  outcomeOf,
  outcomeOfError,
  type ReportedFile,
  type RunReport,
} from "./report.js";
import { resolveOutputs, type OutputSpec } from "../outputs.js";
import { ignoredNote, inStagedFolder } from "./staged.js";

/**
 * Does what the options say. Never throws: what goes wrong is told by the outcome.
 *
 * @param colour Whether the terminal shows colours.
 */
export async function run(
  options: RunOptions,
  colour: () => boolean,
): Promise<Outcome> {
  const look = { report: options.report, colour };
  try {
    const report = await (options.staged
      ? inStagedFolder(
          options,
          async () => whenFresh(options) ?? (await reportRun(options)),
        )
      : reportRun(options));
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
export async function runModel(options: RunOptions): Promise<Outcome> {
  try {
    const configured = await withPositions(() => configuredOptions(options));
    const [wanted, ...more] = configured.flatMap((each) =>
      schemasOf(each).map((schema) => ({ ...each, schema })),
    );
    if (wanted === undefined || more.length > 0)
      throw new UsageError(
        "The model of one schema is printed at a time; choose it with --schema.",
      );
    const { schema, schemaRoot, strict, cwd } = wanted;
    const { model, warnings } = await readModel({
      schema,
      ...(schemaRoot !== undefined && { schemaRoot }),
      ...(strict !== undefined && { strict }),
      ...(cwd !== undefined && { cwd }),
    });
    return {
      exitCode: ExitCode.done,
      stdout: `${JSON.stringify(model, null, 2)}\n`,
      stderr: warnings.map(diagnosticText).join(""),
    };
  } catch (error) {
    return outcomeOfError(error, { report: "text" });
  }
}

/**
 * Does what the options say.
 *
 * @throws UsageError and UnsupportedSchemaError for what a user did wrong.
 */
export async function reportRun(
  options: RunOptions,
): Promise<Omit<RunReport, "durationMs">> {
  const { mode, force } = options;
  const specs = resolveOutputs(
    await withPositions(() => configuredOptions(options)),
  );
  const planned = await planOutputs(specs);
  const { warnings } = planned;
  const outputs = reportedOutputs(planned, specs);
  if (mode === "check") {
    const { current, files: outOfDate } = checkPlan(planned);
    if (current) remember(specs);
    const notes = options.staged || current ? [] : ignoredNotes(specs);
    return {
      mode,
      outputs,
      outOfDate,
      warnings,
      notes,
      staged: options.staged,
    };
  }
  const changes = protocolChanges(planned);
  if (mode === "dry-run") {
    const refusal = force ? undefined : refusalOf(planned);
    const handlers = reportedHandlers(planned, specs);
    const report = { mode, outputs, handlers, changes, warnings };
    return refusal === undefined ? report : { ...report, refusal };
  }
  const written = await writePlan(planned, { force });
  remember(specs);
  return {
    mode,
    outputs: reportedOutputs(written, specs),
    handlers: reportedHandlers(written, specs),
    changes,
    warnings,
    notes: outputs.some(({ files }) => files.some(isChange))
      ? ignoredNotes(specs)
      : [],
  };
}

function isChange({ state }: ReportedFile): boolean {
  return state !== "unchanged";
}

/** What commits do not hold; said where there is something to commit. */
function ignoredNotes(specs: readonly OutputSpec[]): readonly string[] {
  return specs.flatMap(({ folder, label }) => ignoredNote(folder, label) ?? []);
}

function reportedHandlers(
  { handlers }: Plan,
  specs: readonly OutputSpec[],
): readonly ReportedHandlers[] {
  return handlers.map(({ folder, label, files, left, lacking }) => ({
    folder: label,
    files: [
      ...files.map(({ path }) => ({ path, state: "create" as const })),
      ...left.map((path) => ({ path, state: "unchanged" as const })),
    ],
    lacking,
    command:
      specs.find((spec) => spec.handlers?.folder === folder)?.handlers
        ?.command ?? "",
  }));
}

function reportedOutputs(
  { outputs, omissions }: Plan,
  specs: readonly OutputSpec[],
): RunReport["outputs"] {
  return outputs.map(({ output, files }, index) => ({
    folder: output.label,
    ...importsOf(specs[index]),
    files: files.map(({ path, state, wanted }) => ({
      path,
      state,
      goes: wanted === undefined,
    })),
    omissions: omissions[index] ?? [],
  }));
}

function importsOf(
  spec: OutputSpec | undefined,
): Pick<RunReport["outputs"][number], "imports"> {
  if (spec?.importReason === undefined) return {};
  const { importExtension: extension, importReason: reason } = spec;
  return { imports: { extension, reason } };
}

/** Only developers of mcp-gen need it, see `checkout.ts`. */
function remember(specs: readonly OutputSpec[]): void {
  if (isCheckout()) confirm(specs.map(({ folder }) => folder));
}
