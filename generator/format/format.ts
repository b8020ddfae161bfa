/** Formats the output with prettier, as the user's project has it configured. */
import { createRequire } from "node:module";
import nodePath from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { Options } from "prettier";
import { UsageError } from "../failure.js";
import type { EmittedFile } from "../emit/emitter.js";
import {
  findFormatterConfig,
  type FormatterConfig,
} from "./formatter-config.js";

const require = createRequire(import.meta.url);

/** Languages that prettier knows by itself. Other files stay as they are. */
const FORMATTABLE = /\.(?:[cm]?[jt]sx?|json5?|jsonc|md|ya?ml|html|css)$/;

/**
 * Formats files for the folder they are to be written to. Without a configuration
 * there or above, prettier's defaults hold, and text that is already in that form is
 * not touched: in the common case prettier is not even loaded. What the user's templates
 * make is formatted where prettier knows the language by itself.
 *
 * @param folder Absolute path of the output folder; it need not exist yet.
 * @param options `trustConfig: false` runs no code of the project's: its prettier and
 *   plugins are not loaded, and a configuration that is code or names a package counts
 *   as none.
 * @returns The files in the same order.
 * @throws {UsageError} When the configuration cannot be read or names what is not there,
 *   and when a template of the user's makes what prettier cannot parse.
 */
export async function formatFiles(
  files: readonly EmittedFile[],
  folder: string,
  { trustConfig = true }: { readonly trustConfig?: boolean } = {},
): Promise<readonly EmittedFile[]> {
  const found = findFormatterConfig(folder);
  const config =
    found === undefined || trustConfig || (await isData(found))
      ? found
      : undefined;
  const hasConfig = config !== undefined;
  const isDone = ({ path, formatted }: EmittedFile): boolean =>
    (formatted && !hasConfig) || !FORMATTABLE.test(path);
  if (files.every(isDone)) return files;
  const prettier = loadPrettier(trustConfig && hasConfig ? folder : undefined);
  // A process that stays (`--watch`) must not go by what was true some time ago.
  await prettier.clearConfigCache();
  const formatted: EmittedFile[] = [];
  for (const file of files) {
    if (isDone(file)) {
      formatted.push(file);
      continue;
    }
    const filepath = nodePath.join(folder, file.path);
    const options = hasConfig ? await readConfig(prettier, filepath) : {};
    const { endOfLine = "lf" } = options;
    const text = await formatText(prettier, file, {
      ...options,
      ...(!trustConfig && { plugins: [] }),
      filepath,
      endOfLine: endOfLine === "auto" ? "lf" : endOfLine,
    });
    formatted.push({ ...file, text });
  }
  return formatted;
}

type Prettier = typeof import("prettier");

/**
 * The project's own prettier where it has one, with the plugins that it finds; else the
 * one that comes with mcp-gen.
 *
 * @param folder Absolute path of the output folder; undefined for ours in any case.
 * @throws {UsageError} When the project's does not load.
 */
function loadPrettier(folder: string | undefined): Prettier {
  const path = folder === undefined ? undefined : projectPrettier(folder);
  if (path === undefined) return require("prettier") as Prettier;
  try {
    return require(path) as Prettier;
  } catch (error) {
    throw new UsageError(
      `The project's prettier does not load: ${reasonOf(error)}. Install it again, or use --no-format.`,
    );
  }
}

/** Where the project's prettier is; undefined when it has none that is like ours. */
function projectPrettier(folder: string): string | undefined {
  const from = createRequire(nodePath.join(folder, "index.js"));
  try {
    const { version } = from("prettier/package.json") as { version: string };
    return Number.parseInt(version, 10) >= 2
      ? from.resolve("prettier")
      : undefined;
  } catch {
    return undefined;
  }
}

/**
 * True for a configuration that says everything itself: prettier then loads nothing but
 * that one file of data.
 */
async function isData({ own }: FormatterConfig): Promise<boolean> {
  const [first, ...more] = own;
  if (first === undefined) return true;
  if (more.length > 0 || /\.[cm]?[jt]s$/.test(first.file)) return false;
  if (first.file.endsWith(".toml")) return true;
  // A text in the place of the settings names a package that holds them. What is JSON or
  // JSON5 and not a text is YAML too, but for tabs and comments: better refused than run.
  const { parse } = await import("yaml");
  try {
    const value: unknown = parse(first.text, { maxAliasCount: 0 });
    if (typeof value !== "object" || value === null) return false;
    const isPackage = nodePath.basename(first.file) === "package.yaml";
    return !isPackage || typeof Object(value).prettier === "object";
  } catch {
    return false;
  }
}

async function readConfig(
  prettier: Prettier,
  filepath: string,
): Promise<Options> {
  try {
    const options = await prettier.resolveConfig(filepath, {
      editorconfig: true,
    });
    return options ?? {};
  } catch (error) {
    throw configurationError(error);
  }
}

async function formatText(
  prettier: Prettier,
  { path, text, template }: EmittedFile,
  options: Options,
): Promise<string> {
  try {
    return await prettier.format(text, options);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw configurationError(error);
    // Generated code that cannot be parsed is the fault of who wrote its template.
    if (template === undefined) throw error;
    throw new UsageError(
      `${template} makes a ${path} that cannot be parsed: ${reasonOf(error)}`,
    );
  }
}

function configurationError(error: unknown): UsageError {
  return new UsageError(
    `The prettier configuration for the output folder does not work: ${reasonOf(error)}. ` +
      "Fix it, or use --no-format.",
  );
}

/**
 * The line that says what is wrong, and those before it that end in a colon. Without
 * colours: prettier paints some messages by rules of its own, in CI even for no terminal.
 */
function reasonOf(error: unknown): string {
  const message = stripVTControlCharacters(
    error instanceof Error ? error.message : String(error),
  );
  const [reason = ""] = /^(?:.*:\n)*.*/.exec(message) ?? [];
  return reason.replace(/\n+/g, " ").replace(/[\s.:]+$/, "");
}
