/**
 * The pipeline, and the file to read first: a schema becomes a model, the model becomes
 * files in memory, and the files become a plan of what would change on disk. Nothing
 * here writes, prints or ends the process; `index.ts` is what the package exports.
 */
import { OUTLINE_FILE, printOutline } from "./diff/outline.js";
import { bannerText } from "./emit/banner.js";
import { emitFiles } from "./emit/emit.js";
import type { EmittedFile, PartName } from "./emit/emitter.js";
import {
  type Omission,
  omissionsOf,
  partNames,
  partsFor,
  resolveParts,
} from "./emit/parts.js";
import {
  type Diagnostic,
  UnsupportedSchemaError,
  UsageError,
} from "./failure.js";
import { formatFiles } from "./format/format.js";
import {
  type HandlersPlan,
  type HandlersSpec,
  planHandlers,
} from "./handlers/handlers.js";
import { toJavaScript } from "./javascript/translate.js";
import type { ProtocolModel } from "./model/model.js";
import { NEWEST_HANDSHAKE } from "./model/prose/handshake.js";
import { hashCode, isCode } from "./output/code-text.js";
import { hashText, MANIFEST, printManifest } from "./output/manifest.js";
import type { Output, OutputFile, OutputPlan } from "./output/output-plan.js";
import { planOutput } from "./output/plan.js";
import { checkTemplatePaths } from "./output/template-paths.js";
import { readModel, type ReadResult } from "./read/schema-ts/read.js";
import { builtInTemplates } from "./source/built-in-templates.js";
import { resolveEmbedded } from "./source/resolve.js";
import {
  emitOutputTools,
  hasTools,
  planToolHandlers,
  readOutputTools,
  type OutputTools,
} from "./generate-tools.js";
import { didYouMean, sentences } from "./suggestion.js";
import {
  type GenerateOptions,
  resolveOutputs,
  type OutputSpec,
} from "./outputs.js";

/** What a run would do: one entry for each schema. */
export interface Plan {
  readonly outputs: readonly OutputPlan[];
  /** The user's handlers, where they were asked for. */
  readonly handlers: readonly HandlersPlan[];
  /** The model that each output is generated from; undefined for a server's tools. */
  readonly models: readonly (ProtocolModel | undefined)[];
  /** For each output, the parts that its revision cannot have; none where parts were named. */
  readonly omissions: readonly (readonly Omission[])[];
  /** What is odd about the schemas, though it could be read. */
  readonly warnings: readonly Diagnostic[];
}

/**
 * Generates in memory and compares with the disk; writes nothing.
 *
 * @param options One set, or one for each output, as {@link loadConfig} gives them.
 *   No configuration is read unasked.
 * @throws UsageError for options, paths and folders that cannot be used.
 * @throws UnsupportedSchemaError with every fault of the schemas that cannot be read.
 */
export async function generate(
  options: GenerateOptions | readonly GenerateOptions[] = {},
): Promise<Plan> {
  return planOutputs(resolveOutputs(options));
}

/**
 * {@link generate} for specs that are known already.
 *
 * @throws as {@link generate} does.
 */
export async function planOutputs(specs: readonly OutputSpec[]): Promise<Plan> {
  const inputs = readInputs(specs);
  const planned: PlannedOutput[] = [];
  for (const input of inputs) {
    planned.push(
      "asked" in input ? await planSchema(input) : await planTools(input),
    );
  }
  return {
    outputs: planned.map(({ output }) => output),
    handlers: planned.flatMap(({ handlers }) => handlers ?? []),
    models: planned.map(({ model }) => model),
    omissions: planned.map(({ omissions = [] }) => omissions),
    warnings: inputs.flatMap(({ warnings }) => warnings),
  };
}

/** A schema, read, and the parts that the user named, if any were named. */
interface SchemaInput extends ReadResult {
  readonly spec: OutputSpec;
  readonly asked: readonly PartName[] | undefined;
}

/** What {@link Plan} says of one output. */
interface PlannedOutput {
  readonly output: OutputPlan;
  readonly handlers?: HandlersPlan;
  readonly model?: ProtocolModel;
  readonly omissions?: readonly Omission[];
}

/** Reads what each output is made from. */
function readInputs(
  specs: readonly OutputSpec[],
): readonly (SchemaInput | OutputTools)[] {
  const asked = specs.map(({ emit }) => partsOf(emit));
  const schemas = specs.filter((spec) => !hasTools(spec));
  const read = readAll(schemas);
  return specs.map((spec, index) => {
    const result = read[schemas.indexOf(spec)];
    return result === undefined
      ? readOutputTools(spec)
      : { spec, asked: asked[index], ...result };
  });
}

async function planSchema({
  spec,
  asked,
  model,
}: SchemaInput): Promise<PlannedOutput> {
  const parts = partsFor(model, asked);
  const planned = {
    output: planOutput(await emitOutput(spec, parts, model)),
    model,
    omissions: asked === undefined ? omissionsOf(model) : [],
  };
  if (spec.handlers === undefined) return planned;
  const handlers = await planHandlers(model, handlersSpec(spec, model));
  if (!resolveParts(parts).has("server"))
    throw new UsageError("Handlers need the part server: add it to --emit.");
  return { ...planned, handlers };
}

