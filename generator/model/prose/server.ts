/** Rules of the pages below `server`: resources, caching, completion. */
import type { ProtocolModel } from "../model.js";
import { rewriteProperties } from "../rewrite.js";
import {
  changes,
  stale,
  codeWithoutConstant,
  propertyAt,
  integerAt,
  named,
  FIRST_STATELESS,
  LAST_HANDSHAKE,
  ABSENT,
  type Outcome,
  type ProseEntry,
} from "./entry.js";

/** How many completion values one result may hold. */
const COMPLETION_VALUES = 100;

function completionLimit(model: ProtocolModel): Outcome {
  const type = "CompleteResult";
  const property = propertyAt(model, type, ["completion", "values"]);
  if (property === undefined) return ABSENT;
  const { maxItems = COMPLETION_VALUES } = property.constraints;
  if (property.type.kind !== "array" || maxItems !== COMPLETION_VALUES) {
    return stale(
      `${type}.completion.values is ${named(property.type)}, at most ${maxItems}`,
      property.position,
    );
  }
  return changes(
    rewriteProperties(model, (candidate, owner) =>
      owner === type && candidate.name === property.name
        ? {
            ...candidate,
            constraints: { ...candidate.constraints, maxItems },
          }
        : candidate,
    ),
  );
}

/** In the order of the pages. */
export const serverEntries: readonly ProseEntry[] = [
  {
    id: "resource-not-found-code",
    page: "server/resources",
    summary: "-32002 says that there is no such resource.",
    until: LAST_HANDSHAKE,
    fact: "resources/read exists and no constant has this code",
    apply: (model) =>
      codeWithoutConstant(model, "resources/read", {
        kind: "legacyErrorCode",
        code: -32002,
        meaning: "resource not found",
        forbidden: false,
      }),
  },
  {
    id: "ttl-integer",
    page: "server/utilities/caching",
    summary: "The time to live of a result is an integer, zero or more.",
    since: FIRST_STATELESS,
    fact: "CacheableResult.ttlMs is a number",
    apply: (model) =>
      integerAt(model, "CacheableResult", ["ttlMs"], { minimum: 0 }),
  },
  {
    id: "completion-limit",
    page: "server/utilities/completion",
    summary: "A completion has a hundred values at most.",
    fact: "CompleteResult.completion.values is an array, with no other limit",
    apply: completionLimit,
  },
];
