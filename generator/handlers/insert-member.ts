/** Adds members to an object literal or a class of a user's file. */
import type { ts } from "ts-morph";
import { compiler } from "../read/schema-ts/compiler.js";
import type { CodeStyle } from "./code-style.js";
import type { Holder } from "./holders.js";
import { indentationAt, type Insertion, lineStart } from "./text-edit.js";

/**
 * Adds members at the end, each on lines of its own, with an empty line before each
 * that has several. Short ones join the line of an object that has only one.
 *
 * @param members Texts with LF line breaks, without indentation and separator.
 */
export function insertMembers(
  node: Holder["node"],
  members: readonly string[],
  style: CodeStyle,
): readonly Insertion[] {
  const { text } = node.getSourceFile();
  const isObject = compiler.isObjectLiteralExpression(node);
  const existing = isObject ? node.properties : node.members;
  const isShort = !members.some((member) => member.includes("\n"));
  const isOneLine = !node.getText().includes("\n");
  if (isObject && isShort && isOneLine) return insertIntoLine(node, members);
  const outer = indentationAt(text, node.getStart());
  const inner = memberIndentation(text, existing) ?? outer + style.indent;
  const lines = members.flatMap((member, index) => {
    const block = `${member}${isObject ? "," : ""}`.split("\n");
    const isApart = block.length > 1 && (index > 0 || existing.length > 0);
    return [
      ...(isApart ? [""] : []),
      ...block.map((line) => (line === "" ? "" : inner + line)),
    ];
  });
  const block = lines.map((line) => line + style.lineBreak).join("");

  const last = existing.at(-1);
  const needsComma =
    isObject && last !== undefined && !node.properties.hasTrailingComma;
  const comma: readonly Insertion[] = needsComma
    ? [{ at: last.getEnd(), text: "," }]
    : [];
  const brace = node.getEnd() - 1;
  const start = lineStart(text, brace);
  if (text.slice(start, brace).trim() === "")
    return [...comma, { at: start, text: block }];
  // What stood before the brace on its line ends there now.
  const end = existing.end;
  const isBare = text.slice(end, brace).trim() === "" && existing.length > 0;
  return [
    ...comma,
    { at: isBare ? end : brace, text: style.lineBreak + block + outer },
  ];
}

function insertIntoLine(
  { properties, end }: ts.ObjectLiteralExpression,
  members: readonly string[],
): readonly Insertion[] {
  const list = members.join(", ");
  const last = properties.at(-1);
  return last === undefined
    ? [{ at: end - 1, text: ` ${list} ` }]
    : [{ at: last.getEnd(), text: `, ${list}` }];
}

/** Of the first member that begins a line. */
function memberIndentation(
  text: string,
  members: readonly ts.Node[],
): string | undefined {
  for (const member of members) {
    const start = member.getStart();
    const indentation = indentationAt(text, start);
    if (lineStart(text, start) + indentation.length === start)
      return indentation;
  }
  return undefined;
}
