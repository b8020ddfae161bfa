/** Ids of the shared list of faults. */
import { readFileSync } from "node:fs";
import { sharedPath } from "../shared.js";

/** The ids that begin with a letter, in order. */
export function caseIds(letter: string): readonly string[] {
  return readFileSync(sharedPath("cases/cases.jsonl"), "utf8")
    .trim()
    .split("\n")
    .map((line) => (JSON.parse(line) as { id: string }).id)
    .filter((id) => id.startsWith(letter));
}
