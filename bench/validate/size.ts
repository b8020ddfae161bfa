/** How much code a user of the validators ships: minified by esbuild, compressed by gzip. */
import { gzipSync } from "node:zlib";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { validatorsFile } from "./subject.js";

export interface Size {
  readonly name: string;
  readonly minified: number;
  readonly gzipped: number;
}

/** What the table calls the checks of all types together. */
export const ALL_CHECKS = "isX of every type";

/** What the table calls the validators of whole messages. */
export const MESSAGES = "messages by method (validateRequest and the like)";

/** What the table calls everything that `validators.ts` exports. */
export const WHOLE = "the whole module: isX, assertX, validateX and XSchema";

/** The bundles that are weighed: what they import, and from where. */
export async function measureSizes(): Promise<readonly Size[]> {
  const ours = JSON.stringify(validatorsFile);
  const { href } = pathToFileURL(validatorsFile);
  const checks = Object.keys((await import(href)) as object).filter((name) =>
    /^is[A-Z]/.test(name),
  );
  return [
    await weigh(ALL_CHECKS, `export { ${checks.join(", ")} } from ${ours};`),
    await weigh(
      MESSAGES,
      `export { parseMessage, validateRequest, validateResult, validateNotification } from ${ours};`,
    ),
    await weigh(WHOLE, `export * from ${ours};`),
    await weigh(
      "isCallToolResult alone",
      `export { isCallToolResult } from ${ours};`,
    ),
    await weigh(
      "CallToolResultSchema alone",
      `export { CallToolResultSchema } from ${ours};`,
    ),
    await weigh(
      "CallToolResultSchema of core (zod)",
      `export { CallToolResultSchema } from "@modelcontextprotocol/core";`,
    ),
  ];
}

async function weigh(name: string, entry: string): Promise<Size> {
  const { outputFiles } = await build({
    stdin: { contents: entry, resolveDir: path.dirname(validatorsFile) },
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    platform: "neutral",
    target: "es2022",
    mainFields: ["module", "main"],
    conditions: ["import"],
  });
  const bytes = outputFiles[0]?.contents ?? new Uint8Array();
  return {
    name,
    minified: bytes.length,
    gzipped: gzipSync(bytes, { level: 9 }).length,
  };
}
