/** One file that is written whole or not at all. */
import nodeFs from "node:fs";
import nodePath from "node:path";
import { UsageError } from "../failure.js";
import { reasonOf } from "./disk.js";

/**
 * Writes a file, and the folders that it needs.
 *
 * @param path Absolute.
 * @throws {UsageError} When the disk refuses.
 */
export function writeWhole(path: string, text: string): void {
  const draft = `${path}.${process.pid}.tmp`;
  try {
    nodeFs.mkdirSync(nodePath.dirname(path), { recursive: true });
    nodeFs.writeFileSync(draft, text, { flag: "wx" });
    nodeFs.renameSync(draft, path);
  } catch (error) {
    nodeFs.rmSync(draft, { force: true });
    const reason = reasonOf(error);
    if (reason === undefined) throw error;
    throw new UsageError(`${path} cannot be written: ${reason}.`);
  }
}
