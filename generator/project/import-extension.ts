/** `--import-extension auto`: how modules name each other in a project as it is set up. */
import nodePath from "node:path";
import { searchedFolders } from "../config/find.js";
import type { ImportExtension } from "../emit/typescript/import-extension.js";
import { isObject } from "../json.js";
import { readIfReadable } from "../source/regular-file.js";
import { readTsConfig, type TsConfig } from "./tsconfig.js";

/** What a project's files say. */
export interface FoundExtension {
  /** Undefined where nothing says anything. */
  readonly extension: ImportExtension | undefined;
  /** False: an output that has `.js` or nothing already can keep it. */
  readonly isFirm: boolean;
  /** The absolute path of the file that says it, and what it says: a verb and more. */
  readonly file: string | undefined;
  readonly because: string;
  /** Files that were read, absolute. */
  readonly files: readonly string[];
}

/** Programs that look for no `.ts` file behind a name in `.js`, unless they are told to. */
const WITHOUT_EXTENSION: readonly string[] = [
  "jest",
  "next",
  "ts-jest",
  "webpack",
];

/** A script that lets Node run TypeScript itself. */
const RUNS_TYPESCRIPT = /\bnode\s(?:[^&|;]*\s)?[\w./-]+\.[cm]?ts\b/;
const HAS_LOADER = /--(?:import|loader|require)|\s-r\s/;

/** Files that say it, by name, whether or not a folder has them. */
const FILES: readonly string[] = [
  "tsconfig.json",
  "deno.json",
  "deno.jsonc",
  "package.json",
];

/** Absolute paths where a file would say how the modules of an output name each other. */
export function importExtensionPlaces(folder: string): readonly string[] {
  return searchedFolders(nodePath.dirname(folder)).flatMap((place) =>
    FILES.map((name) => nodePath.join(place, name)),
  );
}

/**
 * Looks at the nearest `tsconfig.json` above an output, and where there is none at
 * `deno.json` and the nearest `package.json`.
 *
 * @param folder Absolute path of the output folder; what is in it does not count.
 */
export function findImportExtension(folder: string): FoundExtension {
  const places = searchedFolders(nodePath.dirname(folder));
  const packageFile = nearest(places, "package.json");
  for (const place of places) {
    const config = readTsConfig(nodePath.join(place, "tsconfig.json"), folder);
    if (config !== undefined) return ofCompiler(config, packageFile);
    const deno = ["deno.json", "deno.jsonc"]
      .map((name) => nodePath.join(place, name))
      .find((file) => readIfReadable(file) !== undefined);
    if (deno !== undefined)
      return {
        extension: ".ts",
        isFirm: true,
        file: deno,
        because: "is that of a Deno project",
        files: [deno],
      };
  }
  return ofPackage(packageFile);
}

interface PackageFile {
  readonly file: string;
  readonly content: Readonly<Record<string, unknown>>;
}

function ofCompiler(
  { file, options, files }: TsConfig,
  packageFile: PackageFile | undefined,
): FoundExtension {
  const found = (
    extension: ImportExtension,
    because: string,
    isFirm: boolean,
  ): FoundExtension => ({
    extension,
    isFirm,
    file,
    because,
    files,
  });
  for (const name of [
    "rewriteRelativeImportExtensions",
    "allowImportingTsExtensions",
  ] as const)
    if (options[name] === true) return found(".ts", `says ${name}`, true);
  const { module, moduleResolution } = lowered(options);
  const strictest = [moduleResolution, module].find((value) =>
    /^node(?:\d\d+|next)$/.test(value),
  );
  if (strictest !== undefined && strictest !== "node10")
    return found(".js", `has modules of ${strictest}`, true);
  const program = WITHOUT_EXTENSION.find((name) =>
    dependsOn(packageFile?.content, name),
  );
  if (program !== undefined && packageFile !== undefined)
    return {
      extension: "none",
      isFirm: true,
      file: packageFile.file,
      because: `depends on ${program}`,
      files: [...files, packageFile.file],
    };
  if (module === "commonjs")
    return found("none", "has modules of commonjs", false);
  if (moduleResolution === "bundler" && options.noEmit === true)
    return found("none", "has modules for a bundler", false);
  return found(".js", "does not say otherwise", false);
}

function ofPackage(packageFile: PackageFile | undefined): FoundExtension {
  const scripts = packageFile?.content["scripts"];
  const script = Object.entries(isObject(scripts) ? scripts : {}).find(
    ([, command]) =>
      typeof command === "string" &&
      RUNS_TYPESCRIPT.test(command) &&
      !HAS_LOADER.test(command),
  );
  if (packageFile === undefined || script === undefined)
    return {
      extension: undefined,
      isFirm: false,
      file: undefined,
      because: "",
      files: [],
    };
  return {
    extension: ".ts",
    isFirm: true,
    file: packageFile.file,
    because: `has a script ${script[0]} that lets Node run TypeScript`,
    files: [packageFile.file],
  };
}

function lowered(options: TsConfig["options"]): {
  readonly module: string;
  readonly moduleResolution: string;
} {
  const text = (value: unknown): string =>
    typeof value === "string" ? value.toLowerCase() : "";
  return {
    module: text(options.module),
    moduleResolution: text(options.moduleResolution),
  };
}

function nearest(
  places: readonly string[],
  name: string,
): PackageFile | undefined {
  for (const place of places) {
    const file = nodePath.join(place, name);
    const text = readIfReadable(file);
    if (text === undefined) continue;
    try {
      const content: unknown = JSON.parse(text);
      return isObject(content) ? { file, content } : undefined;
    } catch {
      return undefined;
    }
  }
  return undefined;
}

function dependsOn(
  content: Readonly<Record<string, unknown>> | undefined,
  name: string,
): boolean {
  return [content?.["dependencies"], content?.["devDependencies"]].some(
    (list) => isObject(list) && name in list,
  );
}
