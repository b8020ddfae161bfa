/** Makes what is measured: reads the draft's schema, emits its files and compiles them. */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { emitFiles } from "../../generator/emit/emit.js";
import { builtInTemplates } from "../../generator/source/built-in-templates.js";
import { readModel } from "../../generator/read/schema-ts/read.js";
import { writeCompiled } from "../../test/compiled-output.js";
import type { Workspace } from "./peers/peer.js";
import { FOLDER, validatorsFile, workspaceFile } from "./subject.js";

const SCHEMA = fileURLToPath(
  new URL("../../schema/draft/schema.ts", import.meta.url),
);

/**
 * Empties the benchmark's folder and fills it again.
 *
 * @param types the types that the benchmark has messages of
 */
export async function makeWorkspace(
  types: readonly string[],
): Promise<Workspace> {
  const text = readFileSync(SCHEMA, "utf8");
  const { model } = readModel({
    text,
    path: "schema/draft/schema.ts",
    sha256: createHash("sha256").update(text).digest("hex"),
  });
  const files = emitFiles(model, {
    builtInTemplates,
    parts: ["types", "validators", "json-schema"],
    importExtension: ".js",
    formats: "annotate",
    banner: "Made for bench/validate.",
  });
  const textOf = (name: string): string =>
    files.find((file) => file.path === name)?.text ?? "";
  const workspace: Workspace = {
    model,
    typesText: textOf("types.ts"),
    schema: JSON.parse(textOf("schema.json")) as Record<string, unknown>,
    folder: FOLDER,
    types,
  };
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(path.dirname(validatorsFile), { recursive: true });
  writeFileSync(workspaceFile, JSON.stringify(workspace));
  await writeCompiled(files, path.dirname(validatorsFile));
  return workspace;
}
