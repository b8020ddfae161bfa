/**
 * Every rule that only the specification's prose states, and that a schema of
 * types cannot: the one place where mcp-gen knows more than the `schema.ts`.
 *
 * Each entry names the page, the revisions it holds for and the schema fact that
 * it builds on. Where its subject does not exist, it does not apply. Where the
 * subject exists but the fact has changed, the entry is stale: it is left out and
 * reported: the page has to be read again. An excerpt, without messages of its own,
 * has no page to look at, and a draft of a released revision was on its way to what the
 * page says: there an entry that does not fit just does not apply.
 */
import type { Position, ProtocolModel, ProseRule } from "../model.js";
import { hasType } from "../queries.js";
import { isBygoneDraft, isWithin, revisionDate } from "../revisions.js";
import { basicEntries } from "./basic.js";
import { clientEntries } from "./client.js";
import { FIRST_STATELESS, type ProseEntry } from "./entry.js";
import { serverEntries } from "./server.js";
import { transportsEntries } from "./transports.js";

/** An entry whose schema fact has changed. */
export interface StaleRule {
  readonly id: string;
  readonly page: string;
  /** What the entry expects of the schema. */
  readonly fact: string;
  /** What the schema says instead. */
  readonly found: string;
  readonly at?: Position;
}

/** Every rule, in the order of the specification's pages. */
export const proseEntries: readonly ProseEntry[] = [
  ...basicEntries,
  ...transportsEntries,
  ...serverEntries,
  ...clientEntries,
];

/** A model with the prose worked in, and the entries that no longer fit its schema. */
export interface ProseResult {
  readonly model: ProtocolModel;
  readonly stale: readonly StaleRule[];
}

/**
 * Whether the specification's pages are about a schema: it has JSON-RPC's envelope and
 * methods to put in it, and is more than a step on the way to the pages' revision.
 */
function hasPages(model: ProtocolModel): boolean {
  return (
    model.methods.length > 0 &&
    hasType(model, "JSONRPCRequest") &&
    !isBygoneDraft(model.version)
  );
}

/**
 * The date that says which prose goes with a schema. One without a handshake is no
 * older than the first revision that has none, whatever it calls itself: drafts kept
 * the version of the revision before.
 */
function proseDate({ version, era }: ProtocolModel): string {
  const date = revisionDate(version);
  return era === "stateless" && date < FIRST_STATELESS ? FIRST_STATELESS : date;
}

/**
 * Works the specification's prose into a model: each entry that holds for its
 * revision and whose subject it has changes types, methods and errors, and is
 * listed in `rules`.
 *
 * @param entries The rules to apply; all of them, outside tests.
 */
export function applyProse(
  model: ProtocolModel,
  entries: readonly ProseEntry[] = proseEntries,
): ProseResult {
  let current = model;
  const date = proseDate(model);
  const rules: ProseRule[] = [];
  const outdated: StaleRule[] = [];
  for (const entry of entries) {
    const { id, page, summary, fact, era, apply } = entry;
    const applies =
      isWithin(date, entry) && (era === undefined || era === model.era);
    if (!applies) continue;
    const outcome = apply(current);
    if (outcome.kind === "stale") {
      const { found, at } = outcome;
      if (hasPages(model)) {
        outdated.push({ id, page, fact, found, ...(at && { at }) });
      }
    } else if (outcome.kind === "holds") {
      current = outcome.model ?? current;
      const { data } = outcome;
      rules.push({ id, page, summary, ...(data && { data }) });
    }
  }
  return { model: { ...current, rules }, stale: outdated };
}
