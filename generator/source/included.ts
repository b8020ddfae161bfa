/** Which files a schema's documentation includes. */
import nodePath from "node:path";
import { isInside } from "../output/paths.js";
import { isBelow, readRegularText } from "./regular-file.js";

/** A file that `{@includeCode}` names; it need not be there. */
export interface IncludedFile {
  /** As the schema writes it. */
  readonly path: string;
  /** Absolute. */
  readonly file: string;
}

/**
 * Reads an included file, LF line endings.
 *
 * @param folder Absolute path of the schema's folder.
 * @param file Absolute path.
 * @returns undefined for what is not there, is not a regular file, or lies outside of the
 *   folder, by its name or by a link: its text goes into what is generated.
 */
export function readExample(folder: string, file: string): string | undefined {
  if (!isBelow(folder, file)) return undefined;
  try {
    return readRegularText(file).replace(/\r\n?/g, "\n");
  } catch {
    return undefined;
  }
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
