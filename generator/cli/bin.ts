#!/usr/bin/env node
/**
 * The program `mcp-gen`. Runs that have nothing to do end right here; `scripts/build.mjs`
 * makes one small file of this module and all that it imports. Everything else is in
 * `program.js`.
 */
import nodeModule, { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { outcomeWhenFresh } from "./fresh-run.js";
import { print } from "./print.js";

async function main(args: readonly string[]): Promise<void> {
  const outcome = outcomeWhenFresh(args);
  if (outcome !== undefined) return print(outcome);
  // From Node 22.8 on, what V8 has compiled is kept from run to run.
  const { enableCompileCache } = nodeModule as {
    readonly enableCompileCache?: () => void;
  };
  enableCompileCache?.();
  const { runMain } = createRequire(import.meta.url)(
    fileURLToPath(new URL("./program.cjs", import.meta.url)),
  ) as typeof import("./program.js");
  print(await runMain(args));
}

void main(process.argv.slice(2));
