/** Types of the model as TypeScript, laid out as prettier does. */
import type {
  Constraints,
  Documentation,
  Heritage,
  InterfaceDeclaration,
  Property,
  TypeExpr,
} from "../../../model/model.js";
import { checkSentences, limitsOf } from "./check-words.js";
import { isNever, NEVER } from "../../../model/normalise.js";
import {
  afterOperator,
  bracketed,
  group,
  hardLine,
  ifBroken,
  indent,
  join,
  type Layout,
  line,
  printLayout,
} from "./layout.js";
import { printLiteral, printString, printTypeKey } from "./print-literal.js";

/** How a file writes the types that it mentions. */
export interface TypeStyle {
  /** Layout of the comment above a member, or `undefined` for none. */
  readonly comment: (
    documentation: Documentation,
    constraints: Constraints,
  ) => Layout | undefined;
  /** The name that the file knows a type of the schema by. */
  readonly nameOf: (schemaName: string) => string;
}

const bareStyle: TypeStyle = {
  comment: () => undefined,
  nameOf: (name) => name,
};

/**
 * One type as text, as if it stood at the start of a line.
 *
 * @example `printType({ kind: "array", items: { kind: "string" } })` is `string[]`.
 */
export function printType(type: TypeExpr): string {
  return printLayout(layoutType(type));
}

/** The layout of a type; written in the given style. */
export function layoutType(
  type: TypeExpr,
  style: TypeStyle = bareStyle,
): Layout {
  switch (type.kind) {
    case "string":
    case "number":
    case "boolean":
    case "null":
      return type.kind;
    case "integer":
      return "number";
    case "unknown":
      return type.any ? "any" : "unknown";
    case "literal":
      return printLiteral(type.value);
    case "ref":
      return style.nameOf(type.name);
    case "checked":
      return layoutType(type.type, style);
    case "array":
      return [
        type.readonly ? "readonly " : "",
        layoutArrayItem(type.items, style),
        "[]",
      ];
    case "tuple":
      return layoutTuple(type, style);
    case "record":
      return layoutMembers([
        layoutRest(type.value, type.orUndefined ?? false, style),
      ]);
    case "object":
      return type.keyword
        ? "object"
        : layoutMembers(memberLayouts(type, style));
    case "enum":
      return layoutUnion(unionMembers(type, style));
    case "union": {
      if (isNever(type)) return "never";
      const members = unionMembers(type, style);
      return isNullable(type) ? join(" | ", members) : layoutUnion(members);
    }
    case "intersection":
      return layoutIntersection(type.members, style);
  }
}

/** `: Type` after a name. A union that does not fit moves to the next line as a whole. */
function layoutAnnotation(
  type: TypeExpr,
  style: TypeStyle = bareStyle,
): Layout {
  const union = asWideUnion(type, style);
  return union === undefined
    ? [": ", layoutType(type, style)]
    : [":", group(indent([line, layoutUnion(union)]))];
}

/** As {@link layoutAnnotation}, with `| undefined` next to the type where the schema writes it. */
function layoutValue(
  type: TypeExpr,
  orUndefined: boolean,
  style: TypeStyle,
): Layout {
  if (!orUndefined) return layoutAnnotation(type, style);
  const members =
    type.kind === "union" || type.kind === "enum"
      ? unionMembers(type, style)
      : [layoutOperand(type, style)];
  if (members.length === 0) return ": undefined";
  return [":", group(indent([line, layoutUnion([...members, "undefined"])]))];
}

/** `export type Name = ...;`. */
export function layoutTypeAlias(
  name: string,
  type: TypeExpr,
  style: TypeStyle,
): Layout {
  const union = asWideUnion(type, style);
  return [
    `export type ${name} =`,
    union === undefined
      ? afterOperator(layoutType(type, style))
      : group(indent([line, layoutUnion(union)])),
    ";",
  ];
}

