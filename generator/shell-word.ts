/** Words of command lines that people copy. */

/** A word of a command line, quoted where a shell would take it apart. */
export function shellWord(word: string): string {
  if (/^[\p{L}\p{N}@%+=:,./_-]+$/u.test(word)) return word;
  return /["$`\\!]/.test(word)
    ? `'${word.replaceAll("'", String.raw`'\''`)}'`
    : `"${word}"`;
}
