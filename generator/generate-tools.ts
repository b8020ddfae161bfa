/** The pipeline of an output that is a server's tools: snapshot -> model -> files. */
import nodePath from "node:path";
import { bannerText } from "./emit/banner.js";
import type { EmittedFile } from "./emit/emitter.js";
import { rewriteImportExtensions } from "./emit/typescript/import-extension.js";
import { toolStubsFile } from "./emit/typescript/tools/stubs-file.js";
import { emitTools, reservedToolNames } from "./emit/typescript/tools/tools.js";
import { type Diagnostic, UsageError } from "./failure.js";
import { formatFiles } from "./format/format.js";
import type { HandlersPlan } from "./handlers/handlers.js";
import { toJavaScriptSource } from "./javascript/translate.js";
import type { ToolsModel } from "./model/tools.js";
import { relativePath } from "./output/paths.js";
import type { SchemaWarning } from "./read/json-schema/reading.js";
import { readTools } from "./read/tools/read.js";
import { parseSnapshot } from "./read/tools/snapshot.js";
import { builtInTemplates } from "./source/built-in-templates.js";
import { isSnapshot } from "./source/resolve.js";
import type { SchemaSource } from "./source/source.js";
import { didYouMean, sentences } from "./suggestion.js";
import type { HandlersFolder, OutputSpec } from "./outputs.js";
import { existsSync } from "node:fs";

/** An output's tools, read. */
export interface OutputTools {
  readonly spec: OutputSpec;
  readonly model: ToolsModel;
  readonly warnings: readonly Diagnostic[];
}

/** Whether an output is made from a server's tools, and not from a `schema.ts`. */
export function hasTools({ source }: Pick<OutputSpec, "source">): boolean {
  return isSnapshot(source.path);
}

/**
 * Reads the tools of an output, as far as its options ask for them.
 *
 * @throws {UsageError} For a file that is not a snapshot, and for names that no tool has.
 */
export function readOutputTools(spec: OutputSpec): OutputTools {
  const { source, schemaPath: path, folder } = spec;
  const { model, warnings } = readToolsOf(
    { ...source, path },
    nodePath.basename(folder),
    spec,
  );
  return { spec, model, warnings };
}

/** {@link readOutputTools} without an output: of a snapshot alone. */
export function readToolsOf(
  source: SchemaSource,
  name: string,
  { only, except }: Pick<OutputSpec, "only" | "except">,
): Pick<OutputTools, "model" | "warnings"> {
  const snapshot = parseSnapshot(source.text, source.path);
  const all = snapshot.tools.map((tool) => tool.name);
  const isWanted = chosenFrom(all, only, "--only");
  const isUnwanted = chosenFrom(all, except, "--except");
  const tools = snapshot.tools.filter(
    (tool) =>
      (only === undefined || isWanted(tool.name)) &&
      (except === undefined || !isUnwanted(tool.name)),
  );
  const { path, sha256 } = source;
  const { model, warnings } = readTools(
    { ...snapshot, tools },
    {
      name,
      source: { path, sha256 },
      reserved: reservedToolNames(builtInTemplates),
    },
  );
  return {
    model,
    warnings: warnings.map((warning) => diagnosticOf(warning, source)),
  };
}

/** The names that patterns choose. A pattern that chooses none is a slip. */
function chosenFrom(
  names: readonly string[],
  patterns: readonly string[] | undefined,
  option: string,
): (name: string) => boolean {
  const expressions = (patterns ?? []).map((pattern) => {
    const expression = new RegExp(
      `^${pattern.split("*").map(escaped).join(".*")}$`,
      "su",
    );
    if (!names.some((name) => expression.test(name))) {
      throw new UsageError(
        sentences(
          `${option} names ${pattern}, but the server has no such tool.`,
          didYouMean(pattern, names),
        ),
      );
    }
    return expression;
  });
  return (name) => expressions.some((expression) => expression.test(name));
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&").replaceAll("\\-", "-");
}

/** Emits the files of an output's tools. */
export function emitOutputTools({
  model,
  spec,
}: OutputTools): readonly EmittedFile[] {
  const { command, formats, importExtension } = spec;
  const banner = bannerText(command);
  const files = emitTools(model, {
    banner,
    formats,
    templates: { builtIn: builtInTemplates, users: new Map() },
  });
  return files.map((file) => ({
    ...file,
    text: rewriteImportExtensions(file.text, importExtension),
  }));
}

/** What is missing of the user's handlers: the file of stubs, once. The compiler finds what it lacks later. */
export async function planToolHandlers(
  { model, spec }: OutputTools,
  { folder, label }: HandlersFolder,
): Promise<HandlersPlan> {
  const path = `${model.name}-tools.${spec.language}`;
  if (existsSync(nodePath.join(folder, path))) {
    return { folder, label, files: [], left: [path], lacking: [] };
  }
  const output = relativePath(spec.folder, folder);
  const text = rewriteImportExtensions(
    toolStubsFile(model, output),
    spec.importExtension,
  );
  const file = { path: `${model.name}-tools.ts`, text, formatted: true };
  if (spec.language === "ts")
    return { folder, label, files: [file], left: [], lacking: [] };
  const script = toJavaScriptSource(file);
  const files = spec.format
    ? await formatFiles([script], folder, spec)
    : [script];
  return { folder, label, files, left: [], lacking: [] };
}

function diagnosticOf(
  { subject, pointer, keyword, message }: SchemaWarning,
  { text, path }: SchemaSource,
): Diagnostic {
  const name = /^\w+ of (.*)$/s.exec(subject)?.[1] ?? "";
  const place = text.indexOf(`"name": ${JSON.stringify(name)}`);
  const before = text.slice(0, Math.max(0, place));
  const line = before.split("\n").length;
  return {
    code: "MCPGEN201",
    severity: "warning",
    file: path,
    line,
    column: before.length - before.lastIndexOf("\n"),
    message: `${keyword === "" ? "The schema" : keyword} of ${subject} ${message}.`,
    hint: "The generated code accepts more than the server does; see docs/tools.md.",
    excerpt: `at ${pointer === "" ? "/" : pointer}`,
  };
}
