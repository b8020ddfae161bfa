/** A TypeScript file of the output, from its template. */
import { bannerComment } from "./print/documentation.js";
import type { EmitContext, EmittedFile } from "../emitter.js";
import { fillTemplate } from "../fill-template.js";

/** What every template of a TypeScript file shows. */
export interface FileView {
  /** What made the file and how to make it again, as comments. */
  readonly banner: string;
}

/**
 * Renders `typescript/<path>.hbs` with the banner on top: the user's template of that
 * name if there is one, else ours.
 *
 * @param path Path of the file below the output folder, e.g. `types.ts`.
 * @param view What the template shows, apart from the banner.
 * @throws UsageError for a template of the user's that has a mistake.
 */
export function typeScriptFile<View extends FileView>(
  path: string,
  { banner, templates }: EmitContext,
  view: Omit<View, keyof FileView>,
): EmittedFile {
  const filled = fillTemplate(
    `typescript/${path}.hbs`,
    { ...view, banner: bannerComment(banner) },
    templates,
  );
  const isOurs = filled.template === undefined;
  return {
    path,
    ...filled,
    formatted: isOurs && hasOnlyAsciiCode(filled.text),
  };
}

/**
 * Whether the layout of this text can be trusted. Columns are counted in UTF-16
 * units here, and prettier counts wide characters twice; comments it leaves alone.
 */
function hasOnlyAsciiCode(text: string): boolean {
  const others = text.match(/^[^\n]*[^\0-\x7f][^\n]*$/gm) ?? [];
  return others.every((line) => /^\s*(?:\*|\/[*/])/.test(line));
}
