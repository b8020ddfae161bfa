/** Changes to a text that only add to it, so that all that was there stays as it was. */

/** Text that goes between two characters. */
export interface Insertion {
  /** Offset of the character that will follow. */
  readonly at: number;
  readonly text: string;
}

/**
 * Carries out insertions; those at one place stand in the order given.
 *
 * @param insertions In any order.
 */
export function insertAll(
  text: string,
  insertions: readonly Insertion[],
): string {
  const parts: string[] = [];
  let done = 0;
  for (const insertion of [...insertions].sort((a, b) => a.at - b.at)) {
    parts.push(text.slice(done, insertion.at), insertion.text);
    done = insertion.at;
  }
  return [...parts, text.slice(done)].join("");
}

/** Offset of the first character of the line that an offset lies in. */
export function lineStart(text: string, offset: number): number {
  return text.lastIndexOf("\n", offset - 1) + 1;
}

/** White space that the line of an offset begins with. */
export function indentationAt(text: string, offset: number): string {
  const start = lineStart(text, offset);
  return /^[ \t]*/.exec(text.slice(start))?.[0] ?? "";
}
