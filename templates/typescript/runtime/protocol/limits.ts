/** How much of what a peer sends is read and kept, unless the program says otherwise. */

/**
 * The longest message that is read, unless a program says otherwise: 8 MiB. Parsed JSON can take tens of times
 * its bytes, and parsing it stops everything else, so this is no more than results
 * with large images need.
 */
export const defaultMaxMessageBytes: number = 8 * 1024 * 1024;

/** How many characters of a peer's text a message of an error quotes. */
const quotedLength = 200;

/** Characters of a description that names keys and values of a peer's. */
export const describedLength = 1_000;

/**
 * Text of a peer's, short enough for the message of an error.
 *
 * @param length how many characters of it are left, 200 unless given
 */
export function quoted(text: string, length: number = quotedLength): string {
  return text.length <= length
    ? text
    : `${text.slice(0, length)}... (${text.length} characters)`;
}
