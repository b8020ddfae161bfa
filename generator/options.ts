/**
 * The options of `mcp-gen`, in one table. The help, the full parser (yargs) and the
 * quick one (`node:util`, for runs that should be over before yargs is loaded) are
 * all derived from it.
 */
import { parseArgs } from "node:util";
import { UsageError } from "./failure.js";
import type { GenerateOptions } from "./targets.js";

/** What an option looks like on the command line. */
export interface OptionSpec {
  /** `list` may be repeated; `flag` has no value. */
  readonly kind: "text" | "list" | "flag";
  /** Values that are allowed, when not any. */
  readonly choices?: readonly string[];
  /** What holds when the option is not given, as the help says it. */
  readonly fallback?: string;
  readonly description: string;
  /** Heading in the help. */
  readonly group: "Schema" | "Output" | "Run";
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
  | "force"
  | "check"
  | "dry-run"
  | "quiet"
  | "json";

/** Every option of the main command, in the order of the help. */
export const optionTable: Readonly<Record<OptionName, OptionSpec>> = {
  schema: {
    kind: "list",
    fallback: "draft",
    description: "revision, schema.ts or its folder; can be repeated",
    group: "Schema",
  },
  "schema-root": {
    kind: "text",
    fallback: "schema",
    description: "where your project keeps revisions",
    group: "Schema",
  },
  out: {
    kind: "text",
    fallback: "out",
    description: "files go to <out>/<name>",
    group: "Output",
  },
  name: {
    kind: "text",
    description: "name of the output folder, for a single schema",
    group: "Output",
  },
  emit: {
    kind: "list",
    description: "parts to emit (types,errors,...), with what they need",
    group: "Output",
  },
  "import-extension": {
    kind: "text",
    choices: [".js", ".ts", "none"],
    fallback: ".js",
    description: "how files name each other: .js, .ts or none",
    group: "Output",
  },
  handlers: {
    kind: "text",
    description: "folder for your handlers: missing files are written once",
    group: "Output",
  },
  "no-format": {
    kind: "flag",
    description: "ignore your prettier configuration",
    group: "Output",
  },
  formats: {
    kind: "text",
    choices: ["annotate", "assert"],
    fallback: "annotate",
    description: "annotate, or assert: validators check URIs and base64",
    group: "Output",
  },
  force: {
    kind: "flag",
    description: "replace files edited by hand or not made by mcp-gen",
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

/** Options as they were given: each value of each, flags as `true`. */
export type Given<Name extends string> = {
  readonly [name in Name]?: readonly (string | boolean)[];
};

/** Options of the main command as they were given. */
export type GivenOptions = Given<OptionName>;

/** What a run of the program is asked to do. */
export interface RunOptions {
  readonly generate: GenerateOptions;
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
  const emit = given.emit as readonly string[] | undefined;
  if (flag("check") && flag("dry-run"))
    throw new UsageError("--check and --dry-run cannot be used together.");
  return {
    generate: definedOnly({
      schema: given.schema as readonly string[] | undefined,
      schemaRoot: text("schema-root"),
      out: text("out"),
      name: text("name"),
      emit: emit?.flatMap((list) => list.split(",").map((part) => part.trim())),
      importExtension: text(
        "import-extension",
      ) as GenerateOptions["importExtension"],
      handlers: text("handlers"),
      format: flag("no-format") ? false : undefined,
      formats: text("formats") as GenerateOptions["formats"],
    }),
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
  { kind, choices }: OptionSpec,
  values: readonly (string | boolean)[] | undefined,
): void {
  if (values === undefined || kind === "flag") return;
  if (kind === "text" && values.length > 1)
    throw new UsageError(`--${name} is given ${values.length} times.`);
  for (const value of values) {
    if (value === "") throw new UsageError(`--${name} has no value.`);
    if (choices !== undefined && !choices.includes(String(value)))
      throw new UsageError(
        `--${name} is ${choices.join(", ").replace(/, ([^,]*)$/, " or $1")}, not "${value}".`,
      );
  }
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
