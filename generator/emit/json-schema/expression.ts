/** Type expressions of the model as JSON Schemas. */
import type {
  Check,
  Constraints,
  Documentation,
  Property,
  TypeExpr,
} from "../../model/model.js";
import { isNone } from "../../model/constraints.js";
import { limitedType } from "../../model/limits.js";
import { flatten, type Members, type Types } from "../../model/queries.js";
import { refTo, type JsonSchema } from "./schema.js";

/** What an expression's schema depends on in addition to the expression. */
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
    case "tuple":
      return schemaOfTuple(type, context);
    case "checked":
      return schemaOfChecked(type, context);
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

function schemaOfTuple(
  { items, required, rest }: Extract<TypeExpr, { kind: "tuple" }>,
  context: SchemaContext,
): JsonSchema {
  return {
    type: "array",
    ...(items.length > 0 && {
      prefixItems: items.map((item) => schemaOfExpression(item, context)),
    }),
    ...(required > 0 && { minItems: required }),
    items: rest === undefined ? false : schemaOfExpression(rest, context),
  };
}

/** Limits are next to the type's own keywords; a keyword that is taken already goes into `allOf`. */
function schemaOfChecked(
  { type, constraints, checks }: Extract<TypeExpr, { kind: "checked" }>,
  context: SchemaContext,
): JsonSchema {
  const further = [
    limitsOf(constraints),
    ...checks.map((check) => schemaOfCheck(check, context)),
  ];
  let schema = schemaOfExpression(type, context);
  const apart: JsonSchema[] = [];
  for (const keywords of further) {
    const isTaken =
      "$ref" in schema ||
      Object.keys(keywords).some((keyword) => keyword in schema);
    if (isTaken) apart.push(keywords);
    else schema = { ...schema, ...keywords };
  }
  return apart.length === 0 ? schema : { allOf: [schema, ...apart] };
}

function schemaOfCheck(check: Check, context: SchemaContext): JsonSchema {
  const inner = (type: TypeExpr): JsonSchema =>
    schemaOfExpression(type, context);
  switch (check.kind) {
    case "not":
      return { not: inner(check.type) };
    case "oneOf":
      return { oneOf: check.members.map(inner) };
    case "if": {
      const { test, then, otherwise } = check;
      return {
        if: inner(test),
        ...(then && { then: inner(then) }),
        ...(otherwise && { else: inner(otherwise) }),
      };
    }
    case "contains": {
      const { type, min, max } = check;
      return {
        contains: inner(type),
        ...(min !== 1 && { minContains: min }),
        ...(max !== undefined && { maxContains: max }),
      };
    }
    case "propertyNames":
      return { propertyNames: inner(check.type) };
    case "properties": {
      const { patterns, named, rest } = check;
      return {
        ...(rest && {
          properties: Object.fromEntries(named.map((name) => [name, true])),
        }),
        ...(patterns.length > 0 && {
          patternProperties: Object.fromEntries(
            patterns.map(({ pattern, type }) => [pattern, inner(type)]),
          ),
        }),
        ...(rest && { additionalProperties: inner(rest) }),
      };
    }
    case "dependentRequired":
      return { dependentRequired: { [check.property]: [...check.requires] } };
    case "dependentType":
      return { dependentSchemas: { [check.property]: inner(check.type) } };
  }
}

/** The schema of an object type. Unknown keys are allowed where the type does not refuse them. */
export function schemaOfShape(
  { properties, rest, closed }: Members,
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
    ...(closed && { additionalProperties: false }),
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

/** The schema of a type with documentation tags on it: each limit where it concerns values. */
export function schemaOfConstrained(
  type: TypeExpr,
  constraints: Constraints,
  context: SchemaContext,
): JsonSchema {
  return schemaOfExpression(
    limitedType(context.model, type, constraints),
    context,
  );
}

/** Constraints that JSON Schema has keywords for; the others are part of the type by now. */
function limitsOf(constraints: Constraints): JsonSchema {
  return Object.fromEntries(
    Object.entries(constraints).filter(
      ([name]) => !["nullable", "jsonType", "items"].includes(name),
    ),
  );
}

/** Plain types share one `type` list, and the limits that concern them; the other members follow `anyOf`. */
function schemaOfUnion(
  members: readonly TypeExpr[],
  context: SchemaContext,
): JsonSchema {
  if (members.length === 0) return { not: {} };
  const plain = members
    .flatMap((member) => plainOf(member) ?? [])
    .filter((each, _, all) => sharesList(each, all));
  const [first] = plain;
  const alternatives = members.flatMap((member): readonly JsonSchema[] => {
    if (!plain.some((each) => each.member === member)) {
      return [schemaOfExpression(member, context)];
    }
    if (member !== first?.member) return [];
    const types = plain.map(({ type }) => type);
    const limits = plain.map(({ constraints }) => limitsOf(constraints));
    const type = types.length === 1 ? first.type : types;
    return [Object.assign({ type }, ...limits)];
  });
  const [only] = alternatives;
  return alternatives.length === 1 && only ? only : { anyOf: alternatives };
}

/** A member of a union that is nothing but a name of JSON Schema, and limits on it. */
interface Plain {
  readonly member: TypeExpr;
  readonly type: PlainType["kind"];
  readonly constraints: Constraints;
}

function plainOf(member: TypeExpr): Plain | undefined {
  const [type, constraints] =
    member.kind === "checked" && member.checks.length === 0
      ? [member.type, member.constraints]
      : [member, {}];
  return isPlain(type) ? { member, type: type.kind, constraints } : undefined;
}

/** Whether a plain type can stand in a list with others: limits on one number do not concern another. */
function sharesList({ type }: Plain, all: readonly Plain[]): boolean {
  const jsonType = (each: string): string =>
    each === "integer" ? "number" : each;
  const alike = all.filter((other) => jsonType(other.type) === jsonType(type));
  return (
    alike.length === 1 ||
    (alike.every(({ constraints }) => isNone(constraints)) &&
      alike.filter((other) => other.type === type).length === 1)
  );
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
