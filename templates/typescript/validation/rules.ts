/** Rules: what JSON Schema demands and types cannot state, to say what is wrong and to write it as JSON Schema again. */
import { expressionOf } from "./explain.js";
import { isObject } from "./json.js";
import {
  containsBetween,
  hasAllWith,
  hasNames,
  hasProperties,
  hasValueAt,
  isMultipleOf,
  isUnique,
  namesOf,
} from "./rule-checks.js";
import {
  type Outline,
  type Rule,
  type RulePart,
  shapeOf,
  type TypeShape,
} from "./shape.js";

/** A number greater than a limit. */
export function above(limit: number): Rule {
  return {
    code: "too_small",
    expected: `number above ${limit}`,
    holds: (value) => typeof value !== "number" || value > limit,
    keywords: () => ({ exclusiveMinimum: limit }),
  };
}

/** A number less than a limit. */
export function below(limit: number): Rule {
  return {
    code: "too_big",
    expected: `number below ${limit}`,
    holds: (value) => typeof value !== "number" || value < limit,
    keywords: () => ({ exclusiveMaximum: limit }),
  };
}

/** A number that another divides. */
export function multipleOf(factor: number): Rule {
  return {
    code: "wrong_value",
    expected: `multiple of ${factor}`,
    holds: (value) => isMultipleOf(value, factor),
    keywords: () => ({ multipleOf: factor }),
  };
}

/** An array without equal items. */
export const uniqueItems: Rule = {
  code: "wrong_value",
  expected: "items that all differ",
  holds: isUnique,
  keywords: () => ({ uniqueItems: true }),
};

/** An object with a number of properties. */
export function propertyCount(least: number, most: number): Rule {
  return {
    code: "wrong_value",
    expected: countText(least, most, "properties"),
    holds: (value) => hasProperties(value, least, most),
    keywords: () => ({
      ...(least > 0 && { minProperties: least }),
      ...(most < Infinity && { maxProperties: most }),
    }),
  };
}

/** An array of which some items are of a type. */
export function contains(
  type: TypeShape,
  least: number,
  most: number = Infinity,
): Rule {
  return {
    code: "wrong_value",
    expected: countText(least, most, "items of the kind that it must contain"),
    holds: (value, depth) =>
      containsBetween(value, type.check, least, most, deeper(depth)),
    keywords: (schemaOf) => ({
      contains: schemaOf(type),
      ...(least !== 1 && { minContains: least }),
      ...(most < Infinity && { maxContains: most }),
    }),
  };
}

function countText(least: number, most: number, what: string): string {
  if (most === Infinity) return `at least ${least} ${what}`;
  return least === 0
    ? `at most ${most} ${what}`
    : `${least} to ${most} ${what}`;
}

/** A value that is not of a type. */
export function noneOf(type: TypeShape): Rule {
  return {
    code: "rule",
    expected: "a value that `not` does not exclude",
    holds: (value, depth) => !type.check(value, depth),
    keywords: (schemaOf) => ({ not: schemaOf(type) }),
  };
}

/** A value of exactly one of several types. */
export function exactlyOne(...types: readonly TypeShape[]): Rule {
  return {
    code: "rule",
    expected: "a value of exactly one of the alternatives",
    holds: (value, depth) =>
      types.filter(({ check }) => check(value, depth)).length === 1,
    keywords: (schemaOf) => ({ oneOf: types.map(schemaOf) }),
  };
}

/** A value that is of one type where it is of another, and of a third one elsewhere. */
export function conditional(
  test: TypeShape,
  then?: TypeShape,
  otherwise?: TypeShape,
): Rule {
  const meant = (value: unknown, depth?: number): TypeShape | undefined =>
    test.check(value, depth) ? then : otherwise;
  return {
    code: "rule",
    expected: "a value that fits the condition",
    holds: (value, depth) => meant(value, depth)?.check(value, depth) !== false,
    parts: (value) => {
      const shape = meant(value);
      return shape === undefined ? [] : [{ step: undefined, value, shape }];
    },
    keywords: (schemaOf) => ({
      if: schemaOf(test),
      ...(then && { then: schemaOf(then) }),
      ...(otherwise && { else: schemaOf(otherwise) }),
    }),
  };
}

