/** What is wrong with a value, by the shape of its type. */
import {
  beginCheck,
  type Fields,
  isFields,
  isPlain,
  lengthOf,
  MAX_DEPTH,
  ownFields,
  ownValue,
} from "./fields.js";
import {
  type Issue,
  issueAt,
  type IssueCode,
  type ValidateOptions,
  type Validation,
  ValidationError,
} from "./issue.js";
import {
  type ArrayShape,
  isArrayShape,
  isIntersectionShape,
  isObjectShape,
  isTaggedShape,
  isTypeShape,
  isUnionShape,
  type LeafShape,
  type Members,
  type ObjectShape,
  type Shape,
  string,
  type TaggedShape,
  type TypeShape,
} from "./shape.js";

/** How many issues are collected unless somebody asks for more or less. */
const MAX_ISSUES = 100;

/** How many issues of one member of a union are compared with those of the others. */
const MAX_COMPARED = 20;

/** How many members of unions are tried out, lest nested unions multiply. */
const MAX_ATTEMPTS = 10_000;

/**
 * Compares a value with a type.
 *
 * @param path Where the value stands, when it is part of a larger one.
 */
export function validate<T>(
  value: unknown,
  type: TypeShape,
  options?: ValidateOptions,
  path?: readonly (string | number)[],
): Validation<T> {
  beginCheck();
  if (type.check(value)) return { success: true, data: value as T };
  const explainer = new Explainer(options?.maxIssues ?? MAX_ISSUES, path);
  explainer.explain(shapeOf(type), value, 0, type.cycle ?? 0);
  return { success: false, issues: explainer.issues };
}

/**
 * Does nothing when a value is of a type.
 *
 * @throws {ValidationError} With all that is wrong.
 */
export function assertValid(value: unknown, type: TypeShape): void {
  const result = validate(value, type);
  if (!result.success) throw new ValidationError(result.issues);
}

/** Goes through a value along the shape of its type, and only where the type's check fails. */
class Explainer {
  readonly issues: Issue[] = [];
  #maxIssues: number;
  /** Keys and indexes down to the value at hand; the first `#level` entries count. */
  readonly #path: (string | number)[];
  #level: number;
  #attempts = 0;
  /** The member of a union that is being looked at, and the level that it stands on. */
  #variant = "";
  #variantLevel = -1;

  constructor(maxIssues: number, path: readonly (string | number)[] = []) {
    this.#maxIssues = Math.max(1, maxIssues);
    this.#path = path.slice();
    this.#level = path.length;
  }

  /**
   * @param depth How many levels inside of itself the value's type is.
   * @param cycle The types that such levels are counted of.
   */
  explain(shape: Shape, value: unknown, depth: number, cycle: number): void {
    if (this.issues.length >= this.#maxIssues) return;
    if (isTypeShape(shape)) this.#type(shape, value, depth, cycle);
    else if (isObjectShape(shape)) this.#object(shape, value, depth, cycle);
    else if (isArrayShape(shape)) this.#array(shape, value, depth, cycle);
    else if (isUnionShape(shape)) this.#union(shape.anyOf, value, depth, cycle);
    else if (isTaggedShape(shape)) this.#tagged(shape, value, depth, cycle);
    else if (isIntersectionShape(shape)) {
      for (const each of shape.allOf) this.explain(each, value, depth, cycle);
    } else this.#leaf(shape, value);
  }

  #type(type: TypeShape, value: unknown, depth: number, cycle: number): void {
    const { name = "", cycle: own = 0 } = type;
    const level = own === 0 || own !== cycle ? 0 : depth;
    if (level > MAX_DEPTH) {
      this.#refuse(value, "too_deep", `at most ${MAX_DEPTH} levels`);
    } else if (!type.check(value, level)) {
      if (this.#variantLevel === this.#level) this.#variant ||= name;
      this.explain(shapeOf(type), value, level, own);
    }
  }

  #object(
    { required, optional, rest, oneRequired }: ObjectShape,
    value: unknown,
    depth: number,
    cycle: number,
  ): void {
    if (!isFields(value)) {
      this.#refuse(value, "wrong_type", "object");
      return;
    }
    const fields = isPlain(value) ? value : ownFields(value);
    for (const key in required) {
      if (!Object.prototype.hasOwnProperty.call(required, key)) continue;
      const shape = required[key] as Shape;
      this.#member(shape, key, memberOf(fields, key), depth, cycle);
    }
    for (const key in optional) {
      if (!Object.prototype.hasOwnProperty.call(optional, key)) continue;
      const member = memberOf(fields, key);
      if (member === undefined) continue;
      this.#member(optional[key] as Shape, key, member, depth, cycle);
    }
    if (rest) this.#rest(rest, required, optional, fields, depth, cycle);
    if (oneRequired?.every((key) => memberOf(fields, key) === undefined)) {
      const expected = oneRequired.join(" or ");
      this.#add("missing", expected, `${expected} is required`);
    }
  }

