/** JSON Schemas of tools: which can be used, and what does not fit them. */
import { isObject } from "./message.js";
import { UnusableSchemaError } from "./local-error.js";
import { messageOf } from "./to-error.js";

/**
 * A JSON Schema implementation to plug in. With ajv:
 *
 * ```ts
 * import { Ajv2020 } from "ajv/dist/2020.js";
 * const ajv = new Ajv2020({ strict: false, validateFormats: false });
 * const schemaValidator: JsonSchemaValidator = {
 *   dialects: ["https://json-schema.org/draft/2020-12/schema"],
 *   compile(schema) {
 *     const validate = ajv.compile(schema);
 *     return (value) =>
 *       validate(value) ? [] : ajv.errorsText(validate.errors).split(", ");
 *   },
 * };
 * ```
 */
export interface JsonSchemaValidator {
  /** URIs of the dialects it knows, as `$schema` names them, without `#`. */
  readonly dialects: readonly string[];
  /**
   * Prepares a schema. It must not fetch anything; schemas that refer to the
   * network do not get here.
   *
   * @returns A function that lists, in words, what is wrong with a value.
   * @throws {Error} If the schema is not valid in its dialect.
   */
  compile(schema: object): (value: unknown) => readonly string[];
}

/** Dialect of a schema without `$schema` (specification: basic/index). */
const defaultDialect = "https://json-schema.org/draft/2020-12/schema";

/** How many schemas are kept in compiled form. */
const keptSchemas = 1_000;

/** The schemas of tools, compiled once each. */
export class ToolSchemas {
  readonly #validator: JsonSchemaValidator;
  readonly #byIdentity = new WeakMap<object, Compiled>();
  /** Handlers often build their list again, so that only the text is the same. */
  readonly #byText = new Map<string, Compiled>();

  constructor(validator: JsonSchemaValidator) {
    this.#validator = validator;
  }

  /**
   * What is wrong with a value, in words; empty if it fits.
   *
   * @throws {UnusableSchemaError} If the dialect is not supported, the schema
   * refers to the network, or does not compile.
   */
  problems(schema: object, value: unknown): readonly string[] {
    const compiled = this.#compiled(schema);
    if (typeof compiled !== "function") throw compiled;
    return compiled(value);
  }

  #compiled(schema: object): Compiled {
    let compiled = this.#byIdentity.get(schema);
    if (compiled === undefined) {
      const text = JSON.stringify(schema);
      compiled = this.#byText.get(text);
      if (compiled === undefined) {
        compiled = this.#compile(schema);
        if (this.#byText.size >= keptSchemas) this.#byText.clear();
        this.#byText.set(text, compiled);
      }
      this.#byIdentity.set(schema, compiled);
    }
    return compiled;
  }

  #compile(schema: object): Compiled {
    const dialect = dialectOf(schema);
    if (!this.#validator.dialects.includes(dialect)) {
      return new UnusableSchemaError(
        `The schema dialect ${dialect} is not supported; supported: ${this.#validator.dialects.join(", ")}.`,
      );
    }
    const reference = networkReference(schema);
    if (reference !== undefined) {
      return new UnusableSchemaError(
        `The schema refers to ${reference}; references to the network are never fetched.`,
      );
    }
    try {
      return this.#validator.compile(schema);
    } catch (cause) {
      return new UnusableSchemaError(
        `The schema does not compile: ${messageOf(cause)}`,
        { cause },
      );
    }
  }
}

type Compiled = ((value: unknown) => readonly string[]) | UnusableSchemaError;

function dialectOf(schema: object): string {
  const dialect = (schema as { $schema?: unknown }).$schema;
  return typeof dialect === "string"
    ? dialect.replace(/#$/, "")
    : defaultDialect;
}

/**
 * The first reference in a schema that does not stay inside the document, if
 * there is one. Schemas embedded under an `$id` of their own count as inside;
 * the meta-schemas of known dialects come with every implementation.
 */
export function networkReference(schema: object): string | undefined {
  const embedded = new Set<string>();
  const references: string[] = [];
  collect(schema, false, 0, (keyword, target) => {
    if (keyword === "$id") embedded.add(target.replace(/#$/, ""));
    else references.push(target);
  });
  return references.find((reference) => {
    const target = reference.split("#", 1)[0] ?? "";
    return (
      /^([a-z][a-z0-9+.-]*:|\/\/)/i.test(target) &&
      !target.toLowerCase().startsWith("urn:") &&
      !target.startsWith("https://json-schema.org/") &&
      !embedded.has(target)
    );
  });
}

/** Deeper than any schema people write; a bound against ones made to exhaust the stack. */
const deepestSchema = 200;

/** Keywords whose members have names of the author's choice. */
const namedSchemas: ReadonlySet<string> = new Set([
  "properties",
  "patternProperties",
  "dependentSchemas",
  "$defs",
  "definitions",
]);

/** Keywords whose values are data, whatever they look like. */
const data: ReadonlySet<string> = new Set([
  "const",
  "enum",
  "default",
  "examples",
]);

/**
 * Walks a schema and reports each `$id`, `$ref` and `$dynamicRef`.
 *
 * @param named - True if the keys of `value` are names and not keywords.
 */
function collect(
  value: unknown,
  named: boolean,
  depth: number,
  found: (keyword: "$id" | "$ref", target: string) => void,
): void {
  if (depth > deepestSchema) {
    throw new UnusableSchemaError(
      `The schema is nested more than ${deepestSchema} levels deep.`,
    );
  }
  if (Array.isArray(value)) {
    for (const item of value) collect(item, false, depth + 1, found);
    return;
  }
  if (!isObject(value)) return;
  for (const [key, member] of Object.entries(value)) {
    if (!named && typeof member === "string") {
      if (key === "$id") found("$id", member);
      if (key === "$ref" || key === "$dynamicRef") found("$ref", member);
    } else if (named || !data.has(key)) {
      collect(member, !named && namedSchemas.has(key), depth + 1, found);
    }
  }
}
