/** `items`, `prefixItems`, `additionalItems`, `contains`: what an array holds. */
import type { Check, TypeExpr } from "../../model/model.js";
import type { Place } from "./document.js";
import { readLimits } from "./limits.js";
import { type Limited, limitedType, type Reading } from "./reading.js";
import {
  ALL_TYPES,
  isSchema,
  type JsonSchema,
  keywordOf,
  type SchemaObject,
} from "./schema.js";
import { isNever, NEVER } from "../../model/normalise.js";

const ANYTHING: TypeExpr = { kind: "unknown", any: false };

/** Reads what a schema says of arrays. */
export function readArray(
  schema: SchemaObject,
  place: Place,
  reading: Reading,
): Limited {
  const complain = (keyword: string): void =>
    reading.warn(place, keyword, "is not valid JSON Schema and is ignored");
  const constraints = readLimits(schema, "array", complain);
  const { prefix, rest } = itemsOf(schema, place, reading);
  const checks = containsChecks(schema, place, reading);
  const type: TypeExpr =
    prefix.length === 0 && !isNever(rest)
      ? { kind: "array", items: rest }
      : {
          kind: "tuple",
          items: prefix,
          required: Math.min(constraints.minItems ?? 0, prefix.length),
          ...(!isNever(rest) && { rest }),
        };
  if (checks.length > 0) {
    return {
      type: { kind: "checked", type, constraints, checks },
      constraints: {},
    };
  }
  return { type, constraints };
}

interface Items {
  /** The types of the first items, by their place. */
  readonly prefix: readonly TypeExpr[];
  /** The type of those that follow; `never` when none may. */
  readonly rest: TypeExpr;
}

function itemsOf(schema: SchemaObject, place: Place, reading: Reading): Items {
  const list = keywordOf(schema, "items");
  const isOldTuple = Array.isArray(list);
  const [prefixKeyword, restKeyword] = isOldTuple
    ? (["items", "additionalItems"] as const)
    : (["prefixItems", "items"] as const);
  const prefix = keywordOf(schema, prefixKeyword);
  return {
    prefix: (Array.isArray(prefix) ? (prefix as unknown[]) : []).map(
      (item, index) => typeAt(item, prefixKeyword, index),
    ),
    rest: restType(restKeyword),
  };

  function restType(keyword: string): TypeExpr {
    const item = keywordOf(schema, keyword);
    if (item !== undefined) return typeAt(item, keyword);
    // What nothing else has looked at is all that follows.
    const others = keywordOf(schema, "unevaluatedItems");
    return others === undefined || !isAlone(schema)
      ? ANYTHING
      : typeAt(others, "unevaluatedItems");
  }

  function typeAt(item: unknown, ...steps: (string | number)[]): TypeExpr {
    if (!isSchema(item)) {
      reading.warn(place, String(steps[0]), "is not a schema and is ignored");
      return ANYTHING;
    }
    return typeOfSchema(item, steps, place, reading);
  }
}

/** The type of a schema inside another one. */
export function typeOfSchema(
  schema: JsonSchema,
  steps: readonly (string | number)[],
  place: Place,
  reading: Reading,
): TypeExpr {
  if (schema === false) return NEVER;
  const inner = reading.document.below(place, schema, ...steps);
  return limitedType(reading.read(inner, ALL_TYPES));
}

/** Keywords that look at the same value with other schemas. */
const APPLICATORS = [
  "$dynamicRef",
  "$ref",
  "allOf",
  "anyOf",
  "contains",
  "dependentSchemas",
  "else",
  "if",
  "oneOf",
  "then",
];

/** Whether no other schema looks at the same value, so that `unevaluated...` is `additional...`. */
export function isAlone(schema: SchemaObject): boolean {
  return !APPLICATORS.some((keyword) => Object.hasOwn(schema, keyword));
}

function containsChecks(
  schema: SchemaObject,
  place: Place,
  reading: Reading,
): readonly Check[] {
  const contained = keywordOf(schema, "contains");
  if (!isSchema(contained)) return [];
  const hasCounts = reading.document.dialect.name !== "draft-07";
  const count = (keyword: string): number | undefined => {
    const value = hasCounts ? keywordOf(schema, keyword) : undefined;
    return typeof value === "number" ? value : undefined;
  };
  const min = count("minContains") ?? 1;
  const max = count("maxContains");
  if (min <= 0 && max === undefined) return [];
  const type = typeOfSchema(contained, ["contains"], place, reading);
  return [
    {
      kind: "contains",
      type: { ...type },
      min,
      ...(max !== undefined && { max }),
    },
  ];
}