  #member(
    shape: Shape,
    key: string,
    value: unknown,
    depth: number,
    cycle: number,
  ): void {
    // Most members are strings, and most of them are right.
    if (shape === string && typeof value === "string") return;
    this.#path[this.#level++] = key;
    this.explain(shape, value, depth + 1, cycle);
    this.#level--;
  }

  #rest(
    rest: Shape,
    required: Members,
    optional: Members,
    value: Fields,
    depth: number,
    cycle: number,
  ): void {
    for (const key of Object.keys(value)) {
      const isNamed =
        Object.hasOwn(required, key) || Object.hasOwn(optional, key);
      const member = value[key];
      if (isNamed || member === undefined) continue;
      this.#path[this.#level++] = key;
      this.explain(rest, member, depth + 1, cycle);
      this.#level--;
    }
  }

  #array(
    { items, minItems = 0, maxItems = Infinity }: ArrayShape,
    value: unknown,
    depth: number,
    cycle: number,
  ): void {
    if (!Array.isArray(value)) {
      this.#refuse(value, "wrong_type", "array");
      return;
    }
    const { length } = value;
    if (length < minItems) {
      this.#refuse(value, "too_small", `at least ${minItems} items`);
    }
    if (length > maxItems) {
      this.#refuse(value, "too_big", `at most ${maxItems} items`);
    }
    for (let index = 0; index < length; index++) {
      this.#path[this.#level++] = index;
      this.explain(items, value[index], depth + 1, cycle);
      this.#level--;
    }
  }

  #tagged(
    { tag, variants, untagged }: TaggedShape,
    value: unknown,
    depth: number,
    cycle: number,
  ): void {
    if (!isFields(value)) {
      this.#refuse(value, "wrong_type", "object");
      return;
    }
    const actual = ownValue(value, tag);
    const isKnown =
      typeof actual === "string" && Object.hasOwn(variants, actual);
    const meant = isKnown
      ? (variants[actual] as readonly Shape[])
      : actual === undefined
        ? untagged
        : [];
    const [only] = meant;
    if (only && meant.length === 1) {
      this.#variantOf(only, value, depth, cycle);
    } else if (only) {
      this.#union(meant, value, depth, cycle);
    } else {
      this.#path[this.#level++] = tag;
      this.#refuse(actual, "wrong_value", quoted(Object.keys(variants)));
      this.#level--;
    }
  }

  /** Reports what speaks against the member of a union that the value looks most like. */
  #union(
    shapes: readonly Shape[],
    value: unknown,
    depth: number,
    cycle: number,
  ): void {
    let most = -1;
    let nearest: Shape[] = [];
    for (const shape of shapes) {
      const likeness = likenessOf(shape, value);
      if (likeness === Infinity) return;
      if (likeness > most) {
        most = likeness;
        nearest = [shape];
      } else if (likeness === most && most >= 0) {
        nearest.push(shape);
      }
    }
    const [first] = nearest;
    if (first === undefined) this.#refuseAll(shapes, value);
    else if (nearest.length === 1) {
      this.#variantOf(first, value, depth, cycle);
    } else this.#closest(nearest, value, depth, cycle);
  }

  /** Of members that a value looks alike to, the one that the least speaks against. */
  #closest(
    shapes: readonly Shape[],
    value: unknown,
    depth: number,
    cycle: number,
  ): void {
    let least: readonly Issue[] | undefined;
    for (const shape of shapes) {
      if (least && this.#attempts++ > MAX_ATTEMPTS) break;
      const issues = this.#attempt(shape, value, depth, cycle);
      if (issues.length === 0) return;
      if (!least || issues.length < least.length) least = issues;
    }
    for (const issue of least ?? []) this.#push(issue);
  }

  /** Says of a value of which no member of a union has the JSON type what it could be. */
  #refuseAll(shapes: readonly Shape[], value: unknown): void {
    let code: IssueCode = "wrong_type";
    let expected = "";
    for (const shape of shapes) {
      for (const [reason, wanted] of reasons(shape, value)) {
        if (reason !== "wrong_type") code = reason;
        if (expected === "") expected = wanted;
        else if (!expected.split(" | ").includes(wanted)) {
          expected += ` | ${wanted}`;
        }
      }
    }
    this.#refuse(value, code, expected);
  }

  /** What speaks against one member of a union. */
  #attempt(
    shape: Shape,
    value: unknown,
    depth: number,
    cycle: number,
  ): readonly Issue[] {
    const found = this.issues.length;
    const maxIssues = this.#maxIssues;
    this.#maxIssues = found + MAX_COMPARED;
    this.#variantOf(shape, value, depth, cycle);
    this.#maxIssues = maxIssues;
    return this.issues.splice(found);
  }

  /** Goes on with one member of a union, whose name its issues are to have. */
  #variantOf(shape: Shape, value: unknown, depth: number, cycle: number): void {
    const variant = this.#variant;
    const variantLevel = this.#variantLevel;
    this.#variant = "";
    this.#variantLevel = this.#level;
    this.explain(shape, value, depth, cycle);
    this.#variant = variant;
    this.#variantLevel = variantLevel;
  }

  #leaf(shape: LeafShape, value: unknown): void {
    const refused = refusal(shape, value);
    if (refused) this.#refuse(value, refused[0], refused[1]);
  }

  /** Adds an issue about the value at hand. */
  #refuse(value: unknown, code: IssueCode, expected: string): void {
    if (value === undefined) {
      this.#add("missing", expected, `required ${expected} is missing`);
      return;
    }
    const actual = code === "wrong_type" ? typeName(value) : shown(value);
    this.#add(code, expected, `expected ${expected}, got ${actual}`);
  }

  #add(code: IssueCode, expected: string, text: string): void {
    const path = this.#path.slice(0, this.#level);
    const isOfVariant =
      this.#variant !== "" && this.#level - this.#variantLevel <= 1;
    const complaint = isOfVariant ? `${text} (${this.#variant})` : text;
    this.#push(issueAt(path, code, expected, complaint));
  }

  #push(issue: Issue): void {
    if (this.issues.length < this.#maxIssues) this.issues.push(issue);
  }
}

