/**
 * From options to specs: which schema, into which folder, and everything that
 * decides what the folder will hold. Nothing here loads a compiler.
 */
import { createHash } from "node:crypto";
import nodePath from "node:path";
import { checkOptions } from "./config/check.js";
import { CONFIG_FILES, PACKAGE_FILE } from "./config/configuration.js";
import { projectTop } from "./config/find.js";
import type { PartName } from "./emit/emitter.js";
import { OVERRIDES } from "./emit/templates.js";
import { findFormatterConfig } from "./format/formatter-config.js";
import type { ImportExtension } from "./emit/typescript/import-extension.js";
import { UsageError } from "./failure.js";
import { refuseWayOut } from "./output/inside.js";
import type { OutputFolder } from "./output/output-plan.js";
import {
  MANIFEST,
  parseManifest,
  type Fingerprint,
  type Json,
} from "./output/manifest.js";
import {
  displayPath,
  faultOfName,
  findCollision,
  isInside,
  relativePath,
} from "./output/paths.js";
import { generatorName } from "./package-info.js";
import { shellOption } from "./shell-word.js";
import { includedFiles, readExample } from "./source/included.js";
import {
  DEFAULT_SCHEMA_ROOT,
  isSnapshot,
  resolveSchema,
} from "./source/resolve.js";
import type { SchemaSource } from "./source/source.js";
import { findImportExtension } from "./project/import-extension.js";
import { readIfReadable } from "./source/regular-file.js";
import { readTemplates, type TemplateFolder } from "./source/user-templates.js";
import { verifyLock } from "./upstream/verify.js";

/** What the code of an output is written in. */
export type OutputLanguage = "ts" | "js";

/** What to generate. Each option is that of the command line with the same name. */
export interface GenerateOptions {
  /** Revisions, `schema.ts` files or their folders; `draft` by default. */
  readonly schema?: string | readonly string[];
  /** Where the project keeps revisions; `schema` by default. */
  readonly schemaRoot?: string;
  /** Files go to `<out>/<name>`; `out` by default. */
  readonly out?: string;
  /** Name of the output folder; for a single schema. */
  readonly name?: string;
  /** Parts to emit, with those that they need; all but `json-schema` by default. */
  readonly emit?: readonly (PartName | (string & {}))[];
  /** TypeScript by default; `js` writes `.js` files with a `.d.ts` each. */
  readonly language?: OutputLanguage;
  /** How generated files name each other; by default as the project's files want it. */
  readonly importExtension?: ImportExtension | "auto";
  /** Where your handlers are; missing files are written there. For a single schema. */
  readonly handlers?: string;
  /** False: the project's prettier configuration is ignored. True by default. */
  readonly format?: boolean;
  /**
   * False: the output has no `package.json`. With one, as by default, its files are ES
   * modules wherever they stand, and bundlers know that importing one does nothing.
   */
  readonly packageJson?: boolean;
  /** `assert`: validators also check `@format`s. `annotate` by default. */
  readonly formats?: "annotate" | "assert";
  /** True: a rule of the specification's prose that does not fit the schema is an error. */
  readonly strict?: boolean;
  /**
   * False: no code of the project's configurations is run, such as `prettier.config.js`
   * and plugins of prettier. True by default.
   */
  readonly trustConfig?: boolean;
  /**
   * The name of the configuration's file that says just these options, as `loadConfig`
   * gives it: what is generated then names the command without them.
   */
  readonly configuration?: string;
  /** Of a server's tools, the names of those to generate; `*` matches any text. */
  readonly only?: readonly string[];
  /** Of a server's tools, the names of those to leave out. */
  readonly except?: readonly string[];
  /** A folder of your own templates, which replace ours or add files. */
  readonly templates?: string;
  /** The server behind a snapshot, for `mcp-gen tools`: program and arguments. Nothing else starts it. */
  readonly command?: readonly string[];
  /** The server behind a snapshot, for `mcp-gen tools`: its URL. */
  readonly url?: string;
  /** Sent to the URL: `Name: value`, in which `$NAME` is taken from the environment. */
  readonly headers?: readonly string[];
  /** The folder that relative paths start from; the working folder by default. */
  readonly cwd?: string;
}

/** A folder with the user's handlers for an output. */
export interface HandlersFolder extends OutputFolder {
  /** The command that adds handlers, but for their names. */
  readonly command: string;
}

