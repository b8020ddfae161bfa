/** The generated code of the newest handshake revision, made when it is first needed. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { emitFiles } from "../../../../generator/emit/emit.js";
import { builtInTemplates } from "../../../../generator/source/built-in-templates.js";
import { writeCompiled } from "../../../compiled-output.js";
import { embeddedModel } from "../../../shared.js";
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
  const path = mkdtempSync(join(tmpdir(), "mcp-gen-handshake-"));
  const files = emitFiles(embeddedModel(newest), {
    builtInTemplates,
    parts: ["client", "server"],
    importExtension: ".js",
    formats: "annotate",
    banner: "Generated for the tests of requirements.",
  });
  await writeCompiled(files, path);
  writeFileSync(join(path, "package.json"), '{"type":"module"}');
  return {
    path,
    code: await importCode(path),
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}
