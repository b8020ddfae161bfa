/** Type nodes -> {@link TypeExpr}: one case a construct, everything else is refused. */
import type { ts } from "ts-morph";
import type { TypeExpr } from "../../model/model.js";
import { NEVER, unionOf } from "../../model/normalise.js";
import { compiler } from "./compiler.js";
import { readIndexed } from "./indexed-access.js";
import { readIntersection } from "./intersection.js";
import { readLiteral } from "./literal.js";
import { readObject } from "./object.js";
import { keysOf } from "./property-nodes.js";
import { readReference } from "./reference.js";
import { refuseType } from "./refusal.js";
import type { Reading } from "./reading.js";
import { readTypeof } from "./typeof.js";

/** Reads a type as it is written: the compiler's own view would reduce `"a" | string`. */
export function readType(reading: Reading, node: ts.TypeNode): TypeExpr {
  if (compiler.isParenthesizedTypeNode(node)) {
    return readType(reading, node.type);
  }
  if (compiler.isTypeReferenceNode(node)) return readReference(reading, node);
  if (compiler.isLiteralTypeNode(node)) return readLiteral(reading, node);
  if (compiler.isTypeLiteralNode(node)) return readObject(reading, node);
  if (compiler.isTypeQueryNode(node)) return readTypeof(reading, node);
  if (compiler.isArrayTypeNode(node)) {
    return { kind: "array", items: readType(reading, node.elementType) };
  }
  if (compiler.isUnionTypeNode(node)) {
    return unionOf(node.types.map((member) => readType(reading, member)));
  }
  if (compiler.isIntersectionTypeNode(node)) {
    return readIntersection(reading, node);
  }
  if (compiler.isIndexedAccessTypeNode(node)) {
    return readIndexed(reading, node).type;
  }
  if (compiler.isTypeOperatorNode(node)) return readOperator(reading, node);
  return readKeyword(node.kind) ?? refuse(reading, node);
}

/** `readonly T[]`, and `keyof T`: the union of its keys. */
function readOperator(reading: Reading, node: ts.TypeOperatorNode): TypeExpr {
  if (
    node.operator === compiler.SyntaxKind.ReadonlyKeyword &&
    compiler.isArrayTypeNode(node.type)
  ) {
    const items = readType(reading, node.type.elementType);
    return { kind: "array", items, readonly: true };
  }
  const keys = keysOf(reading, node);
  return keys === undefined
    ? refuseType(reading, "typeOperator", node)
    : unionOf(keys.map((value) => ({ kind: "literal", value })));
}

function readKeyword(kind: ts.SyntaxKind): TypeExpr | undefined {
  switch (kind) {
    case compiler.SyntaxKind.StringKeyword:
      return { kind: "string" };
    case compiler.SyntaxKind.NumberKeyword:
      return { kind: "number" };
    case compiler.SyntaxKind.BooleanKeyword:
      return { kind: "boolean" };
    case compiler.SyntaxKind.UnknownKeyword:
      return { kind: "unknown", any: false };
    case compiler.SyntaxKind.AnyKeyword:
      return { kind: "unknown", any: true };
    case compiler.SyntaxKind.ObjectKeyword:
      return { kind: "object", properties: [], keyword: true };
    case compiler.SyntaxKind.NeverKeyword:
      return NEVER;
    default:
      return undefined;
  }
}

function refuse(reading: Reading, node: ts.TypeNode): TypeExpr {
  switch (node.kind) {
    case compiler.SyntaxKind.TupleType:
      return refuseType(reading, "tuple", node);
    case compiler.SyntaxKind.FunctionType:
    case compiler.SyntaxKind.ConstructorType:
      return refuseType(reading, "functionType", node);
    case compiler.SyntaxKind.ConditionalType:
    case compiler.SyntaxKind.InferType:
      return refuseType(reading, "conditionalType", node);
    case compiler.SyntaxKind.MappedType:
      return refuseType(reading, "mappedType", node);
    case compiler.SyntaxKind.TemplateLiteralType:
      return refuseType(reading, "templateLiteral", node);
    case compiler.SyntaxKind.UndefinedKeyword:
    case compiler.SyntaxKind.VoidKeyword:
    case compiler.SyntaxKind.BigIntKeyword:
    case compiler.SyntaxKind.SymbolKeyword:
      return refuseType(reading, "notJson", node);
    default:
      return refuseType(reading, "otherType", node);
  }
}
