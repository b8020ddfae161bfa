/**
 * mcp-gen as a library: what the command does, as functions.
 *
 * ```ts
 * import { generate, writePlan } from "mcp-gen";
 * const plan = await generate({ schema: "draft", out: "src/protocol" });
 * await writePlan(plan);
 * ```
 *
 * Nothing here prints or ends the process, and only functions that say so change the
 * disk. What a user did wrong is thrown as a {@link UsageError} or an
 * {@link UnsupportedSchemaError}.
 */
import nodePath from "node:path";
import { refuseUnknown } from "./config/check.js";
import type { Configuration } from "./config/configuration.js";
import { loadConfiguration } from "./config/load.js";
import { OUTLINE_FILE } from "./diff/outline.js";
import { compareModels, type DiffReport } from "./diff/report.js";
import { compareTools, type ToolsDiff } from "./diff/tools.js";
import {
  type Diagnostic,
  UnsupportedSchemaError,
  UsageError,
} from "./failure.js";
import { readToolsOf } from "./generate-tools.js";
import { generate, handlersSpec, type Plan, readAll } from "./generate.js";
import {
  type AddedHandlers,
  addStubs,
  type HandlersPlan,
  planHandlers,
  writeHandlers,
} from "./handlers/handlers.js";
import type { ProtocolModel } from "./model/model.js";
import type { ToolsModel } from "./model/tools.js";
import { type CheckedFile, checkPlans } from "./output/check.js";
import { hashText } from "./output/manifest.js";
import { refusalOf as refusalOfPlans, writePlans } from "./output/write.js";
import {
  readModel as readSchema,
  type ReadResult,
} from "./read/schema-ts/read.js";
import { parseGitReference, readGitSchema } from "./source/git.js";
import { resolveSchema } from "./source/resolve.js";
import type { SchemaSource } from "./source/source.js";
import {
  type GenerateOptions,
  resolveOutputs,
  type OutputSpec,
} from "./outputs.js";
import {
  pull as pullRevision,
  type PullOptions,
  type PullResult,
} from "./upstream/pull.js";

export {
  type Configuration,
  ConfigurationError,
  type ConfigurationFault,
} from "./config/configuration.js";
export {
  defineConfig,
  type OutputConfig,
  type UserConfig,
} from "./config/define.js";
export type {
  Action,
  Change,
  Subject,
  Verdict,
  Verdicts,
} from "./diff/change.js";
export type {
  ChangeCounts,
  ComparedRevision,
  DiffReport,
} from "./diff/report.js";
export type { ComparedTools, ToolChange, ToolsDiff } from "./diff/tools.js";
export type { PartName } from "./emit/emitter.js";
export type { ImportExtension } from "./emit/typescript/import-extension.js";
export type { Omission } from "./emit/parts.js";
export type * from "./emit/views.js";
export {
  type Diagnostic,
  ExitCode,
  UnsupportedSchemaError,
  UsageError,
} from "./failure.js";
export type { PlacedHandler } from "./handlers/additions.js";
export { generate, type Plan, planOutputs } from "./generate.js";
export type { AddedHandlers, HandlersPlan } from "./handlers/handlers.js";
export type { LackingHandlers } from "./handlers/plan.js";
export type {
  EntryView,
  FeatureView,
  HandlerView,
} from "./handlers/skeleton.js";
export type * from "./model/model.js";
export type { CheckedFile } from "./output/check.js";
export type {
  FileState,
  Output,
  OutputFile,
  OutputPlan,
  PlannedFile,
} from "./output/output-plan.js";
export type { ReadResult } from "./read/schema-ts/read.js";
export {
  type GenerateOptions,
  resolveOutputs,
  type OutputSpec,
} from "./outputs.js";
export type { PulledFile, PullResult } from "./upstream/pull.js";

/** What `check` found. */
export interface CheckResult {
  /** True when every file is what `generate` would write. */
  readonly current: boolean;
  /** The files that are not, each with a diff. */
  readonly files: readonly CheckedFile[];
  readonly warnings: readonly Diagnostic[];
}

/**
 * Writes what a plan says: every file of it, or none when something goes wrong.
 *
 * @param options `force` also replaces and removes files that were edited by hand or
 *   are not made by mcp-gen.
 * @returns the plan as it was carried out: the disk is looked at again.
 * @throws UsageError when such files stand in the way, or the disk refuses.
 */
