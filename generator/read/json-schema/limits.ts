/** Keywords that limit values of one JSON type, as constraints of the model. */
import type { Constraints } from "../../model/model.js";
import { type JsonType, keywordOf, type SchemaObject } from "./schema.js";

type Limits = { -readonly [Name in keyof Constraints]: Constraints[Name] };

/** Keywords that hold a count: an integer of at least 0. */
const COUNTS = {
  string: ["minLength", "maxLength"],
  array: ["minItems", "maxItems"],
  object: ["minProperties", "maxProperties"],
} as const;

const NUMBERS = [
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
] as const;

/**
 * What a schema says of values of a JSON type, but for the types of their parts.
 *
 * @param complain Is called with a keyword whose value makes no sense.
 */
export function readLimits(
  schema: SchemaObject,
  type: JsonType,
  complain: (keyword: string) => void,
): Constraints {
  const limits: Limits = {};
  const read = <T>(
    keyword: string,
    isRight: (value: unknown) => value is T,
  ): T | undefined => {
    const value = keywordOf(schema, keyword);
    if (value === undefined || isRight(value)) return value;
    complain(keyword);
    return undefined;
  };
  if (type === "string" || type === "array" || type === "object") {
    for (const keyword of COUNTS[type]) {
      const count = read(keyword, isCount);
      // None at least says nothing.
      if (count !== undefined && !(keyword.startsWith("min") && count === 0)) {
        limits[keyword] = count;
      }
    }
  }
  if (type === "string") {
    const pattern = read("pattern", isText);
    if (pattern !== undefined) {
      if (isPattern(pattern)) limits.pattern = pattern;
      else complain("pattern");
    }
  }
  if (type === "array" && keywordOf(schema, "uniqueItems") === true) {
    limits.uniqueItems = true;
  }
  if (type === "number" || type === "integer") {
    const isOld = typeof keywordOf(schema, "exclusiveMinimum") === "boolean";
    const isOldMaximum =
      typeof keywordOf(schema, "exclusiveMaximum") === "boolean";
    for (const keyword of NUMBERS) {
      if (keyword === "exclusiveMinimum" && isOld) continue;
      if (keyword === "exclusiveMaximum" && isOldMaximum) continue;
      const limit = read(keyword, isNumber);
      if (limit === undefined) continue;
      // Draft 4 has flags that make the other limit an exclusive one.
      if (keyword === "minimum" && schema["exclusiveMinimum"] === true) {
        limits.exclusiveMinimum = limit;
      } else if (keyword === "maximum" && schema["exclusiveMaximum"] === true) {
        limits.exclusiveMaximum = limit;
      } else limits[keyword] = limit;
    }
    const factor = read("multipleOf", isNumber);
    if (factor !== undefined) {
      if (factor > 0) limits.multipleOf = factor;
      else complain("multipleOf");
    }
  }
  return limits;
}

/** The format, which is noted for strings and numbers. */
export function readFormat(schema: SchemaObject): Constraints {
  const format = keywordOf(schema, "format");
  return typeof format === "string" ? { format } : {};
}

/** Whether a value is within the limits of its JSON type; limits of other types do not count. */
export function isWithin(value: unknown, limits: Constraints): boolean {
  if (typeof value === "number") {
    const { minimum = -Infinity, maximum = Infinity, multipleOf } = limits;
    const { exclusiveMinimum = -Infinity, exclusiveMaximum = Infinity } =
      limits;
    return (
      value >= minimum &&
      value <= maximum &&
      value > exclusiveMinimum &&
      value < exclusiveMaximum &&
      (multipleOf === undefined || isMultiple(value, multipleOf))
    );
  }
  if (typeof value === "string") {
    const { minLength = 0, maxLength = Infinity, pattern } = limits;
    const { length } = [...value];
    return (
      length >= minLength &&
      length <= maxLength &&
      (pattern === undefined ||
        regularExpression(pattern)?.test(value) !== false)
    );
  }
  return true;
}

function isMultiple(value: number, factor: number): boolean {
  return Number.isInteger(Number((value / factor).toPrecision(15)));
}

/** Whether a text is a regular expression, with the flag `u` or without it. */
export function isPattern(text: string): boolean {
  return regularExpression(text) !== undefined;
}

function regularExpression(text: string): RegExp | undefined {
  for (const flags of ["u", ""]) {
    try {
      return new RegExp(text, flags);
    } catch {
      // The next one may do.
    }
  }
  return undefined;
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0;
}

function isNumber(value: unknown): value is number {
  return Number.isFinite(value);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}
