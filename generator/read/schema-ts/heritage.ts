/** One supertype behind `extends`. */
import type { ts } from "ts-morph";
import type { Heritage } from "../../model/model.js";
import { compiler } from "./compiler.js";
import type { Members } from "./members.js";
import type { NamedNode } from "./nodes.js";
import { keysOf } from "./property-nodes.js";
import { spanOf, textOf, type Reading } from "./reading.js";
import { readName } from "./reference.js";
import { readComputedMembers } from "./utility.js";

/** Reads a supertype: a name, `Omit<Base, "a" | "b">`, or what another type comes to. */
export function readHeritage(
  reading: Reading,
  node: ts.ExpressionWithTypeArguments,
): Heritage | Members | undefined {
  const named: NamedNode = {
    name: node.expression,
    node,
    arguments: node.typeArguments ?? [],
  };
  if (!isUtility(reading, named)) return supertype(reading, named, []);
  const [base, keys] = named.arguments;
  const plain = base && plainName(base);
  const { text } = node.expression as ts.Identifier;
  if (plain !== undefined && text === "Readonly") {
    return supertype(reading, plain, []);
  }
  // The model has a place for the keys that a supertype leaves out, and for no others.
  const omitted =
    plain !== undefined && text === "Omit" && keys && keysOf(reading, keys);
  if (plain !== undefined && omitted) {
    return supertype(reading, plain, omitted);
  }
  const members = readComputedMembers(reading, named);
  if (members === undefined) {
    reading.report.error("heritage", spanOf(reading, node), {
      message: `What ${textOf(reading, node)} comes to cannot be told.`,
      hint: 'Use types with known properties, and keys in quotes: Omit<Base, "a" | "b">.',
    });
  }
  return members;
}

function supertype(
  reading: Reading,
  named: NamedNode,
  omit: readonly string[],
): Heritage | undefined {
  const type = readName(reading, named);
  return type.kind === "ref" ? { name: type.name, omit } : undefined;
}

function isUtility(reading: Reading, { name, arguments: given }: NamedNode) {
  return (
    given.length > 0 &&
    compiler.isIdentifier(name) &&
    !reading.declarations.types.has(name.text)
  );
}

/** The name that a type is, without type arguments. */
function plainName(node: ts.TypeNode): NamedNode | undefined {
  return compiler.isTypeReferenceNode(node) && node.typeArguments === undefined
    ? { name: node.typeName, node, arguments: [] }
    : undefined;
}
