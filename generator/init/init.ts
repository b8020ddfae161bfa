/** `mcp-gen init`: what a project needs for mcp-gen to be part of its daily work. */
import { chmodSync, existsSync, readFileSync } from "node:fs";
import nodePath from "node:path";
import { CONFIG_FILE, PACKAGE_FILE } from "../config/configuration.js";
import { searchedFolders } from "../config/find.js";
import { readConfiguration } from "../config/read.js";
import { writeAdditions } from "../output/additions.js";
import { outputsOf } from "../cache-inputs.js";
import { displayPath, isInside } from "../output/paths.js";
import { shellWord } from "../shell-word.js";
import type { GenerateOptions } from "../outputs.js";
import { configurationText } from "./config-file.js";
import type { Edit } from "./edit.js";
import { type Checked, type Hook, type HookName, planHook } from "./hooks.js";
import { planGitAttributes, planPrettierIgnore } from "./list-files.js";
import {
  hookRunnerOf,
  type PackageManager,
  packageManagerOf,
  runnerOf,
} from "./package-manager.js";
import { addScripts, indentOf } from "./package-scripts.js";

/** What a new configuration says where the command line does not. */
const DEFAULTS: GenerateOptions = { schema: "draft", out: "out" };

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
  /** What runs a program that is installed, e.g. `npx`. */
  readonly runner: string;
  /** Absolute paths of the folders that are to be generated. */
  readonly outputs: readonly string[];
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
  const configuration = configurationIn(folder, settings, text);
  const root = rootOf(folder);
  const manager = packageManagerOf(folder);
  const runner = runnerOf(manager);
  const planned =
    hook === undefined
      ? undefined
      : planHook(hook, root, checkedBy(configuration.edit.file, manager, root));
  const outputs = outputsOf(configuration.outputs);
  const below = (top: string): readonly string[] =>
    outputs
      .filter((output) => isInside(top, output))
      .map((output) => pathFrom(top, output));
  const prettierIgnore = planPrettierIgnore(folder, below(folder), text);
  const inRepository = existsSync(nodePath.join(root, ".git"));
  const edits = [
    configuration.edit,
    ...(scripts === undefined
      ? []
      : [{ file: manifest, before: text, after: scripts.text }]),
    ...(planned === undefined ? [] : [planned.edit]),
    ...(inRepository ? [planGitAttributes(root, below(root))] : []),
    ...(prettierIgnore === undefined ? [] : [prettierIgnore]),
  ];
  return {
    root,
    runner,
    outputs,
    // The configuration may stand in the file that gets the scripts.
    edits: [...new Map(edits.map((edit) => [edit.file, edit])).values()],
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
    path: pathFrom(root, file),
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

/** The folder's configuration, which stays if there is one, and what it generates. */
function configurationIn(
  folder: string,
  settings: GenerateOptions,
  manifest: string | undefined,
): { readonly edit: Edit; readonly outputs: readonly GenerateOptions[] } {
  const found = readConfiguration({ cwd: folder });
  // One above is for the folders there; this one gets its own.
  if (found?.folder === folder) {
    const text = readFileSync(found.file, "utf8");
    return {
      edit: { file: found.file, before: text, after: text },
      outputs: found.outputs,
    };
  }
  const said = { ...DEFAULTS, ...settings };
  return {
    edit: {
      file: nodePath.join(folder, CONFIG_FILE),
      before: undefined,
      after: configurationText(folder, said, indentOf(manifest ?? "")),
    },
    outputs: [{ ...said, cwd: folder }],
  };
}

/** The repository's folder; outside of one, the project's. */
function rootOf(folder: string): string {
  const outermost = searchedFolders(folder).at(-1) ?? folder;
  return existsSync(nodePath.join(outermost, ".git")) ? outermost : folder;
}

/** Hooks run in the repository's folder, where another configuration may hold. */
function checkedBy(
  configuration: string,
  manager: PackageManager,
  root: string,
): Checked {
  const command = `${hookRunnerOf(manager)} mcp-gen --check --staged`;
  const runner = runnerOf(manager);
  const path = pathFrom(root, configuration);
  const folder = nodePath.posix.dirname(path);
  if (folder === ".")
    return { id: "mcp-gen", command, runner, mark: "mcp-gen" };
  return {
    id: `mcp-gen-${folder.replace(/[^\p{L}\p{N}]+/gu, "-")}`,
    command: `${command} --config ${shellWord(path)}`,
    runner,
    mark: path,
  };
}

function pathFrom(root: string, path: string): string {
  return nodePath.relative(root, path).split(nodePath.sep).join("/");
}
