/** Handlebars as all templates use it. */
import { createRequire } from "node:module";
import type Handlebars from "handlebars";

const require = createRequire(import.meta.url);

/**
 * Loads an edition of Handlebars: all of it, or only what compiled templates need.
 * Each is one file: loading forty modules takes twice as long.
 */
export function handlebars(
  edition: "handlebars.js" | "handlebars.runtime.js",
): typeof Handlebars {
  return require(`handlebars/dist/${edition}`) as typeof Handlebars;
}
