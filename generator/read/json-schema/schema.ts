/** JSON Schemas as they are written, and the JSON types that they speak about. */

/** A schema: `true` and `false` accept everything and nothing. */
export type JsonSchema = boolean | SchemaObject;

/** A schema that is an object, none of its keywords checked yet. */
export type SchemaObject = { readonly [keyword: string]: unknown };

/** The types of JSON Schema. `integer` is part of `number`; a set never holds both. */
export type JsonType =
  "null" | "boolean" | "integer" | "number" | "string" | "array" | "object";

/** Types that a value can have. */
export type JsonTypes = ReadonlySet<JsonType>;

/** Every JSON value, in the order in which unions are written. */
export const ALL_TYPES: JsonTypes = new Set([
  "string",
  "number",
  "boolean",
  "array",
  "object",
  "null",
]);

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is SchemaObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a value can be a schema. */
export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "boolean" || isObject(value);
}

/** An own property; what every object inherits is not a keyword. */
export function keywordOf(schema: SchemaObject, name: string): unknown {
  return Object.hasOwn(schema, name) ? schema[name] : undefined;
}

/** The JSON type of a value. */
function typeOfValue(value: unknown): JsonType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  switch (typeof value) {
    case "string":
      return "string";
    case "boolean":
      return "boolean";
    case "number":
      return Number.isInteger(value) ? "integer" : "number";
    default:
      return "object";
  }
}

/** Whether a set of types has room for a value. */
export function hasTypeOf(types: JsonTypes, value: unknown): boolean {
  const type = typeOfValue(value);
  return types.has(type) || (type === "integer" && types.has("number"));
}

/** The types that two sets have in common, in the order of the first. */
export function commonTypes(left: JsonTypes, right: JsonTypes): JsonTypes {
  const common = new Set<JsonType>();
  for (const type of left) {
    if (right.has(type)) common.add(type);
    else if (type === "number" && right.has("integer")) common.add("integer");
    else if (type === "integer" && right.has("number")) common.add("integer");
  }
  return common;
}

/** JSON with the keys of objects sorted: equal for equal values. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) =>
    isObject(each)
      ? Object.fromEntries(
          Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)),
        )
      : each,
  );
}
