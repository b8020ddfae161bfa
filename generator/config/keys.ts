/** What a configuration can say: the options below `Project`, as keys. */
import { type OptionName, type OptionSpec, optionTable } from "./options.js";
import type { GenerateOptions } from "../outputs.js";

/** A key of a configuration. */
export type ConfigKey = Exclude<
  keyof GenerateOptions,
  "cwd" | "trustConfig" | "configuration"
>;

/** What a value can be. */
export interface KeySpec {
  /** `list` is one text or several. */
  readonly kind: "text" | "list" | "boolean";
  readonly choices?: readonly string[];
  /** The option of the main command that says the same; undefined where it has none. */
  readonly option: OptionName | undefined;
  readonly isPath: boolean;
}

/** Every key, in the order of the help. */
export const configKeys: ReadonlyMap<ConfigKey, KeySpec> = new Map([
  ...(Object.entries(optionTable) as [OptionName, OptionSpec][])
    .filter(([, { group }]) => group === "Project")
    .map(([option, spec]): [ConfigKey, KeySpec] => [
      keyOf(option),
      specOf(option, spec),
    ]),
  // The server behind a snapshot: what only `mcp-gen tools` asks for.
  ["command", { kind: "list", option: undefined, isPath: false }],
  ["url", { kind: "text", option: undefined, isPath: false }],
  ["headers", { kind: "list", option: undefined, isPath: false }],
]);

/** `import-extension` is `importExtension`, and `no-format` is `format: false`. */
function keyOf(option: OptionName): ConfigKey {
  return option
    .replace(/^no-/, "")
    .replace(/-(\w)/g, (_dash, letter: string) =>
      letter.toUpperCase(),
    ) as ConfigKey;
}

function specOf(
  option: OptionName,
  { kind, choices, isPath = false }: OptionSpec,
): KeySpec {
  return {
    kind: kind === "flag" ? "boolean" : kind,
    ...(choices !== undefined && { choices }),
    option,
    isPath,
  };
}