/** One schema and the folder that is generated from it. */
export interface OutputSpec extends OutputFolder {
  readonly source: SchemaSource;
  /** The schema's path as the output names it, see `recordedPath`. */
  readonly schemaPath: string;
  /** The command that makes the folder again, wherever it is to be. */
  readonly command: string;
  /** What decides the folder's content. */
  readonly fingerprint: Fingerprint;
  /** Parts asked for; undefined for the usual ones. */
  readonly emit: readonly string[] | undefined;
  readonly language: OutputLanguage;
  readonly importExtension: ImportExtension;
  /** Why that, in words for the user; undefined where the user decided. */
  readonly importReason: string | undefined;
  /** The user's handlers; undefined when none are asked for. */
  readonly handlers: HandlersFolder | undefined;
  /** Whether the project's prettier configuration counts. */
  readonly format: boolean;
  readonly packageJson: boolean;
  /** Whether code of the project's configurations is run. */
  readonly trustConfig: boolean;
  readonly formats: "annotate" | "assert";
  /** Whether a rule of the prose that does not fit ends the run. */
  readonly strict: boolean;
  /** Which of a server's tools are generated; undefined for all. */
  readonly only: readonly string[] | undefined;
  readonly except: readonly string[] | undefined;
  /** The user's templates; undefined when there are none. */
  readonly templates: TemplateFolder | undefined;
}

/**
 * Finds every schema that the options name and the folder of each.
 *
 * @param options One set, or one for each schema, as a configuration gives them.
 * @throws UsageError when a schema is missing or not the one that the lock records,
 *   or folders are in each other's way.
 * @throws UnsupportedSchemaError when a schema is not text.
 */
export function resolveOutputs(
  options: GenerateOptions | readonly GenerateOptions[],
): readonly OutputSpec[] {
  const sets = [options].flat() as readonly GenerateOptions[];
  const specs = sets.map(checkOptions).flatMap(resolveSet);
  checkFolders(specs);
  checkHandlersFolders(specs);
  return specs;
}

function resolveSet(options: GenerateOptions): readonly OutputSpec[] {
  const { schema = "draft", name, handlers } = options;
  const schemas = typeof schema === "string" ? [schema] : schema;
  if (schemas.length === 0) throw new UsageError("No schema is given.");
  if (name !== undefined && schemas.length > 1)
    throw new UsageError(
      `--name names one output, but ${schemas.length} schemas are given.`,
    );
  if (handlers !== undefined && schemas.length > 1)
    throw new UsageError(
      `--handlers are for one output, but ${schemas.length} schemas are given.`,
    );
  const fault = name === undefined ? undefined : faultOfName(name);
  if (fault !== undefined) throw new UsageError(`--name "${name}" ${fault}.`);
  return schemas.map((value) => resolveOutput(value, options));
}

function resolveOutput(value: string, options: GenerateOptions): OutputSpec {
  const cwd = nodePath.resolve(options.cwd ?? ".");
  const { schemaRoot = DEFAULT_SCHEMA_ROOT, out = DEFAULT_OUT } = options;
  const resolved = resolveSchema(value, { projectDir: cwd, schemaRoot });
  const { source } = resolved;
  verifyLock(source);
  const folder = nodePath.resolve(cwd, out, options.name ?? resolved.name);
  const label = displayPath(folder, cwd);
  refuseWayOut({ folder, label }, projectTop(cwd));
  if (source.examplesDir !== undefined && isInside(folder, source.examplesDir))
    throw new UsageError(
      `${source.path} lies in its own output folder ${label}; choose another --out or --name.`,
    );
  if (options.templates !== undefined && isSnapshot(source.path))
    throw new UsageError(
      `${source.path} lists the tools of a server, and --templates fill in the model of a schema.ts; leave it out for this output.`,
    );
  const { format = true, trustConfig = true, language = "ts" } = options;
  const { formats = "annotate" } = options;
  const { importExtension, importReason } = importsOf(options, folder, cwd);
  const schemaPath = recordedPath(source, [value, schemaRoot]);
  const templates = templatesOf(options, { cwd, output: folder });
  const content = contentOptions(options, {
    schema: resolved.name === value ? value : schemaPath,
    schemaRoot,
    templates:
      templates &&
      recordedFolder(templates.folder, options.templates ?? "", cwd),
  });
  const command = commandOf(
    "npx mcp-gen",
    commandOptions(options, { content, name: resolved.name, cwd }),
  );
  return {
    source,
    schemaPath,
    folder,
    label,
    command,
    fingerprint: {
      generator: generatorName,
      schema: {
        path: schemaPath,
        sha256: source.sha256,
        examples: hashExamples(source),
      },
      options: {
        ...content,
        "import-extension": importExtension,
        command,
        templatesSha256: templates?.sha256,
        prettier: format ? prettierOf(folder) : undefined,
      },
    },
    emit: options.emit,
    language,
    importExtension,
    importReason,
    handlers: handlersOf(options, { cwd, content }),
    format,
    packageJson: options.packageJson !== false,
    trustConfig,
    formats,
    strict: options.strict === true,
    only: options.only,
    except: options.except,
    templates,
  };
}

