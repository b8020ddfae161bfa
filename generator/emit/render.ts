/** Handlebars with the package's own templates. */
import type Handlebars from "handlebars";
import { handlebars } from "./handlebars.js";
import options from "./handlebars-options.json" with { type: "json" };
import type { BuiltInTemplates } from "./templates.js";

const rendering = new WeakMap<
  BuiltInTemplates,
  Map<string, Handlebars.TemplateDelegate>
>();

/**
 * Renders one template. A field that the template names and the view lacks is an
 * error, and nothing is escaped: views hold TypeScript text, prepared in full.
 *
 * @param path Path below `templates/`, e.g. `typescript/types.ts.hbs`.
 * @param view Strings, flags and lists; no decisions are left to the template.
 * @throws {Error} When the template does not exist or asks for a missing field.
 */
export function renderTemplate(
  templates: BuiltInTemplates,
  path: string,
  view: object,
): string {
  let known = rendering.get(templates);
  if (known === undefined) rendering.set(templates, (known = new Map()));
  let render = known.get(path);
  if (render === undefined) known.set(path, (render = load(templates, path)));
  return render(view);
}

function load(
  templates: BuiltInTemplates,
  path: string,
): Handlebars.TemplateDelegate {
  const compiled = templates.compiledOf(path);
  return compiled === undefined
    ? handlebars("handlebars.js").compile(templates.textOf(path), options)
    : handlebars("handlebars.runtime.js").template(compiled);
}
