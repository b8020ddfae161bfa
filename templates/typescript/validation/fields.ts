/** What the checks of `validators.ts` have in common: looking at objects without trusting them. */

/** The members of a JSON object, none of them checked yet. */
export type Fields = { readonly [key: string]: unknown };

/**
 * Looks for a fault, as `faultInTool` does: 0 when there is none. For an object that
 * has one, the number of the first member that is wrong, counted from 1 in the order
 * of the type's shape: whoever wants to know more need not look at those before.
 *
 * `depth` counts the levels of a type that contains itself.
 */
export type FaultFinder = (value: unknown, depth?: number) => number;

/**
 * How many levels of a type that contains itself are followed. Deeper values are
 * refused: JSON can be nested deeper than any stack, and finding out what is wrong takes
 * more of it than checking does.
 */
export const MAX_DEPTH = 256;

/** True for a JSON object: no array, no null. */
export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** True for an object, and for an array too: `isPlain` tells those apart later, at no further cost. */
export function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null;
}

/** Whether someone has added members to `Object.prototype`, which every object then seems to have. */
let isPolluted = false;

const NO_FIELDS: Fields = {};

/** Comes before a check: notices what has been added to `Object.prototype`. */
export function beginCheck(): void {
  for (const _ in NO_FIELDS) {
    isPolluted = true;
    return;
  }
  isPolluted = false;
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
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || (prototype === Object.prototype && !isPolluted);
}

/**
 * A copy that holds what is an object's own and inherits nothing, for an object that is
 * not plain; undefined for an array, which is none.
 */
export function ownFields(value: object): Fields | undefined {
  return Array.isArray(value)
    ? undefined
    : ({ __proto__: null, ...value } as unknown as Fields);
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
  return typeof value === "string" ? 0 : 1;
}

export function faultInBoolean(value: unknown): number {
  return typeof value === "boolean" ? 0 : 1;
}

export function faultInNumber(value: unknown): number {
  return Number.isFinite(value) ? 0 : 1;
}

export function faultInInteger(value: unknown): number {
  return Number.isInteger(value) ? 0 : 1;
}

export function faultInFields(value: unknown): number {
  return isFields(value) ? 0 : 1;
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
  faultIn: FaultFinder,
  depth?: number,
): value is unknown[] {
  if (!Array.isArray(value)) return false;
  for (let index = 0; index < value.length; index++) {
    if (faultIn(value[index], depth) !== 0) return false;
  }
  return true;
}

/** As `isArrayOf`, for strings: without a call for each. */
export function isStrings(value: unknown): value is string[] {
  if (!Array.isArray(value)) return false;
  for (let index = 0; index < value.length; index++) {
    if (typeof value[index] !== "string") return false;
  }
  return true;
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
