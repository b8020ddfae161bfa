/** Compares the types that two revisions write at one place. */
import type { Constraints, Property, TypeExpr } from "../model/model.js";
import type { Shape, Types } from "../model/queries.js";
import { resolve } from "../model/queries.js";
import type { Change } from "./change.js";
import { deprecationOf } from "./deprecation.js";
import type { Placed } from "./containment.js";
import {
  isAccepted,
  isObject,
  isSame,
  isWithin,
  shapeAt,
  wireType,
} from "./containment.js";
import type { Found } from "./inheritance.js";
import { inheritedFrom } from "./inheritance.js";
import type { Place } from "./place.js";
import { placeOfField, placeOfItems, placeOfValues } from "./place.js";
import type { Revision } from "./revision.js";
import { codeText, typeText } from "./type-text.js";
import type { Effect } from "./verdict.js";
import {
  ANYBODY,
  effectOfSets,
  HARMLESS,
  NARROWED,
  OPTIONAL_ADDED,
  OPTIONAL_REMOVED,
  REPLACED,
  REQUIRED_ADDED,
  REQUIRED_REMOVED,
  verdictsOf,
  WIDENED,
} from "./verdict.js";

/** The two revisions under comparison. */
export interface Comparison {
  readonly before: Revision;
  readonly after: Revision;
  /** `_meta` keys with a change of their own, not to be told again as fields. */
  readonly metaKeys: ReadonlySet<string>;
}

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
    ...compareDefault(before, after, place),
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
  // A capability is an offer: whoever used it loses it as well.
  return place.subject === "capability" && !absorbed
    ? changeAt({ ...place, senders: ANYBODY }, change)
    : changeAt(place, change);
}

