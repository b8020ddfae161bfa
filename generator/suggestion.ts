/** Suggestions for misspelled words. */

/** Edits between two words: insertions, deletions, replacements, swapped neighbours. */
function distance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1];
      let best = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      );
      const swapped =
        row > 1 &&
        column > 1 &&
        from[row - 1] === to[column - 2] &&
        from[row - 2] === to[column - 1];
      if (swapped) best = Math.min(best, (beforeLast[column - 2] ?? 0) + 1);
      current.push(best);
    }
    beforeLast = last;
    last = current;
  }
  return last[to.length] ?? 0;
}

/**
 * The candidate closest to `word`, letter case aside, if any is close enough to
 * be a likely slip: one edit in three letters.
 */
export function nearest(
  word: string,
  candidates: readonly string[],
): string | undefined {
  let best: { candidate: string; edits: number } | undefined;
  for (const candidate of candidates) {
    const edits = distance(word.toLowerCase(), candidate.toLowerCase());
    const allowed = Math.floor(Math.max(word.length, candidate.length) / 3);
    if (edits <= allowed && (best === undefined || edits < best.edits)) {
      best = { candidate, edits };
    }
  }
  return best?.candidate;
}

/**
 * `Did you mean X?`
 *
 * @param show How the suggestion is printed, e.g. with dashes.
 * @returns undefined when no candidate is close enough.
 */
export function didYouMean(
  word: string,
  candidates: readonly string[],
  show: (candidate: string) => string = (candidate) => candidate,
): string | undefined {
  const found = nearest(word, candidates);
  return found === undefined ? undefined : question(show(found));
}

/** `Did you mean X?` for a suggestion that is known. */
export function question(suggestion: string): string {
  return `Did you mean ${suggestion}?`;
}

/** Joins the sentences of a message that are there. */
export function sentences(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join(" ");
}

/** Choices in a sentence: `.js, .ts or none`. */
export function choicesText(choices: readonly string[]): string {
  return choices.join(", ").replace(/, ([^,]*)$/, " or $1");
}