/** An object whose properties have names of a type. */
export function names(type: TypeShape): Rule {
  return {
    code: "unknown_property",
    expected: "names that are allowed",
    holds: (value, depth) => hasNames(value, type.check, deeper(depth)),
    parts: (value) =>
      isObject(value)
        ? namesOf(value)
            .filter((key) => !type.check(key))
            .map((key) => ({ step: key, value: key, shape: type }))
        : [],
    keywords: (schemaOf) => ({ propertyNames: schemaOf(type) }),
  };
}

/**
 * An object whose properties have types by their names.
 *
 * @param named Properties that the rest is not about.
 * @param rest What properties are that neither are named nor match a pattern.
 */
export function patterns(
  pairs: readonly (readonly [string, TypeShape])[],
  named: readonly string[],
  rest?: TypeShape,
): Rule {
  const typed = pairs.map(([pattern, type]) => ({
    expression: expressionOf(pattern),
    type,
  }));
  const typesAt = (key: string): readonly TypeShape[] => {
    const meant = typed.filter(({ expression }) => expression.test(key));
    if (meant.length > 0) return meant.map(({ type }) => type);
    return rest === undefined || named.includes(key) ? [] : [rest];
  };
  const partsOf = (value: unknown): readonly RulePart[] =>
    isObject(value)
      ? namesOf(value).flatMap((key) =>
          typesAt(key).map((shape) => ({
            step: key,
            value: value[key],
            shape,
          })),
        )
      : [];
  return {
    code: "rule",
    expected: "properties that fit their names",
    holds: (value, depth) =>
      !isObject(value) ||
      namesOf(value).every((key) =>
        typesAt(key).every(({ check }) => check(value[key], deeper(depth))),
      ),
    parts: partsOf,
    keywords: (schemaOf) => ({
      ...(rest && {
        properties: Object.fromEntries(named.map((name) => [name, {}])),
      }),
      ...(pairs.length > 0 && {
        patternProperties: Object.fromEntries(
          pairs.map(([pattern, type]) => [pattern, schemaOf(type)]),
        ),
      }),
      ...(rest && { additionalProperties: schemaOf(rest) }),
    }),
  };
}

/** An object that has other properties where it has one. */
export function dependentRequired(
  property: string,
  ...required: readonly string[]
): Rule {
  return {
    code: "missing",
    expected: `${required.join(" and ")}, required with ${property}`,
    holds: (value) =>
      !hasValueAt(value, property) || hasAllWith(value, ...required),
    keywords: () => ({ dependentRequired: { [property]: required } }),
  };
}

/** An object that is of a type where it has a property. */
export function dependentType(property: string, type: TypeShape): Rule {
  return {
    code: "rule",
    expected: `what ${property} asks for`,
    holds: (value, depth) =>
      !hasValueAt(value, property) || type.check(value, depth),
    parts: (value) => [{ step: undefined, value, shape: type }],
    keywords: (schemaOf) => ({
      dependentSchemas: { [property]: schemaOf(type) },
    }),
  };
}

/** An array whose first items have shapes by their place, and those that follow another. */
export function tuple(items: readonly Outline[], rest?: Outline): Rule {
  const shapes = items.map(shapeOf);
  const others = rest === undefined ? undefined : shapeOf(rest);
  return {
    code: "rule",
    expected: "items that fit their places",
    // Only the items tell whether something is wrong with them.
    holds: () => false,
    parts: (value) =>
      (Array.isArray(value) ? (value as readonly unknown[]) : []).flatMap(
        (item, step) => {
          const shape = shapes[step] ?? others;
          return shape === undefined ? [] : [{ step, value: item, shape }];
        },
      ),
    keywords: (schemaOf) => ({
      ...(shapes.length > 0 && { prefixItems: shapes.map(schemaOf) }),
      ...(others && { items: schemaOf(others) }),
    }),
  };
}

function deeper(depth: number | undefined): number | undefined {
  return depth === undefined ? undefined : depth + 1;
}
