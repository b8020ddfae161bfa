/** Compares object types that stand at one place, member by member. */
import type { Property, TypeExpr } from "../model/model.js";
import type { Members } from "../model/queries.js";
import type { Change } from "./change.js";
import type { Comparison } from "./comparison.js";
import { changeAt } from "./comparison.js";
import {
  isAccepted,
  isObject,
  isSame,
  membersAt,
  wireType,
} from "./containment.js";
import { compareExpr } from "./expressions.js";
import type { Found } from "./inheritance.js";
import { inheritedFrom } from "./inheritance.js";
import type { Place } from "./place.js";
import { placeOfField, placeOfValues } from "./place.js";
import { compareProperty, fieldAdded, fieldRemoved } from "./properties.js";
import type { Revision } from "./revision.js";
import { codeText, typeText } from "./type-text.js";
import { OPTIONAL_ADDED, OPTIONAL_REMOVED } from "./verdict.js";

/** Compares the members of two objects, each known by its name or written out. */
export function compareObjects(
  before: TypeExpr,
  after: TypeExpr,
  place: Place,
  comparison: Comparison,
): readonly Found[] {
  const [was, is] = [
    { expr: before, model: comparison.before.model },
    { expr: after, model: comparison.after.model },
  ];
  // The same members under a name and written out; inside two written-out types
  // documentation may still differ.
  if (before.kind !== after.kind && isSame(was, is)) return [];
  const [old, now] = [membersAt(was), membersAt(is)];
  const isTold = (name: string): boolean =>
    placeOfField(place, name).meta && comparison.metaKeys.has(name);
  const find = (shape: Members, name: string): Property | undefined =>
    shape.properties.find((property) => property.name === name);
  const declared = (
    change: Change,
    name: string,
    type: TypeExpr,
    revision: Revision,
  ): Found => {
    if (type.kind !== "ref") return change;
    const owner = revision.fieldsOf(type.name).get(name)?.owner ?? type.name;
    return owner === type.name
      ? change
      : inheritedFrom(owner, name, place, change);
  };
  return [
    ...old.properties
      .filter(({ name }) => !isTold(name))
      .flatMap((property) => {
        const at = placeOfField(place, property.name);
        const later = find(now, property.name);
        return later === undefined
          ? [
              declared(
                fieldRemoved(
                  property,
                  at,
                  isAbsorbed(property, old, now, comparison),
                ),
                property.name,
                before,
                comparison.before,
              ),
            ]
          : compareProperty(property, later, at, comparison);
      }),
    ...now.properties
      .filter(({ name }) => !isTold(name) && find(old, name) === undefined)
      .map((property) =>
        declared(
          fieldAdded(property, placeOfField(place, property.name)),
          property.name,
          after,
          comparison.after,
        ),
      ),
    ...compareRest(old.rest, now.rest, place, comparison),
  ];
}

type IntersectionExpr = Extract<TypeExpr, { kind: "intersection" }>;

/**
 * Compares `Error & { ... }` with `Error & { ... }` by what is written out.
 *
 * @returns undefined when the intersections are not alike enough for that.
 */
export function compareIntersection(
  before: IntersectionExpr,
  after: IntersectionExpr,
  place: Place,
  comparison: Comparison,
): readonly Found[] | undefined {
  const names = (expr: IntersectionExpr): string =>
    expr.members
      .filter((member) => member.kind === "ref")
      .map((member) => member.name)
      .sort()
      .join();
  if (names(before) !== names(after)) return undefined;
  const written = (expr: IntersectionExpr): TypeExpr => ({
    kind: "intersection",
    members: expr.members.filter((member) => member.kind !== "ref"),
  });
  const [old, now] = [written(before), written(after)];
  if (!areObjects(old, now, comparison)) return undefined;
  return compareObjects(old, now, place, comparison);
}

/** Says whether both types are objects, by name or written out. */
export function areObjects(
  before: TypeExpr,
  after: TypeExpr,
  comparison: Comparison,
): boolean {
  return (
    isObject({ expr: before, model: comparison.before.model }) &&
    isObject({ expr: after, model: comparison.after.model })
  );
}

/** Compares what an object type says about keys that it does not name. */
export function compareRest(
  before: TypeExpr | undefined,
  after: TypeExpr | undefined,
  place: Place,
  comparison: Comparison,
): readonly Found[] {
  const values = placeOfValues(place);
  if (before !== undefined && after !== undefined)
    return compareExpr(before, after, values, comparison);
  const named = before ?? after;
  // Unknown keys are always allowed and ignored: naming that changes nothing.
  if (named === undefined || named.kind === "unknown") return [];
  return [
    after !== undefined
      ? changeAt(values, {
          action: "added",
          what: `may now be ${codeText(typeText(after))}`,
          after: typeText(after),
          effect: OPTIONAL_ADDED,
        })
      : changeAt(values, {
          action: "removed",
          what: `has no meaning any more (was ${codeText(typeText(named))})`,
          before: typeText(named),
          effect: OPTIONAL_REMOVED,
        }),
  ];
}

/** Says whether a type that lost a field began to take any key in its place. */
export function isAbsorbed(
  property: Property,
  before: Members | undefined,
  after: Members | undefined,
  comparison: Comparison,
): boolean {
  return (
    before?.rest === undefined &&
    after?.rest !== undefined &&
    isAccepted(
      { expr: wireType(property), model: comparison.before.model },
      { expr: after.rest, model: comparison.after.model },
    )
  );
}
