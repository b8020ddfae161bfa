/** A template's text: the user's own where there is one, else ours. */
import type { EmitContext, EmittedFile } from "./emitter.js";
import { renderOwnTemplate } from "./own-template.js";
import { renderTemplate } from "./render.js";

/**
 * Renders the template of a name.
 *
 * @param name Path below `templates/`, e.g. `typescript/types.ts.hbs`.
 * @param view What it shows; see `views.ts`.
 * @param templates The user's templates.
 * @returns the text, and the template of the user's that gave it.
 * @throws UsageError for a template of the user's that has a mistake.
 */
export function fillTemplate<View extends object>(
  name: string,
  view: View,
  templates: EmitContext["templates"],
): Pick<EmittedFile, "text" | "template"> {
  const own = templates?.get(name);
  return own === undefined
    ? { text: renderTemplate(name, view) }
    : { text: renderOwnTemplate(own, view), template: own.label };
}
