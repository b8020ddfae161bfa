/** Words of command lines that people copy. */

/** A word of a command line, quoted where a shell would take it apart. */
export function shellWord(word: string): string {
  if (/^[\p{L}\p{N}@%+=:,./_-]+$/u.test(word)) return word;
  return /["$`\\!]/.test(word)
    ? `'${word.replaceAll("'", String.raw`'\''`)}'`
    : `"${word}"`;
}

/** An option with its value; a value that starts with a dash cannot become an option. */
export function shellOption(name: string, value: string): string {
  return `--${name}${value.startsWith("-") ? "=" : " "}${shellWord(value)}`;
}
