/** `const` and `enum`: the values that are allowed, as types. */
import type { Constraints, Property, TypeExpr } from "../../model/model.js";
import { isNever, unionOf } from "../../model/normalise.js";
import { NO_DOCUMENTATION } from "./documentation.js";
import { isWithin } from "./limits.js";
import {
  canonicalJson,
  hasTypeOf,
  isObject,
  type JsonTypes,
  keywordOf,
  type SchemaObject,
} from "./schema.js";

/** Where a type of JSON Schema stands, as far as the model asks: nowhere in a `schema.ts`. */
export const NOWHERE = { line: 1, column: 1 };

/**
 * The values that a schema lists.
 *
 * @returns undefined when it lists none.
 */
export function listedValues(
  schema: SchemaObject,
): readonly unknown[] | undefined {
  const list = keywordOf(schema, "enum");
  const values = Array.isArray(list) ? (list as unknown[]) : undefined;
  if (!Object.hasOwn(schema, "const")) return values;
  const only = schema["const"];
  if (values === undefined) return [only];
  const text = canonicalJson(only);
  return values.filter((value) => canonicalJson(value) === text);
}

/** Those of the listed values that have one of the types and are within the limits. */
export function typeOfValues(
  values: readonly unknown[],
  allowed: JsonTypes,
  limits: Constraints,
): TypeExpr {
  const types = values
    .filter((value) => hasTypeOf(allowed, value) && isWithin(value, limits))
    .map(literalType);
  return anyOfTypes(types);
}

/** The type that has one value only. */
function literalType(value: unknown): TypeExpr {
  if (value === null) return { kind: "null" };
  if (Array.isArray(value)) {
    const items = value.map(literalType);
    return { kind: "tuple", items, required: items.length };
  }
  if (isObject(value)) {
    const properties = Object.entries(value).map(([name, each]): Property => ({
      name,
      optional: false,
      type: literalType(each),
      constraints: {},
      documentation: NO_DOCUMENTATION,
      position: NOWHERE,
    }));
    return { kind: "object", properties, closed: true, keyword: false };
  }
  return { kind: "literal", value: value as string | number | boolean };
}

/** Any of several types. */
export function anyOfTypes(types: readonly TypeExpr[]): TypeExpr {
  return unionOf(types.filter((type) => !isNever(type)));
}
