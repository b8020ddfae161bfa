/**
 * Reads the files that a user or a checkout names. What stands under a name need not be
 * a file: a pipe would be waited for, and a device may never end.
 */
import { readFileSync, realpathSync, statSync } from "node:fs";
import { isInside } from "../output/paths.js";

/** No file that mcp-gen reads comes near it. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Reads a regular file; links to one count.
 *
 * @returns its bytes.
 * @throws the system's error; one with the code `ENOTREG` for a pipe, a socket or a
 *   device, `EISDIR` for a folder, and `EFBIG` for more than 64 MiB.
 */
export function readRegularFile(path: string): Buffer {
  // By its path alone: packages inside of archives (Yarn's PnP) know no more than that.
  const stats = statSync(path);
  if (stats.isDirectory()) throw fault("EISDIR", path);
  if (!stats.isFile()) throw fault("ENOTREG", path);
  if (stats.size > MAX_BYTES) throw fault("EFBIG", path);
  return readFileSync(path);
}

/**
 * True when a file that is below a folder by its name is below it indeed, rather than
 * somewhere else by a link that a checkout has brought.
 *
 * @param folder Absolute path; it may be a link itself.
 * @param file Absolute path; false when it is not there.
 */
export function isBelow(folder: string, file: string): boolean {
  try {
    return isInside(realpathSync(folder), realpathSync(file));
  } catch {
    return false;
  }
}

/** {@link readRegularFile} as UTF-8 text. */
export function readRegularText(path: string): string {
  return readRegularFile(path).toString("utf8");
}

/** The text of a file; undefined when it is missing, is not a file, or may not be read. */
export function readIfReadable(path: string): string | undefined {
  try {
    return readRegularText(path);
  } catch {
    return undefined;
  }
}

function fault(code: string, path: string): Error {
  return Object.assign(new Error(`${code}: ${path}`), { code });
}
