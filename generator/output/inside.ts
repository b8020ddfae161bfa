/** Which files are in a folder, and no others: nothing that a link leads to. */
import nodeFs from "node:fs";
import { UsageError } from "../failure.js";
import { type Disk, nodeDisk, readText, reasonOf } from "./disk.js";
import type { OutputFolder } from "./output-plan.js";
import { MANIFEST } from "./manifest.js";
import { isInside, placeIn } from "./paths.js";

/**
 * Checks the way to a file below a folder: every folder on it has to be one, and the
 * file a file; neither may be a link, for what a link points to is someone else's.
 *
 * @param output its label may be empty: the path then is what people see.
 * @param path `/` separated.
 * @returns false when there is no such file.
 * @throws UsageError when something else is in the place of the file or of a folder,
 *   or it cannot be read.
 */
export function isThere(
  { folder, label }: OutputFolder,
  path: string,
  disk: Disk = nodeDisk,
): boolean {
  const segments = path.split("/");
  for (let depth = 1; depth <= segments.length; depth++) {
    const inner = segments.slice(0, depth).join("/");
    const shown = label === "" ? inner : `${label}/${inner}`;
    const isFile = depth === segments.length;
    const entry = attempt(shown, () =>
      disk.lstatSync(placeIn(folder, inner), { throwIfNoEntry: false }),
    );
    if (entry === undefined) return false;
    if (entry.isSymbolicLink())
      throw new UsageError(
        `${shown} is a symbolic link; mcp-gen does not write through links inside its folder, so remove it.`,
      );
    if (isFile && !entry.isFile())
      throw new UsageError(
        `${shown} is not a file, but mcp-gen writes a file of that name.`,
      );
    if (!isFile && !entry.isDirectory())
      throw new UsageError(
        `${shown} is a file, but mcp-gen writes a folder of that name.`,
      );
  }
  return true;
}

/**
 * Reads a file below a folder by the rules of {@link isThere}.
 *
 * @returns undefined when there is no such file.
 * @throws UsageError as {@link isThere} does, and when the file cannot be read.
 */
export function readInside(
  output: OutputFolder,
  path: string,
  disk: Disk,
): string | undefined {
  if (!isThere(output, path, disk)) return undefined;
  return attempt(`${output.label}/${path}`, () =>
    readText(disk, placeIn(output.folder, path)),
  );
}

/**
 * Refuses a folder that lies in the project by its name, but outside of it by a link on
 * the way, and holds files that are none of ours: a checkout could bring such a link.
 * A folder that is named outside is the user's own word, and so is one that mcp-gen has
 * filled or that is empty.
 *
 * @param output need not exist yet.
 * @param project absolute path of the project's top folder.
 * @throws UsageError that names where the link leads.
 */
export function refuseWayOut(
  { folder, label }: OutputFolder,
  project: string,
): void {
  if (!isInside(project, folder)) return;
  let real: string;
  let names: readonly string[];
  try {
    real = nodeFs.realpathSync(folder);
    if (isInside(nodeFs.realpathSync(project), real)) return;
    names = nodeFs.readdirSync(real);
  } catch {
    // It is not there yet, or cannot be read: planning reports that.
    return;
  }
  if (names.length === 0 || names.includes(MANIFEST)) return;
  throw new UsageError(
    `${label} leads out of the project, through a symbolic link, to ${real}, which holds files that mcp-gen has not made. Name that folder itself if files are to go there.`,
  );
}

function attempt<Value>(shown: string, look: () => Value): Value {
  try {
    return look();
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === undefined) throw error;
    throw new UsageError(`${shown} cannot be read: ${reason}.`);
  }
}
