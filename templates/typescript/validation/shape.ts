/**
 * Shapes: what types are made of, as data.
 *
 * A check such as `isTool` knows the same facts as straight-line code. Shapes are for
 * when it matters what is wrong and where (`explain.ts`), and for JSON Schema
 * (`json-schema.ts`). The members of a type stand in a function, so that nothing is
 * built before it is needed and types can mention each other in any order.
 */
import type { Check } from "./fields.js";

/** What a value has to look like. */
export type Shape =
  | LiteralShape
  | LeafShape
  | ObjectShape
  | ArrayShape
  | TypeShape
  | UnionShape
  | IntersectionShape
  | TaggedShape;

/** This value and no other. */
export type LiteralShape = string | number | boolean;

/** A value without members, in the keywords of JSON Schema; none of them: any value. */
export interface LeafShape {
  readonly type?: "string" | "number" | "integer" | "boolean" | "null";
  readonly enum?: readonly string[];
  /** Values of an open enum: well known, but any string will do. */
  readonly known?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  /** Whether a string has the format; without it, the format is only noted. */
  readonly hasFormat?: (text: string) => boolean;
}

/** The shape of each member, by name. */
export type Members = Readonly<Record<string, Shape>>;

/** An object; it may hold more than is named. */
export interface ObjectShape {
  readonly required: Members;
  readonly optional?: Members;
  /** The shape of the members that are not named. */
  readonly rest?: Shape;
  /** Members of which at least one must be there. */
  readonly oneRequired?: readonly string[];
}

/** An array of one kind of items. */
export interface ArrayShape {
  readonly items: Shape;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** Any of several. */
export interface UnionShape {
  readonly anyOf: readonly Shape[];
}

/** All of several. */
export interface IntersectionShape {
  readonly allOf: readonly Shape[];
}

/** Objects that are told apart by the value of one member. */
export interface TaggedShape {
  readonly tag: string;
  /** For each value of the member the shapes that have it. */
  readonly variants: Readonly<Record<string, readonly Shape[]>>;
  /** Shapes that may go without the member. */
  readonly untagged: readonly Shape[];
}

/** A type with a check of its own. */
export interface TypeShape {
  /** The schema's name of it; absent when the type is written inline. */
  readonly name?: string;
  readonly check: Check;
  readonly shape: () => Shape;
  /** Types that contain each other have the same number here; values of them can be nested without end. */
  readonly cycle?: number;
}

// Which kind a shape is.

export function isLiteralShape(shape: Shape): shape is LiteralShape {
  return typeof shape !== "object";
}

export function isTypeShape(shape: Shape): shape is TypeShape {
  return (shape as TypeShape).check !== undefined;
}

export function isObjectShape(shape: Shape): shape is ObjectShape {
  return (shape as ObjectShape).required !== undefined;
}

export function isArrayShape(shape: Shape): shape is ArrayShape {
  return (shape as ArrayShape).items !== undefined;
}

export function isUnionShape(shape: Shape): shape is UnionShape {
  return (shape as UnionShape).anyOf !== undefined;
}

export function isIntersectionShape(shape: Shape): shape is IntersectionShape {
  return (shape as IntersectionShape).allOf !== undefined;
}

export function isTaggedShape(shape: Shape): shape is TaggedShape {
  return (shape as TaggedShape).tag !== undefined;
}

/** Any JSON value, `null` included. */
export const anything: Shape = {};

export const string: Shape = { type: "string" };

/** Any number that JSON can write: no NaN, no infinity. */
export const number: Shape = { type: "number" };

/**
 * A number without a fraction. Beyond 2^53 - 1 that says little: `JSON.parse` has
 * rounded such a number already, so two of them may have become one.
 */
export const integer: Shape = { type: "integer" };

export const boolean: Shape = { type: "boolean" };

export const nullValue: Shape = { type: "null" };

/** An object with members of any kind. */
export const anyObject: Shape = { required: {} };
