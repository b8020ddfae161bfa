/** Files that may be missing, where that is as good as an empty answer. */
import { readFileSync } from "node:fs";

/** The text of a file; undefined when it is missing, a folder, or may not be read. */
export function readIfReadable(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
