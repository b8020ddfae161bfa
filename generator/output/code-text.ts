/**
 * Code without what a formatter decides: so that a formatter that goes over the output,
 * or another version of it, is not an edit by hand.
 */

import { createHash } from "node:crypto";

/** TypeScript and JavaScript, which formatters go over. JSON has fewer tokens, the same. */
const CODE = /\.(?:[cm]?[jt]sx?|json)$/;

/** True for files that {@link codeText} can be asked about. */
export function isCode(path: string): boolean {
  return CODE.test(path);
}

/**
 * Comments, texts, templates, numbers and names, and single marks; white space is none of
 * them. A regular expression is told from a division by what stands before it.
 */
const TOKEN =
  /\/\*[^]*?\*\/|\/\/[^\n]*|"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'|`(?:[^`\\]|\\[^])*`|(?<=[(,=:[!&|?{};+]\s*|\breturn\s+)\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*|[\p{L}\p{N}_$#@]+|=>|[^\s]/gu;

/** Marks before which a comma says nothing, and after which a bar says nothing. */
const CLOSING = new Set([")", "]", "}", ">"]);
const OPENING = new Set(["=", "=>", ":", "<", "(", ",", "?", "[", "|", "{"]);

/**
 * A text from which two versions of the same code can be told to be the same: without
 * white space outside of texts, semicolons, commas before closing brackets, bars before
 * the first member of a union and parentheses around what is returned; and with one
 * kind of quotes.
 */
export function codeText(text: string): string {
  const tokens: string[] = [];
  // Whether each parenthesis that is open was left out.
  const open: boolean[] = [];
  let last = "";
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === ";") continue;
    if (token.startsWith("/*") || token.startsWith("//")) {
      tokens.push(normalised(token));
      continue;
    }
    if (token === "|" && OPENING.has(last)) continue;
    if (CLOSING.has(token) && last === "," && tokens.at(-1) === ",")
      tokens.pop();
    if (token === "(") open.push(last === "return" || last === "=>");
    const isLeftOut =
      token === "("
        ? open.at(-1) === true
        : token === ")" && open.pop() === true;
    // What is left out changes nothing for what follows: there may be two in a row.
    if (isLeftOut) continue;
    last = token;
    tokens.push(normalised(token));
  }
  return tokens.join("\n");
}

/**
 * The hash of a text of code without what a formatter decides, more roughly than
 * {@link codeText} and several times as fast. Manifests keep it, so that a file that was
 * formatted since is still known as ours when its schema moves.
 *
 * @returns SHA-256 in hex.
 */
export function hashCode(text: string): string {
  const rest = text.replace(/[\s;,|'"\\()]+/g, "");
  return createHash("sha256").update(rest).digest("hex");
}

function normalised(token: string): string {
  if (token.startsWith("'")) {
    const inner = token.slice(1, -1).replaceAll(String.raw`\'`, "'");
    return `"${inner.replace(/(?<!\\)"/g, String.raw`\"`)}"`;
  }
  if (token.startsWith("`")) return token.replaceAll("'", '"');
  if (token.startsWith("/*")) return token.replace(/\s+(?:\*(?!\/)\s?)?/g, " ");
  return token;
}
