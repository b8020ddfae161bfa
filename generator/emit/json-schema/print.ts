/**
 * Prints JSON the way prettier does with its default options, so that the
 * text needs no formatting afterwards.
 */

/** A value that JSON can hold. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json };

/** Prettier's default `printWidth`. */
const LINE_WIDTH = 80;

/**
 * Prints a value as a JSON document that ends with a line feed.
 *
 * An object with one short member stays on its line, an array stays on its
 * line when it fits, everything else has one member a line. Arrays of numbers
 * are outside of what it can lay out like prettier (which fills their lines).
 */
export function printJson(value: Json): string {
  return `${print(value, "", 0, 0)}\n`;
}

/**
 * @param indent the white space before the line that the value begins on
 * @param before how many columns of that line are taken up before the value
 * @param after how many columns follow the value on its last line (a comma)
 */
function print(
  value: Json,
  indent: string,
  before: number,
  after: number,
): string {
  const line = onOneLine(value);
  if (isScalar(value)) return JSON.stringify(value);
  if (line !== undefined && before + line.length + after <= LINE_WIDTH) {
    return line;
  }
  const inner = `${indent}  `;
  if (isArray(value)) {
    const items = value.map((item, index) => {
      const comma = index < value.length - 1 ? 1 : 0;
      return inner + print(item, inner, inner.length, comma);
    });
    return `[\n${items.join(",\n")}\n${indent}]`;
  }
  const entries = Object.entries(value);
  const members = entries.map(([key, member], index) => {
    const name = `${inner}${JSON.stringify(key)}: `;
    const comma = index < entries.length - 1 ? 1 : 0;
    return name + print(member, inner, name.length, comma);
  });
  return `{\n${members.join(",\n")}\n${indent}}`;
}

/** The value's one-line form, or undefined when it always takes several lines. */
function onOneLine(value: Json): string | undefined {
  if (isScalar(value)) return JSON.stringify(value);
  if (isArray(value)) {
    const items = value.map(onOneLine);
    return items.includes(undefined) ? undefined : `[${items.join(", ")}]`;
  }
  const entries = Object.entries(value);
  if (entries.length > 1) return undefined;
  const [entry] = entries;
  if (entry === undefined) return "{}";
  const member = onOneLine(entry[1]);
  return member && `{ ${JSON.stringify(entry[0])}: ${member} }`;
}

function isScalar(value: Json): value is string | number | boolean | null {
  return typeof value !== "object" || value === null;
}

function isArray(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
