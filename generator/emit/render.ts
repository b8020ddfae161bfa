/** Handlebars with the package's own templates. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type Handlebars from "handlebars";
import { requireCompiled } from "../compiled-code.js";
import { packageFolder } from "../package-info.js";
import { handlebars } from "./handlebars.js";
import options from "./handlebars-options.json" with { type: "json" };

const TEMPLATES = join(packageFolder, "templates");

/**
 * Templates that the build has compiled, beside the built program; not there when
 * the sources run as they are.
 */
const PRECOMPILED = fileURLToPath(new URL("templates.cjs", import.meta.url));

/** What they were compiled to, by their names. */
type Specifications = Readonly<
  Record<string, TemplateSpecification | undefined>
>;

let specifications: Specifications | undefined;
const loaded = new Map<string, Handlebars.TemplateDelegate>();

/**
 * Renders one template. A field that the template names and the view lacks is an
 * error, and nothing is escaped: views hold TypeScript text, prepared in full.
 *
 * @param name Path below `templates/`, e.g. `typescript/types.ts.hbs`.
 * @param view Strings, flags and lists; no decisions are left to the template.
 * @throws {Error} When the template does not exist or asks for a missing field.
 */
export function renderTemplate(name: string, view: object): string {
  let template = loaded.get(name);
  if (template === undefined) {
    template = precompiled(name) ?? compile(name);
    loaded.set(name, template);
  }
  return template(view);
}

/** A compiled template, unless its source has been edited since the build. */
function precompiled(name: string): Handlebars.TemplateDelegate | undefined {
  const built = statSync(PRECOMPILED, { throwIfNoEntry: false });
  const { mtimeMs } = statSync(join(TEMPLATES, name));
  if (built === undefined || built.mtimeMs < mtimeMs) return undefined;
  specifications ??= requireCompiled(PRECOMPILED) as Specifications;
  const specification = specifications[name];
  return (
    specification && handlebars("handlebars.runtime.js").template(specification)
  );
}

function compile(name: string): Handlebars.TemplateDelegate {
  return handlebars("handlebars.js").compile(readTemplate(name), options);
}

/** Every name that {@link renderTemplate} knows, sorted. */
export function templateNames(): readonly string[] {
  return readdirSync(TEMPLATES, { recursive: true })
    .map((path) => String(path).replaceAll("\\", "/"))
    .filter((path) => path.endsWith(".hbs"))
    .sort();
}

/**
 * The text of a file below `templates/`, LF line endings whatever the checkout has.
 *
 * @param name Path below `templates/`, e.g. `typescript/runtime/protocol/message.ts`.
 */
export function readTemplate(name: string): string {
  return readFileSync(join(TEMPLATES, name), "utf8").replace(/\r\n?/g, "\n");
}