export async function writePlan(
  plan: Plan,
  options: { readonly force?: boolean } = {},
): Promise<Plan> {
  refuseUnknown(options, ["force"]);
  const outputs = await writePlans(plan.outputs, options);
  return { ...plan, outputs, handlers: plan.handlers.map(writeHandlers) };
}

/**
 * Why {@link writePlan} would refuse a plan unless it is forced.
 *
 * @returns one line that names the files, or undefined when nothing is in the way.
 */
export function refusalOf({ outputs }: Plan): string | undefined {
  return refusalOfPlans(outputs);
}

/**
 * Compares what is on disk with what `generate` would write.
 *
 * @throws as {@link generate} does.
 */
export async function check(
  options: GenerateOptions | readonly GenerateOptions[] = {},
): Promise<CheckResult> {
  return checkPlan(await generate(options));
}

/** Says of a plan what {@link check} says of options. */
export function checkPlan({ outputs, warnings }: Plan): CheckResult {
  const files = checkPlans(outputs);
  return { current: files.length === 0, files, warnings };
}

/**
 * What a plan changes in the protocol: each output whose schema says something else
 * than the one it was generated from the last time. That one is known by the outline
 * that the output keeps; a first run, and one over an outline that was edited or
 * cannot be read any more, has nothing to compare with.
 */
export function protocolChanges({
  outputs,
  models,
}: Plan): readonly DiffReport[] {
  return outputs.flatMap(({ output, files }, index) => {
    const outline = files.find(({ path }) => path === OUTLINE_FILE);
    if (outline?.state !== "update" || outline.current === undefined) return [];
    const before = readOutline(
      outline.current,
      `${output.label}/${OUTLINE_FILE}`,
    );
    if (before === undefined) return [];
    const model = models[index];
    if (model === undefined) return [];
    const report = compareModels(before, model);
    return report.changes.length === 0 ? [] : [report];
  });
}

/** @returns undefined for an outline that this version cannot read. */
function readOutline(text: string, path: string): ProtocolModel | undefined {
  try {
    return readSchema({ text, path, sha256: hashText(text) }).model;
  } catch (error) {
    if (error instanceof UnsupportedSchemaError) return undefined;
    throw error;
  }
}

/**
 * Adds stubs of handlers to the user's files, which otherwise stay as they are.
 *
 * @param names Functions such as `callTool`; methods such as `tools/call` will do.
 * @param options Those of {@link generate}, with `handlers`; `dryRun` only says what
 *   would be done.
 * @throws UsageError for names that no handler has, and files that cannot be added to;
 *   and as {@link generate} does.
 */
export async function addHandlers(
  names: readonly string[],
  options: GenerateOptions & { readonly dryRun?: boolean },
): Promise<AddedHandlers> {
  const { dryRun = false, ...others } = options;
  const { spec, model } = handlersOnly(others);
  const write = !dryRun;
  return addStubs(model, handlersSpec(spec, model), names, { write });
}

/**
 * Says what the user's handlers lack; writes nothing.
 *
 * @param options Those of {@link generate}, with `handlers`.
 * @throws as {@link generate} does.
 */
export async function checkHandlers(
  options: GenerateOptions,
): Promise<HandlersPlan> {
  const { spec, model } = handlersOnly(options);
  return planHandlers(model, handlersSpec(spec, model));
}

function handlersOnly(options: GenerateOptions): {
  readonly spec: OutputSpec;
  readonly model: ProtocolModel;
} {
  const [spec] = resolveOutputs(options);
  if (spec?.handlers === undefined)
    throw new UsageError("Pass --handlers with the folder of your handlers.");
  return { spec, model: readSchema(spec.source, spec).model };
}

/**
 * Reads a project's configuration: the file that is named, else the nearest
 * `mcp-gen.config.json` (or `.jsonc`, `.mjs`, `.ts`) or `package.json` with a key
 * `mcp-gen`, in the folder or above.
 *
 * ```ts
 * const config = await loadConfig();
 * const plan = await generate(config?.outputs);
 * ```
 *
 * @returns undefined when no file is named and there is none.
 * @throws UsageError when the file cannot be read; ConfigurationError, which is one
 *   too, with everything that it must not say and where.
 */
