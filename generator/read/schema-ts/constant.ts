/** `export const NAME = literal` -> {@link ConstantDeclaration}. */
import type { ts } from "ts-morph";
import type { ConstantDeclaration } from "../../model/model.js";
import { compiler } from "./compiler.js";
import type { Constant } from "./declarations.js";
import { commentBefore, readDocumentation } from "./documentation.js";
import { numberOf } from "./literal.js";
import { positionOf, spanOf, type Reading } from "./reading.js";

/** The expression inside parentheses and `as const`. */
function bare(node: ts.Expression): ts.Expression {
  if (compiler.isParenthesizedExpression(node)) return bare(node.expression);
  return compiler.isAsExpression(node) &&
    compiler.isConstTypeReference(node.type)
    ? bare(node.expression)
    : node;
}

/** The value of a literal expression. */
function literalValue(node: ts.Expression): string | number | undefined {
  const literal = bare(node);
  return compiler.isStringLiteralLike(literal)
    ? literal.text
    : numberOf(literal);
}

/**
 * The value of a constant, as its type `typeof NAME` sees it: `undefined` for
 * `let`, for a constant with a type annotation and for all but literals.
 */
export function constantValue({
  node,
  statement,
}: Constant): string | number | undefined {
  const { flags } = statement.declarationList;
  const isConst =
    (flags & compiler.NodeFlags.BlockScoped) === compiler.NodeFlags.Const;
  return isConst && node.type === undefined && node.initializer !== undefined
    ? literalValue(node.initializer)
    : undefined;
}

/** Reads an exported constant; one without a literal value is reported. */
export function readConstant(
  reading: Reading,
  constant: Constant,
): ConstantDeclaration | undefined {
  const value = constantValue(constant);
  if (value === undefined) {
    reading.report.error(
      "constantInitialiser",
      spanOf(reading, constant.node),
      {
        message: `${constant.name} is not a constant with a literal value.`,
        hint: `Write "export const ${constant.name} =" with a string or a number, and no type annotation.`,
      },
    );
    return undefined;
  }
  return {
    name: constant.name,
    value,
    documentation: readDocumentation(
      reading,
      commentBefore(reading, constant.statement),
    ),
    position: positionOf(reading, constant.node),
  };
}
