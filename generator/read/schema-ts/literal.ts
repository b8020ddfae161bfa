/** Literal types: `"text"`, `-32700`, `true`, `null`. */
import type { ts } from "ts-morph";
import type { TypeExpr } from "../../model/model.js";
import { compiler } from "./compiler.js";
import { refuseType } from "./refusal.js";
import type { Reading } from "./reading.js";

/** The value of a number, written with or without a sign; none that JSON cannot write. */
export function numberOf(node: ts.Node): number | undefined {
  if (compiler.isNumericLiteral(node)) {
    // The compiler has turned hexadecimal digits and separators into plain ones.
    const value = Number(node.text);
    return Number.isFinite(value) ? value : undefined;
  }
  if (!compiler.isPrefixUnaryExpression(node)) return undefined;
  const value = numberOf(node.operand);
  if (value === undefined) return undefined;
  switch (node.operator) {
    case compiler.SyntaxKind.MinusToken:
      return -value;
    case compiler.SyntaxKind.PlusToken:
      return value;
    default:
      return undefined;
  }
}

export function readLiteral(
  reading: Reading,
  node: ts.LiteralTypeNode,
): TypeExpr {
  const { literal } = node;
  if (compiler.isStringLiteralLike(literal)) {
    return { kind: "literal", value: literal.text };
  }
  switch (literal.kind) {
    case compiler.SyntaxKind.NullKeyword:
      return { kind: "null" };
    case compiler.SyntaxKind.TrueKeyword:
      return { kind: "literal", value: true };
    case compiler.SyntaxKind.FalseKeyword:
      return { kind: "literal", value: false };
    default: {
      const value = numberOf(literal);
      return value === undefined
        ? refuseType(reading, "notJson", node)
        : { kind: "literal", value };
    }
  }
}