/** `export type Name = A | B;` from the names alone. */
export function layoutNameUnion(
  name: string,
  members: readonly string[],
): Layout {
  const [only = "never", second] = members;
  return [
    `export type ${name} =`,
    second === undefined
      ? afterOperator(only)
      : group(indent([line, layoutUnion(members)])),
    ";",
  ];
}

/** Documentation with what the type it stands above cannot state. */
export function documentationOf(
  documentation: Documentation,
  type: TypeExpr,
): Documentation {
  const sentences = checkSentences(type);
  return sentences.length === 0
    ? documentation
    : {
        ...documentation,
        text: [documentation.text, ...sentences]
          .filter((text) => text !== "")
          .join("\n\n"),
      };
}

/** `name?: Type;` with the comment above it. */
function layoutProperty(property: Property, style: TypeStyle): Layout {
  const documentation = style.comment(
    documentationOf(property.documentation, property.type),
    { ...limitsOf(property.type), ...property.constraints },
  );
  return [
    documentation === undefined ? "" : [documentation, hardLine],
    printTypeKey(property.name),
    property.optional ? "?" : "",
    layoutValue(property.type, property.orUndefined ?? false, style),
  ];
}

/** `export interface Name extends Base { ... }`. */
export function layoutInterface(
  declaration: Pick<
    InterfaceDeclaration,
    "name" | "extends" | keyof WrittenMembers
  >,
  style: TypeStyle,
): Layout {
  const { name } = declaration;
  const members = memberLayouts(declaration, style);
  return [
    layoutHeader(`export interface ${name}`, declaration.extends),
    members.length === 0
      ? " {}"
      : [
          " {",
          indent([
            hardLine,
            join(
              hardLine,
              members.map((member) => [member, ";"]),
            ),
          ]),
          hardLine,
          "}",
        ],
  ];
}

function layoutHeader(head: string, supertypes: readonly Heritage[]): Layout {
  const printed = supertypes.map(layoutHeritage);
  const [first] = printed;
  if (first === undefined) return head;
  if (printed.length === 1) return [head, " extends ", first];
  const list = join([",", line], printed);
  return group([head, indent([line, "extends", group(indent([line, list]))])]);
}

function layoutHeritage({ name, omit }: Heritage): Layout {
  if (omit.length === 0) return name;
  const keys = omit.map(printString);
  return bracketed("Omit<", [name, layoutUnion(keys)], ">", "");
}

/** What an object type has between its braces. */
type WrittenMembers = Pick<
  InterfaceDeclaration,
  "properties" | "rest" | "restOrUndefined" | "closed"
>;

/** Members of an object type: on one line if they fit and none has a comment. */
function layoutMembers(members: readonly Layout[]): Layout {
  if (members.length === 0) return "{}";
  return group([
    "{",
    indent([line, join([";", line], members)]),
    ifBroken(";"),
    line,
    "}",
  ]);
}

function memberLayouts(
  { properties, rest, restOrUndefined, closed }: WrittenMembers,
  style: TypeStyle,
): Layout[] {
  const named = properties.map((property) => layoutProperty(property, style));
  // `{}` alone would be a type that everything has.
  const others = closed && named.length === 0 ? NEVER : rest;
  return others === undefined
    ? named
    : [...named, layoutRest(others, restOrUndefined ?? false, style)];
}

/** `[A, B?, ...C[]]`; an item that may be absent is written as an optional one. */
function layoutTuple(
  { items, required, rest }: Extract<TypeExpr, { kind: "tuple" }>,
  style: TypeStyle,
): Layout {
  if (items.length === 0 && rest === undefined) return "[]";
  const members = items.map((item, index): Layout => {
    if (index < required) return layoutType(item, style);
    const layout = layoutOperand(item, style);
    return [
      unwrapped(item).kind === "intersection" ? ["(", layout, ")"] : layout,
      "?",
    ];
  });
  const others: readonly Layout[] =
    rest === undefined ? [] : [["...", layoutArrayItem(rest, style), "[]"]];
  return bracketed("[", [...members, ...others], "]");
}

