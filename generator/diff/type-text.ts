/** A type on one line, as people write it in TypeScript. */
import type { Property, TypeExpr } from "../model/model.js";

/** Prints a type on one line; a constant of `typeof` appears as its value. */
export function typeText(expr: TypeExpr): string {
  switch (expr.kind) {
    case "unknown":
      return expr.any ? "any" : "unknown";
    case "literal":
      return JSON.stringify(expr.value);
    case "enum":
      return [
        ...expr.values.map((value) => JSON.stringify(value)),
        ...(expr.open ? ["string"] : []),
      ].join(" | ");
    case "array":
      return `${grouped(expr.items)}[]`;
    case "record":
      return `{ [key: string]: ${typeText(expr.value)} }`;
    case "object":
      return expr.keyword ? "object" : objectText(expr.properties, expr.rest);
    case "union":
      return expr.members.map(typeText).join(" | ");
    case "intersection":
      return expr.members.map(grouped).join(" & ");
    case "ref":
      return expr.name;
    default:
      return expr.kind;
  }
}

/** The name of a field as TypeScript writes it: quoted where it has to be. */
export function nameText(name: string): string {
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name)
    ? name
    : JSON.stringify(name);
}

function grouped(expr: TypeExpr): string {
  const text = typeText(expr);
  return (expr.kind === "enum" && text.includes(" | ")) ||
    expr.kind === "union" ||
    expr.kind === "intersection"
    ? `(${text})`
    : text;
}

function objectText(
  properties: readonly Property[],
  rest: TypeExpr | undefined,
): string {
  const members = properties.map(
    ({ name, optional, type }) =>
      `${nameText(name)}${optional ? "?" : ""}: ${typeText(type)}`,
  );
  if (rest !== undefined) members.push(`[key: string]: ${typeText(rest)}`);
  return members.length === 0 ? "{}" : `{ ${members.join("; ")} }`;
}

/** A piece of code inside a sentence, between backticks. */
export function codeText(code: string): string {
  return `\`${code.replaceAll("`", "'")}\``;
}
