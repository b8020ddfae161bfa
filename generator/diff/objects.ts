/** Compares object types that stand at one place, member by member. */
import type { Property, TypeExpr } from "../model/model.js";
import type { Members } from "../model/queries.js";
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
import { attributed } from "./inheritance.js";
import type { Place } from "./place.js";
import { placeOfField, placeOfValues } from "./place.js";
import { compareProperty, fieldAdded, fieldRemoved } from "./properties.js";
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
  const names = new Set([
    ...old.properties.map(({ name }) => name),
    ...now.properties.map(({ name }) => name),
  ]);
  const find = (shape: Members, name: string): Property | undefined =>
    shape.properties.find((property) => property.name === name);
  return [
    ...[...names].flatMap((name): readonly Found[] => {
      if (isTold(name)) return [];
      const at = placeOfField(place, name);
      const [earlier, later] = [find(old, name), find(now, name)];
      const owners = [
        comparison.before.ownerOf(before, name),
        comparison.after.ownerOf(after, name),
      ] as const;
      if (earlier !== undefined && later !== undefined)
        // What one named type declares in both revisions is told there.
        return owners[0] !== undefined &&
          owners[0] === owners[1] &&
          owners[0] !== place.path
          ? []
          : compareProperty(earlier, later, at, comparison);
      const change =
        earlier !== undefined
          ? fieldRemoved(earlier, at, isAbsorbed(earlier, old, now, comparison))
          : later !== undefined
            ? fieldAdded(later, at)
            : undefined;
      const field = earlier ?? later;
      if (
        change === undefined ||
        field === undefined ||
        isCommonMeta(field, place, comparison)
      )
        return [];
      return [
        attributed(change, owners[0] ?? owners[1], name, place, comparison),
      ];
    }),
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

/** Says whether a field is a `_meta` that every message of its kind may carry anyway. */
export function isCommonMeta(
  { name, optional }: Property,
  { path }: Place,
  { before, after }: Comparison,
): boolean {
  return (
    name === "_meta" &&
    optional &&
    before.takesMeta(path) &&
    after.takesMeta(path)
  );
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
