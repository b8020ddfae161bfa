/** Handlebars with the package's own templates. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type HandlebarsModule from "handlebars";
import { packageFolder } from "../package-info.js";

const TEMPLATES = join(packageFolder, "templates");

/** The single-file edition: loading the other's forty modules takes twice as long. */
const Handlebars = createRequire(import.meta.url)(
  "handlebars/dist/handlebars.js",
) as typeof HandlebarsModule;

const compiled = new Map<string, HandlebarsModule.TemplateDelegate>();

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
      knownHelpersOnly: true,
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
  return readFileSync(join(TEMPLATES, name), "utf8").replace(/\r\n?/g, "\n");
}