/** Shapes that have been made: all of a type are alike. */
const shapes: WeakMap<TypeShape, Shape> = /* @__PURE__ */ new WeakMap();

function shapeOf(type: TypeShape): Shape {
  let shape = shapes.get(type);
  if (shape === undefined) {
    shape = type.shape();
    shapes.set(type, shape);
  }
  return shape;
}

/** A member of a plain object; what every object inherits is none. */
function memberOf(fields: Fields, key: string): unknown {
  const member = fields[key];
  return typeof member === "function" || key === "__proto__"
    ? ownValue(fields, key)
    : member;
}

/**
 * How much a value looks like a member of a union: first by how many of its own
 * members that one names, less those that must have another literal, then by how few
 * are missing. Less than 0 for another JSON type, infinitely much for a value without
 * members that fits.
 */
function likenessOf(shape: Shape, value: unknown): number {
  if (isTypeShape(shape)) return likenessOf(shapeOf(shape), value);
  if (isObjectShape(shape)) {
    return isFields(value) ? membersAlike(shape, value) : -1;
  }
  if (isArrayShape(shape)) return Array.isArray(value) ? 0 : -1;
  if (isUnionShape(shape)) return mostLike(shape.anyOf, value);
  if (isIntersectionShape(shape)) return mostLike(shape.allOf, value);
  if (isTaggedShape(shape)) {
    return mostLike(
      [...shape.untagged, ...Object.values(shape.variants).flat()],
      value,
    );
  }
  return refusal(shape, value) ? -1 : Infinity;
}

function mostLike(shapes: readonly Shape[], value: unknown): number {
  return Math.max(...shapes.map((each) => likenessOf(each, value)));
}

