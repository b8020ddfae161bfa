/** What is wrong with a value, by the shape of its type. */
import {
  beginCheck,
  isPlain,
  lengthOf,
  MAX_DEPTH,
  ownFields,
} from "./checks.js";
import {
  type Issue,
  issueAt,
  type IssueCode,
  issueOf,
  keyText,
  MAX_STEPS,
  placeInside,
  type ValidateOptions,
  type Validation,
  ValidationError,
  wordsFor,
} from "./issue.js";
import { type Fields, isObject, ownValue } from "./json.js";
import { isTooDeep, maxDepth } from "./nesting.js";
import {
  type ArrayShape,
  type LeafShape,
  type Limits,
  type LiteralShape,
  type ObjectShape,
  type Property,
  type RuledShape,
  type Shape,
  string,
  type TaggedShape,
  type TypeShape,
} from "./shape.js";

/** How many issues are collected by default. */
const MAX_ISSUES = 100;

/** How many issues of one type of a union are compared with those of the others. */
const MAX_COMPARED = 20;

/** How many types of unions are tried, which bounds the cost of nested unions. */
const MAX_ATTEMPTS = 10_000;

/**
 * Compares a value with a type.
 *
 * @param path Where the value is, when it is part of a larger one.
 */
export function validate<T>(
  value: unknown,
  type: TypeShape,
  options?: ValidateOptions,
  path?: readonly (string | number)[],
): Validation<T> {
  beginCheck();
  if (!type.check(value)) {
    return { success: false, issues: explain(value, type, options, path) };
  }
  // Checks do not look into what may be anything.
  return isTooDeep(value)
    ? { success: false, issues: [tooDeep(path)] }
    : { success: true, data: value as T };
}

/** The issue of a value that is nested too deeply. */
export function tooDeep(path: readonly (string | number)[] = []): Issue {
  const text = `nested more than ${maxDepth} levels deep`;
  return issueAt([...path], "too_deep", `at most ${maxDepth} levels`, text);
}

