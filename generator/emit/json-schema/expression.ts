/** Type expressions of the model as JSON Schemas. */
import type {
  Constraints,
  Documentation,
  Property,
  TypeExpr,
} from "../../model/model.js";
import { unionOf } from "../../model/normalise.js";
import { flatten, type Members, type Types } from "../../model/queries.js";
import { refTo, type JsonSchema } from "./schema.js";

/** What an expression's schema depends on beside the expression. */
export interface SchemaContext {
  readonly model: Types;
  /** The keywords that a documentation comment becomes; none, where only shapes count. */
  readonly annotate: (documentation: Documentation) => JsonSchema;
}

/** The schema of a type expression; every kind of the model has one. */
export function schemaOfExpression(
  type: TypeExpr,
  context: SchemaContext,
): JsonSchema {
  switch (type.kind) {
    case "string":
    case "number":
    case "integer":
    case "boolean":
    case "null":
      return { type: type.kind };
    case "unknown":
      return {};
    case "literal":
      return { type: typeof type.value, const: type.value };
    case "enum": {
      const known = { type: "string", enum: type.values };
      return type.open ? { anyOf: [known, { type: "string" }] } : known;
    }
    case "array":
      return { type: "array", items: schemaOfExpression(type.items, context) };
    case "record":
      return {
        type: "object",
        additionalProperties: schemaOfExpression(type.value, context),
      };
    case "object":
      return schemaOfShape(type, context);
    case "union":
      return schemaOfUnion(type.members, context);
    case "intersection":
      return schemaOfIntersection(type, context);
    case "ref":
      return refTo(type.name);
  }
}

/** The schema of an object type. Unknown keys are always allowed: the protocol is open. */
export function schemaOfShape(
  { properties, rest }: Members,
  context: SchemaContext,
): JsonSchema {
  const members = properties.map((property): [string, JsonSchema] => [
    property.name,
    schemaOfProperty(property, context),
  ]);
  const required = properties
    .filter((property) => !property.optional)
    .map((property) => property.name);
  return {
    type: "object",
    ...(members.length > 0 && { properties: Object.fromEntries(members) }),
    ...(required.length > 0 && { required }),
    ...(rest && { additionalProperties: schemaOfExpression(rest, context) }),
  };
}

function schemaOfProperty(
  property: Property,
  context: SchemaContext,
): JsonSchema {
  return {
    ...context.annotate(property.documentation),
    ...schemaOfConstrained(property.type, property.constraints, context),
  };
}

/**
 * The schema of a type with documentation tags on it. A limit stands beside the
 * type's keywords: it concerns values of its own JSON type only.
 */
export function schemaOfConstrained(
  type: TypeExpr,
  constraints: Constraints,
  context: SchemaContext,
): JsonSchema {
  const widened = constraints.nullable
    ? unionOf([type, { kind: "null" }])
    : type;
  return { ...schemaOfExpression(widened, context), ...limitsOf(constraints) };
}

/** Constraints that JSON Schema has keywords for; the others are part of the type by now. */
function limitsOf(constraints: Constraints): JsonSchema {
  return Object.fromEntries(
    Object.entries(constraints).filter(
      ([name]) => name !== "nullable" && name !== "jsonType",
    ),
  );
}

/** Plain types share one `type` list; the other members follow `anyOf`. */
function schemaOfUnion(
  members: readonly TypeExpr[],
  context: SchemaContext,
): JsonSchema {
  if (members.length === 0) return { not: {} };
  const plain = members.filter(isPlain).map((member) => member.kind);
  const alternatives: JsonSchema[] = [];
  for (const member of members) {
    if (!isPlain(member)) {
      alternatives.push(schemaOfExpression(member, context));
    } else if (member.kind === plain[0]) {
      alternatives.push({ type: plain.length === 1 ? member.kind : plain });
    }
  }
  const [only] = alternatives;
  return alternatives.length === 1 && only ? only : { anyOf: alternatives };
}

/** Members that are objects become one object; only what is left over needs `allOf`. */
function schemaOfIntersection(
  type: Extract<TypeExpr, { kind: "intersection" }>,
  context: SchemaContext,
): JsonSchema {
  const shape = flatten(context.model, type);
  if (shape) return schemaOfShape(shape, context);
  return {
    allOf: type.members.map((member) => schemaOfExpression(member, context)),
  };
}

type PlainType = Extract<
  TypeExpr,
  { kind: "string" | "number" | "integer" | "boolean" | "null" }
>;

function isPlain(type: TypeExpr): type is PlainType {
  switch (type.kind) {
    case "string":
    case "number":
    case "integer":
    case "boolean":
    case "null":
      return true;
    default:
      return false;
  }
}
