/** The generated code of the newest handshake revision, made when it is first needed. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PartName } from "../../../../generator/emit/emitter.js";
import { emitFiles } from "../../../../generator/emit/emit.js";
import { builtInTemplates } from "../../../../generator/source/built-in-templates.js";
import { writeCompiled } from "../../../compiled-output.js";
import { embeddedModel, legacyModel } from "../../../shared.js";
import { newest } from "../revision.js";
import { importCode, type GeneratedCode } from "./code-import.js";

/** A generated folder. */
export interface GeneratedFolder {
  readonly path: string;
  readonly code: GeneratedCode;
  remove(): void;
}

/** Generates the code into a folder of its own. */
export async function generateCode(): Promise<GeneratedFolder> {
  const path = await generate(newest, ["client", "server"]);
  return {
    path,
    code: await importCode(path),
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}

/**
 * Generates code of a revision into a folder of its own.
 *
 * @returns The folder, which the caller removes.
 */
export async function generate(
  revision: string,
  parts: readonly PartName[],
): Promise<string> {
  const path = mkdtempSync(join(tmpdir(), "mcp-gen-handshake-"));
  const files = emitFiles(embeddedModel(revision), {
    builtInTemplates,
    legacyModel,
    parts,
    importExtension: ".js",
    formats: "annotate",
    banner: "Generated for the tests of requirements.",
  });
  await writeCompiled(files, path);
  writeFileSync(join(path, "package.json"), '{"type":"module"}');
  return path;
}
