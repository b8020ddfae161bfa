/** What a tool written in code takes: a Standard Schema, or a plain JSON Schema. */
import { isObject, ownValue } from "../protocol/message.js";

/** A JSON Schema as an object, with hints for editors. */
export interface PlainSchema {
  readonly type?: JsonTypeName | readonly JsonTypeName[];
  readonly properties?: { readonly [name: string]: PlainSchema };
  readonly required?: readonly string[];
  readonly items?: PlainSchema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly [keyword: string]: unknown;
}

type JsonTypeName =
  "string" | "number" | "integer" | "boolean" | "null" | "array" | "object";

/** A schema of a library that implements Standard Schema 1 (standardschema.dev): zod, valibot, arktype, ... */
export interface StandardInput {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (
      value: unknown,
    ) => StandardOutcome | PromiseLike<StandardOutcome>;
    readonly types?:
      { readonly input: unknown; readonly output: unknown } | undefined;
  };
}

type StandardOutcome =
  | { readonly value: unknown; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[]; readonly value?: never };

interface StandardIssue {
  readonly message: string;
  readonly path?:
    readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** What {@link StandardInput} or {@link PlainSchema} accepts, as TypeScript sees it. */
export type ValueOf<Schema> = Schema extends {
  readonly "~standard": { readonly types?: infer Types };
}
  ? NonNullable<Types> extends { readonly output: infer Output }
    ? Output
    : unknown
  : PlainValue<Schema>;

/** As {@link ValueOf}, before the schema has converted anything. */
export type SourceOf<Schema> = Schema extends {
  readonly "~standard": { readonly types?: infer Types };
}
  ? NonNullable<Types> extends { readonly input: infer Input }
    ? Input
    : unknown
  : PlainValue<Schema>;

interface Primitives {
  string: string;
  number: number;
  integer: number;
  boolean: boolean;
  null: null;
}

/** The common keywords: `type`, `properties`, `required`, `items`, `enum`, `const`, `anyOf`. */
type PlainValue<Schema> = Schema extends { readonly const: infer Value }
  ? Value
  : Schema extends { readonly enum: readonly (infer Value)[] }
    ? Value
    : Schema extends { readonly anyOf: readonly (infer Each)[] }
      ? PlainValue<Each>
      : Schema extends { readonly type: readonly (infer Type)[] }
        ? TypeValue<Type, Schema>
        : Schema extends { readonly type: infer Type }
          ? TypeValue<Type, Schema>
          : unknown;

type TypeValue<Type, Schema> = Type extends keyof Primitives
  ? Primitives[Type]
  : Type extends "array"
    ? Schema extends { readonly items: infer Items }
      ? PlainValue<Items>[]
      : unknown[]
    : Type extends "object"
      ? ObjectValue<Schema>
      : unknown;

type ObjectValue<Schema> = Schema extends {
  readonly properties: infer Properties;
}
  ? {
      [
        Name in keyof Properties as Name extends RequiredIn<Schema>
          ? Name
          : never
      ]: PlainValue<Properties[Name]>;
    } & {
      [
        Name in keyof Properties as Name extends RequiredIn<Schema>
          ? never
          : Name
      ]?: PlainValue<Properties[Name]>;
    }
  : { [name: string]: unknown };

type RequiredIn<Schema> = Schema extends {
  readonly required: readonly (infer Name)[];
}
  ? Name
  : never;

/** The value of a schema, or what is wrong with it: one sentence each. */
export type Checked =
  | { readonly value: unknown; readonly problems?: undefined }
  | { readonly problems: readonly string[]; readonly value?: never };

/** Compares a value with a schema. */
export async function checkValue(
  schema: object,
  value: unknown,
): Promise<Checked> {
  const standard = (schema as Partial<StandardInput>)["~standard"];
  if (standard === undefined) {
    const problems = problemsOf(schema as PlainSchema, value, "");
    return problems.length === 0 ? { value } : { problems };
  }
  const outcome = await standard.validate(value);
  if (outcome.issues === undefined) return { value: outcome.value };
  return {
    problems: outcome.issues.map(({ message, path = [] }) => {
      const place = path
        .map((step) => String(typeof step === "object" ? step.key : step))
        .join(".");
      return place === "" ? message : `${place}: ${message}`;
    }),
  };
}

/**
 * The JSON Schema that clients are shown.
 *
 * @param side - Of a schema that converts: what comes in, or what comes out of it.
 * @throws {TypeError} If the schema gives none.
 */
export function jsonSchemaOf(
  schema: object,
  side: "input" | "output",
  owner: string,
): { type: "object"; [keyword: string]: unknown } {
  const standard = (schema as Partial<StandardInput>)["~standard"];
  const given =
    standard === undefined ? schema : standardSchema(standard, side, owner);
  return { ...given, type: "object" };
}

function standardSchema(
  standard: object,
  side: "input" | "output",
  owner: string,
): object {
  const { jsonSchema, vendor } = standard as {
    readonly vendor?: string;
    readonly jsonSchema?: {
      readonly [side: string]: (options: { target: string }) => object;
    };
  };
  const make = jsonSchema?.[side];
  if (make === undefined) {
    throw new TypeError(
      `The ${side} of ${owner} is a schema of ${vendor ?? "a library"} that gives no JSON Schema: use a version that does (zod 4.2, arktype 2.1.28), or wrap it (toStandardJsonSchema of @valibot/to-json-schema).`,
    );
  }
  return make({ target: "draft-2020-12" });
}

/** What is wrong with a value, by the common keywords of JSON Schema; a server's `schemaValidator` knows all of them. */
function problemsOf(
  schema: PlainSchema,
  value: unknown,
  path: string,
): readonly string[] {
  const at = path === "" ? "" : `${path}: `;
  const { type, properties, required = [], items } = schema;
  if (schema.const !== undefined && !isSame(schema.const, value)) {
    return [`${at}expected ${JSON.stringify(schema.const)}`];
  }
  if (schema.enum && !schema.enum.some((each) => isSame(each, value))) {
    return [
      `${at}expected ${schema.enum.map((each) => JSON.stringify(each)).join(" or ")}`,
    ];
  }
  const types = typeof type === "string" ? [type] : (type ?? []);
  if (types.length > 0 && !types.some((each) => hasType(value, each))) {
    return [`${at}expected ${types.join(" or ")}`];
  }
  const limits = limitProblems(schema, value).map((text) => `${at}${text}`);
  if (Array.isArray(value) && items !== undefined) {
    return [
      ...limits,
      ...value.flatMap((item, index) =>
        problemsOf(items, item, `${path}[${index}]`),
      ),
    ];
  }
  if (!isObject(value)) return limits;
  const inside = (name: string): string =>
    path === "" ? name : `${path}.${name}`;
  const known = new Set(Object.keys(properties ?? {}));
  return [
    ...limits,
    ...required
      .filter((name) => ownValue(value, name) === undefined)
      .map((name) => `${inside(name)}: required, but missing`),
    ...Object.entries(properties ?? {}).flatMap(([name, each]) => {
      const inner = ownValue(value, name);
      return inner === undefined ? [] : problemsOf(each, inner, inside(name));
    }),
    ...(schema["additionalProperties"] === false
      ? Object.keys(value)
          .filter((name) => !known.has(name))
          .map((name) => `${inside(name)}: unknown property`)
      : []),
  ];
}

function limitProblems(schema: PlainSchema, value: unknown): string[] {
  const limit = (keyword: string): number | undefined => {
    const number = schema[keyword];
    return typeof number === "number" ? number : undefined;
  };
  const found: string[] = [];
  const [size, least, most, what] =
    typeof value === "number"
      ? [value, limit("minimum"), limit("maximum"), ""]
      : typeof value === "string"
        ? [
            [...value].length,
            limit("minLength"),
            limit("maxLength"),
            " characters",
          ]
        : Array.isArray(value)
          ? [value.length, limit("minItems"), limit("maxItems"), " items"]
          : [0, undefined, undefined, ""];
  if (least !== undefined && size < least) {
    found.push(`expected at least ${least}${what}`);
  }
  if (most !== undefined && size > most) {
    found.push(`expected at most ${most}${what}`);
  }
  const { pattern } = schema;
  if (
    typeof value === "string" &&
    typeof pattern === "string" &&
    !new RegExp(pattern, "u").test(value)
  ) {
    found.push(`expected text that matches ${pattern}`);
  }
  return found;
}

function hasType(value: unknown, type: string): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return isObject(value);
    case "integer":
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

function isSame(left: unknown, right: unknown): boolean {
  return left === right || JSON.stringify(left) === JSON.stringify(right);
}
