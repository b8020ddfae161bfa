/** `mcp-gen init`: what a project needs for mcp-gen to be part of its daily work. */
import { chmodSync, existsSync, readFileSync } from "node:fs";
import nodePath from "node:path";
import { PACKAGE_FILE } from "../config/configuration.js";
import { findConfiguration, searchedFolders } from "../config/find.js";
import { writeAdditions } from "../handlers/write.js";
import { displayPath } from "../output/paths.js";
import { shellWord } from "../shell-word.js";
import type { GenerateOptions } from "../targets.js";
import { configurationFile, configurationText } from "./config-file.js";
import type { Edit } from "./edit.js";
import { type Checked, type Hook, type HookName, planHook } from "./hooks.js";
import { addScripts, indentOf } from "./package-scripts.js";

/** What `init` is asked for. */
export interface InitOptions {
  /** Absolute path of the project's folder. */
  readonly folder: string;
  /** What a new configuration shall say. */
  readonly settings: GenerateOptions;
  readonly hook?: HookName;
}

/** What `init` would do. */
export interface InitPlan {
  /** Absolute path of the folder that holds all files concerned. */
  readonly root: string;
  /** Every file concerned, those that stay as they are included. */
  readonly edits: readonly Edit[];
  /** Scripts that do something else than mcp-gen's of the same name. */
  readonly takenScripts: readonly string[];
  readonly hook?: Hook;
}

/**
 * Plans what is missing in a project. What is there stays: a configuration, scripts of
 * the same names, a hook that runs mcp-gen.
 *
 * @throws UsageError for files that cannot be added to.
 */
export function planInit({ folder, settings, hook }: InitOptions): InitPlan {
  const manifest = nodePath.join(folder, PACKAGE_FILE);
  const text = existsSync(manifest)
    ? readFileSync(manifest, "utf8")
    : undefined;
  const scripts =
    text === undefined ? undefined : addScripts(text, PACKAGE_FILE);
  const configuration = configurationEdit(folder, settings, text);
  const root = rootOf(folder);
  const planned =
    hook === undefined
      ? undefined
      : planHook(hook, root, checkedBy(configuration.file, root));
  return {
    root,
    edits: [
      configuration,
      ...(scripts === undefined
        ? []
        : [{ file: manifest, before: text, after: scripts.text }]),
      ...(planned === undefined ? [] : [planned.edit]),
    ],
    takenScripts: scripts?.taken ?? [],
    ...(planned !== undefined && { hook: planned }),
  };
}

/**
 * Does what a plan says: all of it, or nothing when a file cannot be written.
 *
 * @throws UsageError when the system refuses.
 */
export function writeInit({ root, edits, hook }: InitPlan): void {
  const changed = edits.filter(({ before, after }) => before !== after);
  const files = changed.map(({ file, before, after }) => ({
    path: nodePath.relative(root, file).split(nodePath.sep).join("/"),
    text: after,
    before,
  }));
  writeAdditions(
    { folder: root, label: displayPath(root, nodePath.resolve()) },
    files.filter(({ before }) => before === undefined),
    files.flatMap(({ before, ...file }) =>
      before === undefined ? [] : [{ ...file, before }],
    ),
  );
  if (hook?.isProgram === true && hook.edit.before === undefined)
    chmodSync(hook.edit.file, 0o755);
}

function configurationEdit(
  folder: string,
  settings: GenerateOptions,
  manifest: string | undefined,
): Edit {
  const found = findConfiguration(folder);
  // One above is for the folders there; this one gets its own.
  if (found !== undefined && nodePath.dirname(found.file) === folder)
    return { file: found.file, before: found.text, after: found.text };
  return {
    file: configurationFile(folder),
    before: undefined,
    after: configurationText(folder, settings, indentOf(manifest ?? "")),
  };
}

/** The repository's folder; outside of one, the project's. */
function rootOf(folder: string): string {
  const outermost = searchedFolders(folder).at(-1) ?? folder;
  return existsSync(nodePath.join(outermost, ".git")) ? outermost : folder;
}

/** Hooks run in the repository's folder, where another configuration may hold. */
function checkedBy(configuration: string, root: string): Checked {
  const command = "npx mcp-gen --check";
  const path = nodePath
    .relative(root, configuration)
    .split(nodePath.sep)
    .join("/");
  const folder = nodePath.posix.dirname(path);
  if (folder === ".") return { id: "mcp-gen", command, mark: "mcp-gen" };
  return {
    id: `mcp-gen-${folder.replace(/[^\p{L}\p{N}]+/gu, "-")}`,
    command: `${command} --config ${shellWord(path)}`,
    mark: path,
  };
}
