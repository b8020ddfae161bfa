/** One schema -> a type with limits: the keywords of each JSON type, then what combines schemas. */
import type { Check, Constraints, TypeExpr } from "../../model/model.js";
import {
  intersectionOf,
  isNever,
  NEVER,
  sameType,
} from "../../model/normalise.js";
import { isAlone, readArray } from "./array.js";
import { areDisjoint } from "./disjoint.js";
import type { Place } from "./document.js";
import { readFormat, readLimits } from "./limits.js";
import { readObject } from "./object.js";
import {
  type Limited,
  limitedType,
  type Reading,
  unlimited,
} from "./reading.js";
import {
  ALL_TYPES,
  commonTypes,
  isObject,
  isSchema,
  type JsonType,
  type JsonTypes,
  keywordOf,
  type SchemaObject,
} from "./schema.js";
import { anyOfTypes, listedValues, typeOfValues } from "./values.js";

const ANYTHING: TypeExpr = { kind: "unknown", any: false };

/**
 * The type of all values that have one of the allowed types and that the schema at a
 * place accepts.
 */
export function readSchema(
  place: Place,
  allowed: JsonTypes,
  reading: Reading,
): Limited {
  const { schema } = place;
  if (schema === false) return unlimited(NEVER);
  if (schema === true) return unlimited(typeOfAll(allowed));
  const reference = referenceOf(schema, place, reading);
  if (reference !== undefined && !reading.document.dialect.readsBesideRef) {
    return unlimited(within(reference, allowed, reading));
  }
  warnOfUnchecked(schema, place, reading);
  const types = commonTypes(allowed, namedTypes(schema, place, reading));
  if (types.size === 0) return unlimited(NEVER);
  const base = baseOf(schema, types, place, reading);
  const one = listOf(schema, "oneOf", types, place, reading);
  const combined = combinedTypes(schema, types, place, reading, one);
  const checks = checksOf(schema, types, place, reading, one);
  const further = [
    ...(reference === undefined ? [] : [within(reference, types, reading)]),
    ...combined,
  ];
  if (further.length === 0 && checks.length === 0) return base;
  const own = limitedType(base);
  // What is further said is said of values of these types only.
  const all = typeOfAll(types);
  const isTelling = !sameType(own, all) || further.length === 0;
  const { plain, alone } = apart(
    [...(isTelling ? [own] : []), ...further],
    all,
  );
  const type = plain.length === 0 ? all : bothOf(plain);
  const allChecks = [...alone, ...checks];
  return unlimited(
    allChecks.length === 0 || isNever(type)
      ? type
      : { kind: "checked", type, constraints: {}, checks: allChecks },
  );
}

/** Checks of types that say nothing else, apart from the other types: they can stand around those. */
function apart(
  types: readonly TypeExpr[],
  all: TypeExpr,
): { readonly plain: readonly TypeExpr[]; readonly alone: readonly Check[] } {
  const isBare = (type: TypeExpr): type is CheckedType =>
    type.kind === "checked" &&
    Object.keys(type.constraints).length === 0 &&
    sameType(type.type, all);
  return {
    plain: types.filter((type) => !isBare(type)),
    alone: types.filter(isBare).flatMap(({ checks }) => checks),
  };
}

type CheckedType = Extract<TypeExpr, { kind: "checked" }>;

/** What all of several types have in common. */
function bothOf(types: readonly TypeExpr[]): TypeExpr {
  return types.some(isNever) ? NEVER : intersectionOf(types);
}

/** All values of some types. */
function typeOfAll(types: JsonTypes): TypeExpr {
  const isEverything = [...ALL_TYPES].every((type) => types.has(type));
  return isEverything ? ANYTHING : anyOfTypes([...types].map(typeOfKind));
}

function typeOfKind(type: JsonType): TypeExpr {
  switch (type) {
    case "array":
      return { kind: "array", items: ANYTHING };
    case "object":
      return { kind: "record", value: ANYTHING };
    default:
      return { kind: type };
  }
}

