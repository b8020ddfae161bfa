/** Type names: `Tool`, `Array<Tool>`, `Record<string, Tool>`. */
import type { ts } from "ts-morph";
import type { TypeExpr } from "../../model/model.js";
import { didYouMean } from "../../suggestion.js";
import { compiler } from "./compiler.js";
import type { NamedNode } from "./nodes.js";
import { refuseType, UNREAD } from "./refusal.js";
import { spanOf, textOf, type Reading } from "./reading.js";
import { readUtility } from "./utility.js";

/** Reads a type reference. */
export function readReference(
  reading: Reading,
  node: ts.TypeReferenceNode,
): TypeExpr {
  const named = {
    name: node.typeName,
    node,
    arguments: node.typeArguments ?? [],
  };
  return readUtility(reading, named) ?? readName(reading, named);
}

/** Reads the name of a type that the schema itself declares and exports. */
export function readName(reading: Reading, named: NamedNode): TypeExpr {
  const { name, node } = named;
  const declared = compiler.isIdentifier(name)
    ? reading.declarations.types.get(name.text)
    : undefined;
  if (named.arguments.length > 0) {
    return refuseType(reading, "typeArguments", node);
  }
  if (declared === undefined) return unknownName(reading, name);
  if (!declared.exported) {
    reading.report.errorOnce("notExported", spanOf(reading, name), {
      message: `${declared.name} is used by the protocol, but not exported.`,
      hint: `Write "export" in front of its declaration.`,
    });
    return UNREAD;
  }
  return { kind: "ref", name: declared.name };
}

function unknownName(reading: Reading, node: ts.Node): TypeExpr {
  const name = textOf(reading, node);
  const { types, others } = reading.declarations;
  // Classes and enums are reported where they are declared.
  if (others.has(name)) return UNREAD;
  reading.report.error("unknownName", spanOf(reading, node), {
    message: `There is no type ${name} in this file.`,
    hint:
      didYouMean(name, [...types.keys()]) ??
      "Declare it in this file and export it; of TypeScript's own types a schema can use Array, Record, Date and utility types such as Omit.",
  });
  return UNREAD;
}
