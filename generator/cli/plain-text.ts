/**
 * Text that a terminal shows and does not obey. Schemas, locks, manifests and names of
 * files come from checkouts, and messages quote them.
 */

/**
 * Control characters but for line breaks and tabs, and characters that reorder the text
 * around them or cannot be seen. Nothing of JSON's is among them outside of its strings.
 */
const CONTROL =
  // oxlint-disable-next-line no-control-regex
  /\r(?!\n)|[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** What the report itself paints with. */
// oxlint-disable-next-line no-control-regex
const COLOUR = /(\u001b\[\d{1,2}m)/;

/** The text with every control character written out, as `\u001b`: so JSON stays the same. */
export function plainText(text: string): string {
  return text.replace(
    CONTROL,
    (character) =>
      `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** {@link plainText} of everything but colours. */
export function plainColouredText(text: string): string {
  return text
    .split(COLOUR)
    .map((part, index) => (index % 2 === 0 ? plainText(part) : part))
    .join("");
}

/** A value with {@link plainText} in the place of every text in it, keys aside. */
export function plainValue<Value>(value: Value): Value {
  if (typeof value === "string") return plainText(value) as Value;
  if (Array.isArray(value)) return value.map(plainValue) as Value;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [key, plainValue(field)]),
  ) as Value;
}
