/**
 * The properties of object types as nodes, not read yet: what `Omit`, `Pick`, `Partial`
 * and `Type["key"]` need to know of a type, which may be the one that is being read.
 */
import type { ts } from "ts-morph";
import type { Property } from "../../model/model.js";
import { intersectProperties } from "../../model/queries.js";
import { compiler } from "./compiler.js";
import { readKey, readProperty } from "./property.js";
import { positionOf, spanOf, textOf, type Reading } from "./reading.js";
import { bareType, isStringKeyword, type NamedNode } from "./nodes.js";
import { UNREAD } from "./refusal.js";
import { readValue, type ReadValue } from "./value.js";

/** A property and what declares it. */
export interface PropertyNode {
  readonly name: string;
  readonly optional: boolean;
  /** What says its type: several where an intersection has it more than once. */
  readonly declared: readonly (ts.PropertySignature | ts.TypeNode)[];
}

/** What an object type declares. */
export interface ObjectNodes {
  readonly named: ReadonlyMap<string, PropertyNode>;
  /** The properties that an index signature allows. */
  readonly rest?: RestNode;
}

/** The type behind an index signature. */
interface RestNode {
  readonly type: ts.TypeNode;
  /** Whether `Partial` adds `undefined` to that type. */
  readonly optional: boolean;
}

/** Names that lead from one type to the next; one that comes again leads in a circle. */
type Path = ReadonlySet<string>;

/** What an object type declares; undefined for a type that is not a single object. */
function nodesOf(
  reading: Reading,
  node: ts.TypeNode,
  path: Path = new Set(),
): ObjectNodes | undefined {
  const bare = bareType(node);
  if (compiler.isTypeLiteralNode(bare)) {
    return nodesBetweenBraces(reading, bare.members);
  }
  if (compiler.isTypeReferenceNode(bare)) {
    const named = {
      name: bare.typeName,
      node: bare,
      arguments: bare.typeArguments ?? [],
    };
    return nodesOfNamed(reading, named, path);
  }
  if (compiler.isIntersectionTypeNode(bare)) {
    const parts = bare.types.map((part) => nodesOf(reading, part, path));
    return parts.every((part) => part !== undefined)
      ? parts.reduce(intersect)
      : undefined;
  }
  if (compiler.isIndexedAccessTypeNode(bare)) {
    const declared = declaredAt(reading, bare, path);
    const parts = declared?.map((type) => nodesOf(reading, type, path));
    return parts !== undefined &&
      parts.length > 0 &&
      parts.every((part) => part !== undefined)
      ? parts.reduce(intersect)
      : undefined;
  }
  return undefined;
}

/** The same of a named type: one of the schema, or one of TypeScript's own made of it. */
export function nodesOfNamed(
  reading: Reading,
  { name, arguments: given }: NamedNode,
  path: Path,
): ObjectNodes | undefined {
  if (!compiler.isIdentifier(name)) return undefined;
  const declared = reading.declarations.types.get(name.text);
  if (declared !== undefined) {
    if (path.has(name.text) || given.length > 0) return undefined;
    const onward = new Set([...path, name.text]);
    const [first] = declared.nodes;
    return first !== undefined && compiler.isTypeAliasDeclaration(first)
      ? nodesOf(reading, first.type, onward)
      : nodesOfInterface(
          reading,
          declared.nodes.filter(compiler.isInterfaceDeclaration),
          onward,
        );
  }
  const [first, second] = given;
  if (first === undefined) return undefined;
  if (name.text === "Record") {
    return second && nodesOfRecord(reading, first, second, path);
  }
  const base = nodesOf(reading, first, path);
  if (base === undefined) return undefined;
  switch (name.text) {
    case "Readonly":
    case "NonNullable":
      return base;
    case "Partial":
      return withOptional(base, true);
    case "Required":
      return withOptional(base, false);
    case "Omit":
    case "Pick": {
      const keys = second && keysOf(reading, second, path);
      if (keys === undefined) return undefined;
      return name.text === "Pick" ? pick(base, keys) : omit(base, keys);
    }
    default:
      return undefined;
  }
}

