/** Shapes as JSON Schema. */
import {
  isArrayShape,
  isIntersectionShape,
  isLiteralShape,
  isObjectShape,
  isTaggedShape,
  isTypeShape,
  isUnionShape,
  type Shape,
  type TypeShape,
} from "./shape.js";

/** A JSON Schema, as an object that nobody else holds. */
export type JsonSchema = Record<string, unknown>;

const DIALECT = "https://json-schema.org/draft/2020-12/schema";

/**
 * The JSON Schema of a type, dialect 2020-12, with the types that it mentions
 * below `$defs`. It loses nothing that is checked: `null`, integers, open enums,
 * limits. Descriptions are left to `schema.json`.
 */
export function jsonSchemaOf(type: TypeShape): JsonSchema {
  const definitions = new Map<string, JsonSchema>();
  const schema = schemaOf(type, definitions);
  return {
    $schema: DIALECT,
    ...schema,
    ...(definitions.size > 0 && { $defs: Object.fromEntries(definitions) }),
  };
}

function schemaOf(
  shape: Shape,
  definitions: Map<string, JsonSchema>,
): JsonSchema {
  const inner = (each: Shape): JsonSchema => schemaOf(each, definitions);
  if (isLiteralShape(shape)) return { type: typeof shape, const: shape };
  if (isTypeShape(shape)) return typeSchema(shape, definitions);
  if (isArrayShape(shape))
    return { type: "array", ...shape, items: inner(shape.items) };
  if (isUnionShape(shape)) return unionSchema(shape.anyOf.map(inner));
  if (isIntersectionShape(shape)) return { allOf: shape.allOf.map(inner) };
  if (isTaggedShape(shape)) {
    const variants = Object.values(shape.variants).flat();
    const shapes = new Set([...shape.untagged, ...variants]);
    return unionSchema([...shapes].map(inner));
  }
  if (isObjectShape(shape)) {
    const required = Object.keys(shape.required);
    const members = Object.entries({ ...shape.required, ...shape.optional });
    return {
      type: "object",
      ...(members.length > 0 && {
        properties: Object.fromEntries(
          members.map(([key, member]) => [key, inner(member)]),
        ),
      }),
      ...(required.length > 0 && { required }),
      ...(shape.rest !== undefined && {
        additionalProperties: inner(shape.rest),
      }),
      ...(shape.oneRequired && {
        anyOf: shape.oneRequired.map((key) => ({ required: [key] })),
      }),
    };
  }
  const { hasFormat: _, known, ...leaf } = shape;
  if (known) {
    return {
      anyOf: [
        { type: "string", enum: known },
        { type: "string", ...leaf },
      ],
    };
  }
  return leaf.enum ? { type: "string", ...leaf } : { ...leaf };
}

/** A reference to a type that has a name; each is defined once. */
function typeSchema(
  { name, shape }: TypeShape,
  definitions: Map<string, JsonSchema>,
): JsonSchema {
  if (name === undefined) return schemaOf(shape(), definitions);
  if (!definitions.has(name)) {
    // Holds the place: a type may lead back to itself.
    definitions.set(name, {});
    definitions.set(name, schemaOf(shape(), definitions));
  }
  return { $ref: `#/$defs/${name}` };
}

/** Bare types share one `type` list; the others follow one by one. */
function unionSchema(schemas: readonly JsonSchema[]): JsonSchema {
  const isBare = (schema: JsonSchema): boolean =>
    "type" in schema && Object.keys(schema).length === 1;
  const bare = schemas.filter(isBare).map(({ type }) => type);
  const alternatives = schemas.flatMap((schema) => {
    if (!isBare(schema)) return [schema];
    if (schema["type"] !== bare[0]) return [];
    return [{ type: bare.length === 1 ? bare[0] : bare }];
  });
  const [only] = alternatives;
  return alternatives.length === 1 && only ? only : { anyOf: alternatives };
}
