/** Checks of what JSON Schema demands and types cannot state. A value that a check is not about passes. */
import { type Check, isPlain, MAX_DEPTH, ownFields } from "./checks.js";
import { type Fields, isObject, ownValue } from "./json.js";

/** How far a quotient may be from an integer, in units of what floating point can tell. */
const ROUNDING = 4;

/** Whether a number divided by another is an integer, but for the rounding of the division. */
export function isMultipleOf(value: unknown, factor: number): boolean {
  if (typeof value !== "number") return true;
  const quotient = value / factor;
  if (Number.isInteger(quotient)) return true;
  const distance = Math.abs(quotient - Math.round(quotient));
  return distance <= Number.EPSILON * Math.abs(quotient) * ROUNDING;
}

/**
 * Whether no two items of an array are equal, as JSON Schema compares them: objects by
 * their properties, in any order. What is nested deeper than is followed counts as equal.
 */
export function isUnique(value: unknown): boolean {
  if (!Array.isArray(value)) return true;
  const texts = value.map((item) => canonicalText(item, 0));
  return new Set(texts).size === texts.length;
}

/** A value's JSON with sorted keys: the same for equal values, and for no others. */
function canonicalText(value: unknown, depth: number): string {
  if (typeof value !== "object" || value === null) {
    return typeof value === "string" ? JSON.stringify(value) : String(value);
  }
  if (depth > MAX_DEPTH) return "";
  if (!isObject(value)) {
    const items = value as readonly unknown[];
    return `[${items.map((item) => canonicalText(item, depth + 1)).join()}]`;
  }
  const entries = [...namesOf(value)]
    .sort()
    .map(
      (key) => `${JSON.stringify(key)}:${canonicalText(value[key], depth + 1)}`,
    );
  return `{${entries.join()}}`;
}

/** Whether one of several conditions holds, and no other. */
export function isExactlyOne(...conditions: readonly boolean[]): boolean {
  let count = 0;
  for (const holds of conditions) if (holds) count++;
  return count === 1;
}

/** Whether an object has a number of properties. */
export function hasProperties(
  value: unknown,
  least: number,
  most: number,
): boolean {
  if (!isObject(value)) return true;
  const { length } = namesOf(value);
  return length >= least && length <= most;
}

/** Whether a value is an object with a property. */
export function hasValueAt(value: unknown, key: string): boolean {
  return isObject(value) && ownValue(value, key) !== undefined;
}

/** Whether an object has all of some properties. */
export function hasAllWith(
  value: unknown,
  ...keys: readonly string[]
): boolean {
  return (
    !isObject(value) || keys.every((key) => ownValue(value, key) !== undefined)
  );
}

/** Whether the names of an object's properties all pass a check. */
export function hasNames(
  value: unknown,
  check: Check,
  depth?: number,
): boolean {
  return !isObject(value) || namesOf(value).every((key) => check(key, depth));
}

/** Whether the properties whose names match all pass a check. */
export function hasPropertyMatches(
  value: unknown,
  pattern: RegExp,
  check: Check,
  depth?: number,
): boolean {
  if (!isObject(value)) return true;
  return namesOf(value).every(
    (key) => !pattern.test(key) || check(value[key], depth),
  );
}

/** Whether the properties that neither are named nor match a pattern all pass a check. */
export function hasOthersOf(
  value: unknown,
  named: readonly string[],
  patterns: readonly RegExp[],
  check: Check,
  depth?: number,
): boolean {
  if (!isObject(value)) return true;
  return namesOf(value).every(
    (key) =>
      named.includes(key) ||
      patterns.some((pattern) => pattern.test(key)) ||
      check(value[key], depth),
  );
}

/** Whether the items from an index on all pass a check. */
export function isRestOf(
  value: unknown,
  start: number,
  check: Check,
  depth?: number,
): boolean {
  if (!Array.isArray(value)) return true;
  for (let index = start; index < value.length; index++) {
    if (!check(value[index], depth)) return false;
  }
  return true;
}

/** Whether a number of an array's items pass a check. */
export function containsBetween(
  value: unknown,
  check: Check,
  least: number,
  most: number,
  depth?: number,
): boolean {
  if (!Array.isArray(value)) return true;
  let count = 0;
  for (const item of value as readonly unknown[]) {
    if (check(item, depth)) count++;
  }
  return count >= least && count <= most;
}

/** The names of the properties that an object has; one that is `undefined` is absent. */
export function namesOf(value: Fields): readonly string[] {
  const own = isPlain(value) ? value : ownFields(value);
  return Object.keys(own).filter((key) => own[key] !== undefined);
}
