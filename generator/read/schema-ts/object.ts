/** `{ ... }`: members of type literals and interfaces. */
import type { ts } from "ts-morph";
import type { Property, TypeExpr } from "../../model/model.js";
import { compiler } from "./compiler.js";
import { readProperty } from "./property.js";
import { type Members, membersOf, objectOf } from "./members.js";
import { spanOf, textOf, type Reading } from "./reading.js";
import { readValue, type ReadValue } from "./value.js";

/** Reads an object type between braces. */
export function readObject(
  reading: Reading,
  node: ts.TypeLiteralNode,
): TypeExpr {
  return objectOf(readMembers(reading, node.members));
}

/** Reads the members between two braces; methods and the like are reported. */
export function readMembers(
  reading: Reading,
  nodes: readonly ts.TypeElement[],
): Members {
  const properties: Property[] = [];
  let rest: ReadValue | undefined;
  for (const node of nodes) {
    if (compiler.isPropertySignature(node)) {
      const property = readProperty(reading, node);
      if (property !== undefined) properties.push(property);
    } else if (compiler.isIndexSignatureDeclaration(node)) {
      rest = readIndexSignature(reading, node) ?? rest;
    } else {
      reading.report.error("method", spanOf(reading, node), {
        message: `${textOf(reading, node)} is a method, and JSON holds no functions.`,
        hint: "Remove it from the schema.",
      });
    }
  }
  return membersOf(properties, rest);
}

function readIndexSignature(
  reading: Reading,
  node: ts.IndexSignatureDeclaration,
): ReadValue | undefined {
  const [parameter] = node.parameters;
  if (parameter?.type?.kind === compiler.SyntaxKind.StringKeyword) {
    return readValue(reading, node.type);
  }
  reading.report.error("indexSignature", spanOf(reading, node), {
    message: "Keys of JSON objects are strings.",
    hint: "Write the index signature as [key: string].",
  });
  return undefined;
}
