/** Shows people what a file was and what it becomes. */
import { createRequire } from "node:module";
import { normaliseLines } from "./manifest.js";

const require = createRequire(import.meta.url);

/** Lines of a diff that are shown of one file. */
const DIFF_LINES = 24;

/** A file before and after. */
export interface FileChange {
  /** The file as it is shown to people. */
  readonly path: string;
  /** Its text; undefined when there is no such file. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/**
 * Prints a unified diff, cut where it is long. Line endings do not count.
 *
 * @param names What to call the text before and the one after.
 */
export function fileDiff(
  { path, before, after }: FileChange,
  names: readonly [before: string, after: string],
): string {
  // Most runs have nothing to show, and it is thirty modules.
  const { createTwoFilesPatch } = require("diff") as typeof import("diff");
  const patch = createTwoFilesPatch(
    before === undefined ? "/dev/null" : path,
    after === undefined ? "/dev/null" : path,
    normaliseLines(before ?? ""),
    normaliseLines(after ?? ""),
    before === undefined ? undefined : names[0],
    after === undefined ? undefined : names[1],
    { context: 2 },
  );
  // Above the two names stands a ruler, and the name where both are the same.
  const lines = patch.slice(patch.indexOf("--- ")).split("\n").slice(0, -1);
  const hidden = lines.length - DIFF_LINES;
  if (hidden <= 1) return lines.join("\n");
  return [...lines.slice(0, DIFF_LINES), `... ${hidden} more lines`].join("\n");
}
