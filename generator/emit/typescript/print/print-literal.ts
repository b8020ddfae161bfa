/** JavaScript literals and property keys as prettier writes them. */
import { isPlainKey } from "../../../model/names.js";

/**
 * Characters that are invisible, end a line for some parsers, or reorder the text
 * around them. They are written as escapes, so that source reads as it runs.
 */
const UNSAFE =
  // eslint-disable-next-line no-control-regex
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

const SHORT_ESCAPES: Readonly<Record<string, string>> = {
  "\b": "\\b",
  "\t": "\\t",
  "\n": "\\n",
  "\f": "\\f",
  "\r": "\\r",
};

/**
 * A string literal: double quotes, unless single ones need fewer escapes.
 *
 * @returns Source text that evaluates to exactly `value`.
 */
export function printString(value: string): string {
  const doubles = value.split('"').length - 1;
  const singles = value.split("'").length - 1;
  const quote = doubles > singles ? "'" : '"';
  const body = value
    .replace(/\\/g, "\\\\")
    .replaceAll(quote, `\\${quote}`)
    .replace(UNSAFE, (character) => {
      const code = character.charCodeAt(0).toString(16).padStart(4, "0");
      return SHORT_ESCAPES[character] ?? `\\u${code}`;
    });
  return quote + body + quote;
}

/** A literal of any of the three kinds that a schema can hold. */
export function printLiteral(value: string | number | boolean): string {
  return typeof value === "string" ? printString(value) : String(value);
}

/** The key of a member in an interface or object type. */
export function printTypeKey(key: string): string {
  return isPlainKey(key) ? key : printString(key);
}

/**
 * The key of a property in an object literal. `__proto__` is computed there: written
 * plainly or quoted it would set the prototype instead.
 */
export function printValueKey(key: string): string {
  return key === "__proto__" ? '["__proto__"]' : printTypeKey(key);
}

/** `.name`, or `["any name"]` where that is not an identifier. */
export function printPropertyAccess(key: string): string {
  return isPlainKey(key) ? `.${key}` : `[${printString(key)}]`;
}
