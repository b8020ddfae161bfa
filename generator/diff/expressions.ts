/** Compares the types that two revisions write at one place. */
import type { TypeExpr } from "../model/model.js";
import type { Change } from "./change.js";
import type { Comparison } from "./comparison.js";
import { changeAt } from "./comparison.js";
import { isAccepted, isSame } from "./containment.js";
import { asEnum, compareEnum } from "./enums.js";
import type { Found } from "./inheritance.js";
import { areObjects, compareIntersection, compareObjects } from "./objects.js";
import type { Place } from "./place.js";
import { placeOfItems, placeOfValues } from "./place.js";
import { codeText, typeText } from "./type-text.js";
import { asUnion, compareUnion } from "./unions.js";
import { effectOfSets } from "./verdict.js";

/** Compares a type, as it is written before and after, at a place. */
export function compareExpr(
  before: TypeExpr,
  after: TypeExpr,
  place: Place,
  comparison: Comparison,
): readonly Found[] {
  if (before.kind === "array" && after.kind === "array")
    return compareExpr(
      before.items,
      after.items,
      placeOfItems(place),
      comparison,
    );
  if (before.kind === "record" && after.kind === "record")
    return compareExpr(
      before.value,
      after.value,
      placeOfValues(place),
      comparison,
    );
  if (before.kind === "enum" || after.kind === "enum") {
    const [old, now] = [asEnum(before), asEnum(after)];
    if (old !== undefined && now !== undefined)
      return compareEnum(old, now, place);
  }
  if (before.kind === "intersection" && after.kind === "intersection") {
    const inside = compareIntersection(before, after, place, comparison);
    if (inside !== undefined) return inside;
  }
  const [oldUnion, newUnion] = [
    asUnion({ expr: before, model: comparison.before.model }),
    asUnion({ expr: after, model: comparison.after.model }),
  ];
  if (
    isWrittenOut(before, after) &&
    oldUnion !== undefined &&
    newUnion !== undefined
  )
    return compareUnion(oldUnion, newUnion, place, comparison);
  if (isWrittenOut(before, after) && areObjects(before, after, comparison))
    return compareObjects(before, after, place, comparison);
  return compareWhole(before, after, place, comparison);
}

/** True unless both types are names: what a name holds is compared at its declaration. */
function isWrittenOut(before: TypeExpr, after: TypeExpr): boolean {
  return before.kind !== "ref" || after.kind !== "ref";
}

/** Compares two types that have no parts in common worth telling apart. */
function compareWhole(
  before: TypeExpr,
  after: TypeExpr,
  place: Place,
  comparison: Comparison,
): readonly Change[] {
  // The value of a constant is reported where the constant is declared.
  if (
    before.kind === "literal" &&
    after.kind === "literal" &&
    before.constant !== undefined &&
    before.constant === after.constant
  )
    return [];
  const [old, now] = [
    { expr: before, model: comparison.before.model },
    { expr: after, model: comparison.after.model },
  ];
  if (sameName(before, after) || isSame(old, now)) return [];
  const effect = effectOfSets(isAccepted(old, now), isAccepted(now, old));
  // Another name for the contents of `_meta`: the keys that differ are listed.
  if (place.meta && !effect.sender && !effect.receiver) return [];
  return [
    changeAt(place, {
      action: "typeChanged",
      what: `changed its type from ${codeText(typeText(before))} to ${codeText(typeText(after))}`,
      before: typeText(before),
      after: typeText(after),
      effect,
    }),
  ];
}

function sameName(before: TypeExpr, after: TypeExpr): boolean {
  return (
    before.kind === "ref" && after.kind === "ref" && before.name === after.name
  );
}
