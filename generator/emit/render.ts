/** Handlebars with the package's own templates. */
import { readFileSync } from "node:fs";
import Handlebars from "handlebars";

/**
 * `templates/` stands beside both `generator/` and `dist/`, so the same relative
 * path serves the compiled program and its sources under test.
 */
const TEMPLATES = new URL("../../templates/", import.meta.url);

const compiled = new Map<string, Handlebars.TemplateDelegate>();

/**
 * Renders one template. A field that the template names and the view lacks is an
 * error, and nothing is escaped: views hold TypeScript text, prepared in full.
 *
 * @param name Path below `templates/`, e.g. `typescript/types.ts.hbs`.
 * @param view Strings, flags and lists; no decisions are left to the template.
 * @throws {Error} When the template does not exist or asks for a missing field.
 */
export function renderTemplate(name: string, view: object): string {
  let template = compiled.get(name);
  if (template === undefined) {
    template = Handlebars.compile(readTemplate(name), {
      strict: true,
      noEscape: true,
    });
    compiled.set(name, template);
  }
  return template(view);
}

/**
 * The text of a file below `templates/`, LF line endings whatever the checkout has.
 *
 * @param name Path below `templates/`, e.g. `typescript/runtime/messages.ts`.
 */
export function readTemplate(name: string): string {
  return readFileSync(new URL(name, TEMPLATES), "utf8").replace(/\r\n?/g, "\n");
}
