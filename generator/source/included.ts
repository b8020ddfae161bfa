/** Which files a schema's documentation includes. */
import nodePath from "node:path";
import { isInside } from "../output/paths.js";

/** A file that `{@includeCode}` names; it need not be there. */
export interface IncludedFile {
  /** As the schema writes it. */
  readonly path: string;
  /** Absolute. */
  readonly file: string;
}

/**
 * Lists the files that `{@includeCode}` names below the schema's folder, in the order
 * of the text. What lies elsewhere is not read.
 *
 * @param folder Absolute path of the schema's folder.
 */
export function includedFiles(
  text: string,
  folder: string,
): readonly IncludedFile[] {
  // Most schemas include nothing, and the pattern takes its time.
  if (!text.includes("{@includeCode")) return [];
  return [...text.matchAll(/\{@includeCode\s+([^\s}]+)/g)]
    .map(([, path = ""]) => ({ path, file: nodePath.resolve(folder, path) }))
    .filter(({ file }) => isInside(folder, file));
}
