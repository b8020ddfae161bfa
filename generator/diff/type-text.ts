/** A type on one line, as people write it in TypeScript. */
import type { Property, TypeExpr } from "../model/model.js";
import { isNever } from "../model/normalise.js";

/** How the parts of a type are written. */
export interface TypeStyle {
  /** Writes a property of an object type. */
  readonly property: (property: Property) => string;
  /** As a schema has it: `typeof CONSTANT` for its value, `number` for an integer. */
  readonly asSchema: boolean;
}

/** Values and names alone: a type inside a sentence. */
const PLAIN: TypeStyle = {
  property: (property) => propertyText(property, PLAIN),
  asSchema: false,
};

/** Prints a type on one line. */
export function typeText(expr: TypeExpr, style: TypeStyle = PLAIN): string {
  switch (expr.kind) {
    case "unknown":
      return expr.any ? "any" : "unknown";
    case "literal":
      return style.asSchema && expr.constant !== undefined
        ? `typeof ${expr.constant}`
        : JSON.stringify(expr.value);
    case "enum":
      return [
        ...expr.values.map((value) => JSON.stringify(value)),
        ...(expr.open ? ["string"] : []),
      ].join(" | ");
    case "array":
      return `${grouped(expr.items, style)}[]`;
    case "tuple":
      return tupleText(expr, style);
    case "checked":
      return typeText(expr.type, style);
    case "record":
      return `{ ${restText(expr.value, style)} }`;
    case "object":
      return expr.keyword
        ? "object"
        : membersText(expr.properties, expr.rest, style);
    case "union":
      if (isNever(expr)) return "never";
      return expr.members.map((member) => typeText(member, style)).join(" | ");
    case "intersection":
      return expr.members.map((member) => grouped(member, style)).join(" & ");
    case "ref":
      return expr.name;
    case "integer":
      return style.asSchema ? "number" : "integer";
    default:
      return expr.kind;
  }
}

function tupleText(
  { items, required, rest }: Extract<TypeExpr, { kind: "tuple" }>,
  style: TypeStyle,
): string {
  const members = items.map(
    (item, index) => `${grouped(item, style)}${index < required ? "" : "?"}`,
  );
  if (rest !== undefined) members.push(`...${grouped(rest, style)}[]`);
  return `[${members.join(", ")}]`;
}

/** Prints the members of an object, braces included. */
export function membersText(
  properties: readonly Property[],
  rest: TypeExpr | undefined,
  style: TypeStyle,
): string {
  const members = properties.map(style.property);
  if (rest !== undefined) members.push(restText(rest, style));
  return members.length === 0 ? "{}" : `{ ${members.join("; ")} }`;
}

/** Prints a property without its documentation. */
export function propertyText(
  { name, optional, type }: Property,
  style: TypeStyle,
): string {
  return `${nameText(name)}${optional ? "?" : ""}: ${typeText(type, style)}`;
}

/** The name of a field as TypeScript writes it: quoted where it has to be. */
export function nameText(name: string): string {
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name)
    ? name
    : JSON.stringify(name);
}

/** A piece of code inside a sentence, between backticks. */
export function codeText(code: string): string {
  return `\`${code.replaceAll("`", "'")}\``;
}

function restText(value: TypeExpr, style: TypeStyle): string {
  return `[key: string]: ${typeText(value, style)}`;
}

function grouped(expr: TypeExpr, style: TypeStyle): string {
  const text = typeText(expr, style);
  return (expr.kind === "enum" && text.includes(" | ")) ||
    expr.kind === "union" ||
    expr.kind === "intersection"
    ? `(${text})`
    : text;
}