async function planTools(tools: OutputTools): Promise<PlannedOutput> {
  const { spec } = tools;
  const output = planOutput(await outputOf(spec, emitOutputTools(tools)));
  return spec.handlers === undefined
    ? { output }
    : { output, handlers: await planToolHandlers(tools, spec.handlers) };
}

/** Reads every schema before it gives up on one, so that a run shows all faults. */
export function readAll(
  schemas: readonly Pick<OutputSpec, "source" | "strict">[],
): readonly ReadResult[] {
  const models: ReadResult[] = [];
  const failures: UnsupportedSchemaError[] = [];
  for (const { source, strict } of schemas) {
    try {
      models.push(readModel(source, { strict }));
    } catch (error) {
      if (!(error instanceof UnsupportedSchemaError)) throw error;
      failures.push(error);
    }
  }
  if (failures.length === 0) return models;
  throw new UnsupportedSchemaError(
    failures.map(({ message }) => message).join(" "),
    failures.flatMap(({ diagnostics }) => diagnostics),
  );
}

/**
 * The parts that the user named, if any were named.
 *
 * @throws UsageError for a part that does not exist.
 */
function partsOf(emit: OutputSpec["emit"]): readonly PartName[] | undefined {
  if (emit === undefined) return undefined;
  const unknown = emit.find((part) => !isPart(part));
  if (unknown !== undefined) {
    throw new UsageError(
      sentences(
        `There is no part "${unknown}".`,
        didYouMean(unknown, partNames),
        `Parts are: ${partNames.join(", ")}.`,
      ),
    );
  }
  return emit.filter(isPart);
}

function isPart(name: string): name is PartName {
  return (partNames as readonly string[]).includes(name);
}

/** The user's handlers of a spec, and what decides how they are written. */
export function handlersSpec(
  spec: OutputSpec,
  model: ProtocolModel,
): HandlersSpec {
  const { folder: output, language, importExtension } = spec;
  const { format, trustConfig } = spec;
  const templates = spec.templates?.files;
  const handlers = spec.handlers as NonNullable<OutputSpec["handlers"]>;
  return {
    handlers,
    output,
    language,
    importExtension,
    legacy: resolveParts(partsFor(model, partsOf(spec.emit))).has("legacy"),
    format,
    trustConfig,
    templates,
  };
}

/**
 * Says to Node, compilers and bundlers what the files next to it are, whatever the
 * package around them is: `npm init` makes one of CommonJS modules.
 */
const packageFile: EmittedFile = {
  path: "package.json",
  text: '{ "type": "module", "sideEffects": false }\n',
  formatted: true,
};

/** The newest of the embedded revisions that begin with a handshake; read when it is needed. */
function legacyModel(): ProtocolModel {
  return readModel(resolveEmbedded(NEWEST_HANDSHAKE)).model;
}

/** Emits, formats and lists a spec's files. */
async function emitOutput(
  spec: OutputSpec,
  parts: readonly PartName[],
  read: ProtocolModel,
): Promise<Output> {
  const { command, importExtension, formats, templates } = spec;
  const source = { ...read.source, path: spec.schemaPath };
  const model: ProtocolModel = { ...read, source };
  const banner = bannerText(command);
  const emitted = emitFiles(model, {
    parts,
    importExtension,
    formats,
    banner,
    builtInTemplates,
    templates: templates?.files,
    legacyModel,
  });
  return outputOf(spec, emitted, [
    // No language that a formatter knows.
    { path: OUTLINE_FILE, text: printOutline(model) },
  ]);
}

/**
 * Formats an output's files and lists them in a manifest.
 *
 * @param others Files that stay as they are.
 */
async function outputOf(
  spec: OutputSpec,
  emitted: readonly EmittedFile[],
  others: readonly OutputFile[] = [],
): Promise<Output> {
  const { fingerprint } = spec;
  const hasModules = emitted.some(({ path }) => path.endsWith(".ts"));
  const written = spec.language === "js" ? toJavaScript(emitted) : emitted;
  const withPackage =
    hasModules && spec.packageJson ? [...written, packageFile] : written;
  const files = [...(await format(withPackage, spec)), ...others];
  checkTemplatePaths([...files, { path: MANIFEST }]);
  const manifest = printManifest({
    fingerprint,
    files: new Map(files.map(({ path, text }) => [path, hashText(text)])),
    code: new Map(
      files
        .filter(({ path }) => isCode(path))
        .map(({ path, text }) => [path, hashCode(text)]),
    ),
  });
  // The manifest lists hashes of formatted files, so it can only be formatted last.
  const [listed] = await format(
    [{ path: MANIFEST, text: manifest, formatted: true }],
    spec,
  );
  return {
    folder: spec.folder,
    label: spec.label,
    files,
    manifest: listed?.text ?? manifest,
  };
}

async function format(
  files: readonly EmittedFile[],
  spec: OutputSpec,
): Promise<readonly EmittedFile[]> {
  const { folder, trustConfig } = spec;
  return spec.format ? formatFiles(files, folder, { trustConfig }) : files;
}
