/** One supertype behind `extends`. */
import type { ts } from "ts-morph";
import type { Heritage, TypeExpr } from "../../model/model.js";
import { compiler } from "./compiler.js";
import { refuseType } from "./refusal.js";
import { spanOf, type Reading } from "./reading.js";
import { readGlobal, readName, type NamedNode } from "./reference.js";
import { readType } from "./type-expression.js";

/** `extends Record<string, V>`: an index signature, written as a supertype. */
export interface InheritedRest {
  readonly rest: TypeExpr;
}

/** Keys of `"a" | "b"`, if that is all it is. */
function literalKeys(
  reading: Reading,
  node: ts.TypeNode,
): string[] | undefined {
  const type = readType(reading, node);
  if (type.kind === "literal" && typeof type.value === "string") {
    return [type.value];
  }
  return type.kind === "enum" && !type.open ? [...type.values] : undefined;
}

function readOmit(
  reading: Reading,
  node: ts.ExpressionWithTypeArguments,
  [base, keys]: readonly ts.TypeNode[],
): Heritage | undefined {
  if (
    base !== undefined &&
    compiler.isTypeReferenceNode(base) &&
    keys !== undefined &&
    (compiler.isLiteralTypeNode(keys) || compiler.isUnionTypeNode(keys))
  ) {
    const omitted = literalKeys(reading, keys);
    const type = readName(reading, {
      name: base.typeName,
      node: base,
      arguments: base.typeArguments ?? [],
    });
    if (omitted !== undefined) {
      return type.kind === "ref"
        ? { name: type.name, omit: omitted }
        : undefined;
    }
  }
  reading.report.error("heritage", spanOf(reading, node), {
    message: "Omit needs the name of a type and the keys in quotes.",
    hint: 'Write it as Omit<Base, "a" | "b">.',
  });
  return undefined;
}

/** Reads a supertype: `Base`, `Omit<Base, "a" | "b">` or `Record<string, V>`. */
export function readHeritage(
  reading: Reading,
  node: ts.ExpressionWithTypeArguments,
): Heritage | InheritedRest | undefined {
  const named: NamedNode = {
    name: node.expression,
    node,
    arguments: node.typeArguments ?? [],
  };
  const isOmit =
    compiler.isIdentifier(node.expression) &&
    node.expression.text === "Omit" &&
    !reading.declarations.types.has("Omit");
  if (isOmit) return readOmit(reading, node, named.arguments);
  const global = readGlobal(reading, named);
  if (global?.kind === "record") return { rest: global.value };
  if (global !== undefined) {
    refuseType(reading, "typeArguments", node);
    return undefined;
  }
  const type = readName(reading, named);
  return type.kind === "ref" ? { name: type.name, omit: [] } : undefined;
}
