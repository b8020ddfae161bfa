/** What is compared, and how a difference at one place becomes a change. */
import type { Change } from "./change.js";
import type { Place } from "./place.js";
import type { Revision } from "./revision.js";
import type { Effect } from "./verdict.js";
import { verdictsOf } from "./verdict.js";

/** The two revisions under comparison. */
export interface Comparison {
  readonly before: Revision;
  readonly after: Revision;
  /** `_meta` keys with a change of their own, not to be told again as fields. */
  readonly metaKeys: ReadonlySet<string>;
}

/** A change at a place; the senders of the place and the effect give the verdicts. */
export function changeAt(
  place: Place,
  change: {
    readonly action: Change["action"];
    readonly what: string;
    readonly before?: string;
    readonly after?: string;
    readonly effect: Effect;
  },
): Change {
  const { effect, ...rest } = change;
  return {
    subject: place.subject,
    path: place.path,
    place: place.words,
    ...rest,
    verdicts: verdictsOf(place.senders, effect),
  };
}
