/** Types in one line, so that tests can say what they want. */
import type { TypeExpr } from "../../generator/model/model.js";

/** An expression as TypeScript would write it, more or less; `integer` is called that. */
export function printType(type: TypeExpr): string {
  switch (type.kind) {
    case "unknown":
      return type.any ? "any" : "unknown";
    case "literal":
      return JSON.stringify(type.value);
    case "enum":
      return [
        ...type.values.map((value) => JSON.stringify(value)),
        ...(type.open ? ["string"] : []),
      ].join(" | ");
    case "array":
      return type.items.kind === "union" || type.items.kind === "enum"
        ? `(${printType(type.items)})[]`
        : `${printType(type.items)}[]`;
    case "record":
      return `{ [key]: ${printType(type.value)} }`;
    case "object": {
      if (type.keyword) return "object";
      const members = [
        ...type.properties.map(
          ({ name, optional, type: inner }) =>
            `${name}${optional ? "?" : ""}: ${printType(inner)}`,
        ),
        ...(type.rest ? [`[key]: ${printType(type.rest)}`] : []),
      ];
      return members.length === 0 ? "{}" : `{ ${members.join("; ")} }`;
    }
    case "union":
      return type.members.map(printType).join(" | ");
    case "intersection":
      return type.members.map(printType).join(" & ");
    case "ref":
      return type.name;
    default:
      return type.kind;
  }
}
