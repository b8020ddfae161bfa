/** ajv as the JSON Schema implementation of a server. */
import { Ajv2020 } from "ajv/dist/2020.js";
import type { JsonSchemaValidator } from "#mcp";

/**
 * Plugs ajv in. It compiles schemas to code, which is fast and not allowed everywhere:
 * `examples/worker` has an adapter for platforms that evaluate no code from strings.
 */
export function ajvValidator(): JsonSchemaValidator {
  const ajv = new Ajv2020({
    // Tools may use keywords that ajv does not know, such as `x-mcp-header`.
    strict: false,
    allErrors: true,
    // Formats are annotations unless `ajv-formats` is added.
    validateFormats: false,
  });
  return {
    dialects: ["https://json-schema.org/draft/2020-12/schema"],
    compile(schema) {
      const validate = ajv.compile(schema);
      return (value) =>
        validate(value)
          ? []
          : (validate.errors ?? []).map(
              ({ instancePath, message }) =>
                `${instancePath || "arguments"} ${message}`,
            );
    },
  };
}
