/** The emit step: a model in, files in memory out. Pure. */
import type { ProtocolModel } from "../model/model.js";
import type { EmitContext, EmittedFile, PartName } from "./emitter.js";
import { emitters, resolveParts } from "./parts.js";
import type { BuiltInTemplates, UserTemplates } from "./templates.js";
import { emitUserFiles } from "./user-files.js";

/** What a run asks of the emit step. */
export interface EmitOptions extends Pick<
  EmitContext,
  "banner" | "formats" | "importExtension" | "legacyModel"
> {
  /** Parts to emit; those that they import come along. */
  readonly parts: Iterable<PartName>;
  readonly builtInTemplates: BuiltInTemplates;
  readonly templates?: UserTemplates | undefined;
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
  { builtInTemplates, templates = new Map(), ...options }: EmitOptions,
): readonly EmittedFile[] {
  const context: EmitContext = {
    ...options,
    parts: resolveParts(options.parts),
    templates: { builtIn: builtInTemplates, users: templates },
  };
  const chosen = emitters.filter(
    ({ part, eras }) =>
      context.parts.has(part) && eras?.includes(model.era) !== false,
  );
  const languages = new Set(chosen.map(({ language }) => language));
  const files = [...languages].flatMap((language) => {
    const own = chosen
      .filter((emitter) => emitter.language === language)
      .flatMap((emitter) => emitter.emit(model, context));
    return language.complete?.(own, context) ?? own;
  });
  return [...files, ...emitUserFiles(model, context)];
}
