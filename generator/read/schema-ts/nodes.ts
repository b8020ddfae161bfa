/** What type nodes are, apart from how they are written. */
import type { ts } from "ts-morph";
import { compiler } from "./compiler.js";
import type { Reading } from "./reading.js";

/** A name with or without type arguments, as types and `extends` clauses write it. */
export interface NamedNode {
  readonly name: ts.Node;
  readonly node: ts.Node;
  readonly arguments: readonly ts.TypeNode[];
}

/** The type inside parentheses. */
export function bareType(node: ts.TypeNode): ts.TypeNode {
  return compiler.isParenthesizedTypeNode(node) ? bareType(node.type) : node;
}

/** Whether a type is the word `string`. */
export function isStringKeyword(node: ts.TypeNode): boolean {
  return bareType(node).kind === compiler.SyntaxKind.StringKeyword;
}

/** The members of a union, those of unions inside of it included; of all else itself. */
export function unionNodes(node: ts.TypeNode): readonly ts.TypeNode[] {
  const bare = bareType(node);
  return compiler.isUnionTypeNode(bare)
    ? bare.types.flatMap(unionNodes)
    : [bare];
}

/** Whether a type is the word `undefined`. */
export function isUndefined(node: ts.TypeNode): boolean {
  return bareType(node).kind === compiler.SyntaxKind.UndefinedKeyword;
}

/** What a name of the schema is an alias of; undefined for all other types. */
export function aliasedType(
  { file, declarations }: Pick<Reading, "file" | "declarations">,
  node: ts.TypeNode,
): ts.TypeNode | undefined {
  if (!compiler.isTypeReferenceNode(node)) return undefined;
  const [declared] =
    declarations.types.get(node.typeName.getText(file))?.nodes ?? [];
  return declared !== undefined && compiler.isTypeAliasDeclaration(declared)
    ? declared.type
    : undefined;
}
