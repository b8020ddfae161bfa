/** Messages as JSON text that every peer can read. */
import { NestingError, isTooDeep, maxDepth } from "./nesting.js";

/**
 * JSON text of a message, on one line. Half of a surrogate pair, which a text has when it
 * was cut in the middle of a character, becomes U+FFFD: JavaScript would write it as an
 * escape that strict readers refuse, together with the whole message. The line ends of
 * Unicode are written as escapes, for some readers of lines end one there.
 *
 * @throws {TypeError} for what JSON cannot say: a bigint, an object in itself
 * @throws {NestingError} if it is nested too deeply
 */
export function jsonText(message: unknown): string {
  const text = stringify(message);
  // Each level takes two brackets, so short texts need not be looked at.
  if (text.length > 2 * maxDepth && isTooDeep(message)) {
    throw new NestingError();
  }
  // JSON.stringify writes whole pairs as they are, and an escape for each half.
  const whole = text.includes("\\ud")
    ? text.replace(halfPair, "$1\ufffd")
    : text;
  return hasLineEnd(whole) ? whole.replace(lineEnd, escaped) : whole;
}

/** Three searches for one character are faster than one for any of them. */
function hasLineEnd(text: string): boolean {
  return (
    text.includes("\u2028") ||
    text.includes("\u2029") ||
    text.includes("\u0085")
  );
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/**
 * `JSON.stringify`, with a typed error where it runs out of stack.
 *
 * @throws {TypeError} for what JSON cannot say
 * @throws {NestingError} if it is nested too deeply
 */
export function stringify(
  value: unknown,
  replacer?: (key: string, value: unknown) => unknown,
): string {
  try {
    return JSON.stringify(value, replacer);
  } catch (cause) {
    // The stack was too small; or the text too long, which is a RangeError as well.
    const isDeep = cause instanceof RangeError && isTooDeep(value);
    throw isDeep ? new NestingError() : cause;
  }
}

/** Ends of lines that JSON allows in a text, and node:readline and Python split at. */
const lineEnd = /[\u0085\u2028\u2029]/g;

/** An escape of half a pair: behind an even number of backslashes. */
const halfPair = /(?<!\\)((?:\\\\)*)\\ud[89a-f][\da-f]{2}/g;
