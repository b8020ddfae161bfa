/** What the checks of `validators.ts` have in common: looking at values without trusting them. */
import { type Fields, isObject } from "./json.js";

/**
 * Whether a value has the shape of a type, as `isToolShape` tells.
 *
 * `depth` counts the levels of a type that contains itself.
 */
export type Check = (value: unknown, depth?: number) => boolean;

/**
 * How many levels of a type that contains itself are followed. Deeper values are
 * refused: JSON can be nested deeper than any stack, and finding out what is wrong takes
 * more of it than checking does.
 */
export const MAX_DEPTH = 256;

// Kept at hand: engines compile small functions into their callers, and these are asked
// for each object.
const getPrototypeOf = Object.getPrototypeOf;
const objectPrototype = /* @__PURE__ */ getPrototypeOf({}) as object;

/**
 * Replaces `null` and `undefined`, of which no property can be read, so that an object needs
 * no other test than `isPlain`: measured, a tenth of the time of a check.
 */
export const NOTHING: readonly unknown[] = [];

/** `Object.prototype`, unless someone has added properties to it, which every object then seems to have. */
let trustedPrototype: object | undefined = objectPrototype;

/** Comes before a check: notices what has been added to `Object.prototype`. */
export function beginCheck(): void {
  let found: object | undefined = objectPrototype;
  for (const _ in objectPrototype) found = undefined;
  // Looking costs less than writing.
  if (found !== trustedPrototype) trustedPrototype = found;
}

/**
 * Whether every name that can be read from an object is its own, so that
 * properties may be read without asking for each whether it is inherited.
 *
 * Ask after the first read: engines then know the object's prototype already.
 */
export function isPlain(value: object): boolean {
  const prototype: unknown = getPrototypeOf(value);
  return prototype === trustedPrototype || prototype === null;
}

/** A copy that holds an object's own properties and inherits none. */
export function ownFields(value: Fields): Fields {
  return { __proto__: null, ...value } as unknown as Fields;
}

/** Checks the own properties of a value that is not plain. */
export function isOwnShape(
  value: unknown,
  check: Check,
  depth?: number,
): boolean {
  return isObject(value) && check(ownFields(value), depth);
}

/** Whether an optional property is absent, or a string. */
export function isStringOrAbsent(value: unknown): boolean {
  return value === undefined || typeof value === "string";
}

/** Whether an optional property is absent, or true or false. */
export function isBooleanOrAbsent(value: unknown): boolean {
  return value === undefined || typeof value === "boolean";
}

export function isString(value: unknown): boolean {
  return typeof value === "string";
}

export function isBoolean(value: unknown): boolean {
  return typeof value === "boolean";
}

export function isNumber(value: unknown): boolean {
  return Number.isFinite(value);
}

export function isInteger(value: unknown): boolean {
  return Number.isInteger(value);
}

/** No value is of type `never`; what is absent is not looked at. */
export function isNever(_value: unknown): boolean {
  return false;
}

/** Whether a value is a string with this many characters. */
export function isStringWithin(
  value: unknown,
  minLength: number,
  maxLength: number,
): boolean {
  if (typeof value !== "string") return false;
  const length = lengthOf(value);
  return length >= minLength && length <= maxLength;
}

/** Whether a value is an array whose items all pass a check. */
export function isArrayOf(
  value: unknown,
  check: Check,
  depth?: number,
): value is readonly unknown[] {
  if (!Array.isArray(value)) return false;
  for (let index = 0; index < value.length; index++) {
    if (!check(value[index], depth)) return false;
  }
  return true;
}

/** As `isArrayOf`, for strings: without a call for each. */
export function isArrayOfStrings(value: unknown): value is readonly string[] {
  if (!Array.isArray(value)) return false;
  for (let index = 0; index < value.length; index++) {
    if (typeof value[index] !== "string") return false;
  }
  return true;
}

/** Whether a value is an object whose properties all pass a check, whatever their names. */
export function isRecordOf(
  value: unknown,
  check: Check,
  depth?: number,
): value is Fields {
  if (!isObject(value)) return false;
  for (const key in value) {
    if (!Object.prototype.hasOwnProperty.call(value, key)) continue;
    const property = value[key];
    if (property !== undefined && !check(property, depth)) return false;
  }
  return true;
}

/** Length of a string in characters, as JSON Schema counts them: not in UTF-16 units. */
export function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}
