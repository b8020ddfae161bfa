/** The files that `{@includeCode}` names. */
import { resolve } from "node:path";
import { readExample } from "../../source/included.js";
import type { SchemaSource } from "../../source/source.js";

/**
 * Gives a function that reads an included file, LF line endings and no blank end.
 * What is missing, or lies outside the schema's folder, is not an error: the
 * documentation then does without.
 */
export function exampleReader({
  examplesDir,
}: SchemaSource): (path: string) => string | undefined {
  return (path) =>
    examplesDir === undefined
      ? undefined
      : readExample(examplesDir, resolve(examplesDir, path))?.trimEnd();
}