/** Says whether a type that lost a field began to take any key in its place. */
export function isAbsorbed(
  property: Property,
  before: Shape | undefined,
  after: Shape | undefined,
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

/** Compares the members of two objects, each known by its name or written out. */
function compareObjects(
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
  const [old, now] = [shapeAt(was), shapeAt(is)];
  const isTold = (name: string): boolean =>
    placeOfField(place, name).meta && comparison.metaKeys.has(name);
  const find = (shape: Shape, name: string): Property | undefined =>
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

type EnumExpr = Extract<TypeExpr, { kind: "enum" }>;

/** An enum as it is; a string literal as an enum of one. */
function asEnum(expr: TypeExpr): EnumExpr | undefined {
  if (expr.kind === "enum") return expr;
  return expr.kind === "literal" && typeof expr.value === "string"
    ? { kind: "enum", values: [expr.value], open: false }
    : undefined;
}

function compareEnum(
  before: EnumExpr,
  after: EnumExpr,
  place: Place,
): readonly Change[] {
  const changes: Change[] = [];
  if (before.open !== after.open)
    changes.push(
      changeAt(place, {
        action: after.open ? "opened" : "closed",
        what: after.open
          ? "became open: it may hold any other string too"
          : "became closed: it holds no other string any more",
        before: typeText(before),
        after: typeText(after),
        effect: after.open ? WIDENED : NARROWED,
      }),
    );
  for (const value of before.values)
    if (!after.values.includes(value))
      changes.push({
        ...changeAt(place, {
          action: "removed",
          what: `lost the value ${codeText(JSON.stringify(value))}`,
          before: JSON.stringify(value),
          effect: NARROWED,
        }),
        subject: "literal",
      });
  for (const value of after.values)
    if (!before.values.includes(value))
      changes.push({
        ...changeAt(place, {
          action: "added",
          what: `gained the value ${codeText(JSON.stringify(value))}`,
          after: JSON.stringify(value),
          effect: before.open ? HARMLESS : WIDENED,
        }),
        subject: "literal",
      });
  return changes;
}

function compareUnion(
  before: readonly TypeExpr[],
  after: readonly TypeExpr[],
  place: Place,
  comparison: Comparison,
): readonly Found[] {
  const changes: Found[] = [];
  let lost = before.filter((member) => !includes(after, member));
  let gained = after.filter((member) => !includes(before, member));
  if (lost.length > 0 && gained.length > 0) {
    // One side may name a union that the other one spells out.
    const old = unfolded(lost, comparison.before.model);
    const now = unfolded(gained, comparison.after.model);
    lost = old.filter((member) => !includes(now, member));
    gained = now.filter((member) => !includes(old, member));
  }
  const oldEnum = before.find((member) => asEnum(member) !== undefined);
  const newEnum = after.find((member) => asEnum(member) !== undefined);
  if (oldEnum !== undefined && newEnum !== undefined) {
    changes.push(...compareExpr(oldEnum, newEnum, place, comparison));
    lost = lost.filter((member) => member !== oldEnum);
    gained = gained.filter((member) => member !== newEnum);
  }
  const [onlyLost, onlyGained] = [lost[0], gained[0]];
  if (
    lost.length === 1 &&
    gained.length === 1 &&
    onlyLost !== undefined &&
    onlyGained !== undefined &&
    onlyLost.kind === onlyGained.kind &&
    (onlyLost.kind === "array" ||
      onlyLost.kind === "record" ||
      onlyLost.kind === "object")
  )
    return [
      ...changes,
      ...compareExpr(onlyLost, onlyGained, place, comparison),
    ];

  const old = { expr: unionOf(before), model: comparison.before.model };
  const now = { expr: unionOf(after), model: comparison.after.model };
  for (const expr of lost)
    changes.push({
      ...changeAt(place, {
        action: "removed",
        what: `can no longer be ${codeText(typeText(expr))}`,
        before: typeText(expr),
        effect: isAccepted({ expr, model: comparison.before.model }, now)
          ? HARMLESS
          : NARROWED,
      }),
      subject: "variant",
    });
  for (const expr of gained)
    changes.push({
      ...changeAt(place, {
        action: "added",
        what: `can now be ${codeText(typeText(expr))}`,
        after: typeText(expr),
        effect: isAccepted({ expr, model: comparison.after.model }, old)
          ? HARMLESS
          : WIDENED,
      }),
      subject: "variant",
    });
  return changes;
}

/** The members of a union, by name or written out. */
function asUnion({ expr, model }: Placed): readonly TypeExpr[] | undefined {
  const resolved = resolve(model, expr);
  return resolved.kind === "union" ? resolved.members : undefined;
}

/** Unfolds members that are unions themselves. */
function unfolded(
  members: readonly TypeExpr[],
  model: Types,
): readonly TypeExpr[] {
  return members.flatMap((expr) => {
    const inner = asUnion({ expr, model });
    return inner === undefined ? [expr] : unfolded(inner, model);
  });
}

function unionOf(members: readonly TypeExpr[]): TypeExpr {
  return { kind: "union", members };
}

function includes(members: readonly TypeExpr[], member: TypeExpr): boolean {
  const text = typeText(member);
  return members.some((other) => typeText(other) === text);
}

type IntersectionExpr = Extract<TypeExpr, { kind: "intersection" }>;

/**
 * Compares `Error & { ... }` with `Error & { ... }` by what is written out.
 *
 * @returns undefined when the intersections are not alike enough for that.
 */
function compareIntersection(
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

/** True unless both types are names: what a name holds is compared at its declaration. */
function isWrittenOut(before: TypeExpr, after: TypeExpr): boolean {
  return before.kind !== "ref" || after.kind !== "ref";
}

function areObjects(
  before: TypeExpr,
  after: TypeExpr,
  comparison: Comparison,
): boolean {
  return (
    isObject({ expr: before, model: comparison.before.model }) &&
    isObject({ expr: after, model: comparison.after.model })
  );
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

function compareDefault(
  before: Property,
  after: Property,
  place: Place,
): readonly Change[] {
  const [old, now] = [
    before.documentation.default,
    after.documentation.default,
  ];
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
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
] as const satisfies readonly (keyof Constraints)[];

function constraintsText(constraints: Constraints): string {
  return LIMITS.flatMap((limit) => {
    const value = constraints[limit];
    return value === undefined ? [] : [`${limit} ${value}`];
  }).join(", ");
}

function orNone(text: string | undefined): string {
  return text === undefined || text === "" ? "none" : codeText(text);
}

/** "optional, `string`". */
function describe(property: Property): string {
  return `${property.optional ? "optional" : "required"}, ${codeText(typeText(wireType(property)))}`;
}

function changeAt(
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
