/** Compares fields: one of both revisions, a new one, one that is gone. */
import type { Property } from "../model/model.js";
import type { Change } from "./change.js";
import type { Comparison } from "./comparison.js";
import { changeAt } from "./comparison.js";
import { wireType } from "./containment.js";
import { deprecationOf } from "./deprecation.js";
import { compareExpr } from "./expressions.js";
import type { Found } from "./inheritance.js";
import { compareConstraints, compareDefault } from "./limits.js";
import type { Place } from "./place.js";
import { codeText, typeText } from "./type-text.js";
import {
  ANYBODY,
  NARROWED,
  OPTIONAL_ADDED,
  OPTIONAL_REMOVED,
  REQUIRED_ADDED,
  REQUIRED_REMOVED,
  WIDENED,
} from "./verdict.js";

/** Compares a field that both revisions have. */
export function compareProperty(
  before: Property,
  after: Property,
  place: Place,
  comparison: Comparison,
): readonly Found[] {
  const changes: Change[] = [];
  if (before.optional !== after.optional)
    changes.push(
      changeAt(place, {
        action: after.optional ? "optional" : "required",
        what: after.optional ? "became optional" : "became required",
        effect: after.optional ? WIDENED : NARROWED,
      }),
    );
  return [
    ...changes,
    ...compareExpr(wireType(before), wireType(after), place, comparison),
    ...compareConstraints(before.constraints, after.constraints, place),
    ...compareDefault(before.documentation, after.documentation, place),
    ...deprecationOf(
      { subject: place.subject, path: place.path, place: place.words },
      before.documentation,
      after.documentation,
    ),
  ];
}

/** The change of a field that only the new revision has. */
export function fieldAdded(property: Property, place: Place): Change {
  return changeAt(place, {
    action: "added",
    what: `was added (${describe(property)})`,
    after: typeText(wireType(property)),
    effect: property.optional ? OPTIONAL_ADDED : REQUIRED_ADDED,
  });
}

/**
 * The change of a field that only the old revision has.
 *
 * @param absorbed the type now takes any key instead and so still accepts it.
 */
export function fieldRemoved(
  property: Property,
  place: Place,
  absorbed: boolean,
): Change {
  const removed = property.optional ? OPTIONAL_REMOVED : REQUIRED_REMOVED;
  const change = {
    action: "removed",
    what: absorbed
      ? `is no longer named, but accepted as any other key (was ${describe(property)})`
      : `was removed (was ${describe(property)})`,
    before: typeText(wireType(property)),
    effect: absorbed ? { ...removed, sender: false } : removed,
  } as const;
  // A capability is an offer: its users lose it as well.
  return place.subject === "capability" && !absorbed
    ? changeAt({ ...place, senders: ANYBODY }, change)
    : changeAt(place, change);
}

/** "optional, `string`". */
function describe(property: Property): string {
  return `${property.optional ? "optional" : "required"}, ${codeText(typeText(wireType(property)))}`;
}
