/** Holds the paths of files that users' templates make against those of all others. */
import { UsageError } from "../failure.js";
import { faultOfPath, foldPath } from "./paths.js";

/** A file of the output, and the template of the user's that makes it, if one does. */
export interface PlacedFile {
  /** Path below the output folder, `/` separated. */
  readonly path: string;
  /** The template as it is shown to people. */
  readonly template?: string;
}

/**
 * Checks that every file which a template makes has a place of its own, on every
 * platform.
 *
 * @param files All files of the output.
 * @throws UsageError for a path that some system cannot store, that another file has,
 *   or in which a file would have to be a folder.
 */
export function checkTemplatePaths(files: readonly PlacedFile[]): void {
  for (const file of files) {
    if (file.template === undefined) continue;
    const fault = faultOfPath(file.path);
    if (fault !== undefined)
      throw new UsageError(
        `${file.template} cannot make "${file.path}": the path ${fault}.`,
      );
    const other = files.find(
      (each) => each !== file && areInTheWay(each.path, file.path),
    );
    if (other !== undefined)
      throw new UsageError(
        `${file.template} makes ${file.path}, and ${other.template ?? "mcp-gen"} makes ${other.path}; give the template another name.`,
      );
  }
}

/** True for one path twice, and where one is a file in which the other needs a folder. */
function areInTheWay(a: string, b: string): boolean {
  const [left, right] = [`${foldPath(a)}/`, `${foldPath(b)}/`];
  return left.startsWith(right) || right.startsWith(left);
}
