/** How generated files name each other: `./types.js`, `./types.ts` or `./types`. */

/** The choices of `--import-extension`. */
export type ImportExtension = ".js" | ".ts" | "none";

const MAX_WIDTH = 80;

/** `import ... from "./x.js";` and its kin, or the last line of one that spans several lines. */
const SPECIFIER =
  /^((?:import|export)\b.*?|\} from )"(\.{1,2}\/[^"]*)\.js";$/gm;

/** An import or export list that spans several lines. */
const WRAPPED_LIST =
  /^((?:import|export)(?: type)? \{)\n((?: {2}[^\n]*,\n)+)(\} from "\.{1,2}\/[^"]*";)$/gm;

/**
 * Rewrites the `.js` of relative specifiers. Emitters and runtime sources always
 * write `./name.js`; only whole import and export lines are touched, so that text
 * in comments and strings stays as it is.
 *
 * @param text A generated TypeScript file.
 * @param extension What the output is to use.
 */
export function rewriteImportExtensions(
  text: string,
  extension: ImportExtension,
): string {
  if (extension === ".js") return text;
  if (extension === ".ts") return text.replace(SPECIFIER, '$1"$2.ts";');
  return joinShortLists(text.replace(SPECIFIER, '$1"$2";'));
}

/** A shorter specifier can make a wrapped list fit one line, where prettier wants it. */
function joinShortLists(text: string): string {
  return text.replace(
    WRAPPED_LIST,
    (wrapped: string, head: string, names: string, tail: string) => {
      const list = names.trim().replace(/,$/, "").split(/,\s+/).join(", ");
      const joined = `${head} ${list} ${tail}`;
      return joined.length <= MAX_WIDTH ? joined : wrapped;
    },
  );
}
