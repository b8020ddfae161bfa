/** The other opinion: ajv, in the dialect that a schema names. */
import { Ajv } from "ajv";
import { Ajv2019 } from "ajv/dist/2019.js";
import { Ajv2020 } from "ajv/dist/2020.js";

const OPTIONS = {
  strict: false,
  validateFormats: false,
  // Inherited names such as toString are not properties.
  ownProperties: true,
  // Numbers such as 0.3 are not multiples of 0.1 for a machine; everybody wants them to be.
  multipleOfPrecision: 9,
  logger: false,
} as const;

/**
 * Compiles a schema.
 *
 * @returns undefined for one that ajv refuses; its check has no opinion on some values.
 */
export function ajvCheck(
  schema: any,
): ((value: unknown) => boolean | undefined) | undefined {
  const dialect = String(schema?.$schema ?? "");
  const Dialect = dialect.includes("draft-07")
    ? Ajv
    : dialect.includes("2019-09")
      ? Ajv2019
      : Ajv2020;
  try {
    const validate = new Dialect(OPTIONS).compile(schema);
    return (value) => {
      try {
        return validate(value) === true;
      } catch {
        // Comparing values, it calls what an object has under `toString`.
        return undefined;
      }
    };
  } catch {
    return undefined;
  }
}
