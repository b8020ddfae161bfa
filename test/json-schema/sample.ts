/**
 * Values for a JSON Schema: most of them fit, or nearly. They are made from the keywords
 * of the schema itself, so the code under test has no part in them.
 */
import { anyJson } from "../differential/mutation.js";
import type { Random } from "../differential/random.js";

/** A JSON Schema; its keywords are looked at one by one. */
export type Schema = { readonly [keyword: string]: any } | boolean;

const LAST_DEPTH = 6;

const TEXTS = [
  "",
  "a",
  "text",
  "some longer text with words",
  "https://example.com/a",
  "2026-01-02T03:04:05Z",
  "123e4567-e89b-12d3-a456-426614174000",
  "42",
  "x-y",
  "é\u{1f600}",
  "A".repeat(70),
];

/** A value for a schema. */
export function sampleOf(root: Schema, random: Random): unknown {
  return sample(root, root, random, 0);
}

function sample(
  schema: Schema,
  root: Schema,
  random: Random,
  depth: number,
): unknown {
  if (typeof schema === "boolean" || random.chance(0.01)) {
    return anyJson(random);
  }
  const inner = (each: Schema): unknown =>
    sample(each, root, random, depth + 1);
  if (typeof schema["$ref"] === "string" && depth < 40) {
    const target = follow(root, schema["$ref"]);
    if (target !== undefined) {
      return combine(inner(target), schema, root, random, depth);
    }
  }
  if ("const" in schema) return structuredClone(schema["const"]);
  if (Array.isArray(schema["enum"])) {
    return structuredClone(random.pick(schema["enum"] as readonly unknown[]));
  }
  for (const keyword of ["oneOf", "anyOf"]) {
    const list = schema[keyword] as readonly Schema[] | undefined;
    if (list !== undefined && list.length > 0) {
      const { [keyword]: _list, ...others } = schema;
      return combine(inner(random.pick(list)), others, root, random, depth);
    }
  }
  return combine(undefined, schema, root, random, depth);
}

/** What other keywords add to a value. */
function combine(
  base: unknown,
  schema: { readonly [keyword: string]: any },
  root: Schema,
  random: Random,
  depth: number,
): unknown {
  const all = (schema["allOf"] ?? []) as readonly Schema[];
  let value = base;
  if (value === undefined || isObject(value)) {
    const own = plainValue(schema, root, random, depth);
    value =
      isObject(value) && isObject(own) ? { ...own, ...value } : (value ?? own);
  }
  for (const each of all) {
    const further = sample(each, root, random, depth + 1);
    if (isObject(value) && isObject(further)) value = { ...value, ...further };
    else if (random.chance(0.5) || value === undefined) value = further;
  }
  for (const keyword of ["then", "else"]) {
    const branch = schema[keyword] as Schema | undefined;
    if (branch !== undefined && random.chance(0.5) && isObject(value)) {
      const further = sample(branch, root, random, depth + 1);
      if (isObject(further)) value = { ...value, ...further };
    }
  }
  return value;
}

function plainValue(
  schema: { readonly [keyword: string]: any },
  root: Schema,
  random: Random,
  depth: number,
): unknown {
  const named = schema["type"] as string | readonly string[] | undefined;
  const type = Array.isArray(named)
    ? random.pick(named)
    : (named ?? guessedType(schema));
  switch (type) {
    case "string":
      return textFor(schema, random);
    case "number":
    case "integer":
      return numberFor(schema, type, random);
    case "boolean":
      return random.chance(0.5);
    case "null":
      return null;
    case "array":
      return arrayFor(schema, root, random, depth);
    case "object":
      return objectFor(schema, root, random, depth);
    default:
      return anyJson(random);
  }
}

function guessedType(schema: {
  readonly [keyword: string]: any;
}): string | undefined {
  const has = (...keywords: readonly string[]): boolean =>
    keywords.some((keyword) => keyword in schema);
  if (has("properties", "required", "additionalProperties")) return "object";
  if (has("patternProperties", "propertyNames", "minProperties"))
    return "object";
  if (has("items", "prefixItems", "contains", "uniqueItems")) return "array";
  if (has("minLength", "maxLength", "pattern")) return "string";
  if (has("minimum", "maximum", "multipleOf", "exclusiveMinimum"))
    return "number";
  return undefined;
}

