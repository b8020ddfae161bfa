/**
 * What a run does to the user's folder of handlers: it writes files that are missing,
 * and says which handlers are. Nothing that is there is ever changed.
 */
import type { EmittedFile } from "../emit/emitter.js";
import type { ProtocolModel } from "../model/model.js";
import { ENTRY, type Feature, featuresOf } from "./features.js";
import { findHandlers, importedModules } from "./holders.js";
import { parseFile } from "./parse.js";
import { type SkeletonOptions, skeletonFiles } from "./skeleton.js";
import { type SourceFile, stemOf } from "./source-files.js";

/** Handlers that the user's files do not have. */
export interface LackingHandlers {
  /** The file that they belong to, below the folder; it may not be there. */
  readonly file: string;
  /** Names of the functions, in the order of the schema. */
  readonly functions: readonly string[];
}

/** What is missing in a folder of handlers. */
export interface MissingHandlers {
  /** Files to be written. */
  readonly files: readonly EmittedFile[];
  /** Files with the names of skeletons that are there already. */
  readonly left: readonly string[];
  /** What is lacking when those files are written. */
  readonly lacking: readonly LackingHandlers[];
}

/**
 * Looks for what is missing.
 *
 * @param files The user's files, see `readSourceFiles`.
 * @throws {UnavailableError} for a revision without a server.
 */
export function findMissing(
  model: ProtocolModel,
  files: readonly SourceFile[],
  options: SkeletonOptions,
): MissingHandlers {
  const features = featuresOf(model);
  const defined = definedHandlers(features, files);
  const present = new Map(files.map(({ path }) => [stemOf(path), path]));
  const unwanted = unwantedFiles(features, files, defined);
  const missing = skeletonFiles(model, options).filter(
    ({ path }) => !present.has(stemOf(path)) && !unwanted.has(path),
  );
  const written = new Set(missing.map(({ path }) => path));
  return {
    files: missing,
    left: [...features.map(({ file }) => file), ENTRY].flatMap(
      (file) => present.get(stemOf(file)) ?? [],
    ),
    lacking: features.flatMap(({ file, methods }) => {
      if (written.has(file)) return [];
      const functions = methods
        .map(({ functionName }) => functionName)
        .filter((name) => !defined.has(name));
      return functions.length === 0 ? [] : [{ file, functions }];
    }),
  };
}

function definedHandlers(
  features: readonly Feature[],
  files: readonly SourceFile[],
): ReadonlySet<string> {
  const names = new Set(
    features.flatMap(({ methods }) =>
      methods.map(({ functionName }) => functionName),
    ),
  );
  const defined = new Set<string>();
  for (const { path, text } of files) {
    // Folders may hold much else, and parsing takes longer than a look at the words.
    if (![...names].some((name) => text.includes(name))) continue;
    const { file } = parseFile(path, text);
    for (const name of findHandlers(file, names).defined) defined.add(name);
  }
  return defined;
}

/**
 * Files of features that the user moved elsewhere or dropped. A feature is dropped
 * when the entry collects others and not this one.
 */
function unwantedFiles(
  features: readonly Feature[],
  files: readonly SourceFile[],
  defined: ReadonlySet<string>,
): ReadonlySet<string> {
  const entry = files.find(({ path }) => stemOf(path) === stemOf(ENTRY));
  const imported = new Set(
    entry === undefined
      ? []
      : importedModules(parseFile(entry.path, entry.text).file),
  );
  const isImported = ({ file }: Feature): boolean =>
    imported.has(`./${file.replace(/\.ts$/, "")}`);
  const collectsSome = features.some(isImported);
  return new Set(
    features
      .filter(
        (feature) =>
          (collectsSome && !isImported(feature)) ||
          feature.methods.some(({ functionName }) => defined.has(functionName)),
      )
      .map(({ file }) => file),
  );
}
