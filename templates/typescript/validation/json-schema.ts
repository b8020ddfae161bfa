/** JSON Schema, from the description of a type. */
import type {
  Description,
  ItemLimits,
  Leaf,
  Reader,
  Variants,
} from "./description.js";
import type { Fields } from "./fields.js";

/** A JSON Schema, as an object that nobody else holds. */
export type JsonSchema = Record<string, unknown>;

const DIALECT = "https://json-schema.org/draft/2020-12/schema";

/**
 * The JSON Schema of a type, dialect 2020-12, with the types that it mentions
 * below `$defs`. It loses nothing that is checked: `null`, integers, open enums,
 * limits. Descriptions are left to `schema.json`.
 */
export function jsonSchemaOf(describe: Description): JsonSchema {
  const definitions = new Map<string, JsonSchema>();
  const { $ref, ...schema } = new Writer(definitions, new Map()).of(describe);
  return {
    $schema: DIALECT,
    ...($ref !== undefined && { $ref }),
    ...schema,
    ...(definitions.size > 0 && { $defs: Object.fromEntries(definitions) }),
  };
}

const NO_FIELDS: Fields = {};

/** Writes down what a description says; there is no value to look at. */
class Writer implements Reader {
  readonly #definitions: Map<string, JsonSchema>;
  readonly #names: Map<Description, string>;
  #schema: JsonSchema = {};
  /** The description that is speaking. */
  #speaker: Description | undefined;

  constructor(
    definitions: Map<string, JsonSchema>,
    names: Map<Description, string>,
  ) {
    this.#definitions = definitions;
    this.#names = names;
  }

  /** The schema of another type: a reference where it has a name. */
  of(describe: Description): JsonSchema {
    if (!this.#names.has(describe)) {
      const writer = new Writer(this.#definitions, this.#names);
      writer.#speaker = describe;
      describe(writer, undefined);
      const name = this.#names.get(describe);
      if (name === undefined) return writer.#schema;
      this.#definitions.set(name, writer.#schema);
    }
    return { $ref: `#/$defs/${this.#names.get(describe)}` };
  }

  name(name: string): void {
    if (this.#speaker === undefined) return;
    this.#names.set(this.#speaker, name);
    // Holds the place, so that definitions stand in the order of their mention.
    this.#definitions.set(name, {});
    this.#speaker = undefined;
  }

  leaf(keywords: Leaf): void {
    this.#schema = { ...keywords };
  }

  object(): Fields {
    this.#schema = { type: "object" };
    return NO_FIELDS;
  }

  required(key: string, _value: unknown, type: Description): void {
    this.optional(key, undefined, type);
    this.#schema["required"] = [
      ...((this.#schema["required"] as string[] | undefined) ?? []),
      key,
    ];
  }

  optional(key: string, _value: unknown, type: Description): void {
    const properties = (this.#schema["properties"] ??= {}) as JsonSchema;
    Object.defineProperty(properties, key, {
      value: this.of(type),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }

  others(_: Fields, __: readonly string[], type: Description): void {
    this.#schema["additionalProperties"] = this.of(type);
  }

  oneRequired(_: Fields, keys: readonly string[]): void {
    this.#schema["anyOf"] = keys.map((key) => ({ required: [key] }));
  }

  array(
    _: unknown,
    type: Description,
    __: unknown,
    { minItems, maxItems }: ItemLimits,
  ): void {
    this.#schema = {
      type: "array",
      items: this.of(type),
      ...(minItems !== undefined && { minItems }),
      ...(maxItems !== undefined && { maxItems }),
    };
  }

  tagged(
    _: unknown,
    __: string,
    variants: Readonly<Record<string, Variants>>,
    untagged: Variants = [],
  ): void {
    const types = [untagged, ...Object.values(variants)].flat();
    this.union(undefined, [...new Set(types)]);
  }

  /** Bare types share one `type` list; the others follow one by one. */
  union(_: unknown, types: readonly Description[]): void {
    const bare: unknown[] = [];
    const alternatives: JsonSchema[] = [];
    for (const type of types) {
      const schema = this.of(type);
      const isBare = "type" in schema && Object.keys(schema).length === 1;
      if (isBare && bare.push(schema["type"]) > 1) {
        const first = alternatives.find(({ type }) => type === bare[0]);
        if (first) first["type"] = bare;
      } else {
        alternatives.push(schema);
      }
    }
    const [only] = alternatives;
    this.#schema =
      alternatives.length === 1 && only ? only : { anyOf: alternatives };
  }

  all(_: unknown, types: readonly Description[]): void {
    const schemas = types.map((type) => this.of(type));
    const [only] = schemas;
    this.#schema = schemas.length === 1 && only ? only : { allOf: schemas };
  }

  level(): boolean {
    return true;
  }
}
