/** TypeScript's own generic types, where a schema declares none of that name. */
import type { ts } from "ts-morph";
import type { TypeExpr } from "../../model/model.js";
import { NEVER, unionOf } from "../../model/normalise.js";
import { compiler } from "./compiler.js";
import { type Members, membersOf, objectOf } from "./members.js";
import {
  keysOf,
  nodesOfNamed,
  mentionsString,
  type ObjectNodes,
  readNode,
  readRest,
} from "./property-nodes.js";
import {
  aliasedType,
  bareType,
  isUndefined,
  type NamedNode,
  unionNodes,
} from "./nodes.js";
import type { Reading } from "./reading.js";
import { refuseType } from "./refusal.js";
import { readType } from "./type-expression.js";
import { readValue } from "./value.js";

/**
 * Reads one of TypeScript's own generic types.
 *
 * @returns undefined for every other name.
 */
export function readUtility(
  reading: Reading,
  named: NamedNode,
): TypeExpr | undefined {
  const { name, node, arguments: given } = named;
  if (!compiler.isIdentifier(name)) return undefined;
  if (reading.declarations.types.has(name.text)) return undefined;
  const [first, second] = given;
  // JSON.stringify writes a date as the text of its moment.
  if (name.text === "Date" && first === undefined) return { kind: "string" };
  if (first === undefined) return undefined;
  switch (name.text) {
    case "Array":
      return { kind: "array", items: readType(reading, first) };
    case "ReadonlyArray":
      return { kind: "array", items: readType(reading, first), readonly: true };
    case "Readonly": {
      const type = readType(reading, first);
      return type.kind === "array" ? { ...type, readonly: true } : type;
    }
    case "NonNullable":
      return withoutNull(reading, first);
    case "Exclude":
    case "Extract": {
      const keys = keysOf(reading, compiler.isTypeNode(node) ? node : first);
      return keys === undefined
        ? refuseType(reading, "typeArguments", node)
        : unionOf(keys.map((value) => ({ kind: "literal", value })));
    }
    case "Record":
      if (second !== undefined && mentionsString(first)) {
        return objectOf(membersOf([], readValue(reading, second)));
      }
      return readComputed(reading, named);
    case "Omit":
    case "Pick":
    case "Partial":
    case "Required":
      return readComputed(reading, named);
    default:
      return undefined;
  }
}

/** Reads the properties of a computed object type; undefined if it is none. */
export function readComputedMembers(
  reading: Reading,
  named: NamedNode,
): Members | undefined {
  const nodes = nodesOfNamed(reading, named, new Set());
  return nodes && readAll(reading, nodes);
}

function readAll(reading: Reading, nodes: ObjectNodes): Members {
  const properties = [...nodes.named.values()].flatMap(
    (node) => readNode(reading, node) ?? [],
  );
  return membersOf(properties, nodes.rest && readRest(reading, nodes.rest));
}

/** Writes out what the type comes to: the model knows no computed ones. */
function readComputed(reading: Reading, named: NamedNode): TypeExpr {
  const read = readComputedMembers(reading, named);
  if (read === undefined) {
    return refuseType(reading, "typeArguments", named.node);
  }
  return objectOf(read);
}

/** A name stays one where there is no `null` behind it. */
function withoutNull(reading: Reading, node: ts.TypeNode): TypeExpr {
  const bare = bareType(node);
  if (!mentionsNull(reading, bare)) {
    const { type } = readValue(reading, bare);
    const members = type.kind === "union" ? type.members : [type];
    return unionOf(members.filter(({ kind }) => kind !== "null"));
  }
  if (compiler.isUnionTypeNode(bare)) {
    return unionOf(
      unionNodes(bare)
        .filter((member) => !isUndefined(member))
        .map((member) => withoutNull(reading, member)),
    );
  }
  const target = aliasedType(reading, bare);
  return target === undefined ? NEVER : withoutNull(reading, target);
}

function mentionsNull(
  reading: Reading,
  node: ts.TypeNode,
  path: ReadonlySet<ts.TypeNode> = new Set(),
): boolean {
  const bare = bareType(node);
  if (path.has(bare)) return false;
  const onward = new Set([...path, bare]);
  if (compiler.isUnionTypeNode(bare)) {
    return bare.types.some((member) => mentionsNull(reading, member, onward));
  }
  if (compiler.isLiteralTypeNode(bare)) {
    return bare.literal.kind === compiler.SyntaxKind.NullKeyword;
  }
  const target = aliasedType(reading, bare);
  return target !== undefined && mentionsNull(reading, target, onward);
}
