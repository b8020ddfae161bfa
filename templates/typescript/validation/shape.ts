/**
 * Shapes: what types are made of, as data.
 *
 * A function such as `isToolShape` knows the same facts as straight-line code. Shapes are
 * for when it matters what is wrong and where (`explain.ts`), and for JSON Schema
 * (`json-schema.ts`). A type's shape is built on first use, so types can mention each
 * other in any order and imports cost nothing.
 */
import type { Check } from "./checks.js";
import { type IssueCode, keyText } from "./issue.js";

/** What a value has to look like. */
export type Shape =
  | TypeShape
  | LiteralShape
  | LeafShape
  | ObjectShape
  | ArrayShape
  | UnionShape
  | TaggedShape
  | RuledShape;

/** How a shape is written down: a literal is written as itself. */
export type Outline = Shape | string | number | boolean;

/** This value and no other. */
export interface LiteralShape {
  readonly kind: "literal";
  readonly literal: string | number | boolean;
}

/** A value without inner values, in the keywords of JSON Schema; without any of them: any value. */
export interface LeafShape extends LeafKeywords {
  readonly kind: "leaf";
}

/** What is known of a value without inner values. */
export interface LeafKeywords extends Limits {
  readonly type?:
    "string" | "number" | "integer" | "boolean" | "null" | "never";
  readonly enum?: readonly string[];
  /** Values of an open enum: well known, but any string will do. */
  readonly known?: readonly string[];
}

/** The usual limits, in the keywords of JSON Schema; each is about values of one JSON type. The others are rules. */
export interface Limits {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  /** Whether a string has the format; without it, the format is only noted. */
  readonly hasFormat?: (text: string) => boolean;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** An object; it may hold more than is named. */
export interface ObjectShape {
  readonly kind: "object";
  /** Required ones first. */
  readonly properties: readonly Property[];
  /** The shape of the properties that are not named. */
  readonly rest: Shape | undefined;
  /** Properties of which at least one must be there. */
  readonly oneRequired: readonly string[] | undefined;
}

/** A named property of an object. */
export interface Property {
  readonly key: string;
  /** How code would write the step to it. */
  readonly text: string;
  readonly shape: Shape;
  readonly isRequired: boolean;
}

/** An array of one kind of items. */
export interface ArrayShape {
  readonly kind: "array";
  readonly items: Shape;
  readonly limits: Limits;
}

/** Any of several, or all of them. */
export interface UnionShape {
  readonly kind: "anyOf" | "allOf";
  readonly shapes: readonly Shape[];
}

/** Objects that the value of one property tells apart. */
export interface TaggedShape {
  readonly kind: "tagged";
  readonly tag: string;
  /** For each value of the property the shapes that have it. */
  readonly variants: ReadonlyMap<string, readonly Shape[]>;
  /** Shapes in which the property may be absent. */
  readonly untagged: readonly Shape[];
}

/** A shape with rules that no other kind of shape can state. */
export interface RuledShape {
  readonly kind: "ruled";
  readonly shape: Shape;
  readonly rules: readonly Rule[];
}

/** What a value has to satisfy in addition to its shape. */
export interface Rule {
  readonly code: IssueCode;
  /** What would be right, e.g. `items that all differ`. */
  readonly expected: string;
  /** Whether a value satisfies it; true for a value that it is not about. */
  readonly holds: Check;
  /** What it asks of values inside a value, where that tells more than the rule. */
  readonly parts?: (value: unknown) => readonly RulePart[];
  /** The rule in the keywords of JSON Schema. */
  readonly keywords: (
    schemaOf: (shape: Shape) => Record<string, unknown>,
  ) => Record<string, unknown>;
}

/** A value inside of another, or the value itself where the step is undefined, and what it has to be. */
export interface RulePart {
  readonly step: string | number | undefined;
  readonly value: unknown;
  readonly shape: Shape;
}

/** A type with a check of its own. */
export class TypeShape {
  readonly kind = "type";
  /** Whether a value is of the type. */
  readonly check: Check;
  /** The schema's name of it; empty when the type is written inline. */
  readonly name: string;
  /** Types that contain each other have the same number here; their values can be nested without end. */
  readonly cycle: number;
  readonly #build: () => Outline;
  #body: Shape | undefined;

