/**
 * The options of `mcp-gen`, in one table. The help, the full parser (yargs) and the
 * quick one (`node:util`, for runs that should be over before yargs is loaded) are
 * all derived from it.
 */
import { parseArgs } from "node:util";
import { partNames } from "./emit/emitter.js";
import { UsageError } from "./failure.js";
import { nearest } from "./model/nearest.js";
import type { GenerateOptions } from "./targets.js";

/** What an option looks like on the command line. */
export interface OptionSpec {
  /** `list` may be repeated; `flag` has no value. */
  readonly kind: "text" | "list" | "flag";
  /** Values that are allowed, when not any. */
  readonly choices?: readonly string[];
  /** True for a list whose values may also stand in one word, between commas. */
  readonly takesCommas?: boolean;
  /** What holds when the option is not given, as the help says it. */
  readonly fallback?: string;
  readonly description: string;
  /** True for a path: it starts from the working folder, or from the configuration's. */
  readonly isPath?: boolean;
  /**
   * Heading in the help. What is below `Project` a configuration can say too; all else
   * is for the command line only.
   */
  readonly group: "Project" | "Schema" | "Run";
}

/** Names of the options, without the dashes. */
export type OptionName =
  | "schema"
  | "schema-root"
  | "out"
  | "name"
  | "emit"
  | "import-extension"
  | "handlers"
  | "no-format"
  | "formats"
  | "templates"
  | "config"
  | "watch"
  | "check"
  | "dry-run"
  | "force"
  | "quiet"
  | "json";

/** Every option of the main command, in the order of the help. */
export const optionTable: Readonly<Record<OptionName, OptionSpec>> = {
  schema: {
    kind: "list",
    fallback: "draft",
    description: "revision, schema.ts or its folder; can be repeated",
    group: "Project",
  },
  "schema-root": {
    kind: "text",
    fallback: "schema",
    description: "where your project keeps revisions",
    isPath: true,
    group: "Project",
  },
  out: {
    kind: "text",
    fallback: "out",
    description: "files go to <out>/<name>",
    isPath: true,
    group: "Project",
  },
  name: {
    kind: "text",
    description: "name of the output folder, for a single schema",
    group: "Project",
  },
  emit: {
    kind: "list",
    choices: partNames,
    takesCommas: true,
    description: "parts to emit (types,errors,...), with what they need",
    group: "Project",
  },
  "import-extension": {
    kind: "text",
    choices: [".js", ".ts", "none"],
    fallback: ".js",
    description: "how files name each other: .js, .ts or none",
    group: "Project",
  },
  handlers: {
    kind: "text",
    description: "folder for your handlers: missing files are written once",
    isPath: true,
    group: "Project",
  },
  "no-format": {
    kind: "flag",
    description: "ignore your prettier configuration",
    group: "Project",
  },
  formats: {
    kind: "text",
    choices: ["annotate", "assert"],
    fallback: "annotate",
    description: "assert: validators check URIs and base64 too",
    group: "Project",
  },
  templates: {
    kind: "text",
    description: "folder of your own templates, see docs/templates.md",
    isPath: true,
    group: "Project",
  },
  config: {
    kind: "text",
    fallback: "the nearest one",
    description: "configuration file",
    group: "Run",
  },
  watch: {
    kind: "flag",
    description: "stay, and generate again after every change",
    group: "Run",
  },
  check: {
    kind: "flag",
    description: "write nothing; exit 1 when the output is out of date",
    group: "Run",
  },
  "dry-run": {
    kind: "flag",
    description: "write nothing; print what would be done",
    group: "Run",
  },
  force: {
    kind: "flag",
    description: "replace files edited by hand or not made by mcp-gen",
    group: "Run",
  },
  quiet: {
    kind: "flag",
    description: "print errors only",
    group: "Run",
  },
  json: {
    kind: "flag",
    description: "print one JSON object",
    group: "Run",
  },
};

/** The options of one heading. */
export function optionsBelow(
  group: OptionSpec["group"],
): Readonly<Record<string, OptionSpec>> {
  return Object.fromEntries(
    Object.entries(optionTable).filter(([, spec]) => spec.group === group),
  );
}

/** Options as they were given: each value of each, flags as `true`. */
export type Given<Name extends string> = {
  readonly [name in Name]?: readonly (string | boolean)[];
};

/** Options of the main command as they were given. */
export type GivenOptions = Given<OptionName>;

/** What a run of the program is asked to do. */
export interface RunOptions {
  /** What the command line says of the output; a configuration may say the rest. */
  readonly generate: GenerateOptions;
  /** The configuration to use, in place of the nearest one. */
  readonly config?: string;
  /** Whether the program stays and does it again after each change. */
  readonly watch: boolean;
  readonly mode: "write" | "check" | "dry-run";
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
  const config = text("config");
  return {
    generate: definedOnly({
      schema: given.schema as readonly string[] | undefined,
      schemaRoot: text("schema-root"),
      out: text("out"),
      name: text("name"),
      emit: given.emit?.flatMap((value) => wordsOf(value, optionTable.emit)),
      importExtension: text(
        "import-extension",
      ) as GenerateOptions["importExtension"],
      handlers: text("handlers"),
      format: flag("no-format") ? false : undefined,
      formats: text("formats") as GenerateOptions["formats"],
      templates: text("templates"),
    }),
    ...(config !== undefined && { config }),
    watch: flag("watch"),
    mode: modeOf(flag("check"), flag("dry-run")),
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
        `--${name} is ${choicesText(choices)}, not "${word}".${meantText(word, choices)}`,
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

/** What was probably meant, as a sentence with a space before it; empty if unknown. */
export function meantText(word: string, known: readonly string[]): string {
  const meant = nearest(word, known);
  return meant === undefined ? "" : ` Is ${meant} meant?`;
}

/** Choices in a sentence: `.js, .ts or none`. */
export function choicesText(choices: readonly string[]): string {
  return choices.join(", ").replace(/, ([^,]*)$/, " or $1");
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
