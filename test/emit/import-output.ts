/** Output as running code. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { emitFiles } from "../../generator/emit/emit.js";
import { builtInTemplates } from "../../generator/source/built-in-templates.js";
import type { PartName } from "../../generator/emit/emitter.js";
import type { ProtocolModel } from "../../generator/model/model.js";
import { legacyModel } from "../shared.js";
import { writeCompiled } from "../compiled-output.js";

/**
 * Emits parts of a model, compiles them and imports `index.js`.
 *
 * @returns What the index exports. Every call makes a copy of its own.
 */
export async function importOutput<Exports>(
  model: ProtocolModel,
  parts: readonly PartName[] = ["errors", "methods"],
): Promise<Exports> {
  const folder = mkdtempSync(join(tmpdir(), "mcp-gen-output-"));
  try {
    writeFileSync(join(folder, "package.json"), '{"type":"module"}');
    const files = emitFiles(model, {
      builtInTemplates,
      legacyModel,
      parts,
      importExtension: ".js",
      formats: "annotate",
      banner: "Made for a test.",
    });
    await writeCompiled(files, folder);
    const index = pathToFileURL(join(folder, "index.js")).href;
    return (await import(/* @vite-ignore */ index)) as Exports;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
