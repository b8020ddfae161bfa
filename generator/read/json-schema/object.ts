/** `properties` and all that goes with them: what an object holds. */
import type {
  Check,
  PatternType,
  Property,
  TypeExpr,
} from "../../model/model.js";
import { isAlone, typeOfSchema } from "./array.js";
import type { Place } from "./document.js";
import { NO_DOCUMENTATION, readDocumentation } from "./documentation.js";
import { isPattern, readLimits } from "./limits.js";
import { limitedType, type Reading, unlimited } from "./reading.js";
import {
  ALL_TYPES,
  isObject,
  isSchema,
  type JsonSchema,
  keywordOf,
  type SchemaObject,
} from "./schema.js";
import { anyOfTypes, NOWHERE } from "./values.js";
import { isNever, NEVER } from "../../model/normalise.js";

const ANYTHING: TypeExpr = { kind: "unknown", any: false };

/** Reads what a schema says of objects. */
export function readObject(
  schema: SchemaObject,
  place: Place,
  reading: Reading,
): TypeExpr {
  const complain = (keyword: string): void =>
    reading.warn(place, keyword, "is not valid JSON Schema and is ignored");
  const patterns = patternsOf(schema, place, reading);
  const rest = restOf(schema, place, reading);
  const properties = propertiesOf(schema, place, reading, {
    patterns,
    rest,
  });
  const members = membersCheck(properties, patterns, rest);
  const checks: readonly Check[] = [
    ...(members === undefined ? [] : [members]),
    ...nameChecks(schema, place, reading),
    ...dependencyChecks(schema, place, reading),
  ];
  const type = objectType(properties, patterns, rest);
  const constraints = readLimits(schema, "object", complain);
  return checks.length > 0 || Object.keys(constraints).length > 0
    ? { kind: "checked", type, constraints, checks }
    : type;
}

/** What is known of properties that have no name in the schema. */
interface Unnamed {
  readonly patterns: readonly PatternType[];
  /** Undefined where the schema says nothing. */
  readonly rest: TypeExpr | undefined;
}

/** The type, as far as TypeScript can say it. */
function objectType(
  properties: readonly Property[],
  patterns: readonly PatternType[],
  rest: TypeExpr | undefined,
): TypeExpr {
  if (properties.length === 0) {
    if (patterns.length === 0 && rest !== undefined && isNever(rest)) {
      return { kind: "object", properties, closed: true, keyword: false };
    }
    const types = [...patterns.map(({ type }) => type), rest ?? ANYTHING];
    return { kind: "record", value: anyOfTypes(types) };
  }
  const head = { kind: "object", properties, keyword: false } as const;
  if (patterns.length > 0) return { ...head, rest: ANYTHING };
  if (rest === undefined) return head;
  return isNever(rest)
    ? { ...head, closed: true }
    : // An index signature would hold for the named properties too.
      { ...head, rest: ANYTHING };
}

/** The check of properties that the type cannot state. */
function membersCheck(
  properties: readonly Property[],
  patterns: readonly PatternType[],
  rest: TypeExpr | undefined,
): Check | undefined {
  const isSaidByType =
    patterns.length === 0 &&
    (rest === undefined ||
      rest.kind === "unknown" ||
      isNever(rest) ||
      properties.length === 0);
  if (isSaidByType) return undefined;
  return {
    kind: "properties",
    patterns: patterns.map(({ pattern, type }) => ({
      pattern,
      type: { ...type },
    })),
    named: properties.map(({ name }) => name),
    ...(rest !== undefined && rest.kind !== "unknown" && { rest: { ...rest } }),
  };
}

function propertiesOf(
  schema: SchemaObject,
  place: Place,
  reading: Reading,
  { patterns, rest }: Unnamed,
): readonly Property[] {
  const listed = keywordOf(schema, "properties");
  const schemas = isObject(listed) ? Object.entries(listed) : [];
  const required = new Set(requiredNames(schema, place, reading));
  const named = schemas.flatMap(([name, each]): Property[] => {
    if (!isSchema(each)) {
      reading.warn(
        place,
        "properties",
        `"${name}" is not a schema and is ignored`,
      );
      return [];
    }
    return [propertyOf(name, each, !required.has(name), place, reading)];
  });
  const known = new Set(schemas.map(([name]) => name));
  const others = [...required]
    .filter((name) => !known.has(name))
    .map((name): Property => {
      const isMatched = patterns.some(({ pattern }) => matches(pattern, name));
      return {
        name,
        optional: false,
        type: isMatched ? ANYTHING : (rest ?? ANYTHING),
        constraints: {},
        documentation: NO_DOCUMENTATION,
        position: NOWHERE,
      };
    });
  return [...named, ...others];
}

