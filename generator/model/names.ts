/** Names in generated code: what is one, how to make one, how to keep two apart. */

/** Words that no binding of a module may have as its name. */
const RESERVED_WORDS: ReadonlySet<string> = new Set(
  (
    "arguments await break case catch class const continue debugger default delete do else enum eval " +
    "export extends false finally for function if implements import in instanceof interface let new null " +
    "package private protected public return static super switch this throw true try typeof undefined " +
    "var void while with yield"
  ).split(" "),
);

const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u;
const ASCII_IDENTIFIER = /^[A-Za-z$_][A-Za-z0-9$_]*$/;

/** Whether a module can declare a variable, function or class of this name. */
export function isBindingName(name: string): boolean {
  return IDENTIFIER.test(name) && !RESERVED_WORDS.has(name);
}

/**
 * Whether a property key stands without quotes. ASCII only: older tools differ on
 * the rest, and a quoted key is right everywhere.
 */
export function isPlainKey(key: string): boolean {
  return ASCII_IDENTIFIER.test(key);
}

/**
 * The wanted name, or the first of `name2`, `name3`, ... that is not taken yet.
 * Deterministic: it depends only on the names asked for before.
 *
 * @param taken Names in use; the answer is added.
 */
export function claimName(wanted: string, taken: Set<string>): string {
  let name = wanted;
  for (let suffix = 2; taken.has(name); suffix++) name = `${wanted}${suffix}`;
  taken.add(name);
  return name;
}

/** The words of `HEADER_MISMATCH`, `headerMismatch` or `header-mismatch`, in lower case. */
export function wordsOf(name: string): string[] {
  return name
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, "$1 $2")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
    .map((word) => word.toLowerCase());
}

function capitalise(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** `HEADER_MISMATCH` -> `HeaderMismatch`. */
export function pascalCase(name: string): string {
  return wordsOf(name).map(capitalise).join("");
}

/** `io.modelcontextprotocol/serverInfo` -> `ioModelcontextprotocolServerInfo`. */
export function camelCase(name: string): string {
  const [first = "", ...rest] = wordsOf(name);
  return first + rest.map(capitalise).join("");
}

/** `resourceTemplates` -> `resource-templates`. Symbols alone become `other`. */
export function slugOf(name: string): string {
  return wordsOf(name).join("-") || "other";
}

/** `HEADER_MISMATCH` -> `Header mismatch`. */
export function sentenceCase(name: string): string {
  return capitalise(wordsOf(name).join(" "));
}
