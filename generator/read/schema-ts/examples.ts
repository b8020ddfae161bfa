/** The files that `{@includeCode}` names. */
import { readFileSync } from "node:fs";
import { isAbsolute, relative, resolve } from "node:path";
import type { SchemaSource } from "../../source/source.js";

/**
 * Gives a function that reads an included file, LF line endings and no blank end.
 * What is missing, or lies outside the schema's folder, is no error: the
 * documentation then does without.
 */
export function exampleReader({
  examplesDir,
}: SchemaSource): (path: string) => string | undefined {
  return (path) => {
    if (examplesDir === undefined) return undefined;
    const file = resolve(examplesDir, path);
    const below = relative(examplesDir, file);
    if (below.startsWith("..") || isAbsolute(below)) return undefined;
    try {
      return readFileSync(file, "utf8").replace(/\r\n?/g, "\n").trimEnd();
    } catch {
      return undefined;
    }
  };
}
