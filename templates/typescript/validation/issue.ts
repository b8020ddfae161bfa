/** What is wrong with a value, where. */

/**
 * The kinds of issues:
 *
 * - `missing`: a required property is absent, or `undefined`, which JSON cannot hold.
 * - `wrong_type`: another JSON type than the expected one.
 * - `wrong_value`: the right type, but none of the expected values.
 * - `too_small`, `too_big`: out of the bounds of a number, a length or a count.
 * - `wrong_format`: a string that does not have the expected form.
 * - `unknown_property`: a property that the type does not allow.
 * - `too_deep`: nested deeper than is followed.
 * - `not_json`: text that is not JSON, or bytes that are not UTF-8.
 * - `wrong_message`: JSON, but not a message of this revision.
 * - `rule`: a rule that types cannot state is broken.
 */
export type IssueCode =
  | "missing"
  | "wrong_type"
  | "wrong_value"
  | "too_small"
  | "too_big"
  | "wrong_format"
  | "unknown_property"
  | "too_deep"
  | "not_json"
  | "wrong_message"
  | "rule";

/** One thing that is wrong. */
export interface Issue {
  readonly code: IssueCode;
  /** For people: where, and what, e.g. `params.name: required string is missing`. */
  readonly message: string;
  /** Keys and indexes from the outermost value to the one that is wrong; frozen. */
  readonly path: readonly (string | number)[];
  /** What would have been right, e.g. `string`. */
  readonly expected: string;
}

/** How a value is validated. */
export interface ValidateOptions {
  /** How many issues are collected at most; by default 100. With 1, the first is reported. */
  readonly maxIssues?: number;
}

/** The value itself, unchanged and not copied, or what is wrong with it. */
export type Validation<T> =
  | { readonly success: true; readonly data: T; readonly issues?: never }
  | {
      readonly success: false;
      readonly issues: readonly Issue[];
      readonly data?: never;
    };

/** Thrown by `assertX` and `XSchema.parse`. */
export class ValidationError extends Error {
  override readonly name: string = "ValidationError";
  /** Everything that is wrong, at least one issue. */
  readonly issues: readonly Issue[];

  constructor(issues: readonly Issue[]) {
    super(issues.map(({ message }) => message).join("\n"));
    this.issues = issues;
  }
}

/** An issue at a path; its message begins with the path. */
export function issueAt(
  path: readonly (string | number)[],
  code: IssueCode,
  expected: string,
  complaint: string,
): Issue {
  return issueOf(path, placeOf(path), code, expected, complaint);
}

/**
 * An issue about a value at a place whose words are known already.
 *
 * @param place As code would write it: `params._meta["example.com/key"][0]`.
 */
export function issueOf(
  path: readonly (string | number)[],
  place: string,
  code: IssueCode,
  expected: string,
  complaint: string,
): Issue {
  const where = path.length > MAX_STEPS ? `${place}...` : place;
  const message = where === "" ? complaint : `${where}: ${complaint}`;
  return { code, message, path: Object.freeze(path), expected };
}

/** How many keys of a path are shown in words. */
export const MAX_STEPS = 32;

/** Longest key that a message shows in full; each of many issues may repeat it. */
const LONGEST_KEY = 200;

/** How code would write one step of a path: `.name`, `["example.com/key"]`, `[0]`. */
export function keyText(key: string | number): string {
  if (typeof key === "number") return `[${key}]`;
  if (key.length > LONGEST_KEY) {
    return `[${JSON.stringify(key.slice(0, LONGEST_KEY))}...]`;
  }
  return isIdentifier(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}

/** The place that a path leads to, in words. */
function placeOf(path: readonly (string | number)[]): string {
  let place = "";
  for (const key of path.slice(0, MAX_STEPS)) {
    place = placeInside(place, keyText(key));
  }
  return place;
}

/** A place and one more step; a name that comes first has no dot. */
export function placeInside(place: string, text: string): string {
  return place === "" && text[0] === "." ? text.slice(1) : place + text;
}

/** Whether a key can follow a dot. A loop, as regular expressions take longer to start. */
function isIdentifier(key: string): boolean {
  for (let index = 0; index < key.length; index++) {
    const code = key.charCodeAt(index);
    const isLetter =
      ((code | 32) - 97) >>> 0 < 26 || code === 36 || code === 95;
    const isDigit = code >= 48 && code <= 57;
    if (!isLetter && !(isDigit && index > 0)) return false;
  }
  return key !== "";
}

/** The words for a value: its type where that is wrong, or else the value in a few characters. */
export function wordsFor(value: unknown, code: IssueCode): string {
  return code === "wrong_type" ? typeName(value) : shown(value);
}

/** What JSON calls the type of a value; a number that is not an integer shows itself. */
function typeName(value: unknown): string {
  const type = typeof value;
  if (type === "object") {
    return value === null ? "null" : Array.isArray(value) ? "array" : type;
  }
  return type === "number" && !Number.isInteger(value) ? String(value) : type;
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
