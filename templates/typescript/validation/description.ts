/**
 * Descriptions of types, and the words that they are made of.
 *
 * A description tells a {@link Reader} what a type looks like, in the order of
 * the schema. Two readers listen: `explain.ts` compares a value and collects
 * issues, `json-schema.ts` writes JSON Schema. A check such as `isTool` knows
 * the same facts as straight-line code; descriptions are for when it matters
 * what is wrong and where.
 */
import { type Check, type Fields, lengthOf } from "./fields.js";

/**
 * Tells a reader what a type looks like and what value there is.
 *
 * `depth` counts the levels of a type that contains itself.
 */
export type Description = (
  reader: Reader,
  value: unknown,
  depth?: number,
) => void;

/** One type, or several that only a closer look tells apart. */
export type Variants = Description | readonly Description[];

/** The keywords of JSON Schema that describe a value without members. */
export interface Leaf {
  readonly type?: string;
  readonly const?: string | number | boolean;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly Leaf[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
}

/** The keywords of JSON Schema that limit how many items an array has. */
export interface ItemLimits {
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** Who listens to a description. */
export interface Reader {
  /** Comes first in the description of an exported type: its name. */
  name(name: string): void;
  /** A value without members, and whether it fits. */
  leaf(keywords: Leaf, value: unknown, fits: boolean): void;
  /** An object; gives its own members, or undefined when there are none to look at. */
  object(value: unknown): Fields | undefined;
  /** A member that must be there. */
  required(
    key: string,
    value: unknown,
    type: Description,
    depth?: number,
  ): void;
  /** A member that may be absent. */
  optional(
    key: string,
    value: unknown,
    type: Description,
    depth?: number,
  ): void;
  /** The members that have no description of their own. */
  others(
    fields: Fields,
    described: readonly string[],
    type: Description,
    depth?: number,
  ): void;
  /** Members of which at least one must be there. */
  oneRequired(fields: Fields, keys: readonly string[]): void;
  /** An array. Items that pass the check need no closer look. */
  array(
    value: unknown,
    type: Description,
    isItem: Check,
    limits: ItemLimits,
    depth?: number,
  ): void;
  /**
   * Objects that are told apart by the value of one member: by each value the types
   * that have it, and those that may go without the member.
   */
  tagged(
    value: unknown,
    tag: string,
    variants: Readonly<Record<string, Variants>>,
    untagged?: Variants,
    depth?: number,
  ): void;
  /** Any of several types. */
  union(value: unknown, types: readonly Description[], depth?: number): void;
  /** All of several types. */
  all(value: unknown, types: readonly Description[], depth?: number): void;
  /** A type that contains itself; false when it is not to be followed further. */
  level(value: unknown, depth: number): boolean;
}

const ANYTHING: Leaf = {};
const STRING: Leaf = { type: "string" };
const NUMBER: Leaf = { type: "number" };
const INTEGER: Leaf = { type: "integer" };
const BOOLEAN: Leaf = { type: "boolean" };
const NULL: Leaf = { type: "null" };

/** Any JSON value, `null` included; only `undefined` is none. */
export function anything(reader: Reader, value: unknown): void {
  reader.leaf(ANYTHING, value, value !== undefined);
}

export function string(reader: Reader, value: unknown): void {
  reader.leaf(STRING, value, typeof value === "string");
}

/** Any number that JSON can write: no NaN, no infinity. */
export function number(reader: Reader, value: unknown): void {
  reader.leaf(NUMBER, value, Number.isFinite(value));
}

/**
 * A number without a fraction. Beyond 2^53 - 1 that says little: `JSON.parse` has
 * rounded such a number already, so two of them may have become one.
 */
export function integer(reader: Reader, value: unknown): void {
  reader.leaf(INTEGER, value, Number.isInteger(value));
}

export function boolean(reader: Reader, value: unknown): void {
  reader.leaf(BOOLEAN, value, typeof value === "boolean");
}

export function nullValue(reader: Reader, value: unknown): void {
  reader.leaf(NULL, value, value === null);
}

/** An object with members of any kind. */
export function anyObject(reader: Reader, value: unknown): void {
  reader.object(value);
}

/** Exactly one value. */
export function literal(constant: string | number | boolean): Description {
  return (reader, value) =>
    reader.leaf(
      { type: typeof constant, const: constant },
      value,
      value === constant,
    );
}

/** One of these strings. */
export function oneOf(...values: readonly string[]): Description {
  return (reader, value) =>
    reader.leaf(
      { type: "string", enum: values },
      value,
      values.includes(value as string),
    );
}

/** Any string; these are the known ones. */
export function stringSuchAs(...values: readonly string[]): Description {
  return (reader, value) =>
    reader.leaf(
      { anyOf: [{ type: "string", enum: values }, STRING] },
      value,
      typeof value === "string",
    );
}

/** A number within bounds. */
export function numberWithin(
  keywords: Leaf & { readonly type: "number" | "integer" },
): Description {
  const { type, minimum = -Infinity, maximum = Infinity } = keywords;
  return (reader, value) =>
    reader.leaf(
      keywords,
      value,
      (type === "number" ? Number.isFinite(value) : Number.isInteger(value)) &&
        (value as number) >= minimum &&
        (value as number) <= maximum,
    );
}

/**
 * A string of a certain length or form.
 *
 * @param hasFormat Decides about the format; without it, the format is only noted.
 */
export function stringWith(
  keywords: Omit<Leaf, "type">,
  hasFormat?: (text: string) => boolean,
): Description {
  const { minLength = 0, maxLength = Infinity, pattern } = keywords;
  return (reader, value) =>
    reader.leaf(
      { type: "string", ...keywords },
      value,
      typeof value === "string" &&
        (minLength === 0 || lengthOf(value) >= minLength) &&
        (maxLength === Infinity || lengthOf(value) <= maxLength) &&
        (pattern === undefined || new RegExp(pattern, "u").test(value)) &&
        (hasFormat === undefined || hasFormat(value)),
    );
}

/** An array whose items are all of one type. */
export function arrayOf(
  type: Description,
  isItem: Check,
  minItems?: number,
  maxItems?: number,
): Description {
  const limits = {
    ...(minItems !== undefined && { minItems }),
    ...(maxItems !== undefined && { maxItems }),
  };
  return (reader, value, depth) =>
    reader.array(value, type, isItem, limits, next(depth));
}

/** An object whose members are all of one type. */
export function recordOf(type: Description): Description {
  return (reader, value, depth) => {
    const fields = reader.object(value);
    if (fields) reader.others(fields, [], type, next(depth));
  };
}

/** Any of several types. */
export function unionOf(...types: readonly Description[]): Description {
  return (reader, value, depth) => reader.union(value, types, depth);
}

/** All of several types. */
export function allOf(...types: readonly Description[]): Description {
  return (reader, value, depth) => reader.all(value, types, depth);
}

function next(depth: number | undefined): number | undefined {
  return depth === undefined ? undefined : depth + 1;
}
