/** A template's text: the user's where there is one, else ours. */
import type { EmittedFile } from "./emitter.js";
import type { Templates } from "./templates.js";
import { renderUserTemplate } from "./user-template.js";
import { renderTemplate } from "./render.js";

/**
 * Renders the template of a name.
 *
 * @param name Path below `templates/`, e.g. `typescript/types.ts.hbs`.
 * @param view What it shows; see `views.ts`.
 * @returns the text, and the template of the user's that gave it.
 * @throws UsageError for a template of the user's that has a mistake.
 */
export function fillTemplate<View extends object>(
  name: string,
  view: View,
  { builtIn, users }: Templates,
): Pick<EmittedFile, "text" | "template"> {
  const template = users.get(name);
  return template === undefined
    ? { text: renderTemplate(builtIn, name, view) }
    : { text: renderUserTemplate(template, view), template: template.label };
}
