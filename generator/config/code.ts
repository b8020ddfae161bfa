/** Configurations that are programs: `mcp-gen.config.mjs` and `mcp-gen.config.ts`. */
import { statSync } from "node:fs";
import { createRequire } from "node:module";
import { stripVTControlCharacters } from "node:util";
import type { createJiti } from "jiti";

const require = createRequire(import.meta.url);

/** When each file was changed last that this process has loaded; Node loads one once. */
const loaded = new Map<string, number>();

/** A configuration that does not load. */
export class CodeFault extends Error {}

/**
 * Runs a configuration and gives its default export. jiti does it for TypeScript, which
 * Node reads by rules that depend on its version and on the package around the file, and
 * for a file that has changed since (`--watch`).
 *
 * @param file Absolute path.
 * @throws CodeFault with what is wrong, in a sentence or two.
 */
export function loadCode(file: string): unknown {
  const module = load(file) as { readonly default?: unknown };
  if (module.default === undefined)
    throw new CodeFault(
      "It has no default export: export default defineConfig({ ... }).",
    );
  return module.default;
}

function load(file: string): unknown {
  const { mtimeMs } = statSync(file);
  const before = loaded.get(file);
  loaded.set(file, mtimeMs);
  const isFirst = before === undefined || before === mtimeMs;
  try {
    if (isFirst && !file.endsWith(".ts")) return require(file);
    const jiti = require("jiti") as { readonly createJiti: typeof createJiti };
    return jiti.createJiti(file, {
      moduleCache: false,
      interopDefault: false,
    })(file);
  } catch (error) {
    throw new CodeFault(reasonOf(error));
  }
}

function reasonOf(error: unknown): string {
  if (Object(error).code === "ERR_REQUIRE_ASYNC_MODULE")
    return "It awaits something at its top level, which a configuration cannot do.";
  const [first = ""] = stripVTControlCharacters(
    error instanceof Error ? error.message : String(error),
  ).split("\n");
  return `It does not load: ${first.replace(/[\s.:]+$/, "")}.`;
}
