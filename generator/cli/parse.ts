/** The full command line: help, commands and what is wrong with other arguments. */
import type yargs from "yargs";
import { diffOptions, runDiff } from "./commands/diff.js";
import { runGenerate } from "./commands/generate.js";
import { handlersOptions, runHandlers } from "./commands/handlers.js";
import { initOptions, runInit } from "./commands/init.js";
import { placesOptions, runInputs, runOutputs } from "./commands/inputs.js";
import { pullOptions, runPull } from "./commands/pull.js";
import { runTools, splitCommand, toolsOptions } from "./commands/tools.js";
import { ExitCode, UsageError } from "../failure.js";
import { didYouMean, sentences } from "../suggestion.js";
import {
  type GivenOptions,
  type OptionSpec,
  optionTable,
} from "../config/options.js";
import { readOptions } from "./options.js";
import { version } from "../package-info.js";
import { type Outcome, outcomeOfError } from "./report.js";
import { runModel } from "./run.js";

declare module "yargs" {
  // Parts of yargs that its types do not know.
  interface Argv<T> {
    /** Forgets the usage line that yargs makes up. */
    usage(message: null): this;
    usageConfiguration(settings: { readonly "hide-types": boolean }): this;
  }
}

/** Arguments as yargs gives them: each value of each option, and words without dashes. */
type Arguments = { readonly [name: string]: unknown } & {
  readonly _: readonly (string | number)[];
};

/** A command of the program. */
interface Command {
  /** Its word; undefined for the main command. */
  readonly word: string | undefined;
  readonly summary: string;
  /** Words that belong to it, as the usage line names them. */
  readonly operands?: string;
  readonly options: Readonly<Record<string, OptionSpec>>;
  readonly examples: readonly (readonly [command: string, purpose: string])[];
  readonly run: (
    given: GivenOptions,
    colour: () => boolean,
    operands: readonly string[],
  ) => Promise<Outcome>;
}

const MAIN: Command = {
  word: undefined,
  summary: "Generate a TypeScript MCP implementation from a schema.ts.",
  options: optionTable,
  examples: [
    ["mcp-gen --schema draft", "the embedded draft, into out/draft"],
    ["mcp-gen --schema draft --check", "is it current? For CI and hooks"],
  ],
  run: (given, colour) => runGenerate(readOptions(given), colour),
};

const MODEL: Command = {
  word: "model",
  summary: "Print the protocol model of a schema as JSON.",
  options: {
    schema: optionTable.schema,
    "schema-root": optionTable["schema-root"],
    config: optionTable.config,
  },
  examples: [["mcp-gen model --schema draft", "the embedded draft's model"]],
  run: (given) => runModel(readOptions(given)),
};

const DIFF: Command = {
  word: "diff",
  summary: "Compare two schemas and report what breaks on each side.",
  operands: "BEFORE AFTER",
  options: diffOptions,
  examples: [
    ["mcp-gen diff 2025-11-25 draft", "two revisions"],
    ["mcp-gen diff HEAD~3:schema/draft draft", "since a commit"],
  ],
  run: (given, _colour, schemas) =>
    runDiff(given, schemas, process.stdout.columns),
};

const PULL: Command = {
  word: "pull",
  summary: "Download a schema from the specification's repository.",
  operands: "REVISION",
  options: pullOptions,
  examples: [
    ["mcp-gen pull draft --examples", "the head of main"],
    ["mcp-gen pull draft --accept", "keep what was changed by hand"],
  ],
  run: (given, _colour, words) => runPull(given, words),
};

const TOOLS: Command = {
  word: "tools",
  summary: "Generate typed code from a server's own tools.",
  options: toolsOptions,
  examples: [
    [
      "mcp-gen tools --name git --command uvx mcp-server-git",
      "ask a server, into out/git.tools.json and out/git",
    ],
    ["mcp-gen tools --file git.tools.json", "from what it has said"],
    [
      "mcp-gen tools --check --live --name git --command uvx mcp-server-git",
      "does it still say the same?",
    ],
  ],
  run: (given, colour) => runTools(given, colour),
};

const HANDLERS: Command = {
  word: "handlers",
  summary: "List the handlers that your server lacks, and add stubs.",
  options: handlersOptions,
  examples: [
    ["mcp-gen handlers --add callTool", "a stub in handlers/tools.ts"],
    ["mcp-gen handlers --handlers src", "what handlers in src lack"],
  ],
  run: (given) => runHandlers(given),
};