function textFor(
  {
    minLength = 0,
    maxLength = 200,
    pattern,
  }: { readonly [keyword: string]: any },
  random: Random,
): string {
  const candidates = TEXTS.filter((text) => {
    const { length } = [...text];
    const fits = length >= minLength && length <= maxLength;
    return fits && (pattern === undefined || matches(pattern, text));
  });
  if (candidates.length > 0 && !random.chance(0.1)) {
    return random.pick(candidates);
  }
  return random.chance(0.5)
    ? "b".repeat(Math.min(minLength, 300))
    : random.pick(TEXTS);
}

function matches(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, "u").test(text);
  } catch {
    return false;
  }
}

function numberFor(
  schema: { readonly [keyword: string]: any },
  type: string,
  random: Random,
): number {
  const low = schema["minimum"] ?? schema["exclusiveMinimum"] ?? -5;
  const high = schema["maximum"] ?? schema["exclusiveMaximum"] ?? low + 50;
  const factor = schema["multipleOf"] as number | undefined;
  const edge = random.pick([low, high, low - 1, high + 1, low + 1]) as number;
  let value = random.chance(0.3)
    ? edge
    : low + random.fraction() * (high - low);
  if (type === "integer" || random.chance(0.5)) value = Math.floor(value);
  if (factor !== undefined && random.chance(0.7)) {
    value = Math.floor(value / factor) * factor;
  }
  return value;
}

function arrayFor(
  schema: { readonly [keyword: string]: any },
  root: Schema,
  random: Random,
  depth: number,
): unknown[] {
  const { minItems = 0, maxItems = 20 } = schema;
  const most = Math.min(maxItems, minItems + (depth < LAST_DEPTH ? 3 : 0));
  const length = random.chance(0.05)
    ? maxItems + 1
    : minItems + random.below(Math.max(1, most - minItems + 1));
  const old = Array.isArray(schema["items"]);
  const prefix = ((old ? schema["items"] : schema["prefixItems"]) ??
    []) as readonly Schema[];
  const rest = ((old ? schema["additionalItems"] : schema["items"]) ??
    true) as Schema;
  return Array.from({ length: Math.min(length, 120) }, (_, index) =>
    sample(
      "contains" in schema && random.chance(0.5)
        ? schema["contains"]
        : (prefix[index] ?? rest),
      root,
      random,
      depth + 1,
    ),
  );
}

function objectFor(
  schema: { readonly [keyword: string]: any },
  root: Schema,
  random: Random,
  depth: number,
): Record<string, unknown> {
  const value: Record<string, unknown> = {};
  const set = (key: string, each: unknown): void => {
    Object.defineProperty(value, key, {
      value: each,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  };
  const required = new Set((schema["required"] ?? []) as readonly string[]);
  const properties = (schema["properties"] ?? {}) as Record<string, Schema>;
  const chance = depth < LAST_DEPTH ? 0.6 : 0.05;
  for (const [key, each] of Object.entries(properties)) {
    const isThere = required.has(key)
      ? !random.chance(0.02)
      : random.chance(chance);
    if (isThere) set(key, sample(each, root, random, depth + 1));
  }
  for (const key of required) {
    if (!(key in properties) && !random.chance(0.05)) {
      set(key, anyJson(random));
    }
  }
  const patterns = Object.entries(
    (schema["patternProperties"] ?? {}) as Record<string, Schema>,
  );
  for (const [pattern, each] of patterns) {
    const key = ["x-a", "a1", "S_a", "f.o", "abc"].find((name) =>
      matches(pattern, name),
    );
    if (key !== undefined && random.chance(0.6)) {
      set(key, sample(each, root, random, depth + 1));
    }
  }
  const rest = schema["additionalProperties"] as Schema | undefined;
  if (rest !== false ? random.chance(0.4) : random.chance(0.05)) {
    const key = random.pick(["extra", "x-more", "other one", "9"]);
    if (!(key in value)) {
      const own = typeof rest === "object" ? rest : true;
      set(key, sample(own, root, random, depth + 1));
    }
  }
  return value;
}

function follow(root: Schema, reference: string): Schema | undefined {
  if (!reference.startsWith("#")) return undefined;
  let place: any = root;
  for (const step of decodeURIComponent(reference).slice(2).split("/")) {
    if (step === "") continue;
    place = place?.[step.replaceAll("~1", "/").replaceAll("~0", "~")];
  }
  return place as Schema | undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