/** The types that `type` names, in both spellings, and `nullable` as OpenAPI has it. */
function namedTypes(
  schema: SchemaObject,
  place: Place,
  reading: Reading,
): JsonTypes {
  const named = keywordOf(schema, "type");
  if (named === undefined) return ALL_TYPES;
  const list = Array.isArray(named) ? (named as unknown[]) : [named];
  const types = new Set<JsonType>();
  for (const type of list) {
    if (isJsonType(type)) types.add(type);
    else {
      reading.warn(
        place,
        "type",
        `${JSON.stringify(type)} is not a type; every value is accepted`,
      );
      return ALL_TYPES;
    }
  }
  if (types.has("number")) types.delete("integer");
  if (keywordOf(schema, "nullable") === true) types.add("null");
  return types;
}

function isJsonType(type: unknown): type is JsonType {
  return ALL_TYPES.has(type as JsonType) || type === "integer";
}

/** What a schema says itself, without the schemas that it combines. */
function baseOf(
  schema: SchemaObject,
  types: JsonTypes,
  place: Place,
  reading: Reading,
): Limited {
  const values = listedValues(schema);
  if (values !== undefined) {
    const listed = typeOfValues(values, types, scalarLimits());
    const isPlain = values.every(
      (value) => typeof value !== "object" || value === null,
    );
    if (isPlain) return unlimited(listed);
    const parts = [...types].map((type) => limitedType(partOf(type)));
    return unlimited(bothOf([anyOfTypes(parts), listed]));
  }
  const parts = [...types].map(partOf);
  const format = [...types].some((type) =>
    ["string", "number", "integer"].includes(type),
  )
    ? readFormat(schema)
    : {};
  const [only] = parts;
  if (only !== undefined && parts.length === 1) {
    const constraints = { ...only.constraints, ...format };
    return only.type.kind === "tuple"
      ? unlimited(limitedType({ type: only.type, constraints }))
      : { type: only.type, constraints };
  }
  const all = anyOfTypes(parts.map(({ type }) => type));
  if (parts.every(({ type }) => isScalar(type))) {
    const constraints = Object.assign(
      {},
      ...parts.map((part) => part.constraints),
      format,
    ) as Constraints;
    return { type: all, constraints };
  }
  const isUnlimited = [...types].every((type, index) =>
    sameType(limitedType(parts[index] as Limited), typeOfKind(type)),
  );
  return {
    type: isUnlimited ? typeOfAll(types) : anyOfTypes(parts.map(limitedType)),
    constraints: format,
  };

  function partOf(type: JsonType): Limited {
    switch (type) {
      case "array":
        return readArray(schema, place, reading);
      case "object":
        return unlimited(readObject(schema, place, reading));
      default:
        return { type: { kind: type }, constraints: limitsOf(type) };
    }
  }

  function limitsOf(type: JsonType): Constraints {
    return readLimits(schema, type, (keyword) =>
      reading.warn(place, keyword, "is not valid JSON Schema and is ignored"),
    );
  }

  function scalarLimits(): Constraints {
    return { ...limitsOf("string"), ...limitsOf("number") };
  }
}

function isScalar({ kind }: TypeExpr): boolean {
  return ["string", "number", "integer", "boolean", "null"].includes(kind);
}

/** What a schema refers to. */
interface Reference {
  readonly type: TypeExpr;
  /** The schema that it leads to; undefined when there is none. */
  readonly target: Place | undefined;
}

function referenceOf(
  schema: SchemaObject,
  place: Place,
  reading: Reading,
): Reference | undefined {
  for (const keyword of ["$ref", "$dynamicRef", "$recursiveRef"]) {
    const reference = keywordOf(schema, keyword);
    if (typeof reference !== "string") continue;
    const target = reading.document.resolve(reference, place);
    if (target === undefined) {
      reading.warn(
        place,
        keyword,
        `leads to ${JSON.stringify(reference)}, which is not in the schema; every value is accepted`,
      );
      return { type: ANYTHING, target };
    }
    if (keyword !== "$ref") {
      reading.warn(place, keyword, "is read as $ref");
    }
    if (typeof target.schema === "boolean") {
      return { type: target.schema ? ANYTHING : NEVER, target };
    }
    return { type: { kind: "ref", name: reading.nameOf(target) }, target };
  }
  return undefined;
}

