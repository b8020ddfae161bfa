/** Compares what documentation tags say of a value: limits and defaults. */
import type { Constraints, Documentation } from "../model/model.js";
import type { Change } from "./change.js";
import { changeAt } from "./comparison.js";
import { isWithin } from "./containment.js";
import type { Place } from "./place.js";
import { codeText } from "./type-text.js";
import { effectOfSets, HARMLESS, REPLACED } from "./verdict.js";

/** Compares the limits that documentation tags put on a value. */
export function compareConstraints(
  before: Constraints,
  after: Constraints,
  place: Place,
): readonly Change[] {
  const [old, now] = [constraintsText(before), constraintsText(after)];
  if (old === now) return [];
  return [
    changeAt(place, {
      action: "constraintChanged",
      what: `changed its limits from ${orNone(old)} to ${orNone(now)}`,
      before: old,
      after: now,
      effect: effectOfSets(isWithin(before, after), isWithin(after, before)),
    }),
  ];
}

/** Compares what an absent value means. */
export function compareDefault(
  before: Documentation,
  after: Documentation,
  place: Place,
): readonly Change[] {
  const [old, now] = [before.default, after.default];
  if (old === now) return [];
  return [
    changeAt(place, {
      action: "constraintChanged",
      what: `changed its default from ${orNone(old)} to ${orNone(now)}`,
      ...(old === undefined ? {} : { before: old }),
      ...(now === undefined ? {} : { after: now }),
      // An absent value meant the old default to one side and the new one to the other.
      effect: old === undefined || now === undefined ? HARMLESS : REPLACED,
    }),
  ];
}

const LIMITS = [
  "format",
  "pattern",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "uniqueItems",
  "minProperties",
  "maxProperties",
] as const satisfies readonly (keyof Constraints)[];

function constraintsText(constraints: Constraints): string {
  const own = LIMITS.flatMap((limit) => {
    const value = constraints[limit];
    return value === undefined ? [] : [`${limit} ${value}`];
  });
  const { items } = constraints;
  return [
    ...own,
    ...(items === undefined ? [] : [`items ${constraintsText(items)}`]),
  ].join(", ");
}

function orNone(text: string | undefined): string {
  return text === undefined || text === "" ? "none" : codeText(text);
}
