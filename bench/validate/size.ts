/** How much code a user of the validators ships: minified by esbuild, compressed by gzip. */
import { gzipSync } from "node:zlib";
import path from "node:path";
import { build } from "esbuild";
import { validatorsFile } from "./subject.js";

export interface Size {
  readonly name: string;
  readonly minified: number;
  readonly gzipped: number;
}

/** The bundles that are weighed: what they import, and from where. */
export async function measureSizes(): Promise<readonly Size[]> {
  const ours = JSON.stringify(validatorsFile);
  return [
    await weigh("all validators", `export * from ${ours};`),
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
