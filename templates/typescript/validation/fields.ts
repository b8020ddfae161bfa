/** What the checks of `validators.ts` have in common: looking at objects without trusting them. */

/** The members of a JSON object, none of them checked yet. */
export type Fields = { readonly [key: string]: unknown };

/**
 * Looks for a fault, as `faultInTool` does: 0 when there is none, or else the trail that
 * leads to the first. A trail has a digit for each step, the outermost in the lowest bits:
 * the number of a member in the type's shape, counted from 1, or 1 more than the index of
 * an item. Above all digits is 0, or -2 where there is no object or array and should be
 * one, or -1 from a function that cannot tell. What is wrong may be further inside than a
 * trail leads, but nothing that comes before is.
 *
 * `depth` counts the levels of a type that contains itself.
 */
export type FaultFinder = (value: unknown, depth?: number) => number;

/** The end of a trail that leads to no object, or no array, where one should be. */
export const NO_CONTAINER = -2;

/** Bits of a trail that a member takes, and those that an item takes. */
export const MEMBER_BITS = 6;
export const ITEM_BITS = 12;

/** How many bits of a trail are digits; what is more is lost at its end. */
export const TRAIL_BITS = 30;

/** The trail to what is wrong inside of a member. */
export function within(member: number, trail: number): number {
  return (trail << MEMBER_BITS) | member;
}

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
const isArray = Array.isArray;

/** True for a JSON object: no array, no null. */
export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !isArray(value);
}

/**
 * Stands in for `null` and `undefined`, of which no member can be read. `isPlain` tells it
 * from an object, as it does all other values.
 */
export const NOTHING: readonly unknown[] = [];

/** `Object.prototype`, unless someone has added members to it, which every object then seems to have. */
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
 * members may be read without asking for each whether it is inherited.
 *
 * Ask after the first read: engines then know the object's prototype already. Where no
 * member is required, ask only about a fault: what is inherited and right is as good as
 * absent.
 */
export function isPlain(value: object): boolean {
  const prototype: unknown = getPrototypeOf(value);
  return prototype === trustedPrototype || prototype === null;
}

/** A copy that holds what is an object's own and inherits nothing; undefined for what is no object. */
export function ownFields(value: unknown): Fields | undefined {
  return isFields(value)
    ? ({ __proto__: null, ...value } as unknown as Fields)
    : undefined;
}

/** Looks for a fault in what is the own of a value that is not plain; its trail would lead to the copy. */
export function faultInOwn(
  value: unknown,
  faultIn: FaultFinder,
  depth?: number,
): number {
  const own = ownFields(value);
  if (own === undefined) return NO_CONTAINER;
  return faultIn(own, depth) === 0 ? 0 : -1;
}

/** The value of an own member; undefined where there is none, or only an inherited one. */
export function ownValue(object: Fields, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Whether an optional member is absent, or a string. */
export function isStringOrAbsent(value: unknown): boolean {
  return value === undefined || typeof value === "string";
}

/** Whether an optional member is absent, or true or false. */
export function isBooleanOrAbsent(value: unknown): boolean {
  return value === undefined || typeof value === "boolean";
}

export function faultInString(value: unknown): number {
  return typeof value === "string" ? 0 : -1;
}

export function faultInBoolean(value: unknown): number {
  return typeof value === "boolean" ? 0 : -1;
}

export function faultInNumber(value: unknown): number {
  return Number.isFinite(value) ? 0 : -1;
}

export function faultInInteger(value: unknown): number {
  return Number.isInteger(value) ? 0 : -1;
}

export function faultInFields(value: unknown): number {
  return isFields(value) ? 0 : NO_CONTAINER;
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

/** Looks for a fault in an array, and in its items with a function. */
export function faultInArray(
  value: unknown,
  faultIn: FaultFinder,
  depth?: number,
): number {
  if (!Array.isArray(value)) return NO_CONTAINER;
  for (let index = 0; index < value.length; index++) {
    const fault = faultIn(value[index], depth);
    if (fault !== 0) return withinItem(index, fault);
  }
  return 0;
}

/** As `faultInArray`, for strings: without a call for each. */
export function faultInStrings(value: unknown): number {
  if (!Array.isArray(value)) return NO_CONTAINER;
  for (let index = 0; index < value.length; index++) {
    if (typeof value[index] !== "string") return withinItem(index, 0);
  }
  return 0;
}

function withinItem(index: number, trail: number): number {
  const digit = index + 1;
  // The greatest digits would look like the end of a trail.
  const isDigit = digit < (1 << ITEM_BITS) + NO_CONTAINER;
  return isDigit ? (trail << ITEM_BITS) | digit : -1;
}

/** Whether a value is an object whose members all pass a check, whatever their names. */
export function isRecordOf(
  value: unknown,
  faultIn: FaultFinder,
  depth?: number,
): value is Fields {
  if (!isFields(value)) return false;
  for (const key in value) {
    if (!Object.prototype.hasOwnProperty.call(value, key)) continue;
    const member = value[key];
    if (member !== undefined && faultIn(member, depth) !== 0) return false;
  }
  return true;
}

/** Length of a string in characters, as JSON Schema counts them: not in UTF-16 units. */
export function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}