/** Says what is wrong with a value that its type refuses. */
export function explain(
  value: unknown,
  type: TypeShape,
  options?: ValidateOptions,
  path?: readonly (string | number)[],
): readonly Issue[] {
  const explainer = new Explainer(options?.maxIssues ?? MAX_ISSUES, path);
  explainer.walk(type.body, value, 0, type.cycle);
  return explainer.issues;
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

/** Why a value is refused, and what it should be. */
type Reason = readonly [IssueCode, string];

/** A step of a path: a property that is named, another key, or an index. */
type Step = Property | string | number;

/** Goes through a value along the shape of its type, and only where something is wrong. */
class Explainer {
  readonly issues: Issue[] = [];
  #maxIssues: number;
  /** The steps down to the value at hand; the first `#level` entries count. */
  readonly #path: Step[];
  #level: number;
  #attempts = 0;
  /** The type of a union that is being looked at, and the level of its value. */
  #variant = "";
  #variantLevel = -1;

  constructor(maxIssues: number, path?: readonly (string | number)[]) {
    this.#maxIssues = Math.max(1, maxIssues);
    this.#path = path ? path.slice() : [];
    this.#level = this.#path.length;
  }

  /**
   * Goes through a value in which something is wrong.
   *
   * @param depth How many levels inside of itself the value's type is.
   * @param cycle The types that such levels are counted of.
   */
  walk(shape: Shape, value: unknown, depth: number, cycle: number): void {
    switch (shape.kind) {
      case "literal":
      case "leaf": {
        const refused = refusal(shape, value);
        if (refused) this.#refuse(value, refused[0], refused[1]);
        break;
      }
      case "object":
        this.#object(shape, value, depth, cycle);
        break;
      case "array":
        this.#array(shape, value, depth, cycle);
        break;
      case "tagged":
        this.#tagged(shape, value, depth, cycle);
        break;
      case "anyOf":
        this.#union(shape.shapes, value, depth, cycle);
        break;
      case "allOf":
        for (const each of shape.shapes) {
          this.walk(each, value, depth, cycle);
        }
        break;
      case "ruled":
        this.#ruled(shape, value, depth, cycle);
        break;
      case "type":
        this.#type(shape, value, depth, cycle);
    }
  }

  #type(type: TypeShape, value: unknown, depth: number, cycle: number): void {
    const { name, check, cycle: own } = type;
    const level = own === 0 || own !== cycle ? 0 : depth;
    if (level > MAX_DEPTH) {
      this.#refuse(value, "too_deep", `at most ${MAX_DEPTH} levels`);
      return;
    }
    if (check(value, level)) return;
    if (this.#variantLevel === this.#level) this.#variant ||= name;
    this.walk(type.body, value, level, own);
  }

  /** A value's shape first; rules matter where it has that. */
  #ruled(
    { shape, rules }: RuledShape,
    value: unknown,
    depth: number,
    cycle: number,
  ): void {
    const before = this.issues.length;
    this.walk(shape, value, depth, cycle);
    if (this.issues.length > before) return;
    for (const { code, expected, holds, parts } of rules) {
      if (holds(value, depth)) continue;
      for (const part of parts?.(value) ?? []) {
        if (part.step === undefined) {
          this.walk(part.shape, part.value, depth, cycle);
        } else {
          this.#inside(part.step, part.shape, part.value, depth, cycle);
        }
      }
      if (this.issues.length === before) this.#refuse(value, code, expected);
    }
  }

  #object(
    { properties, oneRequired, rest }: ObjectShape,
    value: unknown,
    depth: number,
    cycle: number,
  ): void {
    if (!isObject(value)) {
      this.#refuse(value, "wrong_type", "object");
      return;
    }
    const fields = plain(value);
    for (const property of properties) {
      const { key, shape, isRequired } = property;
      const inner = propertyOf(fields, key);
      // Most properties are strings, and most of them are right.
      if (shape === string && typeof inner === "string") continue;
      if (isRequired || inner !== undefined) {
        this.#inside(property, shape, inner, depth, cycle);
        if (this.issues.length >= this.#maxIssues) return;
      }
    }
    if (rest) {
      const names = new Set(properties.map(({ key }) => key));
      for (const key of Object.keys(fields)) {
        const inner = fields[key];
        if (names.has(key) || inner === undefined) continue;
        this.#inside(key, rest, inner, depth, cycle);
        if (this.issues.length >= this.#maxIssues) return;
      }
    }
    if (oneRequired?.every((key) => propertyOf(fields, key) === undefined)) {
      const expected = oneRequired.join(" or ");
      this.#add("missing", expected, `${expected} is required`);
    }
  }

  /** Goes on with a property or an item. */
  #inside(
    step: Step,
    shape: Shape,
    value: unknown,
    depth: number,
    cycle: number,
  ): void {
    this.#path[this.#level++] = step;
    this.walk(shape, value, depth + 1, cycle);
    this.#level--;
  }

  #array(
    { items, limits }: ArrayShape,
    value: unknown,
    depth: number,
    cycle: number,
  ): void {
    if (!Array.isArray(value)) {
      this.#refuse(value, "wrong_type", "array");
      return;
    }
    const { length } = value;
    const broken = arrayRefusal(limits, value);
    if (broken) this.#refuse(value, broken[0], broken[1]);
    for (let index = 0; index < length; index++) {
      const item: unknown = value[index];
      if (items === string && typeof item === "string") continue;
      this.#inside(index, items, item, depth, cycle);
      if (this.issues.length >= this.#maxIssues) return;
    }
  }

  #tagged(
    { tag, variants, untagged }: TaggedShape,
    value: unknown,
    depth: number,
    cycle: number,
  ): void {
    if (!isObject(value)) {
      this.#refuse(value, "wrong_type", "object");
      return;
    }
    const actual = ownValue(value, tag);
    const meant =
      actual === undefined ? untagged : (variants.get(actual as string) ?? []);
    const [only] = meant;
    if (only && meant.length === 1) {
      this.#variantOf(only, value, depth, cycle);
    } else if (only) {
      this.#union(meant, value, depth, cycle);
    } else {
      this.#path[this.#level++] = tag;
      this.#refuse(actual, "wrong_value", quoted([...variants.keys()]));
      this.#level--;
    }
  }

  /** Reports what speaks against the type of a union that the value looks most like. */
  #union(
    shapes: readonly Shape[],
    value: unknown,
    depth: number,
    cycle: number,
  ): void {
    const nearest = nearestOf(shapes, value);
    const [first] = nearest;
    if (first === undefined) this.#refuseAll(shapes, value);
    else if (nearest.length === 1) {
      this.#variantOf(first, value, depth, cycle);
    } else this.#closest(nearest, value, depth, cycle);
  }

  /** Of types that a value looks equally like, reports the one that the least speaks against. */
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

  /** Says what a value could be whose JSON type no type of the union has. */
  #refuseAll(shapes: readonly Shape[], value: unknown): void {
    let code: IssueCode = "wrong_type";
    const expected: string[] = [];
    for (const shape of shapes) {
      for (const [reason, wanted] of reasons(shape, value)) {
        if (reason !== "wrong_type") code = reason;
        if (!expected.includes(wanted)) expected.push(wanted);
      }
    }
    this.#refuse(value, code, expected.join(" | ") || "nothing");
  }

  /** What speaks against one type of a union. */
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

  /** Goes on with one type of a union, whose name its issues are to have. */
  #variantOf(shape: Shape, value: unknown, depth: number, cycle: number): void {
    const variant = this.#variant;
    const variantLevel = this.#variantLevel;
    this.#variant = "";
    this.#variantLevel = this.#level;
    this.walk(shape, value, depth, cycle);
    this.#variant = variant;
    this.#variantLevel = variantLevel;
  }

  /** Adds an issue about the value at hand. */
  #refuse(value: unknown, code: IssueCode, expected: string): void {
    if (code === "unknown_property") {
      this.#add(code, expected, "unknown property");
    } else if (value === undefined) {
      this.#add("missing", expected, `required ${expected} is missing`);
    } else {
      const actual = wordsFor(value, code);
      this.#add(code, expected, `expected ${expected}, got ${actual}`);
    }
  }

  #add(code: IssueCode, expected: string, text: string): void {
    const path: (string | number)[] = [];
    let place = "";
    for (let level = 0; level < this.#level; level++) {
      const step = this.#path[level] as Step;
      const isNamed = typeof step === "object";
      path.push(isNamed ? step.key : step);
      if (level >= MAX_STEPS) continue;
      place = placeInside(place, isNamed ? step.text : keyText(step));
    }
    const isNear = this.#level - this.#variantLevel <= 1;
    const complaint =
      this.#variant !== "" && isNear ? `${text} (${this.#variant})` : text;
    this.#push(issueOf(path, place, code, expected, complaint));
  }

  #push(issue: Issue): void {
    if (this.issues.length < this.#maxIssues) this.issues.push(issue);
  }
}

