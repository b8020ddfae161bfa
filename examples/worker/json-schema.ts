/** JSON Schema where code must not be made from strings, as ajv does. */
import { Validator, type Schema } from "@cfworker/json-schema";
import type { JsonSchemaValidator } from "./mcp.js";

/** Plugs in an implementation that interprets schemas. */
export function interpretingValidator(): JsonSchemaValidator {
  return {
    dialects: ["https://json-schema.org/draft/2020-12/schema"],
    compile(schema) {
      const validator = new Validator(schema as Schema, "2020-12", false);
      return (value) =>
        validator
          .validate(value)
          .errors.map(
            ({ instanceLocation, error }) => `${instanceLocation}: ${error}`,
          );
    },
  };
}
