/** Shapes as JSON Schema. */
import {
  type LeafShape,
  type ObjectShape,
  type RuledShape,
  type Shape,
  type TypeShape,
} from "./shape.js";

/** A JSON Schema; a new object at each call. */
export type JsonSchema = Record<string, unknown>;

const DIALECT = "https://json-schema.org/draft/2020-12/schema";

/**
 * The JSON Schema of a type, dialect 2020-12, with the types that it mentions
 * below `$defs`. It loses nothing that is checked: `null`, integers, open enums,
 * limits. Descriptions are left to `schema.json`.
 */
export function jsonSchemaOf(type: TypeShape): JsonSchema {
  const definitions: Definitions = new Map();
  const schema = schemaOf(type, definitions);
  return {
    $schema: DIALECT,
    ...schema,
    ...(definitions.size > 0 && { $defs: Object.fromEntries(definitions) }),
  };
}

type Definitions = Map<string, JsonSchema>;

function schemaOf(shape: Shape, definitions: Definitions): JsonSchema {
  const inner = (each: Shape): JsonSchema => schemaOf(each, definitions);
  switch (shape.kind) {
    case "literal":
      return { type: typeof shape.literal, const: shape.literal };
    case "leaf":
      return leafSchema(shape);
    case "object":
      return objectSchema(shape, inner);
    case "array": {
      const { hasFormat: _check, ...limits } = shape.limits;
      return { type: "array", ...limits, items: inner(shape.items) };
    }
    case "anyOf":
      return unionSchema(shape.shapes.map(inner));
    case "allOf":
      return { allOf: shape.shapes.map(inner) };
    case "tagged": {
      const variants = [...shape.variants.values()].flat();
      const shapes = new Set([...shape.untagged, ...variants]);
      return unionSchema([...shapes].map(inner));
    }
    case "ruled":
      return ruledSchema(shape, inner);
    case "type":
      return typeSchema(shape, definitions);
  }
}

/** Keywords of rules are added to those of the shape, unless one of them is there already. */
function ruledSchema(
  { shape, rules }: RuledShape,
  inner: (shape: Shape) => JsonSchema,
): JsonSchema {
  let schema = inner(shape);
  const others: JsonSchema[] = [];
  for (const { keywords } of rules) {
    const further = keywords(inner);
    const isTaken =
      "$ref" in schema || Object.keys(further).some((key) => key in schema);
    if (isTaken) others.push(further);
    else schema = { ...schema, ...further };
  }
  return others.length === 0 ? schema : { allOf: [schema, ...others] };
}

function leafSchema({
  kind: _kind,
  hasFormat: _check,
  known,
  ...leaf
}: LeafShape): JsonSchema {
  if (leaf.type === "never") return { not: {} };
  if (known) {
    const variants = [{ type: "string", enum: known }, { type: "string" }];
    return { anyOf: variants, ...leaf };
  }
  return leaf.enum ? { type: "string", ...leaf } : { ...leaf };
}

function objectSchema(
  { properties, rest, oneRequired }: ObjectShape,
  inner: (shape: Shape) => JsonSchema,
): JsonSchema {
  const required = properties.filter(({ isRequired }) => isRequired);
  return {
    type: "object",
    ...(properties.length > 0 && {
      properties: Object.fromEntries(
        properties.map(({ key, shape }) => [key, inner(shape)]),
      ),
    }),
    ...(required.length > 0 && { required: required.map(({ key }) => key) }),
    ...(rest !== undefined && { additionalProperties: inner(rest) }),
    ...(oneRequired && {
      anyOf: oneRequired.map((key) => ({ required: [key] })),
    }),
  };
}

/** A reference to a type that has a name; each is defined once. */
function typeSchema(type: TypeShape, definitions: Definitions): JsonSchema {
  const { name } = type;
  if (name === "") return schemaOf(type.body, definitions);
  if (!definitions.has(name)) {
    // Holds the place: a type may lead back to itself.
    definitions.set(name, {});
    definitions.set(name, schemaOf(type.body, definitions));
  }
  return { $ref: `#/$defs/${name}` };
}

/** Bare types share one `type` list; the others follow one by one. */
function unionSchema(schemas: readonly JsonSchema[]): JsonSchema {
  if (schemas.length === 0) return { not: {} };
  const isBare = (schema: JsonSchema): boolean =>
    "type" in schema && Object.keys(schema).length === 1;
  const [first, ...others] = schemas.filter(isBare);
  const types = new Set([first, ...others].map((schema) => schema?.["type"]));
  const alternatives = schemas.flatMap((schema) => {
    if (!isBare(schema)) return [schema];
    if (schema !== first) return [];
    return [types.size === 1 ? schema : { type: [...types] }];
  });
  const [only] = alternatives;
  return alternatives.length === 1 && only ? only : { anyOf: alternatives };
}