  /** @param build Makes what the type is made of; called once, and not before it is needed. */
  constructor(build: () => Outline, check: Check, name = "", cycle = 0) {
    this.check = check;
    this.name = name;
    this.cycle = cycle;
    this.#build = build;
  }

  /** What the type is made of. */
  get body(): Shape {
    return (this.#body ??= shapeOf(this.#build()));
  }
}

/** The outlines of properties, by name. */
type Outlines = Readonly<Record<string, Outline>>;

/** An object, from the outlines of its properties. */
export function object(
  required: Outlines,
  optional: Outlines = {},
  rest?: Shape,
  oneRequired?: readonly string[],
): ObjectShape {
  const properties = [
    ...propertiesOf(required, true),
    ...propertiesOf(optional, false),
  ];
  return { kind: "object", properties, rest, oneRequired };
}

/** An object with properties of one kind, whatever their names. */
export function record(rest: Outline): ObjectShape {
  return object({}, {}, shapeOf(rest));
}

function propertiesOf(
  outlines: Outlines,
  isRequired: boolean,
): readonly Property[] {
  return Object.entries(outlines).map(([key, outline]) => ({
    key,
    text: keyText(key),
    shape: shapeOf(outline),
    isRequired,
  }));
}

/** An array of items, with the limits on itself. */
export function array(items: Outline, limits: Limits = {}): ArrayShape {
  return { kind: "array", items: shapeOf(items), limits };
}

/** Any of several. */
export function anyOf(...outlines: readonly Outline[]): UnionShape {
  return { kind: "anyOf", shapes: outlines.map(shapeOf) };
}

/** All of several. */
export function allOf(...outlines: readonly Outline[]): UnionShape {
  return { kind: "allOf", shapes: outlines.map(shapeOf) };
}

/** Objects that a property tells apart, from the outlines for each value of it. */
export function tagged(outline: {
  readonly tag: string;
  readonly variants: Readonly<Record<string, readonly Outline[]>>;
  readonly untagged?: readonly Outline[];
}): TaggedShape {
  const { tag, variants, untagged = [] } = outline;
  return {
    kind: "tagged",
    tag,
    variants: new Map(
      Object.entries(variants).map(([value, outlines]) => [
        value,
        outlines.map(shapeOf),
      ]),
    ),
    untagged: untagged.map(shapeOf),
  };
}

/** A shape with rules. */
export function ruled(outline: Outline, ...rules: readonly Rule[]): RuledShape {
  return { kind: "ruled", shape: shapeOf(outline), rules };
}

/** A value without inner values. */
export function leaf(keywords: LeafKeywords): LeafShape {
  return { kind: "leaf", ...keywords };
}

/** The shape that an outline describes. */
export function shapeOf(outline: Outline): Shape {
  return typeof outline === "object"
    ? outline
    : { kind: "literal", literal: outline };
}

/** Any JSON value, `null` included. */
export const anything: Shape = /* @__PURE__ */ leaf({});

/** No value: for a property that must not be there. */
export const nothing: Shape = /* @__PURE__ */ leaf({ type: "never" });

export const string: Shape = /* @__PURE__ */ leaf({ type: "string" });

/** Any number that JSON can write: no NaN, no infinity. */
export const number: Shape = /* @__PURE__ */ leaf({ type: "number" });

/**
 * A number without a fraction. Beyond 2^53 - 1 that says little: `JSON.parse` has
 * rounded such a number already, so two of them may have become one.
 */
export const integer: Shape = /* @__PURE__ */ leaf({ type: "integer" });

export const boolean: Shape = /* @__PURE__ */ leaf({ type: "boolean" });

export const nullValue: Shape = /* @__PURE__ */ leaf({ type: "null" });

/** An object with properties of any kind. */
export const anyObject: Shape = /* @__PURE__ */ object({});
