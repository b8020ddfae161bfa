/** A TypeScript file of the output, from its template. */
import { lineComment } from "./documentation.js";
import type { EmitContext, EmittedFile } from "./emitter.js";
import { renderTemplate } from "./render.js";

/**
 * Renders `templates/typescript/<path>.hbs` with the banner on top.
 *
 * @param path Path of the file below the output folder, e.g. `types.ts`.
 * @param view What the template shows, beside the banner.
 */
export function typeScriptFile(
  path: string,
  context: EmitContext,
  view: object,
): EmittedFile {
  const text = renderTemplate(`typescript/${path}.hbs`, {
    ...view,
    banner: lineComment(context.banner),
  });
  return { path, text, formatted: hasOnlyAsciiCode(text) };
}

/**
 * Whether the layout of this text can be trusted. Columns are counted in UTF-16
 * units here, and prettier counts wide characters twice; comments it leaves alone.
 */
function hasOnlyAsciiCode(text: string): boolean {
  return text
    .split("\n")
    .every(
      (line) => /^[\0-\x7f]*$/.test(line) || /^\s*(?:\*|\/[*/])/.test(line),
    );
}