/** The values of some types among those that a reference leads to. */
function within(
  { type, target }: Reference,
  types: JsonTypes,
  reading: Reading,
): TypeExpr {
  const isWhole = [...ALL_TYPES].every((each) => types.has(each));
  if (isWhole || isNever(type)) return type;
  const all = typeOfAll(types);
  if (target === undefined || !isObject(target.schema)) return all;
  const named = namedTypes(target.schema, target, {
    ...reading,
    warn: () => {},
  });
  const isInside = [...named].every(
    (each) => types.has(each) || (each === "integer" && types.has("number")),
  );
  return isInside ? type : intersectionOf([all, type]);
}

/** `allOf`, `anyOf`, `oneOf` as types. */
function combinedTypes(
  schema: SchemaObject,
  types: JsonTypes,
  place: Place,
  reading: Reading,
  one: readonly TypeExpr[] | undefined,
): readonly TypeExpr[] {
  const list = (keyword: string): readonly TypeExpr[] | undefined =>
    listOf(schema, keyword, types, place, reading);
  const any = list("anyOf");
  return [
    ...(list("allOf") ?? []),
    ...(any === undefined ? [] : [anyOfTypes(any)]),
    ...(one === undefined ? [] : [anyOfTypes(one)]),
  ];
}

function listOf(
  schema: SchemaObject,
  keyword: string,
  types: JsonTypes,
  place: Place,
  reading: Reading,
): readonly TypeExpr[] | undefined {
  const list = keywordOf(schema, keyword);
  if (list === undefined) return undefined;
  if (!Array.isArray(list) || !list.every(isSchema) || list.length === 0) {
    reading.warn(place, keyword, "is not a list of schemas and is ignored");
    return undefined;
  }
  // Each is an object of its own: what is told apart by identity must not be shared.
  return list.map((each, index) => {
    const below = reading.document.below(place, each, keyword, index);
    return { ...limitedType(reading.read(below, types)) };
  });
}

/** What no type says: `not`, `if`, and that only one of `oneOf` fits. */
function checksOf(
  schema: SchemaObject,
  types: JsonTypes,
  place: Place,
  reading: Reading,
  one: readonly TypeExpr[] | undefined,
): readonly Check[] {
  const at = (keyword: string): TypeExpr | undefined => {
    const inner = keywordOf(schema, keyword);
    if (inner === undefined) return undefined;
    if (!isSchema(inner)) {
      reading.warn(place, keyword, "is not a schema and is ignored");
      return undefined;
    }
    const below = reading.document.below(place, inner, keyword);
    return { ...limitedType(reading.read(below, types)) };
  };
  const refused = at("not");
  const test = at("if");
  const then = test && at("then");
  const otherwise = test && at("else");
  return [
    ...(refused === undefined ? [] : [{ kind: "not", type: refused } as const]),
    ...(test === undefined || (then === undefined && otherwise === undefined)
      ? []
      : [
          {
            kind: "if",
            test,
            ...(then !== undefined && { then }),
            ...(otherwise !== undefined && { otherwise }),
          } as const,
        ]),
    ...(one === undefined || one.length < 2 || areDisjoint(one)
      ? []
      : [{ kind: "oneOf", members: one } as const]),
  ];
}

/** Keywords that say something about a value which is not checked. */
function warnOfUnchecked(
  schema: SchemaObject,
  place: Place,
  reading: Reading,
): void {
  for (const keyword of ["unevaluatedProperties", "unevaluatedItems"]) {
    const value = keywordOf(schema, keyword);
    if (value === undefined || value === true) continue;
    if (!isAlone(schema)) {
      reading.warn(
        place,
        keyword,
        "is not checked next to keywords that combine schemas",
      );
    }
  }
}
