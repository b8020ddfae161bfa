/** How much code a stdio server with one tool ships: minified by esbuild, compressed by gzip. */
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { ourProgram, sdkProgram, type Workspace } from "./programs.js";

/** What was weighed. */
export interface Size {
  readonly name: string;
  readonly minified: number;
  readonly gzipped: number;
}

/** Weighs both servers. */
export async function measureSizes(
  workspace: Workspace,
): Promise<readonly Size[]> {
  return [
    await weigh("mcp-gen", ourProgram("./draft"), workspace.folder),
    await weigh(
      "SDK",
      sdkProgram,
      fileURLToPath(new URL("..", import.meta.url)),
    ),
  ];
}

async function weigh(
  name: string,
  program: string,
  resolveDir: string,
): Promise<Size> {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir, loader: "ts" },
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    platform: "node",
    target: "es2022",
  });
  const bytes = outputFiles[0]?.contents ?? new Uint8Array();
  return {
    name,
    minified: bytes.length,
    gzipped: gzipSync(bytes, { level: 9 }).length,
  };
}
