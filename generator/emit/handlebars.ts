/** Handlebars as all templates use it. */
import { createRequire } from "node:module";
import type Handlebars from "handlebars";

/** All of Handlebars, or only what compiled templates need. */
type Edition = "handlebars.js" | "handlebars.runtime.js";

const require = createRequire(import.meta.url);
const loaded = new Map<Edition, typeof Handlebars>();

/**
 * Loads an edition of Handlebars. Each is one file: loading forty modules takes twice
 * as long.
 */
export function handlebars(edition: Edition): typeof Handlebars {
  let engine = loaded.get(edition);
  if (engine === undefined) {
    engine = require(`handlebars/dist/${edition}`) as typeof Handlebars;
    loaded.set(edition, engine);
  }
  return engine;
}
