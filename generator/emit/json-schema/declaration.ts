/** Exported types of the model as JSON Schemas, rules of the prose included. */
import type {
  ProtocolModel,
  RuleData,
  TypeDeclaration,
} from "../../model/model.js";
import { flatten, isSubtype } from "../../model/queries.js";
import {
  schemaOfConstrained,
  schemaOfShape,
  type SchemaContext,
} from "./expression.js";
import type { JsonSchema } from "./schema.js";

/**
 * The schema of each exported type, by name, in the order of the schema file.
 *
 * References point to `#/$defs/<name>`.
 *
 * @param annotate the keywords that a documentation comment becomes; leave it
 * out where only the shapes count
 */
export function schemasOf(
  model: ProtocolModel,
  annotate: SchemaContext["annotate"] = () => ({}),
): ReadonlyMap<string, JsonSchema> {
  const context: SchemaContext = { model, annotate };
  return new Map(
    model.types.map((type) => [
      type.name,
      {
        ...annotate(type.documentation),
        ...withRules(schemaOfDeclaration(type, context), type.name, model),
      },
    ]),
  );
}

function schemaOfDeclaration(
  type: TypeDeclaration,
  context: SchemaContext,
): JsonSchema {
  if (type.kind === "alias") {
    return schemaOfConstrained(type.type, type.constraints, context);
  }
  return schemaOfShape(
    flatten(context.model, type.name) ?? { properties: [] },
    context,
  );
}

/** Adds what the specification's prose demands of a type, as far as JSON Schema can say it. */
function withRules(
  schema: JsonSchema,
  typeName: string,
  model: ProtocolModel,
): JsonSchema {
  return model.rules.reduce((ruled, { data }) => {
    const applies =
      data && "type" in data && isSubtype(model, typeName, data.type);
    return applies ? withRule(ruled, data) : ruled;
  }, schema);
}

function withRule(schema: JsonSchema, rule: RuleData): JsonSchema {
  switch (rule.kind) {
    case "atLeastOneOf":
      return {
        ...schema,
        anyOf: rule.properties.map((name) => ({ required: [name] })),
      };
    case "stringPrefix":
      return withProperty(schema, rule.property, {
        pattern: `^${escaped(rule.prefix)}`,
      });
    default:
      return schema;
  }
}

/** Adds keywords to the schema of one property. */
function withProperty(
  schema: JsonSchema,
  name: string,
  keywords: JsonSchema,
): JsonSchema {
  const properties = schema["properties"] as JsonSchema | undefined;
  const property = properties?.[name] as JsonSchema | undefined;
  if (!property) return schema;
  return {
    ...schema,
    properties: { ...properties, [name]: { ...property, ...keywords } },
  };
}

/** Text as a regular expression that matches it literally. */
function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
