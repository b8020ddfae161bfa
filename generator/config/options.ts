/** The options of `mcp-gen`, in one table: the help, both parsers and configurations follow it. */
import { partNames } from "../emit/emitter.js";

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
  | "language"
  | "import-extension"
  | "handlers"
  | "no-format"
  | "no-package-json"
  | "formats"
  | "strict"
  | "only"
  | "except"
  | "templates"
  | "trust-config"
  | "config"
  | "watch"
  | "check"
  | "staged"
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
  language: {
    kind: "text",
    choices: ["ts", "js"],
    fallback: "ts",
    description: "js: .js and .d.ts files in place of .ts files",
    group: "Project",
  },
  "import-extension": {
    kind: "text",
    choices: ["auto", ".js", ".ts", "none"],
    fallback: "auto",
    description: "how files name each other: .js, .ts, none or auto",
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
  "no-package-json": {
    kind: "flag",
    description: "leave out the package.json that says: ES modules",
    group: "Project",
  },
  formats: {
    kind: "text",
    choices: ["annotate", "assert"],
    fallback: "annotate",
    description: "assert: validators check URIs and base64 too",
    group: "Project",
  },
  strict: {
    kind: "flag",
    description: "rules of the specification that do not fit are errors",
    group: "Project",
  },
  only: {
    kind: "list",
    takesCommas: true,
    description: "of a server's tools these alone; * matches any text",
    group: "Project",
  },
  except: {
    kind: "list",
    takesCommas: true,
    description: "of a server's tools all but these",
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
  "trust-config": {
    kind: "flag",
    fallback: "true",
    description: "=false: run no code of the project's configurations",
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
  staged: {
    kind: "flag",
    description: "with --check: compare what git would commit, for hooks",
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
