/** A project as mcp-gen leaves it: an output, and handlers next to it. */
import { emitFiles } from "../../generator/emit/emit.js";
import { builtInTemplates } from "../../generator/source/built-in-templates.js";
import type { EmittedFile } from "../../generator/emit/emitter.js";
import type { ImportExtension } from "../../generator/emit/typescript/import-extension.js";
import { skeletonFiles } from "../../generator/handlers/skeleton.js";
import type { ProtocolModel } from "../../generator/model/model.js";
import { templates } from "../emit/context.js";
import { legacyModel } from "../shared.js";

/** Everything that handlers need of the output, below `out`. */
export function outputFiles(
  model: ProtocolModel,
  importExtension: ImportExtension = ".js",
): readonly EmittedFile[] {
  return below(
    "out",
    emitFiles(model, {
      builtInTemplates,
      legacyModel,
      parts: ["server", "legacy"],
      importExtension,
      formats: "annotate",
      banner: "Made for a test.",
    }),
  );
}

/** The handlers that people start from, below `src/handlers`. */
export function handlerFiles(
  model: ProtocolModel,
  importExtension: ImportExtension = ".js",
): readonly EmittedFile[] {
  const legacy = model.era === "stateless";
  const options = {
    outputPath: "../../out",
    importExtension,
    legacy,
    templates,
  };
  return below("src/handlers", skeletonFiles(model, options));
}

function below(
  folder: string,
  files: readonly EmittedFile[],
): readonly EmittedFile[] {
  return files.map((file) => ({ ...file, path: `${folder}/${file.path}` }));
}
