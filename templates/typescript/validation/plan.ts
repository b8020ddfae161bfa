/**
 * Plans: shapes made ready for walking through a value. A plan knows its kind, and what
 * a shape finds by name stands in lists here: engines go through those several times as
 * fast. A type's plan is made when a value of it is refused for the first time.
 */
import {
  isArrayShape,
  isIntersectionShape,
  isLiteralShape,
  isObjectShape,
  isTaggedShape,
  isTypeShape,
  isUnionShape,
  type LeafShape,
  type LiteralShape,
  type Members,
  type ObjectShape,
  type Shape,
  string,
  type TaggedShape,
  type TypeShape,
} from "./shape.js";

/** What is to be done with a value. */
export type Plan =
  | LiteralPlan
  | LeafPlan
  | TypePlan
  | ObjectPlan
  | ArrayPlan
  | UnionPlan
  | TaggedPlan;

/** This value and no other. */
export interface LiteralPlan {
  readonly kind: "literal";
  readonly literal: LiteralShape;
}

/** A value without members. */
export interface LeafPlan {
  readonly kind: "leaf";
  readonly leaf: LeafShape;
}

/** A type with a check of its own. */
export interface TypePlan {
  readonly kind: "type";
  readonly type: TypeShape;
  /** What the type is made of; types may lead back to themselves. */
  body: Plan | undefined;
}

/** An object. */
export interface ObjectPlan {
  readonly kind: "object";
  /** Required members first. */
  readonly members: readonly Member[];
  readonly oneRequired: readonly string[] | undefined;
  /** For the members that are not named. */
  readonly rest: Plan | undefined;
  readonly names: ReadonlySet<string>;
}

/** A named member of an object. */
export interface Member {
  readonly key: string;
  readonly plan: Plan;
  readonly isRequired: boolean;
  /** Whether any string will do. */
  readonly isString: boolean;
}

/** An array of one kind of items. */
export interface ArrayPlan {
  readonly kind: "array";
  readonly items: Plan;
  readonly minItems: number;
  readonly maxItems: number;
}

/** Any of several, or all of them. */
export interface UnionPlan {
  readonly kind: "anyOf" | "allOf";
  readonly plans: readonly Plan[];
}

/** Objects that are told apart by the value of one member. */
export interface TaggedPlan {
  readonly kind: "tagged";
  readonly tag: string;
  readonly variants: ReadonlyMap<string, readonly Plan[]>;
  readonly untagged: readonly Plan[];
}

/** Plans of types, of which there is one each, however often they are mentioned. */
const plans: WeakMap<TypeShape, TypePlan> = /* @__PURE__ */ new WeakMap();

/** The plan of a type. */
export function planOfType(type: TypeShape): TypePlan {
  let plan = plans.get(type);
  if (plan === undefined) {
    plan = { kind: "type", type, body: undefined };
    plans.set(type, plan);
  }
  return plan;
}

/** The plan of what a type is made of. */
export function bodyOf(plan: TypePlan): Plan {
  return (plan.body ??= planOf(plan.type.shape()));
}

function planOf(shape: Shape): Plan {
  if (isLiteralShape(shape)) return { kind: "literal", literal: shape };
  if (isTypeShape(shape)) return planOfType(shape);
  if (isObjectShape(shape)) return objectPlan(shape);
  if (isArrayShape(shape)) {
    const { items, minItems = 0, maxItems = Infinity } = shape;
    return { kind: "array", items: planOf(items), minItems, maxItems };
  }
  if (isUnionShape(shape)) {
    return { kind: "anyOf", plans: shape.anyOf.map(planOf) };
  }
  if (isIntersectionShape(shape)) {
    return { kind: "allOf", plans: shape.allOf.map(planOf) };
  }
  if (isTaggedShape(shape)) return taggedPlan(shape);
  return { kind: "leaf", leaf: shape };
}

function objectPlan(shape: ObjectShape): ObjectPlan {
  const { required, optional = {}, rest, oneRequired } = shape;
  const members = [...membersOf(required, true), ...membersOf(optional, false)];
  return {
    kind: "object",
    members,
    oneRequired,
    rest: rest === undefined ? undefined : planOf(rest),
    names: new Set(members.map(({ key }) => key)),
  };
}

function membersOf(members: Members, isRequired: boolean): readonly Member[] {
  return Object.entries(members).map(([key, shape]) => ({
    key,
    plan: planOf(shape),
    isRequired,
    isString: shape === string,
  }));
}

function taggedPlan({ tag, variants, untagged }: TaggedShape): TaggedPlan {
  return {
    kind: "tagged",
    tag,
    variants: new Map(
      Object.entries(variants).map(([value, shapes]) => [
        value,
        shapes.map(planOf),
      ]),
    ),
    untagged: untagged.map(planOf),
  };
}
