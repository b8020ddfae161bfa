/** The hooks that `mcp-gen init` knows: each refuses commits with stale output. */
import { existsSync, readFileSync } from "node:fs";
import nodePath from "node:path";
import { stringify } from "yaml";
import { UsageError } from "../failure.js";
import { addToYaml, type YamlAddition } from "./add-to-yaml.js";
import type { Edit } from "./edit.js";

/** Programs that run hooks. */
export const hookNames = ["lefthook", "husky", "pre-commit"] as const;

/** One of {@link hookNames}. */
export type HookName = (typeof hookNames)[number];

/** What has to be done to a repository for a hook. */
export interface Hook {
  readonly edit: Edit;
  /** True for a file that the system runs. */
  readonly isProgram: boolean;
  /** What people have to run once in each clone. */
  readonly install: string;
}

/** What a hook checks. */
export interface Checked {
  /** Tells it from others of the same repository. */
  readonly id: string;
  /** The command that checks it, run in the repository's folder. */
  readonly command: string;
  /** What runs a program that is installed, e.g. `npx`. */
  readonly runner: string;
  /** A text without which a file does not check it yet. */
  readonly mark: string;
}

/**
 * Plans a hook. One that is there stays, whatever way it calls mcp-gen.
 *
 * @param root Absolute path of the repository's folder.
 * @throws UsageError, with the lines to add by hand, for a file that cannot be added to.
 */
export function planHook(name: HookName, root: string, checked: Checked): Hook {
  const { id, command, mark } = checked;
  switch (name) {
    case "lefthook":
      return {
        edit: yamlEdit(root, LEFTHOOK_FILES, mark, {
          path: ["pre-commit", "commands"],
          key: id,
          value: { run: command },
        }),
        isProgram: false,
        install: `${checked.runner} lefthook install`,
      };
    case "husky":
      return {
        edit: scriptEdit(nodePath.join(root, ".husky/pre-commit"), checked),
        isProgram: true,
        install: `${checked.runner} husky`,
      };
    case "pre-commit":
      return {
        edit: yamlEdit(root, [".pre-commit-config.yaml"], mark, {
          path: ["repos"],
          value: {
            repo: "local",
            hooks: [
              {
                id,
                name: id,
                entry: command,
                language: "system",
                pass_filenames: false,
              },
            ],
          },
        }),
        isProgram: false,
        install: "pre-commit install",
      };
  }
}

/** Where lefthook looks, the first being the one to make. */
const LEFTHOOK_FILES: readonly string[] = [
  "lefthook.yml",
  "lefthook.yaml",
  ".lefthook.yml",
  ".lefthook.yaml",
  ".config/lefthook.yml",
  ".config/lefthook.yaml",
  ...["lefthook", ".lefthook", ".config/lefthook"].flatMap((name) =>
    ["toml", "json", "jsonc"].map((ending) => `${name}.${ending}`),
  ),
];

function yamlEdit(
  root: string,
  names: readonly string[],
  mark: string,
  addition: YamlAddition,
): Edit {
  const files = names.map((name) => nodePath.join(root, name));
  const file = files.find((each) => existsSync(each)) ?? files[0] ?? root;
  const before = readIfThere(file);
  if (before?.includes(mark) === true) return { file, before, after: before };
  const after = /\.ya?ml$/.test(file)
    ? addToYaml(before ?? "", addition)
    : undefined;
  if (after !== undefined) return { file, before, after };
  const { path, key, value } = addition;
  const lines = stringify(
    [...path, ...(key === undefined ? [] : [key])].reduceRight<unknown>(
      (inner, step) => ({ [step]: inner }),
      key === undefined ? [value] : value,
    ),
  );
  throw new UsageError(
    `Nothing was written: ${nodePath.relative(root, file)} cannot be added to. It needs what this is in YAML:\n${lines.trimEnd()}`,
  );
}

function scriptEdit(file: string, { command, mark }: Checked): Edit {
  const before = readIfThere(file);
  if (before?.includes(mark) === true) return { file, before, after: before };
  const start =
    before === undefined || before === "" || before.endsWith("\n")
      ? (before ?? "")
      : `${before}\n`;
  return { file, before, after: `${start}${command}\n` };
}

function readIfThere(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}
