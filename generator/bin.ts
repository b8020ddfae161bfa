#!/usr/bin/env node
/** The program `mcp-gen`: reads its arguments, prints an outcome, sets the exit code. */
import { ExitCode } from "./failure.js";
import { parseQuickly, readOptions } from "./options.js";
import { type Outcome, outcomeOfError } from "./report.js";
import { run } from "./run.js";

async function main(args: readonly string[]): Promise<Outcome> {
  const given = parseQuickly(args);
  if (given === undefined) {
    const { runCommandLine } = await import("./cli.js");
    return runCommandLine(args, hasColours);
  }
  try {
    return await run(readOptions(given), hasColours);
  } catch (error) {
    return outcomeOfError(error, { report: given.json ? "json" : "text" });
  }
}

/** Node's own answer, which knows NO_COLOR, FORCE_COLOR and dumb terminals. */
function hasColours(): boolean {
  return process.stdout.isTTY === true && process.stdout.hasColors();
}

const { exitCode, stdout, stderr } = await main(process.argv.slice(2));
process.exitCode = exitCode;
for (const [stream, text] of [
  [process.stderr, stderr],
  [process.stdout, stdout],
] as const) {
  if (text === "") continue;
  // `mcp-gen model | head` closes the pipe early; there is nobody left to tell.
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") process.exitCode = ExitCode.internal;
  });
  stream.write(text);
}