export async function loadConfig(
  options: {
    /** The folder to start from; the working folder by default. */
    readonly cwd?: string;
    /** The file, in place of a search; relative to `cwd`. */
    readonly config?: string;
    /** False: configurations that are programs are not run. True by default. */
    readonly trustConfig?: boolean;
  } = {},
): Promise<Configuration | undefined> {
  refuseUnknown(options, ["cwd", "config", "trustConfig"]);
  return loadConfiguration({
    ...options,
    cwd: nodePath.resolve(options.cwd ?? "."),
  });
}

/**
 * Reads one schema into its model.
 *
 * @throws as {@link generate} does.
 */
export async function readModel(
  options: Pick<GenerateOptions, "schemaRoot" | "strict" | "cwd"> & {
    /** A revision, a `schema.ts` file or its folder; `draft` by default. */
    readonly schema?: string;
  } = {},
): Promise<ReadResult> {
  refuseUnknown(options, ["schema", "schemaRoot", "strict", "cwd"]);
  const { schema = "draft", schemaRoot, strict = false, cwd = "." } = options;
  const { source } = resolveSchema(schema, {
    projectDir: nodePath.resolve(cwd),
    ...(schemaRoot !== undefined && { schemaRoot }),
  });
  return readSchema(source, { strict });
}

/**
 * Compares two schemas in the protocol's terms, with a verdict for each side.
 *
 * @param before What code was written for: a revision, a `schema.ts`, its folder, or
 *   a file of a git commit such as `HEAD~3:schema/draft/schema.ts`.
 * @param after What it is to be used with.
 * @throws as {@link generate} does.
 */
export async function diff(
  before: string,
  after: string,
  options: Pick<GenerateOptions, "schemaRoot" | "cwd"> = {},
): Promise<DiffReport> {
  refuseUnknown(options, ["schemaRoot", "cwd"]);
  const { schemaRoot, cwd = "." } = options;
  const projectDir = nodePath.resolve(cwd);
  const find = (value: string): SchemaSource => {
    const reference = parseGitReference(value);
    return reference === undefined
      ? resolveSchema(value, {
          projectDir,
          ...(schemaRoot !== undefined && { schemaRoot }),
        }).source
      : readGitSchema(reference, projectDir);
  };
  const [old, now] = readAll(
    [before, after].map((value) => ({ source: find(value), strict: false })),
  );
  return compareModels((old as ReadResult).model, (now as ReadResult).model);
}

/**
 * Compares two snapshots of a server's tools, with a verdict for its callers and for the
 * server.
 *
 * @param before A file `<name>.tools.json`, or one of a git commit.
 * @param after The newer one.
 * @throws UsageError for files that cannot be read or are not snapshots.
 */
export function diffTools(
  before: string,
  after: string,
  { cwd = "." }: Pick<GenerateOptions, "cwd"> = {},
): ToolsDiff {
  const projectDir = nodePath.resolve(cwd);
  const read = (value: string): ToolsModel => {
    const reference = parseGitReference(value);
    const source =
      reference === undefined
        ? resolveSchema(value, { projectDir }).source
        : readGitSchema(reference, projectDir);
    const all = { only: undefined, except: undefined };
    return readToolsOf(source, "tools", all).model;
  };
  return compareTools(read(before), read(after));
}

/** What {@link pull} takes. */
const PULL_OPTIONS: readonly string[] = [
  "revision",
  "schemaRoot",
  "ref",
  "from",
  "examples",
  "force",
  "accept",
  "timeoutMs",
  "cwd",
];

/**
 * Downloads a revision's schema into the project and records in the lock what it is.
 *
 * @throws UsageError when it cannot be downloaded, is not a schema, or would replace something
 *   that only `force` replaces; UnsupportedSchemaError when it cannot be read.
 */
export async function pull(
  options: Omit<
    PullOptions,
    "projectDir" | "environment" | "endpoints" | "validate"
  > &
    Pick<GenerateOptions, "cwd">,
): Promise<PullResult> {
  refuseUnknown(options, PULL_OPTIONS);
  const { cwd = ".", ...others } = options;
  return pullRevision({
    ...others,
    projectDir: nodePath.resolve(cwd),
    environment: process.env,
    validate: (source) => {
      readSchema(source);
    },
  });
}
