/** The user's handlers on disk: what is missing there, and adding to them. */
import nodeFs from "node:fs";
import nodePath from "node:path";
import type { EmittedFile } from "../emit/emitter.js";
import { formatFiles } from "../format/format.js";
import type { ImportExtension } from "../emit/typescript/import-extension.js";
import { runtimeUnavailable } from "../emit/typescript/runtime/revision-facts.js";
import { UsageError } from "../failure.js";
import { toJavaScriptSource } from "../javascript/translate.js";
import type { ProtocolModel } from "../model/model.js";
import type { OutputFolder } from "../output/output-plan.js";
import { type PlacedHandler, planAdditions } from "./additions.js";
import { importPath } from "./import-path.js";
import { findMissing, type MissingHandlers } from "./plan.js";
import { builtInTemplates } from "../source/built-in-templates.js";
import type { UserTemplates } from "../emit/templates.js";
import type { SkeletonOptions } from "./skeleton.js";
import { readSourceFiles } from "./source-files.js";
import { createFiles, writeAdditions } from "../output/additions.js";

/** A folder of handlers, and the output that they are for. */
export interface HandlersSpec {
  readonly handlers: OutputFolder;
  /** Absolute path of the output. */
  readonly output: string;
  /** What missing files are written in. */
  readonly language: "ts" | "js";
  readonly importExtension: ImportExtension;
  /** Whether the output can speak the older era, too. */
  readonly legacy: boolean;
  /** Whether the project's prettier configuration counts. */
  readonly format: boolean;
  readonly trustConfig: boolean;
  /** The user's templates; undefined when there are none. */
  readonly templates?: UserTemplates | undefined;
}

/** What a run would do to a folder of handlers. */
export interface HandlersPlan extends OutputFolder, MissingHandlers {}

/** What was added to a folder of handlers. */
export interface AddedHandlers {
  readonly added: readonly PlacedHandler[];
  /** Asked for, and there before. */
  readonly present: readonly PlacedHandler[];
  /** Paths of the files that are new. */
  readonly created: readonly string[];
  /** Paths of the files that were added to. */
  readonly updated: readonly string[];
  /**
   * Names of objects with handlers that are not collected yet, each with its file: no
   * `createMcpServer({ handlers: { ... } })` was found to add them to.
   */
  readonly uncollected: readonly {
    readonly binding: string;
    readonly file: string;
  }[];
}

/**
 * Says what is missing in a folder of handlers; writes nothing.
 *
 * @throws UsageError for a revision without a server, or a folder that cannot be read.
 */
export async function planHandlers(
  model: ProtocolModel,
  spec: HandlersSpec,
): Promise<HandlersPlan> {
  const { handlers } = spec;
  checkAvailable(model);
  const missing = findMissing(
    model,
    readSourceFiles(handlers),
    skeletonOptions(spec),
  );
  const files = await finish(missing.files, spec);
  const lacking = missing.lacking.map((each) => ({
    ...each,
    file: each.file.replace(/ts$/, spec.language),
  }));
  return { ...handlers, ...missing, files, lacking };
}

/**
 * Creates the files of a plan. What has appeared in their place meanwhile is left.
 *
 * @throws UsageError when the system refuses.
 */
export function writeHandlers(plan: HandlersPlan): HandlersPlan {
  const created = createFiles(plan, plan.files);
  return {
    ...plan,
    files: plan.files.filter(({ path }) => created.includes(path)),
    left: [
      ...plan.left,
      ...plan.files.flatMap(({ path }) =>
        created.includes(path) ? [] : [path],
      ),
    ],
  };
}

/**
 * Adds stubs to a folder of handlers.
 *
 * @param names Functions, or methods as they are called on the wire.
 * @param options `write`: false only says what would be done.
 * @throws UsageError for a revision without a server, for names that no handler has, and
 *   for files that cannot be read, added to or written; nothing is changed then, unless
 *   it is the disk that fails.
 */
export async function addStubs(
  model: ProtocolModel,
  spec: HandlersSpec,
  names: readonly string[],
  { write }: { readonly write: boolean },
): Promise<AddedHandlers> {
  checkAvailable(model);
  const files = readSourceFiles(spec.handlers);
  const { added, present, created, updated, uncollected } = planAdditions(
    model,
    names,
    files,
    skeletonOptions(spec),
  );
  const before = new Map(files.map(({ path, text }) => [path, text]));
  const finished = await finish(created, spec);
  if (write) {
    writeAdditions(
      spec.handlers,
      finished,
      updated.map((file) => ({
        ...file,
        before: before.get(file.path) ?? "",
      })),
    );
  }
  const isNew = new Set(created.map(({ path }) => path));
  const inLanguage = <Place extends { readonly file: string }>(
    place: Place,
  ): Place =>
    isNew.has(place.file)
      ? { ...place, file: place.file.replace(/ts$/, spec.language) }
      : place;
  return {
    added: added.map(inLanguage),
    present,
    created: finished.map(({ path }) => path),
    updated: updated.map(({ path }) => path),
    uncollected: uncollected
      .map(({ binding, file }) => ({ binding, file }))
      .map(inLanguage),
  };
}

function checkAvailable(model: ProtocolModel): void {
  const reason = runtimeUnavailable(model);
  if (reason !== undefined)
    throw new UsageError(`There are no handlers to write. ${reason}`);
}

function skeletonOptions({
  handlers,
  output,
  importExtension,
  legacy,
  templates = new Map(),
}: HandlersSpec): SkeletonOptions {
  return {
    outputPath: importPath(realPath(handlers.folder), realPath(output)),
    importExtension,
    legacy,
    templates: { builtIn: builtInTemplates, users: templates },
  };
}

/** Imports start from where a file really is, which links can hide. */
function realPath(folder: string): string {
  if (nodeFs.existsSync(folder)) return nodeFs.realpathSync(folder);
  const parent = nodePath.dirname(folder);
  return parent === folder
    ? folder
    : nodePath.join(realPath(parent), nodePath.basename(folder));
}

/** New files in the language that was asked for, as prettier prints them. */
async function finish(
  files: readonly EmittedFile[],
  { handlers, language, format: isFormatted, trustConfig }: HandlersSpec,
): Promise<readonly EmittedFile[]> {
  const written = language === "js" ? files.map(toJavaScriptSource) : files;
  return isFormatted
    ? formatFiles(written, handlers.folder, { trustConfig })
    : written;
}
