/** Reads what is in an output folder, and nothing that a link leads to. */
import { UsageError } from "../failure.js";
import { type Disk, readText, reasonOf } from "./disk.js";
import type { OutputFolder } from "./output-plan.js";
import { placeIn } from "./paths.js";

/**
 * Reads a file below the output folder without following a link on the way: what
 * a link points to is someone else's.
 *
 * @param path `/` separated.
 * @returns undefined when there is no such file.
 * @throws UsageError when something else is in its place, or it cannot be read.
 */
export function readInside(
  { folder, label }: OutputFolder,
  path: string,
  disk: Disk,
): string | undefined {
  const segments = path.split("/");
  for (let depth = 1; depth <= segments.length; depth++) {
    const inner = segments.slice(0, depth).join("/");
    const isFile = depth === segments.length;
    const entry = disk.lstatSync(placeIn(folder, inner), {
      throwIfNoEntry: false,
    });
    if (entry === undefined) return undefined;
    if (entry.isSymbolicLink())
      throw new UsageError(
        `${label}/${inner} is a symbolic link; mcp-gen does not write through links inside its folder, so remove it.`,
      );
    if (isFile && !entry.isFile())
      throw new UsageError(
        `${label}/${inner} is not a file, but a file of that name is generated.`,
      );
    if (!isFile && !entry.isDirectory())
      throw new UsageError(
        `${label}/${inner} is a file, but a folder of that name is generated.`,
      );
  }
  try {
    return readText(disk, placeIn(folder, path));
  } catch (error) {
    throw new UsageError(
      `${label}/${path} cannot be read: ${reasonOf(error)}.`,
    );
  }
}