/** A type without the checks that TypeScript does not see. */
function unwrapped(type: TypeExpr): TypeExpr {
  return type.kind === "checked" ? unwrapped(type.type) : type;
}

function layoutRest(
  value: TypeExpr,
  orUndefined: boolean,
  style: TypeStyle,
): Layout {
  return [
    bracketed("[", ["key: string"], "]", ""),
    layoutValue(value, orUndefined, style),
  ];
}

function layoutArrayItem(items: TypeExpr, style: TypeStyle): Layout {
  const layout = layoutOperand(items, style);
  const inner = unwrapped(items);
  return inner.kind === "intersection" ||
    (inner.kind === "array" && inner.readonly)
    ? ["(", layout, ")"]
    : layout;
}

/** A type next to an operator that binds more tightly than `|`. */
function layoutOperand(type: TypeExpr, style: TypeStyle): Layout {
  if (isNullable(type)) return ["(", layoutType(type, style), ")"];
  const union = asUnion(type, style);
  return union === undefined
    ? layoutType(type, style)
    : bracketed("(", [layoutUnion(union)], ")", "");
}

function layoutUnion(members: readonly Layout[]): Layout {
  const [only, second] = members;
  if (only !== undefined && second === undefined) return only;
  return group([
    ifBroken("| "),
    join(
      [line, "| "],
      members.map((member) => indent(member)),
    ),
  ]);
}

/** Members of a type that prints as a union; `undefined` for every other type. */
function asUnion(
  whole: TypeExpr,
  style: TypeStyle,
): readonly Layout[] | undefined {
  const type = unwrapped(whole);
  if (type.kind !== "union" && type.kind !== "enum") return undefined;
  const members = unionMembers(type, style);
  return members.length > 1 ? members : undefined;
}

/** As `asUnion`, without `{ ... } | null`, which stays on the line it begins on. */
function asWideUnion(
  type: TypeExpr,
  style: TypeStyle,
): readonly Layout[] | undefined {
  return isNullable(type) ? undefined : asUnion(type, style);
}

/** Whether a union is one object type, written out or named, and `null`. */
function isNullable(type: TypeExpr): boolean {
  const union = unwrapped(type);
  if (union.kind !== "union") return false;
  const [only, second] = union.members
    .map(unwrapped)
    .filter(({ kind }) => kind !== "null");
  if (only === undefined || second !== undefined) return false;
  return only.kind === "ref" || isObjectType(only);
}

function isObjectType(type: TypeExpr): boolean {
  return type.kind === "record" || (type.kind === "object" && !type.keyword);
}

/**
 * The members that a union or enum prints. Next to plain `string`, literals would be
 * absorbed and forgotten; `string & {}` means the same and keeps them for editors.
 */
function unionMembers(
  type: TypeExpr & { readonly kind: "union" | "enum" },
  style: TypeStyle,
): readonly Layout[] {
  if (type.kind === "enum") {
    const values = type.values.map(printString);
    return type.open ? [...values, "(string & {})"] : values;
  }
  return type.members.map(unwrapped).flatMap((member) => {
    if (member.kind === "enum" || member.kind === "union") {
      return unionMembers(member, style);
    }
    const layout = layoutType(member, style);
    return [member.kind === "intersection" ? ["(", layout, ")"] : layout];
  });
}

function layoutIntersection(
  members: readonly TypeExpr[],
  style: TypeStyle,
): Layout {
  const printed = members.map((member) => layoutOperand(member, style));
  let wasIndented = false;
  const parts: Layout[] = printed.map((layout, index) => {
    const previous = members[index - 1];
    const current = members[index] as TypeExpr;
    if (previous === undefined) return layout;
    const before = isObjectType(previous);
    const here = isObjectType(current);
    if (!before && !here) return indent([" &", line, layout]);
    if (before && here) return [" & ", wasIndented ? indent(layout) : layout];
    wasIndented ||= index > 1;
    return [" & ", index > 1 ? indent(layout) : layout];
  });
  return group(parts);
}
