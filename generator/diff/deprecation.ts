/** Compares whether two revisions discourage something. */
import type { Documentation } from "../model/model.js";
import type { Change } from "./change.js";
import { breaks, NOBODY } from "./verdict.js";

/** The change, if any, of a declaration's `@deprecated`; it never breaks a side. */
export function deprecationOf(
  at: Pick<Change, "subject" | "path" | "place">,
  before: Documentation,
  after: Documentation,
): readonly Change[] {
  const [was, is] = [before.deprecated, after.deprecated].map(
    (text) => text !== undefined,
  );
  if (was === is) return [];
  return [
    {
      ...at,
      action: is ? "deprecated" : "undeprecated",
      what: is ? "was deprecated" : "is no longer deprecated",
      verdicts: breaks(NOBODY),
    },
  ];
}
