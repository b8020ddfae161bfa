/** Test programs as files that Node runs: processes of their own need JavaScript. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** A program on disk. */
export interface Program {
  readonly path: string;
  remove(): void;
}

/** Bundles `programs/<name>.ts` with all that it imports. */
export async function bundleProgram(name: string): Promise<Program> {
  const folder = mkdtempSync(join(tmpdir(), "mcp-gen-program-"));
  const path = join(folder, `${name}.mjs`);
  await build({
    entryPoints: [
      fileURLToPath(new URL(`programs/${name}.ts`, import.meta.url)),
    ],
    outfile: path,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    logLevel: "error",
  });
  return {
    path,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