/** An object, or a plain copy of it. */
function plain(value: Fields): Fields {
  return isPlain(value) ? value : ownFields(value);
}

/** A property of a plain object; what every object inherits does not count. */
function propertyOf(fields: Fields, key: string): unknown {
  const value = fields[key];
  return typeof value === "function" || key === "__proto__"
    ? ownValue(fields, key)
    : value;
}

/** Finds the types of a union that a value looks most like; none if it is of another JSON type. */
function nearestOf(shapes: readonly Shape[], value: unknown): readonly Shape[] {
  const own = isObject(value) ? plain(value) : value;
  let most = -1;
  let nearest: Shape[] = [];
  for (const shape of shapes) {
    const likeness = likenessOf(shape, own);
    if (likeness > most) {
      most = likeness;
      nearest = [shape];
    } else if (likeness === most && most >= 0) {
      nearest.push(shape);
    }
  }
  return nearest;
}

/**
 * How much a value looks like a type of a union: first by how many of its own
 * properties the type names, less those that must have another literal, then by how few
 * are missing. Less than 0 for another JSON type, infinity for a value without inner
 * values that fits.
 *
 * @param value A plain object, or not an object at all.
 */
function likenessOf(shape: Shape, value: unknown): number {
  switch (shape.kind) {
    case "literal":
    case "leaf":
      return refusal(shape, value) ? -1 : Infinity;
    case "object":
      return isObject(value) ? propertiesAlike(shape, value) : -1;
    case "array":
      return Array.isArray(value) ? 0 : -1;
    case "tagged":
      return mostLike(
        [...shape.untagged, ...[...shape.variants.values()].flat()],
        value,
      );
    case "anyOf":
    case "allOf":
      return mostLike(shape.shapes, value);
    case "ruled":
      return likenessOf(shape.shape, value);
    case "type":
      return likenessOf(shape.body, value);
  }
}

function mostLike(shapes: readonly Shape[], value: unknown): number {
  let most = -1;
  for (const shape of shapes) most = Math.max(most, likenessOf(shape, value));
  return most;
}

function propertiesAlike(
  { properties, oneRequired }: ObjectShape,
  fields: Fields,
): number {
  let likeness = 1;
  if (oneRequired?.every((key) => propertyOf(fields, key) === undefined)) {
    likeness -= MISSING;
  }
  for (const { key, shape, isRequired } of properties) {
    const value = propertyOf(fields, key);
    if (value === undefined) {
      if (isRequired) likeness -= MISSING;
    } else if (!isOtherLiteral(shape, value)) likeness++;
  }
  return likeness;
}

