/** Tools as generated code: emitted, compiled, imported. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { EmittedFile } from "../../generator/emit/emitter.js";
import {
  emitTools,
  reservedToolNames,
} from "../../generator/emit/typescript/tools/tools.js";
import type { SchemaWarning } from "../../generator/read/json-schema/reading.js";
import { readTools } from "../../generator/read/tools/read.js";
import { parseSnapshot } from "../../generator/read/tools/snapshot.js";
import type { ToolsModel } from "../../generator/model/tools.js";
import { writeCompiled } from "../compiled-output.js";
import { templates } from "../emit/context.js";

/** What one run on a list of tools gives. */
export interface GeneratedTools {
  readonly model: ToolsModel;
  readonly warnings: readonly SchemaWarning[];
  readonly files: readonly EmittedFile[];
}

/** Generates from a list of tools, or from a snapshot's text. */
export function generateTools(
  tools: string | readonly object[],
  name: string = "sample",
): GeneratedTools {
  const text = typeof tools === "string" ? tools : JSON.stringify({ tools });
  const { model, warnings } = readTools(parseSnapshot(text, "tools.json"), {
    name,
    source: { path: `${name}.tools.json`, sha256: "0" },
    reserved: reservedToolNames(templates.builtIn),
  });
  const files = emitTools(model, {
    banner: "Made for a test.",
    formats: "annotate",
    templates,
  });
  return { model, warnings, files };
}

/** A generated module, by what it exports. */
export type Module = Readonly<Record<string, any>>;

/** Compiles generated files and imports some of their modules. */
export async function importTools(
  files: readonly EmittedFile[],
  ...modules: readonly string[]
): Promise<readonly Module[]> {
  const folder = mkdtempSync(join(tmpdir(), "mcp-gen-tools-"));
  try {
    writeFileSync(join(folder, "package.json"), '{"type":"module"}');
    await writeCompiled(files, folder);
    return await Promise.all(
      modules.map((module) => {
        const url = pathToFileURL(join(folder, `${module}.js`)).href;
        return import(/* @vite-ignore */ url) as Promise<Module>;
      }),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
