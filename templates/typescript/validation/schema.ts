/** The schema objects of `validators.ts`: Standard Schema, Standard JSON Schema, `parse` and `safeParse`. */
import { validate } from "./explain.js";
import { type Issue, ValidationError } from "./issue.js";
import { type JsonSchema, jsonSchemaOf } from "./json-schema.js";
import type { TypeShape } from "./shape.js";

/** What `safeParse` gives. */
export type ParseResult<T> =
  | { readonly success: true; readonly data: T; readonly error?: never }
  | {
      readonly success: false;
      readonly error: ValidationError;
      readonly data?: never;
    };

/** The dialect of a JSON Schema. */
export interface JsonSchemaOptions {
  /** `draft-2020-12`, the only one. */
  readonly target: string;
}

/** The interface of Standard Schema 1 and Standard JSON Schema 1 (standardschema.dev). */
export interface StandardProperties<T> {
  readonly version: 1;
  readonly vendor: "mcp-gen";
  /** The value itself, or what is wrong with it. */
  readonly validate: (
    value: unknown,
  ) =>
    | { readonly value: T; readonly issues?: undefined }
    | { readonly issues: readonly Issue[] };
  /** The type as a JSON Schema. Nothing is converted, so input and output are alike. */
  readonly jsonSchema: {
    readonly input: (options: JsonSchemaOptions) => JsonSchema;
    readonly output: (options: JsonSchemaOptions) => JsonSchema;
  };
  /** Exists for the compiler only. */
  readonly types?: { readonly input: T; readonly output: T } | undefined;
}

/** One type as a schema object. Values come back as they are: nothing is copied, stripped or converted. */
export class Schema<T> {
  readonly #type: TypeShape;
  #standard: StandardProperties<T> | undefined;

  constructor(type: TypeShape) {
    this.#type = type;
  }

  get "~standard"(): StandardProperties<T> {
    const type = this.#type;
    const jsonSchema = ({ target }: JsonSchemaOptions): JsonSchema => {
      if (target === "draft-2020-12") return jsonSchemaOf(type);
      throw new TypeError(
        `${target} is not a supported target of JSON Schema; draft-2020-12 is.`,
      );
    };
    return (this.#standard ??= {
      version: 1,
      vendor: "mcp-gen",
      validate: (value) => {
        const result = this.safeParse(value);
        return result.success
          ? { value: result.data }
          : { issues: result.error.issues };
      },
      jsonSchema: { input: jsonSchema, output: jsonSchema },
    });
  }

  /**
   * The value itself.
   *
   * @throws {ValidationError} When it is not of the type.
   */
  parse(value: unknown): T {
    const result = this.safeParse(value);
    if (result.success) return result.data;
    throw result.error;
  }

  /** As `parse`, but gives the error instead of throwing it. */
  safeParse(value: unknown): ParseResult<T> {
    const result = validate<T>(value, this.#type);
    return result.success
      ? result
      : { success: false, error: new ValidationError(result.issues) };
  }
}
