/** Compares the keys that two revisions name inside `_meta`. */
import type { MetaKey, Property, Side } from "../model/model.js";
import type { Change } from "./change.js";
import type { Comparison } from "./comparison.js";
import { joinInherited } from "./inheritance.js";
import type { Place } from "./place.js";
import { compareProperty, fieldAdded, fieldRemoved } from "./properties.js";
import type { Revision } from "./revision.js";
import { metaSenders } from "./senders.js";
import { codeText } from "./type-text.js";

/** The changes of one key, on whatever kind of message. */
export interface MetaKeyChanges {
  readonly key: string;
  readonly changes: readonly Change[];
}

/** Compares `_meta` keys, each for the kind of message that holds it. */
export function compareMetaKeys(
  before: Revision,
  after: Revision,
): readonly MetaKeyChanges[] {
  // Keys are what is compared here, so none is left to others.
  const comparison: Comparison = { before, after, metaKeys: new Set() };
  const removed = before.model.metaKeys
    .filter((key) => find(after, key) === undefined)
    .map((key) => ({
      key: key.key,
      changes: [fieldRemoved(propertyOf(key), placeOf(key, comparison), false)],
    }));
  const kept = after.model.metaKeys.map((key) => {
    const place = placeOf(key, comparison);
    const old = find(before, key);
    return {
      key: key.key,
      changes:
        old === undefined
          ? [fieldAdded(propertyOf(key), place)]
          : joinInherited(
              compareProperty(
                propertyOf(old),
                propertyOf(key),
                place,
                comparison,
              ),
            ),
    };
  });
  return [...removed, ...kept].filter(({ changes }) => changes.length > 0);
}

function find(revision: Revision, { key, on }: MetaKey): MetaKey | undefined {
  return revision.model.metaKeys.find(
    (other) => other.key === key && other.on === on,
  );
}

function propertyOf(key: MetaKey): Property {
  return {
    name: key.key,
    optional: !key.required && key.requiredIn === undefined,
    type: key.type,
    constraints: {},
    documentation: key.documentation,
    position: { line: 1, column: 1 },
  };
}

function placeOf(
  { key, on, requiredIn }: MetaKey,
  { before, after }: Comparison,
): Place {
  const later = metaSenders(after.model, on);
  const messages = requiredIn?.map(codeText).join(", ") ?? `${on}s`;
  return {
    path: `${on}._meta[${JSON.stringify(key)}]`,
    words: `\`${key}\` in \`_meta\` of ${messages}`,
    subject: "metaKey",
    senders: new Set<Side>(
      [...metaSenders(before.model, on)].filter((side) => later.has(side)),
    ),
    meta: true,
  };
}
