/** Texts in which git has left two versions for somebody to choose from. */

const OURS = /^<{7}(?: .*)?$/;
const BASE = /^\|{7}(?: .*)?$/;
const BETWEEN = /^={7}$/;
const THEIRS = /^>{7}(?: .*)?$/;

/**
 * The two versions of a text with merge conflicts.
 *
 * @returns undefined for a text without any.
 */
export function conflictingVersions(
  text: string,
): readonly [ours: string, theirs: string] | undefined {
  // Most texts have none, and splitting takes its time.
  if (!text.includes("<<<<<<<") || !text.includes(">>>>>>>")) return undefined;
  const versions: [string[], string[]] = [[], []];
  let side: "both" | "ours" | "base" | "theirs" = "both";
  let isConflicting = false;
  for (const line of text.split(/\r?\n/)) {
    if (side === "both" && OURS.test(line)) side = "ours";
    else if (side === "ours" && BASE.test(line)) side = "base";
    else if (side !== "both" && side !== "theirs" && BETWEEN.test(line))
      side = "theirs";
    else if (side === "theirs" && THEIRS.test(line)) {
      side = "both";
      isConflicting = true;
    } else {
      if (side === "both" || side === "ours") versions[0].push(line);
      if (side === "both" || side === "theirs") versions[1].push(line);
    }
  }
  return isConflicting
    ? [versions[0].join("\n"), versions[1].join("\n")]
    : undefined;
}