function propertyOf(
  name: string,
  schema: JsonSchema,
  optional: boolean,
  place: Place,
  reading: Reading,
): Property {
  const inner = reading.document.below(place, schema, "properties", name);
  const { type, constraints } =
    schema === false ? unlimited(NEVER) : reading.read(inner, ALL_TYPES);
  return {
    name,
    optional,
    type,
    constraints,
    documentation: readDocumentation(schema, name),
    position: NOWHERE,
  };
}

function requiredNames(
  schema: SchemaObject,
  place: Place,
  reading: Reading,
): readonly string[] {
  const names = keywordOf(schema, "required");
  if (names === undefined) return [];
  if (Array.isArray(names)) {
    return names.filter((name): name is string => typeof name === "string");
  }
  reading.warn(place, "required", "is not a list of names and is ignored");
  return [];
}

/** The type of properties without a name of their own, `never` when there may be none. */
function restOf(
  schema: SchemaObject,
  place: Place,
  reading: Reading,
): TypeExpr | undefined {
  const keyword =
    !Object.hasOwn(schema, "additionalProperties") && isAlone(schema)
      ? "unevaluatedProperties"
      : "additionalProperties";
  const rest = keywordOf(schema, keyword);
  if (rest === undefined) return undefined;
  if (!isSchema(rest)) {
    reading.warn(place, keyword, "is not a schema and is ignored");
    return undefined;
  }
  return typeOfSchema(rest, [keyword], place, reading);
}

function patternsOf(
  schema: SchemaObject,
  place: Place,
  reading: Reading,
): readonly PatternType[] {
  const listed = keywordOf(schema, "patternProperties");
  if (!isObject(listed)) return [];
  return Object.entries(listed).flatMap(([pattern, each]) => {
    if (!isPattern(pattern) || !isSchema(each)) {
      reading.warn(
        place,
        "patternProperties",
        `${JSON.stringify(pattern)} is not a regular expression with a schema and is ignored`,
      );
      return [];
    }
    const steps = ["patternProperties", pattern];
    return [{ pattern, type: typeOfSchema(each, steps, place, reading) }];
  });
}

function matches(pattern: string, name: string): boolean {
  try {
    return new RegExp(pattern, "u").test(name);
  } catch {
    return new RegExp(pattern).test(name);
  }
}

function nameChecks(
  schema: SchemaObject,
  place: Place,
  reading: Reading,
): readonly Check[] {
  const names = keywordOf(schema, "propertyNames");
  if (!isSchema(names) || names === true) return [];
  const inner = reading.document.below(place, names, "propertyNames");
  const type =
    names === false
      ? NEVER
      : limitedType(reading.read(inner, new Set(["string"])));
  return type.kind === "string"
    ? []
    : [{ kind: "propertyNames", type: { ...type } }];
}

function dependencyChecks(
  schema: SchemaObject,
  place: Place,
  reading: Reading,
): readonly Check[] {
  return ["dependentRequired", "dependentSchemas", "dependencies"].flatMap(
    (keyword) => {
      const listed = keywordOf(schema, keyword);
      if (!isObject(listed)) return [];
      return Object.entries(listed).flatMap(([property, each]): Check[] => {
        if (Array.isArray(each)) {
          const requires = each.filter(
            (name): name is string => typeof name === "string",
          );
          return requires.length === 0
            ? []
            : [{ kind: "dependentRequired", property, requires }];
        }
        if (!isSchema(each) || each === true) return [];
        const inner = reading.document.below(place, each, keyword, property);
        const type =
          each === false
            ? NEVER
            : limitedType(reading.read(inner, new Set(["object"])));
        return [{ kind: "dependentType", property, type: { ...type } }];
      });
    },
  );
}