/** The keys that a type lists: literals, a union or a name of such, `keyof Type`. */
export function keysOf(
  reading: Reading,
  node: ts.TypeNode,
  path: Path = new Set(),
): readonly string[] | undefined {
  const bare = bareType(node);
  if (compiler.isUnionTypeNode(bare)) {
    const parts = bare.types.map((part) => keysOf(reading, part, path));
    return parts.every((part) => part !== undefined)
      ? [...new Set(parts.flat())]
      : undefined;
  }
  if (compiler.isLiteralTypeNode(bare)) {
    const { literal } = bare;
    return compiler.isStringLiteralLike(literal) ||
      compiler.isNumericLiteral(literal)
      ? [literal.text]
      : undefined;
  }
  if (
    compiler.isTypeOperatorNode(bare) &&
    bare.operator === compiler.SyntaxKind.KeyOfKeyword
  ) {
    const members = nodesOf(reading, bare.type, path);
    return members === undefined || members.rest !== undefined
      ? undefined
      : [...members.named.keys()];
  }
  if (!compiler.isTypeReferenceNode(bare)) return undefined;
  const name = textOf(reading, bare.typeName);
  const declared = reading.declarations.types.get(name)?.nodes[0];
  if (declared !== undefined) {
    return compiler.isTypeAliasDeclaration(declared) && !path.has(name)
      ? keysOf(reading, declared.type, new Set([...path, name]))
      : undefined;
  }
  const [from, which] = (bare.typeArguments ?? []).map((argument) =>
    keysOf(reading, argument, path),
  );
  if (from === undefined || which === undefined) return undefined;
  if (name === "Exclude") return from.filter((key) => !which.includes(key));
  if (name === "Extract") return from.filter((key) => which.includes(key));
  return undefined;
}

/** The nodes that say the type of `Type["key"]`, for each of the keys. */
export function nodesAt(
  reading: Reading,
  { objectType, indexType }: ts.IndexedAccessTypeNode,
  path: Path = new Set(),
): readonly PropertyNode[] | undefined {
  const members = nodesOf(reading, objectType, path);
  if (members === undefined) return undefined;
  const { rest } = members;
  const other = (name: string): readonly PropertyNode[] =>
    rest === undefined ? [] : [namedRest(rest, name)];
  if (isStringKeyword(indexType)) return other("string");
  const keys = keysOf(reading, indexType, path);
  const found = keys?.map((key): readonly PropertyNode[] => {
    const member = members.named.get(key);
    return member === undefined ? other(key) : [member];
  });
  return found?.every((each) => each.length > 0) ? found.flat() : undefined;
}

/** The items' type of an array, by name or written out. */
export function itemsOf(
  reading: Reading,
  node: ts.TypeNode,
  path: Path = new Set(),
): ts.TypeNode | undefined {
  const bare = bareType(node);
  if (compiler.isArrayTypeNode(bare)) return bare.elementType;
  if (compiler.isTypeOperatorNode(bare)) {
    return itemsOf(reading, bare.type, path);
  }
  if (compiler.isIndexedAccessTypeNode(bare)) {
    const [only, another] = declaredAt(reading, bare, path) ?? [];
    return only === undefined || another !== undefined
      ? undefined
      : itemsOf(reading, only, path);
  }
  if (!compiler.isTypeReferenceNode(bare)) return undefined;
  const name = textOf(reading, bare.typeName);
  const declared = reading.declarations.types.get(name)?.nodes[0];
  if (declared === undefined) {
    return ["Array", "ReadonlyArray"].includes(name)
      ? bare.typeArguments?.[0]
      : undefined;
  }
  return compiler.isTypeAliasDeclaration(declared) && !path.has(name)
    ? itemsOf(reading, declared.type, new Set([...path, name]))
    : undefined;
}

/** Reads a property; one that contains itself, so that it would never end, is reported. */
export function readNode(
  reading: Reading,
  { name, optional, declared }: PropertyNode,
): Property | undefined {
  const properties = declared.flatMap((node): readonly Property[] => {
    if (reading.open.has(node)) {
      reading.report.errorOnce("typeOperator", spanOf(reading, node), {
        message: `${name} is computed from itself.`,
        hint: "Write out its type.",
      });
      return [];
    }
    reading.open.add(node);
    try {
      return readDeclared(reading, name, node);
    } finally {
      reading.open.delete(node);
    }
  });
  const [first, ...others] = properties;
  if (first === undefined) return undefined;
  const property = others.reduce(intersectProperties, first);
  return { ...property, optional: optional || property.orUndefined === true };
}

/** Reads the values behind an index signature. */
export function readRest(
  reading: Reading,
  { type, optional }: RestNode,
): ReadValue {
  const value = readValue(reading, type);
  return { ...value, orUndefined: optional || value.orUndefined };
}

/** The type that a property has where it is there, and whether it may be absent. */
export function readNodeValue(
  reading: Reading,
  member: PropertyNode,
): ReadValue {
  const property = readNode(reading, member);
  return {
    type: property?.type ?? UNREAD,
    orUndefined: property?.optional ?? false,
  };
}

function readDeclared(
  reading: Reading,
  name: string,
  node: ts.PropertySignature | ts.TypeNode,
): readonly Property[] {
  if (compiler.isPropertySignature(node)) {
    const property = readProperty(reading, node);
    return property === undefined ? [] : [property];
  }
  const { type, orUndefined } = readValue(reading, node);
  return [
    {
      name,
      optional: orUndefined,
      ...(orUndefined && { orUndefined }),
      type,
      constraints: {},
      documentation: { text: "", internal: false, see: [], examples: [] },
      position: positionOf(reading, node),
    },
  ];
}

