/** What is wrong with a value, by the description of its type. */
import type {
  Description,
  ItemLimits,
  Leaf,
  Reader,
  Variants,
} from "./description.js";
import {
  type Check,
  type Fields,
  hasOwn,
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

/** How many issues are collected unless somebody asks for more or less. */
const MAX_ISSUES = 100;

/** How many issues of one member of a union are compared with those of the others. */
const MAX_COMPARED = 20;

/**
 * Compares a value with the description of a type.
 *
 * @param path Where the value stands, when it is part of a larger one.
 */
export function validate<T>(
  value: unknown,
  describe: Description,
  options?: ValidateOptions,
  path?: readonly (string | number)[],
): Validation<T> {
  const explainer = new Explainer(options?.maxIssues ?? MAX_ISSUES, path);
  describe(explainer, value);
  const { issues } = explainer;
  return issues.length === 0
    ? { success: true, data: value as T }
    : { success: false, issues };
}

/**
 * Does nothing when the check holds.
 *
 * @throws {ValidationError} With all that the description finds wrong.
 */
export function assertValid(
  value: unknown,
  check: Check,
  describe: Description,
): void {
  if (check(value)) return;
  const result = validate(value, describe);
  if (!result.success) throw new ValidationError(result.issues);
}

/** Collects what is wrong with a value while a description goes through it. */
export class Explainer implements Reader {
  readonly issues: Issue[] = [];
  readonly #maxIssues: number;
  /** Keys and indexes down to the value at hand; the first `#level` entries count. */
  readonly #path: (string | number)[];
  #level: number;
  /** The member of a union that is being looked at, and the level that it stands on. */
  #variant = "";
  #variantLevel = -1;

  /** @param path Where the value at hand is, below the outermost one. */
  constructor(maxIssues: number, path: readonly (string | number)[] = []) {
    this.#maxIssues = Math.max(1, maxIssues);
    this.#path = [...path];
    this.#level = path.length;
  }

  name(name: string): void {
    if (this.#variantLevel === this.#level && this.#variant === "") {
      this.#variant = name;
    }
  }

  leaf(keywords: Leaf, value: unknown, fits: boolean): void {
    if (fits) return;
    const [code, expected] = refusal(keywords, value);
    this.refuse(value, code, expected);
  }

  object(value: unknown): Fields | undefined {
    if (isFields(value)) return isPlain(value) ? value : ownFields(value);
    this.refuse(value, "wrong_type", "object");
    return undefined;
  }

  required(
    key: string,
    value: unknown,
    type: Description,
    depth?: number,
  ): void {
    this.#path[this.#level++] = key;
    type(this, value, depth);
    this.#level--;
  }

  optional(
    key: string,
    value: unknown,
    type: Description,
    depth?: number,
  ): void {
    if (value !== undefined) this.required(key, value, type, depth);
  }

  others(
    fields: Fields,
    described: readonly string[],
    type: Description,
    depth?: number,
  ): void {
    for (const key in fields) {
      if (!hasOwn.call(fields, key) || described.includes(key)) continue;
      if (this.#isFull()) return;
      this.optional(key, fields[key], type, depth);
    }
  }

  oneRequired(fields: Fields, keys: readonly string[]): void {
    if (keys.some((key) => fields[key] !== undefined)) return;
    const expected = keys.join(" or ");
    this.#add("missing", expected, `${expected} is required`);
  }

  array(
    value: unknown,
    type: Description,
    isItem: Check,
    { minItems = 0, maxItems = Infinity }: ItemLimits,
    depth?: number,
  ): void {
    if (!Array.isArray(value)) {
      this.refuse(value, "wrong_type", "array");
      return;
    }
    const { length } = value;
    if (length < minItems) {
      this.refuse(value, "too_small", `at least ${minItems} items`);
    } else if (length > maxItems) {
      this.refuse(value, "too_big", `at most ${maxItems} items`);
    }
    for (let index = 0; index < length && !this.#isFull(); index++) {
      const item: unknown = value[index];
      if (isItem(item, depth)) continue;
      this.#path[this.#level++] = index;
      type(this, item, depth);
      this.#level--;
    }
  }

  tagged(
    value: unknown,
    tag: string,
    variants: Readonly<Record<string, Variants>>,
    untagged?: Variants,
    depth?: number,
  ): void {
    const fields = this.object(value);
    if (fields === undefined) return;
    const actual = ownValue(fields, tag);
    const meant = actual === undefined ? untagged : variantOf(variants, actual);
    if (typeof meant === "function") {
      this.#asVariant(meant, value, depth);
      return;
    }
    if (meant !== undefined) {
      this.union(value, meant, depth);
      return;
    }
    this.#path[this.#level++] = tag;
    this.refuse(actual, "wrong_value", quoted(Object.keys(variants)));
    this.#level--;
  }

  union(value: unknown, types: readonly Description[], depth?: number): void {
    const attempts: Attempt[] = [];
    for (const type of types) {
      const path = this.#path.slice(0, this.#level);
      const explainer = new Explainer(MAX_COMPARED, path);
      explainer.#asVariant(type, value, depth);
      const { issues } = explainer;
      if (issues.length === 0) return;
      attempts.push({ issues, distance: distance(issues, this.#level) });
    }
    const inside = attempts.filter((attempt) => attempt.distance < Infinity);
    if (inside.length > 0) {
      const nearest = inside.reduce((best, attempt) =>
        attempt.distance < best.distance ? attempt : best,
      );
      for (const issue of nearest.issues) this.#push(issue);
      return;
    }
    const reasons = attempts.flatMap(({ issues }) => issues);
    const expected = [...new Set(reasons.map((issue) => issue.expected))];
    const code = reasons.every((issue) => issue.code === "wrong_type")
      ? "wrong_type"
      : (reasons.find((issue) => issue.code !== "wrong_type")?.code ??
        "wrong_value");
    this.refuse(value, code, expected.join(" | "));
  }

  all(value: unknown, types: readonly Description[], depth?: number): void {
    for (const type of types) type(this, value, depth);
  }

  level(value: unknown, depth: number): boolean {
    if (depth <= MAX_DEPTH) return true;
    this.refuse(value, "too_deep", `at most ${MAX_DEPTH} levels`);
    return false;
  }

  /** Adds an issue about the value at hand. */
  refuse(value: unknown, code: IssueCode, expected: string): void {
    if (this.#isFull()) return;
    if (value === undefined) {
      this.#add("missing", expected, `required ${expected} is missing`);
    } else {
      this.#add(code, expected, complaint(value, code, expected));
    }
  }

  #asVariant(type: Description, value: unknown, depth?: number): void {
    const variant = this.#variant;
    const variantLevel = this.#variantLevel;
    this.#variant = "";
    this.#variantLevel = this.#level;
    type(this, value, depth);
    this.#variant = variant;
    this.#variantLevel = variantLevel;
  }

  #add(code: IssueCode, expected: string, text: string): void {
    const path = this.#path.slice(0, this.#level);
    const isOfVariant =
      this.#variant !== "" && this.#level - this.#variantLevel <= 1;
    const full = isOfVariant ? `${text} (${this.#variant})` : text;
    this.#push(issueAt(path, code, expected, full));
  }

  #push(issue: Issue): void {
    if (!this.#isFull()) this.issues.push(issue);
  }

  #isFull(): boolean {
    return this.issues.length >= this.#maxIssues;
  }
}

function variantOf(
  variants: Readonly<Record<string, Variants>>,
  tag: unknown,
): Variants | undefined {
  return typeof tag === "string" && hasOwn.call(variants, tag)
    ? variants[tag]
    : undefined;
}

/** One member of a union, and what speaks against it. */
interface Attempt {
  readonly issues: readonly Issue[];
  readonly distance: number;
}

/**
 * How far a value is from a member of a union: infinitely, when it is not even of
 * the right JSON type; far, for each member that is absent or has another literal,
 * because that is how types are told apart; a little, for everything else.
 */
function distance(issues: readonly Issue[], level: number): number {
  let sum = 0;
  for (const { path, code } of issues) {
    if (path.length === level && code !== "missing") return Infinity;
    const isMark = code === "missing" || code === "wrong_value";
    sum += isMark && path.length <= level + 1 ? MAX_COMPARED : 1;
  }
  return sum;
}

/** Which of its keywords a value breaks, and how they are said. */
function refusal(keywords: Leaf, value: unknown): [IssueCode, string] {
  const { type, anyOf, const: constant, minimum, maximum } = keywords;
  if (constant !== undefined) return ["wrong_value", JSON.stringify(constant)];
  if (keywords.enum) return ["wrong_value", quoted(keywords.enum)];
  if (typeof value === "number" && (type === "number" || type === "integer")) {
    if (type === "number" ? Number.isFinite(value) : Number.isInteger(value)) {
      if (minimum !== undefined && value < minimum) {
        return ["too_small", `${type} of at least ${minimum}`];
      }
      return ["too_big", `${type} of at most ${maximum}`];
    }
  }
  if (typeof value === "string" && type === "string") {
    const { minLength = 0, maxLength = Infinity, pattern, format } = keywords;
    const length = lengthOf(value);
    if (length < minLength) {
      return ["too_small", `string of at least ${minLength} characters`];
    }
    if (length > maxLength) {
      return ["too_big", `string of at most ${maxLength} characters`];
    }
    return ["wrong_format", `string like ${pattern ?? format}`];
  }
  return ["wrong_type", type ?? (anyOf ? "string" : "value")];
}

function complaint(value: unknown, code: IssueCode, expected: string): string {
  switch (code) {
    case "too_deep":
      return `nested too deep: ${expected}`;
    case "wrong_type":
      return `expected ${expected}, got ${typeName(value)}`;
    default:
      return `expected ${expected}, got ${shown(value)}`;
  }
}

/** What JSON calls the type of a value. */
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
