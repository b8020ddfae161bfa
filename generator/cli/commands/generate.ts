/** `mcp-gen` without a command: a run, or runs until it is stopped. */
import type { RunOptions } from "../options.js";
import { print } from "../print.js";
import type { Outcome } from "../report.js";
import { run } from "../run.js";

/**
 * Does what the options say. Never throws: what goes wrong is told by the outcome.
 *
 * @param colour Whether the terminal shows colours.
 */
export async function runGenerate(
  options: RunOptions,
  colour: () => boolean,
): Promise<Outcome> {
  if (!options.watch) return run(options, colour);
  const { runWatch } = await import("../watch/watch.js");
  return runWatch(options, colour, print);
}
