/** How files of one folder name those of another. */
import nodePath from "node:path";
import { UsageError } from "../failure.js";
import type { PathRules } from "../output/paths.js";

/**
 * The path from one folder to another as an import writes it: `/` separated, and
 * never without a dot in front.
 *
 * @param from Absolute path of the folder with the file that imports.
 * @param to Absolute path of the folder that is imported from.
 * @throws UsageError when there is no relative path, as between drives of Windows.
 */
export function importPath(
  from: string,
  to: string,
  rules: PathRules = nodePath,
): string {
  const relative = rules.relative(from, to);
  if (rules.isAbsolute(relative))
    throw new UsageError(
      `There is no relative path from ${from} to ${to}, so handlers cannot import the output; put both on one drive.`,
    );
  const path = relative.split(rules.sep).join("/");
  return path === ".." || path.startsWith("../") ? path : `./${path}`;
}
