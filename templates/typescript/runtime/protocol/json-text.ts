/** Messages as JSON text that every peer can read. */

/**
 * JSON text of a message. Half of a surrogate pair, which a text has when it was cut in
 * the middle of a character, becomes U+FFFD: JavaScript would write it as an escape
 * that strict readers refuse, together with the whole message.
 *
 * @throws {TypeError} for what JSON cannot say: a bigint, an object in itself
 * @throws {RangeError} if it is nested too deeply
 */
export function jsonText(message: unknown): string {
  const text = JSON.stringify(message);
  // JSON.stringify writes whole pairs as they are, and an escape for each half.
  return text.includes("\\ud") ? text.replace(halfPair, "$1\ufffd") : text;
}

/** An escape of half a pair: behind an even number of backslashes. */
const halfPair = /(?<!\\)((?:\\\\)*)\\ud[89a-f][\da-f]{2}/g;
