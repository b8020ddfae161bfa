/**
 * What is built into one file, `dist/program.cjs`: the library, and every run that is
 * not over at once, from arguments to an outcome.
 */
import { runGenerate } from "./commands/generate.js";
import { parseQuickly, readOptions } from "./options.js";
import { type Outcome, outcomeOfError } from "./report.js";
import { startSpinner } from "./spinner.js";

export * as library from "../index.js";

/**
 * Runs a command line. Never throws. yargs is loaded for what it is good at: help,
 * commands, and saying what is wrong.
 *
 * @param args What follows `mcp-gen`.
 */
export async function runMain(args: readonly string[]): Promise<Outcome> {
  const stop = QUIET.some((word) => args.includes(word))
    ? () => undefined
    : startSpinner("mcp-gen is at work");
  try {
    return await runArguments(args);
  } finally {
    stop();
  }
}

/** Words of runs that print nothing else, or print all the time. */
const QUIET = ["--quiet", "--json", "--watch", "watch", "completion"];

async function runArguments(args: readonly string[]): Promise<Outcome> {
  const given = parseQuickly(args);
  if (given === undefined) {
    const { runCommandLine } = await import("./parse.js");
    return runCommandLine(args, hasColours);
  }
  try {
    return await runGenerate(readOptions(given), hasColours);
  } catch (error) {
    return outcomeOfError(error, { report: given.json ? "json" : "text" });
  }
}

/** Node's own answer, which knows NO_COLOR, FORCE_COLOR and dumb terminals. */
function hasColours(): boolean {
  return process.stdout.isTTY === true && process.stdout.hasColors();
}
