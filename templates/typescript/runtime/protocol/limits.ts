/** How much of what a peer sends is read and kept, unless the program says otherwise. */

/**
 * The longest message that is read, unless a program says otherwise: 8 MiB. Parsed JSON can take tens of times
 * its bytes, and parsing it stops everything else, so this is no more than results
 * with large images need.
 */
export const defaultMaxMessageBytes: number = 8 * 1024 * 1024;

/** How many bytes of a peer's text a message of an error quotes. */
const quotedLength = 200;

/** Bytes of a description that names keys and values of a peer's. */
export const describedLength = 1_000;

/**
 * Text of a peer's, short enough for the message of an error: what is counted are the
 * bytes that it takes in JSON, as a control character of one byte takes six there.
 *
 * @param bytes how many bytes of it are quoted, 200 unless given
 */
export function quoted(text: string, bytes: number = quotedLength): string {
  const end = fitting(text, bytes);
  return end === text.length
    ? text
    : `${text.slice(0, end)}... (${text.length} characters)`;
}

/** How far a text goes in so many bytes of JSON; no pair of surrogates is cut. */
function fitting(text: string, bytes: number): number {
  let left = bytes;
  let end = 0;
  while (end < text.length) {
    const code = text.codePointAt(end) ?? 0;
    left -= jsonBytes(code);
    if (left < 0) break;
    end += code > 0xffff ? 2 : 1;
  }
  return end;
}

/** The most bytes that a character takes within a text of JSON. */
function jsonBytes(code: number): number {
  // Control characters and halves of a pair are written as \uXXXX.
  if (code < 0x20 || (code >= 0xd800 && code <= 0xdfff)) return 6;
  if (code === 0x22 || code === 0x5c) return 2;
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code > 0xffff ? 4 : 3;
}
