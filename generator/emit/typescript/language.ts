/** TypeScript as a language of the output: an index, and specifiers as they were asked for. */
import type { EmitContext, EmittedFile, Language } from "../emitter.js";
import { rewriteImportExtensions } from "./import-extension.js";
import { emitIndex } from "./index-file.js";

/** The language of all parts but the JSON Schema. */
export const typeScript: Language = {
  name: "typescript",
  complete: (files, context) =>
    [...files, ...emitIndex(files, context)].map((file) =>
      withImportExtension(file, context),
    ),
};

/** A file whose relative specifiers end as the user asked for; others stay as they are. */
export function withImportExtension(
  file: EmittedFile,
  { importExtension }: Pick<EmitContext, "importExtension">,
): EmittedFile {
  if (!file.path.endsWith(".ts")) return file;
  return { ...file, text: rewriteImportExtensions(file.text, importExtension) };
}
