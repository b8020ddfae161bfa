/** Whether a value is one of a schema's type, as the compiler would judge a literal. */
import type { TypeExpr } from "../model/model.js";
import {
  findType,
  flatten,
  type Members,
  type Types,
} from "../model/queries.js";

/** A JSON value. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json };

type JsonObject = { readonly [key: string]: Json };

/**
 * Holds a value against a type. Members that the type does not name are refused, as
 * they are in an object literal.
 *
 * @param omissible Members of the value itself that may be missing although the type
 *   requires them.
 */
export function fits(
  model: Types,
  value: Json,
  type: TypeExpr,
  omissible: readonly string[] = [],
): boolean {
  switch (type.kind) {
    case "unknown":
      return true;
    case "string":
    case "number":
    case "boolean":
      return typeof value === type.kind;
    case "integer":
      return Number.isInteger(value);
    case "null":
      return value === null;
    case "literal":
      return value === type.value;
    case "enum":
      return (
        typeof value === "string" && (type.open || type.values.includes(value))
      );
    case "array":
      return (
        isArray(value) && value.every((item) => fits(model, item, type.items))
      );
    case "tuple":
    case "checked":
      // Only JSON Schema has these; handlers are made for a schema.ts.
      return false;
    case "union":
      return type.members.some((member) =>
        fits(model, value, member, omissible),
      );
    case "object":
      if (type.keyword) return isObject(value);
      break;
    case "record":
      break;
    case "intersection":
      // Members that are not objects cannot be merged: the value has to be of each.
      if (flatten(model, type) === undefined)
        return type.members.every((member) => fits(model, value, member));
      break;
    case "ref": {
      const declaration = findType(model, type.name);
      if (declaration === undefined) return false;
      if (declaration.kind === "alias")
        return fits(model, value, declaration.type, omissible);
    }
  }
  const shape = flatten(model, type);
  return (
    shape !== undefined &&
    isObject(value) &&
    fitsShape(model, value, shape, omissible)
  );
}

function fitsShape(
  model: Types,
  value: JsonObject,
  { properties, rest }: Members,
  omissible: readonly string[],
): boolean {
  const isComplete = properties.every(
    ({ name, optional }) =>
      optional || omissible.includes(name) || Object.hasOwn(value, name),
  );
  if (!isComplete) return false;
  return Object.entries(value).every(([name, member]) => {
    const type =
      properties.find((property) => property.name === name)?.type ?? rest;
    return type !== undefined && fits(model, member, type);
  });
}

function isArray(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function isObject(value: Json): value is JsonObject {
  return typeof value === "object" && value !== null && !isArray(value);
}