const INIT: Command = {
  word: "init",
  summary: "Write a configuration, scripts and, if asked for, a hook.",
  options: initOptions,
  examples: [
    ["mcp-gen init --out src/protocol", "a configuration that says so"],
    ["mcp-gen init --hook lefthook", "and a hook that checks each commit"],
  ],
  run: (given) => runInit(given),
};

const INPUTS: Command = {
  word: "inputs",
  summary: "Print globs of what a run reads, for Turborepo and Nx.",
  options: placesOptions,
  examples: [
    ["mcp-gen inputs --json", "for the inputs of a task in turbo.json"],
    ["mcp-gen inputs --nx --json", "for those of a target in project.json"],
  ],
  run: (given) => runInputs(given),
};

const OUTPUTS: Command = {
  word: "outputs",
  summary: "Print globs of what a run writes, for Turborepo and Nx.",
  options: placesOptions,
  examples: [
    ["mcp-gen outputs --json", "for the outputs of a task in turbo.json"],
    ["mcp-gen outputs --nx --json", "for those of a target in project.json"],
  ],
  run: (given) => runOutputs(given),
};

const COMPLETION: Command = {
  word: "completion",
  summary: "Print a script that completes words in bash and zsh.",
  options: {},
  examples: [["mcp-gen completion >> ~/.bashrc", "from the next shell on"]],
  run: async () => {
    // The script is yargs' to print.
    (await newParser(() => undefined)).showCompletionScript();
    return { exitCode: ExitCode.done, stdout: "", stderr: "" };
  },
};

const COMMANDS: readonly Command[] = [
  MAIN,
  INIT,
  MODEL,
  DIFF,
  PULL,
  TOOLS,
  HANDLERS,
  INPUTS,
  OUTPUTS,
  COMPLETION,
];

/**
 * Runs a command line of any kind. Never throws.
 *
 * @param args What follows `mcp-gen`.
 * @param colour Whether the terminal shows colours.
 */
export async function runCommandLine(
  args: readonly string[],
  colour: () => boolean,
): Promise<Outcome> {
  try {
    const [first, ...rest] = args;
    if (first === COMPLETIONS) return printed(completionsOf(rest).join("\n"));
    const { argv, command, help } = await parse(asMeant(args));
    if (argv["version"] === true) return printed(version);
    if (argv["help"] === true) return printed(await help());
    checkNames(argv, command);
    const operands = operandsOf(argv, command);
    return await command.run(argv as unknown as GivenOptions, colour, operands);
  } catch (error) {
    const report = args.includes("--json") ? "json" : "text";
    return outcomeOfError(error, { report });
  }
}

/** What the script that `mcp-gen completion` prints asks with, as yargs has it. */
const COMPLETIONS = "--get-yargs-completions";

/**
 * What a command line can go on with: yargs prints the script that asks, and knows the
 * options of no command before it has run.
 *
 * @param words The program's name and what follows, the word that is begun last.
 */
function completionsOf(words: readonly string[]): readonly string[] {
  const [, first] = words;
  const current = words.at(-1) ?? "";
  const before = words.at(-2) ?? "";
  const command = COMMANDS.find(({ word }) => word === first) ?? MAIN;
  const spec = before.startsWith("--")
    ? command.options[before.slice(2)]
    : undefined;
  const options = [...Object.keys(command.options), "help", "version"];
  const found =
    spec !== undefined && spec.kind !== "flag"
      ? (spec.choices ?? [])
      : current.startsWith("-") || command !== MAIN || words.length > 2
        ? options.map(dashed)
        : COMMANDS.flatMap(({ word }) => word ?? []);
  return found.filter((word) => word.startsWith(current));
}

/** Words that people type by the habit of other programs, as this one's arguments. */
const HABITS: Readonly<Record<string, readonly string[]>> = {
  generate: [],
  check: ["--check"],
  watch: ["--watch"],
};

/** Options that are short everywhere. */
const SHORT: Readonly<Record<string, string>> = {
  "-h": "--help",
  "-v": "--version",
};

