/** JSON as a TypeScript literal, a line for each property. */
import { printString, printValueKey } from "../print/print-literal.js";

/**
 * Prints a JSON value as an expression.
 *
 * @param indentation White space before the line that it begins on.
 */
export function printJsonValue(value: unknown, indentation: string): string {
  if (typeof value === "string") return printString(value);
  if (typeof value !== "object" || value === null) return String(value);
  const inner = `${indentation}  `;
  if (Array.isArray(value)) {
    if (value.length === 0) return "[]";
    const items = value.map(
      (item) => `${inner}${printJsonValue(item, inner)},\n`,
    );
    return `[\n${items.join("")}${indentation}]`;
  }
  const entries = Object.entries(value);
  if (entries.length === 0) return "{}";
  const lines = entries.map(
    ([key, each]) =>
      `${inner}${printValueKey(key)}: ${printJsonValue(each, inner)},\n`,
  );
  return `{\n${lines.join("")}${indentation}}`;
}