/**
 * How files name each other, and why.
 *
 * @throws UsageError for JavaScript files that would name TypeScript files.
 */
function importsOf(
  { language = "ts", importExtension = "auto" }: GenerateOptions,
  folder: string,
  cwd: string,
): Pick<OutputSpec, "importExtension" | "importReason"> {
  if (language === "js") {
    if (importExtension !== "auto" && importExtension !== ".js")
      throw new UsageError(
        `--language js writes files that name each other with .js; leave out --import-extension ${importExtension}.`,
      );
    return { importExtension: ".js", importReason: undefined };
  }
  if (importExtension !== "auto")
    return { importExtension, importReason: undefined };
  const { extension, isFirm, file, because } = findImportExtension(folder);
  const before = recordedExtension(folder);
  if (before !== undefined && before === extension)
    return { importExtension: before, importReason: undefined };
  const keeps = extension === undefined || (!isFirm && before !== ".ts");
  if (before !== undefined && keeps)
    return { importExtension: before, importReason: undefined };
  return {
    importExtension: extension ?? ".js",
    importReason:
      file === undefined
        ? "there is no tsconfig.json"
        : `${displayPath(file, cwd)} ${because}`,
  };
}

/** How the files of an output name each other by now; undefined where there are none. */
function recordedExtension(folder: string): ImportExtension | undefined {
  const text = readIfReadable(nodePath.join(folder, MANIFEST));
  const options = parseManifest(text ?? "")?.fingerprint.options;
  const recorded = options?.["import-extension"];
  return recorded === ".js" || recorded === ".ts" || recorded === "none"
    ? recorded
    : undefined;
}

/**
 * The schema's path as generated files name it. Where an absolute path was given that
 * leads out of the project, it says more about the machine than about the schema: the
 * same schema shall give the same files anywhere, so only the path's end is named.
 *
 * @param given What the user wrote to name the schema.
 */
function recordedPath(
  { path }: SchemaSource,
  given: readonly string[],
): string {
  const isOutside = path.startsWith("../");
  return isOutside && given.some((word) => nodePath.isAbsolute(word))
    ? path.split("/").slice(-2).join("/")
    : path;
}

/** @throws UsageError for a folder that is none, or that generated files go to. */
function templatesOf(
  { templates }: GenerateOptions,
  { cwd, output }: { readonly cwd: string; readonly output: string },
): TemplateFolder | undefined {
  if (templates === undefined) return undefined;
  const folder = nodePath.resolve(cwd, templates);
  const label = displayPath(folder, cwd);
  if (isInside(output, folder))
    throw new UsageError(
      `Templates are yours, and generated files go to ${displayPath(output, cwd)}; choose another folder than ${label} for --templates.`,
    );
  return readTemplates(folder, label, OVERRIDES);
}

/** A folder as generated files name it, by the rule of {@link recordedPath}. */
function recordedFolder(folder: string, given: string, cwd: string): string {
  const isNamable = isInside(cwd, folder) || !nodePath.isAbsolute(given);
  return isNamable ? relativePath(folder, cwd) : nodePath.basename(folder);
}

/** What decides a folder's content and a handler's: the latter has no other parts. */
const HANDLERS_OPTIONS: readonly string[] = [
  "schema",
  "schema-root",
  "language",
  "import-extension",
  "no-format",
];

function handlersOf(
  { handlers, out, name }: GenerateOptions,
  {
    cwd,
    content,
  }: {
    readonly cwd: string;
    readonly content: Readonly<Record<string, string | true>>;
  },
): HandlersFolder | undefined {
  if (handlers === undefined) return undefined;
  const folder = nodePath.resolve(cwd, handlers);
  const label = displayPath(folder, cwd);
  refuseWayOut({ folder, label }, projectTop(cwd));
  const known = Object.entries(content).filter(([option]) =>
    HANDLERS_OPTIONS.includes(option),
  );
  const command = commandOf("npx mcp-gen handlers", {
    ...Object.fromEntries(known),
    ...(out !== undefined && { out }),
    ...(name !== undefined && { name }),
    handlers: label,
  });
  return { folder, label, command };
}

/**
 * The options that decide what the files hold, where they are not the default; not
 * those that only say where the files go, so that a folder can be moved.
 */
