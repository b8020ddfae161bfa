/**
 * What a model says about a value, in the plainest way: the meaning of the data
 * format, for tests to compare faster ways with. Constraints and rules aside.
 */
import type { ProtocolModel, TypeExpr } from "../../generator/model/model.js";
import { flatten } from "../../generator/model/queries.js";

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function acceptsMembers(
  model: ProtocolModel,
  type: TypeExpr,
  value: unknown,
): boolean {
  const shape = flatten(model, type);
  if (shape === undefined || !isObject(value)) return false;
  const named = new Set(shape.properties.map(({ name }) => name));
  const { rest } = shape;
  return (
    shape.properties.every(({ name, optional, type: expected }) =>
      Object.hasOwn(value, name)
        ? accepts(model, expected, value[name])
        : optional,
    ) &&
    (rest === undefined ||
      Object.entries(value).every(
        ([name, member]) => named.has(name) || accepts(model, rest, member),
      ))
  );
}

/** Whether a JSON value is of a type, given by name or as an expression. */
export function accepts(
  model: ProtocolModel,
  type: string | TypeExpr,
  value: unknown,
): boolean {
  const expression: TypeExpr =
    typeof type === "string" ? { kind: "ref", name: type } : type;
  switch (expression.kind) {
    case "string":
    case "number":
    case "boolean":
      return typeof value === expression.kind;
    case "integer":
      return Number.isInteger(value);
    case "null":
      return value === null;
    case "unknown":
      return value !== undefined;
    case "literal":
      return value === expression.value;
    case "enum":
      return (
        typeof value === "string" &&
        (expression.open || expression.values.includes(value))
      );
    case "array":
      return (
        Array.isArray(value) &&
        value.every((item) => accepts(model, expression.items, item))
      );
    case "tuple":
    case "checked":
      throw new Error(`No schema.ts has ${expression.kind}.`);
    case "union":
      return expression.members.some((member) => accepts(model, member, value));
    case "object":
    case "record":
    case "intersection":
      return acceptsMembers(model, expression, value);
    case "ref": {
      const declaration = model.types.find(
        ({ name }) => name === expression.name,
      );
      return declaration?.kind === "alias"
        ? accepts(model, declaration.type, value)
        : acceptsMembers(model, expression, value);
    }
  }
}
