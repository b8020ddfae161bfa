/** The generated code of the newest handshake revision, made when it is first needed. */
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { emitFiles } from "../../../../generator/emit/emit.js";
import { builtInTemplates } from "../../../../generator/source/built-in-templates.js";
import { type CodeFile, writeCompiled } from "../../../compiled-output.js";
import { embeddedModel } from "../../../shared.js";
import { newest } from "../revision.js";
import { importCode, type GeneratedCode } from "./code-import.js";

/** A generated folder. */
export interface GeneratedFolder {
  readonly path: string;
  readonly code: GeneratedCode;
  remove(): void;
}

/** The variable that names a folder of generated code to test in place of what is generated. */
export const codeVariable = "MCP_GEN_TEST_CODE";

/** What is generated for the newest handshake revision. */
export function emittedCode(): readonly CodeFile[] {
  return emitFiles(embeddedModel(newest), {
    builtInTemplates,
    parts: ["client", "server"],
    importExtension: ".js",
    formats: "annotate",
    banner: "Generated for the tests of requirements.",
  });
}

/** Generates the code, or takes that of {@link codeVariable}, into a folder of its own. */
export async function generateCode(): Promise<GeneratedFolder> {
  const path = mkdtempSync(join(tmpdir(), "mcp-gen-handshake-"));
  const given = process.env[codeVariable];
  await writeCompiled(
    given === undefined ? emittedCode() : readFiles(given),
    path,
  );
  writeFileSync(join(path, "package.json"), '{"type":"module"}');
  return {
    path,
    code: await importCode(path),
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}

/** The modules of a folder of generated code. */
export function readFiles(folder: string): readonly CodeFile[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .map((path) => ({ path, text: readFileSync(join(folder, path), "utf8") }));
}