function membersAlike(
  { required, optional, oneRequired }: ObjectShape,
  value: Fields,
): number {
  let likeness = 1;
  if (oneRequired?.every((key) => ownValue(value, key) === undefined)) {
    likeness -= MISSING;
  }
  for (const key in required) {
    if (!Object.prototype.hasOwnProperty.call(required, key)) continue;
    const member = ownValue(value, key);
    if (member === undefined) likeness -= MISSING;
    else if (!isForeign(required[key] as Shape, member)) likeness++;
  }
  for (const key in optional) {
    if (!Object.prototype.hasOwnProperty.call(optional, key)) continue;
    const member = ownValue(value, key);
    if (member !== undefined && !isForeign(optional[key] as Shape, member)) {
      likeness++;
    }
  }
  return likeness;
}

/** What a missing member takes away: so little that only equals are told apart by it. */
const MISSING = 1e-3;

/** Whether a value is another literal than the one asked for. */
function isForeign(shape: Shape, value: unknown): boolean {
  return isLiteral(shape) && refusal(shape, value) !== undefined;
}

function isLiteral(shape: Shape): shape is LeafShape {
  const { const: constant, enum: values } = shape as LeafShape;
  return constant !== undefined || values !== undefined;
}

/** Why a value that is of another JSON type is refused, for each type that it could have. */
function reasons(
  shape: Shape,
  value: unknown,
): readonly (readonly [IssueCode, string])[] {
  const inner = (each: Shape): ReturnType<typeof reasons> =>
    reasons(each, value);
  if (isTypeShape(shape)) return inner(shapeOf(shape));
  if (isUnionShape(shape)) return shape.anyOf.flatMap(inner);
  if (isIntersectionShape(shape)) return shape.allOf.flatMap(inner);
  if (isObjectShape(shape) || isTaggedShape(shape))
    return [["wrong_type", "object"]];
  if (isArrayShape(shape)) return [["wrong_type", "array"]];
  const refused = refusal(shape, value);
  return refused ? [refused] : [];
}

/** Why a value without members is refused, and what it should be; undefined when it is not. */
function refusal(
  shape: LeafShape,
  value: unknown,
): readonly [IssueCode, string] | undefined {
  const { type, const: constant, minimum, maximum } = shape;
  if (constant !== undefined) {
    return value === constant
      ? undefined
      : ["wrong_value", JSON.stringify(constant)];
  }
  if (shape.enum) {
    return shape.enum.includes(value as string)
      ? undefined
      : ["wrong_value", quoted(shape.enum)];
  }
  if (shape.known || type === "string") return stringRefusal(shape, value);
  if (type === "number" || type === "integer") {
    if (!Number[type === "number" ? "isFinite" : "isInteger"](value)) {
      return ["wrong_type", type];
    }
    if (minimum !== undefined && (value as number) < minimum) {
      return ["too_small", `${type} of at least ${minimum}`];
    }
    return maximum !== undefined && (value as number) > maximum
      ? ["too_big", `${type} of at most ${maximum}`]
      : undefined;
  }
  if (type === undefined) {
    return value === undefined ? ["missing", "value"] : undefined;
  }
  const fits = type === "null" ? value === null : typeof value === type;
  return fits ? undefined : ["wrong_type", type];
}

function stringRefusal(
  {
    minLength = 0,
    maxLength = Infinity,
    pattern,
    format,
    hasFormat,
  }: LeafShape,
  value: unknown,
): readonly [IssueCode, string] | undefined {
  if (typeof value !== "string") return ["wrong_type", "string"];
  if (minLength > 0 && lengthOf(value) < minLength) {
    return ["too_small", `string of at least ${minLength} characters`];
  }
  if (maxLength < Infinity && lengthOf(value) > maxLength) {
    return ["too_big", `string of at most ${maxLength} characters`];
  }
  if (pattern !== undefined && !new RegExp(pattern, "u").test(value)) {
    return ["wrong_format", `string that matches ${pattern}`];
  }
  return hasFormat && !hasFormat(value)
    ? ["wrong_format", `string of format ${format}`]
    : undefined;
}

/** What JSON calls the type of a value; a number that is no integer shows itself. */
function typeName(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value === "number" && !Number.isInteger(value)
    ? String(value)
    : typeof value;
}

const MAX_SHOWN = 40;

/** A value in a few characters. */
function shown(value: unknown): string {
  if (typeof value === "string") {
    return value.length <= MAX_SHOWN
      ? JSON.stringify(value)
      : `${JSON.stringify(value.slice(0, MAX_SHOWN))}...`;
  }
  if (Array.isArray(value)) return `${value.length} items`;
  return typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : typeName(value);
}

function quoted(values: readonly string[]): string {
  return values.map((value) => JSON.stringify(value)).join(" | ");
}
