/** `mcp-gen handlers`: its options, and what it prints. */
import { configuredOptions } from "../../config/apply.js";
import { withPositions } from "../../config/load.js";
import { ExitCode, UsageError } from "../../failure.js";
import {
  type AddedHandlers,
  addHandlers,
  checkHandlers,
  type GenerateOptions,
  type PlacedHandler,
  resolveOutputs,
} from "../../index.js";
import { lackingLines } from "../../handlers/report.js";
import {
  type Given,
  type OptionSpec,
  optionTable,
} from "../../config/options.js";
import { readOptions } from "../options.js";
import { type Outcome, outcomeOfError } from "../report.js";

/** Options of the main command that say where things are. */
const PLACES = [
  "schema",
  "schema-root",
  "out",
  "name",
  "language",
  "import-extension",
  "no-format",
  "templates",
] as const;

const RUN = ["config", "trust-config", "dry-run", "quiet", "json"] as const;

/** Names of the options, without the dashes. */
export type HandlersOptionName =
  (typeof PLACES)[number] | "handlers" | "add" | (typeof RUN)[number];

/** Where handlers are by default. */
const DEFAULT_FOLDER = "handlers";

/** The options, in the order of the help. */
export const handlersOptions: Readonly<Record<HandlersOptionName, OptionSpec>> =
  {
    ...pick(PLACES),
    handlers: {
      ...optionTable.handlers,
      fallback: DEFAULT_FOLDER,
      description: "folder with your handlers",
    },
    add: {
      kind: "list",
      description: "handlers to add as stubs: listTools,callTool",
      group: "Run",
    },
    ...pick(RUN),
  };

function pick<Name extends keyof typeof optionTable>(
  names: readonly Name[],
): Record<Name, OptionSpec> {
  return Object.fromEntries(
    names.map((name) => [name, optionTable[name]]),
  ) as Record<Name, OptionSpec>;
}

/**
 * Adds handlers, or says which are missing. Never throws: what goes wrong is told by
 * the outcome.
 */
export async function runHandlers(
  given: Given<HandlersOptionName>,
): Promise<Outcome> {
  try {
    const { add, ...others } = given;
    const run = readOptions(others);
    const { mode, report } = run;
    const options = onlyOne(await withPositions(() => configuredOptions(run)));
    const names = (add as readonly string[] | undefined)?.flatMap((list) =>
      list.split(",").map((name) => name.trim()),
    );
    const isDryRun = mode === "dry-run";
    const { json, text } =
      names === undefined
        ? await lackingOutcome(options)
        : await addOutcome(names, options, isDryRun);
    const stdout = {
      json: `${JSON.stringify({ exitCode: ExitCode.done, ...json }, null, 2)}\n`,
      text: text.map((line) => `${line}\n`).join(""),
      quiet: "",
    };
    return { exitCode: ExitCode.done, stdout: stdout[report], stderr: "" };
  } catch (error) {
    return outcomeOfError(error, { report: given.json ? "json" : "text" });
  }
}

/** @throws UsageError when it is not clear whose handlers are meant. */
function onlyOne(configured: readonly GenerateOptions[]): GenerateOptions {
  const having = configured.filter(({ handlers }) => handlers !== undefined);
  const [options, ...more] = having.length > 0 ? having : configured;
  if (more.length > 0)
    throw new UsageError(
      "The configuration has several outputs; choose one with --schema.",
    );
  return { handlers: DEFAULT_FOLDER, ...options };
}

/** What is said, to programs and to people. */
interface Said {
  readonly json: object;
  readonly text: readonly string[];
}

async function lackingOutcome(options: GenerateOptions): Promise<Said> {
  const { label, lacking, files } = await checkHandlers(options);
  const command = resolveOutputs(options)[0]?.handlers?.command ?? "";
  // Files that a run would write are missing as a whole.
  const missing = files.map(({ path }) => path);
  const lines = [
    ...(missing.length > 0
      ? [
          `${label} has no ${missing.join(", ")}; mcp-gen --handlers writes them`,
        ]
      : []),
    ...lackingLines({ folder: label, lacking, command }),
  ];
  return {
    json: { folder: label, missing, lacking, command },
    text: lines.length > 0 ? lines : [`${label} lacks nothing`],
  };
}

async function addOutcome(
  names: readonly string[],
  options: GenerateOptions,
  dryRun: boolean,
): Promise<Said> {
  if (names.includes("")) throw new UsageError("--add has an empty name.");
  const result = await addHandlers(names, { ...options, dryRun });
  const folder = resolveOutputs(options)[0]?.handlers?.label ?? "";
  return {
    json: { folder, dryRun, ...result },
    text: addedLines(folder, result, dryRun),
  };
}

function addedLines(
  folder: string,
  { added, present, uncollected }: AddedHandlers,
  dryRun: boolean,
): readonly string[] {
  const lines = (verb: string, handlers: readonly PlacedHandler[]) =>
    [...new Set(handlers.map(({ file }) => file))].map((file) => {
      const names = handlers.filter((each) => each.file === file);
      return `${folder}/${file}: ${verb} ${names.map(({ name }) => name).join(", ")}`;
    });
  return [
    ...lines(dryRun ? "would add" : "added", added),
    ...lines("has", present),
    ...uncollected.map(
      ({ binding, file }) =>
        `${folder}/${file} is used nowhere yet: add ...${binding} to the handlers of createMcpServer`,
    ),
  ];
}
