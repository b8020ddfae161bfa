/** Messages as JSON text that every peer can read. */
import { NestingError, isTooDeep, maxDepth } from "./nesting.js";

/**
 * JSON text of a message. Half of a surrogate pair, which a text has when it was cut in
 * the middle of a character, becomes U+FFFD: JavaScript would write it as an escape
 * that strict readers refuse, together with the whole message.
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
  return text.includes("\\ud") ? text.replace(halfPair, "$1\ufffd") : text;
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

/** An escape of half a pair: behind an even number of backslashes. */
const halfPair = /(?<!\\)((?:\\\\)*)\\ud[89a-f][\da-f]{2}/g;
