/**
 * From arguments to what they mean. There is the full parser (yargs) and a quick one
 * (`node:util`, for runs that should be over before yargs is loaded).
 */
import { parseArgs } from "node:util";
import type { RequestedOptions } from "../config/apply.js";
import {
  type Given,
  type GivenOptions,
  type OptionName,
  type OptionSpec,
  optionTable,
} from "../config/options.js";
import { UsageError } from "../failure.js";
import { choicesText, didYouMean, sentences } from "../suggestion.js";
import type { GenerateOptions } from "../outputs.js";

/** What a run of the program is asked to do. */
export interface RunOptions extends RequestedOptions {
  /** Whether the program stays and does it again after each change. */
  readonly watch: boolean;
  readonly mode: "write" | "check" | "dry-run";
  /** Whether `check` is about what git would commit, and not about the folder. */
  readonly staged: boolean;
  readonly force: boolean;
  readonly report: "text" | "quiet" | "json";
}

/**
 * Parses a plain list of known options.
 *
 * @returns undefined for everything else (help, commands, mistakes), which the full
 *   parser knows to handle.
 */
export function parseQuickly(
  args: readonly string[],
): GivenOptions | undefined {
  const options = Object.fromEntries(
    Object.entries(optionTable).map(([name, { kind }]) => [
      name,
      {
        type: kind === "flag" ? ("boolean" as const) : ("string" as const),
        multiple: true,
      },
    ]),
  );
  try {
    return parseArgs({ args: [...args], options, strict: true })
      .values as GivenOptions;
  } catch {
    return undefined;
  }
}

/**
 * Turns options as given into what they mean.
 *
 * @throws UsageError when a value is not allowed or options contradict each other.
 */
export function readOptions(given: GivenOptions): RunOptions {
  checkValues(optionTable, given);
  const text = (name: OptionName) => given[name]?.[0] as string | undefined;
  const flag = (name: OptionName) => given[name]?.at(-1) === true;
  const modes = (["check", "dry-run", "watch"] as const).filter(flag);
  // Programs that read JSON wait for one object and the end of the output.
  const clashing =
    flag("watch") && flag("json") ? [...modes, "json" as const] : modes;
  if (clashing.length > 1)
    throw new UsageError(
      `--${clashing[0]} and --${clashing[1]} cannot be used together.`,
    );
  if (flag("staged") && !flag("check"))
    throw new UsageError("--staged goes with --check.");
  const config = text("config");
  return {
    generate: definedOnly({
      schema: given.schema as readonly string[] | undefined,
      schemaRoot: text("schema-root"),
      out: text("out"),
      name: text("name"),
      emit: given.emit?.flatMap((value) => wordsOf(value, optionTable.emit)),
      language: text("language") as GenerateOptions["language"],
      importExtension: text(
        "import-extension",
      ) as GenerateOptions["importExtension"],
      handlers: text("handlers"),
      format: flag("no-format") ? false : undefined,
      packageJson: flag("no-package-json") ? false : undefined,
      formats: text("formats") as GenerateOptions["formats"],
      strict: flag("strict") ? true : undefined,
      only: given.only?.flatMap((value) => wordsOf(value, optionTable.only)),
      except: given.except?.flatMap((value) =>
        wordsOf(value, optionTable.except),
      ),
      templates: text("templates"),
      trustConfig: given["trust-config"]?.at(-1) === false ? false : undefined,
    }),
    ...(config !== undefined && { config }),
    watch: flag("watch"),
    mode: modeOf(flag("check"), flag("dry-run")),
    staged: flag("staged"),
    force: flag("force"),
    report: reportOf(flag("json"), flag("quiet")),
  };
}

/**
 * Holds the values of options against what the table says of them.
 *
 * @throws UsageError for the first that is missing, not allowed or given twice.
 */
export function checkValues<Name extends string>(
  table: Readonly<Record<Name, OptionSpec>>,
  given: Given<Name>,
): void {
  for (const name in table) checkOption(name, table[name], given[name]);
}

function checkOption(
  name: string,
  spec: OptionSpec,
  values: readonly (string | boolean)[] | undefined,
): void {
  const { kind, choices } = spec;
  if (values === undefined || kind === "flag") return;
  if (kind === "text" && values.length > 1)
    throw new UsageError(`--${name} is given ${values.length} times.`);
  for (const word of values.flatMap((value) => wordsOf(value, spec))) {
    if (word === "") throw new UsageError(`--${name} has no value.`);
    if (choices !== undefined && !choices.includes(word))
      throw new UsageError(
        sentences(
          `--${name} is ${choicesText(choices)}, not "${word}".`,
          didYouMean(word, choices),
        ),
      );
  }
}

/** The values that stand in one word. */
function wordsOf(
  value: string | boolean,
  { takesCommas = false }: OptionSpec,
): readonly string[] {
  return takesCommas
    ? String(value)
        .split(",")
        .map((word) => word.trim())
    : [String(value)];
}

function modeOf(check: boolean, dryRun: boolean): RunOptions["mode"] {
  if (check) return "check";
  return dryRun ? "dry-run" : "write";
}

function reportOf(json: boolean, quiet: boolean): RunOptions["report"] {
  if (json) return "json";
  return quiet ? "quiet" : "text";
}

/** Without the keys that have no value: the API takes absent ones only. */
function definedOnly<T extends object>(
  value: T,
): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(
    Object.entries(value).filter(([, field]) => field !== undefined),
  ) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
