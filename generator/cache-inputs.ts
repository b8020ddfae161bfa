/**
 * Which files decide what a run writes, and which folders it writes: for `--watch`,
 * and for build systems that skip tasks whose inputs are the same.
 */
import { existsSync } from "node:fs";
import nodePath from "node:path";
import { schemasOf } from "./config/apply.js";
import { findFormatterConfig } from "./format/formatter-config.js";
import {
  findImportExtension,
  importExtensionPlaces,
} from "./project/import-extension.js";
import { includedFiles } from "./source/included.js";
import { readIfReadable } from "./source/regular-file.js";
import { schemaPlaces } from "./source/resolve.js";
import type { GenerateOptions } from "./outputs.js";
import { LOCK_FILE } from "./upstream/lock.js";

/** What a run reads. Absolute paths; what they name need not be there. */
export interface Inputs {
  readonly files: readonly string[];
  /** Folders of which every file counts, at any depth. */
  readonly folders: readonly string[];
}

/**
 * Lists what a run with these options reads, whether or not it would succeed. A schema
 * that comes with mcp-gen is not listed; the place is where one of the project's own
 * would take precedence over it.
 *
 * @param options As a configuration gives them; the configuration's own file is for
 *   the caller to add.
 */
export function inputsOf(options: readonly GenerateOptions[]): Inputs {
  const files = new Set<string>();
  const folders = new Set<string>();
  for (const each of options) {
    const { templates, format = true } = each;
    const cwd = projectOf(each);
    for (const { file, folder } of schemaFiles(each)) {
      files.add(file);
      const lock = nodePath.join(nodePath.dirname(file), "..", LOCK_FILE);
      if (existsSync(lock)) files.add(lock);
      for (const place of includedPlaces(file))
        (place.isFolder ? folders : files).add(place.path);
      const formatter = format ? findFormatterConfig(folder) : undefined;
      for (const config of formatter?.files ?? []) files.add(config);
      if (isExtensionFound(each))
        for (const read of findImportExtension(folder).files) files.add(read);
    }
    if (templates !== undefined) folders.add(nodePath.resolve(cwd, templates));
  }
  return { files: [...files], folders: [...folders] };
}

/**
 * Lists files that a run with these options would read if they were there, such as a
 * first `tsconfig.json`.
 */
export function expectedFiles(
  options: readonly GenerateOptions[],
): readonly string[] {
  const folders = outputsOf(options.filter(isExtensionFound));
  return [...new Set(folders.flatMap(importExtensionPlaces))];
}

/** Whether files of the project decide how generated files name each other. */
function isExtensionFound({
  language,
  importExtension = "auto",
}: GenerateOptions): boolean {
  return language !== "js" && importExtension === "auto";
}

/**
 * Lists the folders that a run with these options writes. Folders of handlers are the
 * user's: a build system that restored them would undo what people wrote.
 */
export function outputsOf(
  options: readonly GenerateOptions[],
): readonly string[] {
  const folders = options.flatMap((each) =>
    schemaFiles(each).map(({ folder }) => folder),
  );
  return [...new Set(folders)];
}

/** Where each schema is, or would be, and where its output goes. */
function schemaFiles(
  options: GenerateOptions,
): readonly { readonly file: string; readonly folder: string }[] {
  const { schemaRoot, out = "out" } = options;
  const projectDir = projectOf(options);
  const location = {
    projectDir,
    ...(schemaRoot !== undefined && { schemaRoot }),
  };
  return schemasOf(options).flatMap((schema) =>
    schemaPlaces(schema, location).map(({ file, name }) => ({
      file,
      folder: nodePath.resolve(projectDir, out, options.name ?? name),
    })),
  );
}

/** Examples are many: the folder that holds them is listed in their place. */
function includedPlaces(
  schema: string,
): readonly { readonly path: string; readonly isFolder: boolean }[] {
  const folder = nodePath.dirname(schema);
  return includedFiles(readIfReadable(schema) ?? "", folder).map(({ file }) => {
    const [first = "", ...rest] = nodePath
      .relative(folder, file)
      .split(nodePath.sep);
    return { path: nodePath.join(folder, first), isFolder: rest.length > 0 };
  });
}

function projectOf({ cwd = "." }: GenerateOptions): string {
  return nodePath.resolve(cwd);
}
