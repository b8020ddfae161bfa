/** `A & B` -> an intersection of object types. */
import type { ts } from "ts-morph";
import type { TypeExpr } from "../../model/model.js";
import { intersectionOf } from "../../model/normalise.js";
import { compiler } from "./compiler.js";
import { aliasedType, bareType } from "./nodes.js";
import { spanOf, textOf, type Reading } from "./reading.js";
import { UNREAD } from "./refusal.js";
import { readType } from "./type-expression.js";

/**
 * Reads an intersection of objects, or of unions of objects. What is intersected with
 * `{}` stays what it is: `string & {}` is the usual way to keep literals visible next to
 * any other string. So does a primitive with a brand, which JSON cannot write.
 */
export function readIntersection(
  reading: Reading,
  node: ts.IntersectionTypeNode,
): TypeExpr {
  const telling = node.types.filter((member) => !isEmptyObject(member));
  const primitives = telling.filter((member) => isPrimitive(reading, member));
  if (
    primitives.length > 0 &&
    telling.every((member) => primitives.includes(member) || isBrand(member))
  ) {
    return intersectionOf(
      primitives.map((member) => readType(reading, member)),
    );
  }
  const members = (telling.length > 0 ? telling : node.types).map((member) => {
    const type = readType(reading, member);
    if (type === UNREAD || isObjectNode(reading, member, type)) return type;
    reading.report.error("intersectionMember", spanOf(reading, member), {
      message: `${textOf(reading, member)} is not an object type, and only those can be intersected.`,
      hint: "Write out the type that the intersection comes to.",
    });
    return UNREAD;
  });
  return intersectionOf(members);
}

function isEmptyObject(node: ts.TypeNode): boolean {
  return compiler.isTypeLiteralNode(node) && node.members.length === 0;
}

/** Whether a type is `string`, `number` or `boolean`, by whatever name. */
function isPrimitive(
  reading: Reading,
  node: ts.TypeNode,
  path: ReadonlySet<ts.TypeNode> = new Set(),
): boolean {
  const bare = bareType(node);
  switch (bare.kind) {
    case compiler.SyntaxKind.StringKeyword:
    case compiler.SyntaxKind.NumberKeyword:
    case compiler.SyntaxKind.BooleanKeyword:
      return true;
  }
  const target = aliasedType(reading, bare);
  return (
    target !== undefined &&
    !path.has(target) &&
    isPrimitive(reading, target, new Set([...path, target]))
  );
}

/**
 * Whether an object type does nothing but tell a primitive from others of its kind: its
 * properties are read-only, literals, or have a name that begins with an underscore.
 */
function isBrand(node: ts.TypeNode): boolean {
  const bare = bareType(node);
  return (
    compiler.isTypeLiteralNode(bare) &&
    bare.members.every(
      (member) =>
        compiler.isPropertySignature(member) &&
        (member.modifiers?.some(
          ({ kind }) => kind === compiler.SyntaxKind.ReadonlyKeyword,
        ) === true ||
          (member.type !== undefined &&
            compiler.isLiteralTypeNode(member.type)) ||
          (compiler.isIdentifier(member.name) &&
            member.name.text.startsWith("_"))),
    )
  );
}

/** Whether a type is one of objects, also behind names; what cannot be told is refused elsewhere. */
function isObjectNode(
  reading: Reading,
  node: ts.TypeNode,
  type: TypeExpr,
): boolean {
  if (type.kind === "union") {
    const bare = bareType(node);
    return compiler.isUnionTypeNode(bare)
      ? bare.types.every((member) =>
          isObjectNode(reading, member, readType(reading, member)),
        )
      : type.members.every(isObjectType);
  }
  if (type.kind !== "ref") return isObjectType(type);
  const known = reading.objectNames.get(type.name);
  if (known !== undefined) return known;
  // What leads back to itself is an error that the compiler reports.
  reading.objectNames.set(type.name, true);
  const target = aliasOf(reading, type.name);
  const isObject =
    target === undefined ||
    isObjectNode(reading, target, readType(reading, target));
  reading.objectNames.set(type.name, isObject);
  return isObject;
}

function aliasOf(
  { declarations }: Reading,
  name: string,
): ts.TypeNode | undefined {
  const [declared] = declarations.types.get(name)?.nodes ?? [];
  return declared !== undefined && compiler.isTypeAliasDeclaration(declared)
    ? declared.type
    : undefined;
}

function isObjectType({ kind }: TypeExpr): boolean {
  return ["object", "record", "intersection", "ref"].includes(kind);
}