/** What a missing property takes away: so little that it decides between equals only. */
const MISSING = 1e-3;

/** Whether a value is another literal than the expected one. */
function isOtherLiteral(shape: Shape, value: unknown): boolean {
  return shape.kind === "literal"
    ? value !== shape.literal
    : shape.kind === "leaf" &&
        shape.enum !== undefined &&
        refusal(shape, value) !== undefined;
}

/** Why a value that is of another JSON type is refused, for each type that it could have. */
function reasons(shape: Shape, value: unknown): readonly Reason[] {
  switch (shape.kind) {
    case "literal":
    case "leaf": {
      const refused = refusal(shape, value);
      return refused ? [refused] : [];
    }
    case "object":
    case "tagged":
      return [["wrong_type", "object"]];
    case "array":
      return [["wrong_type", "array"]];
    case "anyOf":
    case "allOf":
      return shape.shapes.flatMap((each) => reasons(each, value));
    case "ruled":
      return reasons(shape.shape, value);
    case "type":
      return reasons(shape.body, value);
  }
}

/** Why a value without inner values is refused, and what it should be; undefined when it is not. */
function refusal(
  leaf: LiteralShape | LeafShape,
  value: unknown,
): Reason | undefined {
  if (leaf.kind === "literal") {
    const { literal } = leaf;
    return value === literal
      ? undefined
      : ["wrong_value", JSON.stringify(literal)];
  }
  const { type } = leaf;
  if (leaf.enum) {
    return leaf.enum.includes(value as string)
      ? undefined
      : ["wrong_value", quoted(leaf.enum)];
  }
  if (type === "never") return ["unknown_property", "no such property"];
  if (type === undefined && !leaf.known) {
    return value === undefined
      ? ["missing", "value"]
      : limitRefusal(leaf, value);
  }
  if (type === "number" || type === "integer") {
    return Number[type === "number" ? "isFinite" : "isInteger"](value)
      ? numberRefusal(leaf, value as number, type)
      : ["wrong_type", type];
  }
  const wanted = type ?? "string";
  const fits = wanted === "null" ? value === null : typeof value === wanted;
  if (!fits) return ["wrong_type", wanted];
  return typeof value === "string" ? stringRefusal(leaf, value) : undefined;
}

/** The limit that a value breaks, whatever its type. */
function limitRefusal(limits: Limits, value: unknown): Reason | undefined {
  if (typeof value === "string") return stringRefusal(limits, value);
  if (typeof value === "number") return numberRefusal(limits, value, "number");
  return Array.isArray(value) ? arrayRefusal(limits, value) : undefined;
}

function numberRefusal(
  { minimum = -Infinity, maximum = Infinity }: Limits,
  value: number,
  type: string,
): Reason | undefined {
  if (value < minimum) return ["too_small", `${type} of at least ${minimum}`];
  return value > maximum
    ? ["too_big", `${type} of at most ${maximum}`]
    : undefined;
}

function arrayRefusal(
  { minItems = 0, maxItems = Infinity }: Limits,
  { length }: readonly unknown[],
): Reason | undefined {
  if (length < minItems) return ["too_small", `at least ${minItems} items`];
  return length > maxItems
    ? ["too_big", `at most ${maxItems} items`]
    : undefined;
}

function stringRefusal(
  { minLength = 0, maxLength = Infinity, pattern, format, hasFormat }: Limits,
  value: string,
): Reason | undefined {
  if (minLength > 0 && lengthOf(value) < minLength) {
    return ["too_small", `string of at least ${minLength} characters`];
  }
  if (maxLength < Infinity && lengthOf(value) > maxLength) {
    return ["too_big", `string of at most ${maxLength} characters`];
  }
  if (pattern !== undefined && !expressionOf(pattern).test(value)) {
    return ["wrong_format", `string that matches ${pattern}`];
  }
  return hasFormat && !hasFormat(value)
    ? ["wrong_format", `string of format ${format}`]
    : undefined;
}

/** A pattern as a regular expression: with the flag `u`, unless it is one only without. */
export function expressionOf(pattern: string): RegExp {
  try {
    return new RegExp(pattern, "u");
  } catch {
    return new RegExp(pattern);
  }
}

function quoted(values: readonly string[]): string {
  return values.map((value) => JSON.stringify(value)).join(" | ");
}
