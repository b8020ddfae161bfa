#!/usr/bin/env node
/**
 * The program `mcp-gen`. Runs that have nothing to do end right here; `scripts/build.mjs`
 * makes one small file of this module and all that it imports. Everything else is in
 * `program.js`.
 */
import nodeModule, { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { requireCompiled } from "../compiled-code.js";
import { outcomeWhenFresh } from "./fresh-run.js";
import { parseQuickly } from "./options.js";
import { print } from "./print.js";

async function main(args: readonly string[]): Promise<void> {
  const outcome = outcomeWhenFresh(args);
  if (outcome !== undefined) return print(outcome);
  // From Node 22.8 on, compiled code is kept of all that is loaded, prettier for one.
  const { enableCompileCache } = nodeModule as {
    readonly enableCompileCache?: () => void;
  };
  enableCompileCache?.();
  // Of the program itself it is kept more cheaply, but only when a run calls what is worth
  // it: help would keep code that lacks the rest for good. Commands, on the other hand,
  // may `import()` packages, which kept code cannot.
  const load =
    parseQuickly(args) === undefined
      ? createRequire(import.meta.url)
      : requireCompiled;
  const { runMain } = load(
    fileURLToPath(new URL("./program.cjs", import.meta.url)),
  ) as typeof import("./program.js");
  print(await runMain(args));
}

void main(process.argv.slice(2));