function declaredAt(
  reading: Reading,
  node: ts.IndexedAccessTypeNode,
  path: Path,
): readonly ts.TypeNode[] | undefined {
  return nodesAt(reading, node, path)
    ?.flatMap(({ declared }) => declared)
    .flatMap((each) =>
      compiler.isPropertySignature(each) ? (each.type ?? []) : [each],
    );
}

function nodesBetweenBraces(
  reading: Reading,
  nodes: readonly ts.TypeElement[],
): ObjectNodes {
  const named = new Map<string, PropertyNode>();
  let rest: RestNode | undefined;
  for (const node of nodes) {
    if (compiler.isIndexSignatureDeclaration(node)) {
      rest = { type: node.type, optional: false };
    }
    if (!compiler.isPropertySignature(node)) continue;
    const name = readKey(reading, node.name);
    if (name === undefined || named.has(name)) continue;
    const optional = node.questionToken !== undefined;
    named.set(name, { name, optional, declared: [node] });
  }
  return rest === undefined ? { named } : { named, rest };
}

/** ObjectNodes as TypeScript inherits them: of two supertypes the first one's stands. */
function nodesOfInterface(
  reading: Reading,
  nodes: readonly ts.InterfaceDeclaration[],
  path: Path,
): ObjectNodes | undefined {
  const inherited = nodes
    .flatMap(({ heritageClauses = [] }) => heritageClauses)
    .flatMap(({ types }) => types)
    .map((node) =>
      nodesOfNamed(
        reading,
        { name: node.expression, node, arguments: node.typeArguments ?? [] },
        path,
      ),
    );
  if (!inherited.every((each) => each !== undefined)) return undefined;
  const own = nodesBetweenBraces(
    reading,
    nodes.flatMap(({ members }) => [...members]),
  );
  const named = new Map<string, PropertyNode>();
  for (const { named: of } of inherited) {
    for (const [name, member] of of) {
      if (!named.has(name)) named.set(name, member);
    }
  }
  for (const [name, member] of own.named) named.set(name, member);
  const rest = own.rest ?? inherited.find((each) => each.rest)?.rest;
  return rest === undefined ? { named } : { named, rest };
}

/** `Record<"a" | "b", T>` has properties, `Record<string, T>` an index signature. */
function nodesOfRecord(
  reading: Reading,
  keyNode: ts.TypeNode,
  value: ts.TypeNode,
  path: Path,
): ObjectNodes | undefined {
  if (mentionsString(keyNode)) {
    return { named: new Map(), rest: { type: value, optional: false } };
  }
  const keys = keysOf(reading, keyNode, path);
  return (
    keys && {
      named: new Map(
        keys.map((name) => [
          name,
          { name, optional: false, declared: [value] },
        ]),
      ),
    }
  );
}

/** Whether a type of keys is `string`, alone or among literals that it takes in. */
export function mentionsString(node: ts.TypeNode): boolean {
  const bare = bareType(node);
  return compiler.isUnionTypeNode(bare)
    ? bare.types.some(mentionsString)
    : isStringKeyword(bare);
}

/** A property that only an index signature allows. */
function namedRest({ type, optional }: RestNode, name: string): PropertyNode {
  return { name, optional, declared: [type] };
}

/** `Partial` or `Required`, which leaves an index signature as it is. */
function withOptional(
  { named, rest }: ObjectNodes,
  optional: boolean,
): ObjectNodes {
  return {
    named: new Map(
      [...named].map(([name, member]) => [name, { ...member, optional }]),
    ),
    ...(rest && { rest: optional ? { ...rest, optional } : rest }),
  };
}

function pick(
  { named, rest }: ObjectNodes,
  keys: readonly string[],
): ObjectNodes {
  return {
    named: new Map(
      keys.flatMap((name) => {
        const member = named.get(name) ?? (rest && namedRest(rest, name));
        return member === undefined ? [] : [[name, member]];
      }),
    ),
  };
}

/** Over an index signature `Omit` leaves the signature alone: `keyof` is `string` there. */
function omit(
  { named, rest }: ObjectNodes,
  keys: readonly string[],
): ObjectNodes {
  return rest === undefined
    ? { named: new Map([...named].filter(([name]) => !keys.includes(name))) }
    : { named: new Map(), rest };
}

function intersect(left: ObjectNodes, right: ObjectNodes): ObjectNodes {
  const named = new Map(left.named);
  for (const [name, member] of right.named) {
    const other = named.get(name);
    named.set(
      name,
      other === undefined
        ? member
        : {
            name,
            optional: other.optional && member.optional,
            declared: [...other.declared, ...member.declared],
          },
    );
  }
  const rest = left.rest ?? right.rest;
  return rest === undefined ? { named } : { named, rest };
}
