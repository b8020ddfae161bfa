/** The emit step: a model in, files in memory out. Pure. */
import type { ProtocolModel } from "../model/model.js";
import type { EmitContext, EmittedFile, PartName } from "./emitter.js";
import {
  type ImportExtension,
  rewriteImportExtensions,
} from "./typescript/import-extension.js";
import { emitIndex } from "./typescript/index-file.js";
import { emitOwnFiles } from "./own-files.js";
import { emitters, resolveParts } from "./parts.js";

/** What a run asks of the emit step. */
export interface EmitOptions {
  /** Parts to emit; those that they import come along. */
  readonly parts: Iterable<PartName>;
  /** How generated files name each other. */
  readonly importExtension: ImportExtension;
  /** Whether validators check formats; see {@link EmitContext}. */
  readonly formats: EmitContext["formats"];
  /** Plain text for the top of each file; see `bannerText`. */
  readonly banner: string;
  /** The user's templates; see {@link EmitContext}. */
  readonly templates?: EmitContext["templates"];
}

/**
 * Emits every file of the output but the manifest, in a stable order.
 *
 * @returns Files with LF line endings; their paths are distinct, but where a template of
 *   the user's takes the path of another file.
 * @throws UsageError for templates of the user's that cannot be rendered.
 */
export function emitFiles(
  model: ProtocolModel,
  options: EmitOptions,
): readonly EmittedFile[] {
  const context: EmitContext = {
    banner: options.banner,
    parts: resolveParts(options.parts),
    formats: options.formats,
    templates: options.templates,
  };
  const files = emitters
    .filter(({ part }) => context.parts.has(part))
    .flatMap((emitter) => emitter.emit(model, context));
  return [
    ...files,
    ...emitIndex(files, context),
    ...emitOwnFiles(model, context),
  ].map((file) => withImportExtension(file, options.importExtension));
}

function withImportExtension(
  file: EmittedFile,
  extension: ImportExtension,
): EmittedFile {
  if (!file.path.endsWith(".ts")) return file;
  return { ...file, text: rewriteImportExtensions(file.text, extension) };
}
