/** `A & B` -> an intersection of object types. */
import type { ts } from "ts-morph";
import type { TypeExpr } from "../../model/model.js";
import { intersectionOf } from "../../model/normalise.js";
import { compiler } from "./compiler.js";
import { UNREAD } from "./refusal.js";
import { spanOf, textOf, type Reading } from "./reading.js";
import { readType } from "./type-expression.js";

function isEmptyObject(node: ts.TypeNode): boolean {
  return compiler.isTypeLiteralNode(node) && node.members.length === 0;
}

function isObjectLike(type: TypeExpr): boolean {
  return (
    type.kind === "ref" ||
    type.kind === "object" ||
    type.kind === "record" ||
    type.kind === "intersection"
  );
}

/**
 * Reads an intersection. `string & {}`, the usual way to keep literals visible
 * beside any other string, is plain `string`: the model's open enums keep them.
 */
export function readIntersection(
  reading: Reading,
  node: ts.IntersectionTypeNode,
): TypeExpr {
  const telling = node.types.filter((member) => !isEmptyObject(member));
  if (
    telling.length > 0 &&
    telling.every(({ kind }) => kind === compiler.SyntaxKind.StringKeyword)
  ) {
    return { kind: "string" };
  }
  const members = node.types.map((member) => {
    const type = readType(reading, member);
    if (isObjectLike(type) || type === UNREAD) return type;
    reading.report.error("intersectionMember", spanOf(reading, member), {
      message: `${textOf(reading, member)} is no object type, and only those can be intersected.`,
      hint: "Write out the type that the intersection comes to.",
    });
    return UNREAD;
  });
  return intersectionOf(members);
}
