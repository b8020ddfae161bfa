/** The compiler settings of a project, as far as mcp-gen goes by them. */
import { createRequire } from "node:module";
import nodePath from "node:path";
import { isObject } from "../json.js";
import { readIfReadable } from "../source/regular-file.js";

/** The options that say how modules may name each other. */
export interface ModuleOptions {
  readonly allowImportingTsExtensions?: unknown;
  readonly rewriteRelativeImportExtensions?: unknown;
  readonly module?: unknown;
  readonly moduleResolution?: unknown;
  readonly noEmit?: unknown;
}

/** A `tsconfig.json` with those that it builds on. */
export interface TsConfig {
  /** Absolute path of the file that the options are in, or that names it. */
  readonly file: string;
  readonly options: ModuleOptions;
  /** Every file that was read. */
  readonly files: readonly string[];
}

/** No chain of `extends` is that long, but one that leads back to itself. */
const MAX_DEPTH = 20;

/**
 * Reads a `tsconfig.json`.
 *
 * @param file Absolute path.
 * @param folder Absolute path of the folder whose settings are wanted: a configuration
 *   that only refers to others (`references`) gives way to the one that includes it.
 * @returns undefined when it is not there or cannot be understood; what it extends and
 *   is not there (packages that are not installed) says nothing.
 */
export function readTsConfig(
  file: string,
  folder: string,
): TsConfig | undefined {
  const files: string[] = [];
  const options = readOptions(file, files, 0);
  if (options === undefined) return undefined;
  const referred = referredConfig(file, folder);
  if (referred === undefined) return { file, options, files };
  const own = readOptions(referred, files, 0);
  return own === undefined
    ? { file, options, files }
    : { file: referred, options: { ...options, ...own }, files };
}

function readOptions(
  file: string,
  files: string[],
  depth: number,
): ModuleOptions | undefined {
  if (depth > MAX_DEPTH) return undefined;
  const config = parse(file);
  if (config === undefined) return undefined;
  files.push(file);
  const inherited = [config["extends"]]
    .flat()
    .filter((base) => typeof base === "string")
    .map((base) => locate(base, file))
    .map((base) => base && readOptions(base, files, depth + 1));
  const own = config["compilerOptions"];
  return Object.assign(
    {},
    ...inherited,
    isObject(own) ? own : {},
  ) as ModuleOptions;
}

/** Of a configuration that compiles nothing itself, the one that compiles the folder. */
function referredConfig(file: string, folder: string): string | undefined {
  const config = parse(file);
  const references = config?.["references"];
  const files = config?.["files"];
  const isSolution =
    Array.isArray(files) && files.length === 0 && !config?.["include"];
  if (!isSolution || !Array.isArray(references)) return undefined;
  const referred = references
    .filter(isObject)
    .map(({ path }) => nodePath.resolve(nodePath.dirname(file), String(path)))
    .map((path) =>
      path.endsWith(".json") ? path : nodePath.join(path, "tsconfig.json"),
    );
  return referred.find((path) => includes(path, folder)) ?? referred[0];
}

/** Whether a configuration names the folder, or one around it. */
function includes(file: string, folder: string): boolean {
  const include = parse(file)?.["include"];
  const place = nodePath.relative(nodePath.dirname(file), folder);
  const segments = place.split(nodePath.sep);
  if (!Array.isArray(include)) return segments[0] !== "..";
  return include.some((pattern) => {
    const fixed = nodePath.normalize(String(pattern).replace(/\/?\*.*$/, ""));
    return (
      fixed === "." || fixed === place || place.startsWith(fixed + nodePath.sep)
    );
  });
}

/** A base as `extends` names it: a path, or a file of a package. */
function locate(base: string, file: string): string | undefined {
  if (/^\.{1,2}(?:\/|$)/.test(base) || nodePath.isAbsolute(base)) {
    const path = nodePath.resolve(nodePath.dirname(file), base);
    return path.endsWith(".json") ? path : `${path}.json`;
  }
  const { resolve } = createRequire(file);
  for (const name of [base, `${base}.json`, `${base}/tsconfig.json`]) {
    try {
      const found = resolve(name);
      if (found.endsWith(".json")) return found;
    } catch {
      // It is called otherwise, or not installed.
    }
  }
  return undefined;
}

/** JSON as compilers read it, with comments and trailing commas. */
function parse(file: string): Readonly<Record<string, unknown>> | undefined {
  const text = readIfReadable(file)?.replace(/^\uFEFF/, "");
  if (text === undefined) return undefined;
  const plain = text
    .replace(
      /("(?:[^"\\\n]|\\.)*")|\/\/[^\n]*|\/\*[^]*?\*\//g,
      (_all, kept: string | undefined) => kept ?? "",
    )
    .replace(
      /("(?:[^"\\\n]|\\.)*")|,(?=\s*[}\]])/g,
      (_all, kept: string | undefined) => kept ?? "",
    );
  try {
    const value: unknown = JSON.parse(plain);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