function contentOptions(
  {
    emit,
    language,
    importExtension,
    format,
    packageJson,
    formats,
    only,
    except,
  }: GenerateOptions,
  {
    schema,
    schemaRoot,
    templates,
  }: {
    readonly schema: string;
    readonly schemaRoot: string;
    readonly templates: string | undefined;
  },
): Readonly<Record<string, string | true>> {
  const content: Record<string, string | true> = { schema };
  if (nodePath.normalize(schemaRoot) !== DEFAULT_SCHEMA_ROOT) {
    // An absolute path would make the output depend on the machine.
    if (!nodePath.isAbsolute(schemaRoot))
      content["schema-root"] = schemaRoot.replaceAll("\\", "/");
  }
  if (emit !== undefined) content["emit"] = [...new Set(emit)].sort().join(",");
  if (language === "js") content["language"] = language;
  if (importExtension !== undefined && importExtension !== "auto")
    content["import-extension"] = importExtension;
  if (format === false) content["no-format"] = true;
  if (packageJson === false) content["no-package-json"] = true;
  if (formats === "assert") content["formats"] = formats;
  if (only !== undefined) content["only"] = [...new Set(only)].sort().join(",");
  if (except !== undefined)
    content["except"] = [...new Set(except)].sort().join(",");
  if (templates !== undefined) content["templates"] = templates;
  return content;
}

/** Configurations that are found without being named. */
const FOUND: readonly string[] = [...CONFIG_FILES, PACKAGE_FILE];

/**
 * The options that make a folder again, from the folder that paths start from: none but
 * the configuration's name where that says the rest.
 */
function commandOptions(
  { configuration, out, name }: GenerateOptions,
  known: {
    readonly content: Readonly<Record<string, string | true>>;
    /** What the folder is called when nobody says. */
    readonly name: string;
    readonly cwd: string;
  },
): Readonly<Record<string, string | true>> {
  if (configuration !== undefined)
    return FOUND.includes(configuration) ? {} : { config: configuration };
  const { content, cwd } = known;
  const folder = nodePath.resolve(cwd, out ?? DEFAULT_OUT);
  const isElsewhere = folder !== nodePath.resolve(cwd, DEFAULT_OUT);
  return {
    ...content,
    ...(isElsewhere && { out: recordedFolder(folder, out ?? "", cwd) }),
    ...(name !== undefined && name !== known.name && { name }),
  };
}

/** Where files go when nobody says. */
const DEFAULT_OUT = "out";

function commandOf(
  program: string,
  options: Readonly<Record<string, string | true>>,
): string {
  const words = Object.entries(options).map(([name, value]) =>
    value === true ? `--${name}` : shellOption(name, value),
  );
  return [program, ...words].join(" ");
}

/** The user's prettier configuration, as far as it can be told without prettier. */
function prettierOf(folder: string): Json | undefined {
  const config = findFormatterConfig(folder);
  return config === undefined ? undefined : (config.fingerprint ?? "external");
}

/**
 * A hash over the files that `{@includeCode}` names, which become documentation.
 *
 * @returns undefined when the schema names none that is there.
 */
function hashExamples({ text, examplesDir }: SchemaSource): string | undefined {
  if (examplesDir === undefined) return undefined;
  const files = includedFiles(text, examplesDir).flatMap(({ path, file }) => {
    const example = readExample(examplesDir, file);
    return example === undefined ? [] : [{ path, example }];
  });
  if (files.length === 0) return undefined;
  const hash = createHash("sha256");
  for (const file of files)
    hash.update(JSON.stringify([file.path, file.example]));
  return hash.digest("hex");
}

/** Handlers are the user's: nothing generated goes there. */
function checkHandlersFolders(specs: readonly OutputSpec[]): void {
  const folders = specs.flatMap(({ handlers }) => handlers ?? []);
  for (const { folder, label } of folders) {
    const output = specs.find((spec) => isInside(spec.folder, folder));
    if (output !== undefined)
      throw new UsageError(
        `Handlers are yours, and generated files go to ${output.label}; choose another folder than ${label} for --handlers.`,
      );
  }
}

function checkFolders(specs: readonly OutputSpec[]): void {
  const collision = findCollision(specs.map(({ folder }) => folder));
  if (collision !== undefined) {
    const labels = specs
      .filter(({ folder }) => collision.includes(folder))
      .map(({ source, label }) => `${source.path} (${label})`);
    throw new UsageError(
      `Two schemas have the same output folder: ${labels.join(", ")}; generate them one by one with --name, or name them in a configuration.`,
    );
  }
  const handlers = specs.flatMap((spec) => spec.handlers ?? []);
  const shared = findCollision(handlers.map(({ folder }) => folder));
  if (shared === undefined) return;
  const { label } = handlers.find(({ folder }) => folder === shared[0]) ?? {};
  throw new UsageError(
    `The handlers in ${label} cannot be those of two outputs; give each its own folder.`,
  );
}