/** Arguments with what is meant in the place of {@link HABITS} and {@link SHORT}. */
function asMeant(args: readonly string[]): readonly string[] {
  const [first = "", ...rest] = args.map((arg) =>
    Object.hasOwn(SHORT, arg) ? (SHORT[arg] ?? arg) : arg,
  );
  if (first === "help") return [...rest, "--help"];
  return Object.hasOwn(HABITS, first)
    ? [...(HABITS[first] ?? []), ...rest]
    : [...(args.length === 0 ? [] : [first]), ...rest];
}

async function parse(args: readonly string[]): Promise<{
  readonly argv: Arguments;
  readonly command: Command;
  readonly help: () => Promise<string>;
}> {
  let command = MAIN;
  const parser = await newParser((chosen) => (command = chosen));
  // All that follows --command is the server's.
  const { own, command: serverCommand } = splitCommand(args);
  const argv = {
    ...((await parser.parseAsync([...own])) as Arguments),
    ...(serverCommand !== undefined && { command: serverCommand }),
  };
  return { argv, command, help: () => parser.getHelp() };
}

/**
 * Makes a parser.
 *
 * @param choose Called with the command that the arguments name.
 */
async function newParser(
  choose: (command: Command) => void,
): Promise<ReturnType<typeof yargs>> {
  // It comes as a module that a CommonJS program can only load like this.
  const { default: createParser } = await import("yargs");
  const parser = createParser([])
    .scriptName("mcp-gen")
    .locale("en")
    .help(false)
    .version(false)
    .exitProcess(false)
    .wrap(80)
    .usageConfiguration({ "hide-types": true })
    .parserConfiguration({
      "boolean-negation": false,
      "camel-case-expansion": false,
      "dot-notation": false,
      "parse-numbers": false,
      "parse-positional-numbers": false,
    })
    .fail((message: string | undefined, error) => {
      throw message === undefined ? error : new UsageError(`${message}.`);
    });
  for (const candidate of COMMANDS) {
    const { word, summary, operands } = candidate;
    const listed = word === undefined ? false : summary;
    parser.command(word ?? "$0", listed as string, (scoped) => {
      choose(candidate);
      const usage = ["mcp-gen", word, operands].filter(Boolean);
      scoped
        .usage(null)
        .usage(`Usage: ${usage.join(" ")} [options]\n${summary}`);
      for (const [name, spec] of Object.entries(candidate.options))
        addOption(scoped, name, spec);
      for (const [line, purpose] of candidate.examples)
        scoped.example(line, purpose);
      return scoped
        .option("help", {
          type: "boolean",
          describe: "print this",
          group: "Run:",
        })
        .option("version", {
          type: "boolean",
          describe: "print the version",
          group: "Run:",
        });
    });
  }
  return parser;
}

function addOption(
  parser: ReturnType<typeof yargs>,
  name: string,
  spec: OptionSpec,
): void {
  parser.option(name, {
    type: spec.kind === "flag" ? "boolean" : "string",
    describe:
      spec.fallback === undefined
        ? spec.description
        : `${spec.description} [${spec.fallback}]`,
    group: `${spec.group}:`,
    coerce: (value: unknown) =>
      value === undefined || Array.isArray(value) ? value : [value],
  });
}

/** Refuses what no option and no command is called, with the name that was meant. */
function checkNames(argv: Arguments, command: Command): void {
  const names = [...Object.keys(command.options), "help", "version"];
  for (const name of Object.keys(argv)) {
    if (name === "_" || name === "$0" || names.includes(name)) continue;
    throw new UsageError(
      sentences(
        `There is no option ${dashed(name)}.`,
        didYouMean(name, names, dashed),
      ),
    );
  }
  const [word] = operandsOf(argv, command);
  if (word === undefined || command.operands !== undefined) return;
  const words = [
    ...COMMANDS.flatMap((known) => known.word ?? []),
    ...Object.keys(HABITS),
  ];
  throw new UsageError(
    sentences(
      `There is no command "${word}".`,
      didYouMean(word, words) ?? `A schema is given as --schema ${word}.`,
    ),
  );
}

/** The words after the command's own. */
function operandsOf(argv: Arguments, { word }: Command): readonly string[] {
  return argv._.slice(word === undefined ? 0 : 1).map(String);
}

function dashed(name: string): string {
  return name.length === 1 ? `-${name}` : `--${name}`;
}

function printed(text: string): Outcome {
  return { exitCode: ExitCode.done, stdout: `${text}\n`, stderr: "" };
}
