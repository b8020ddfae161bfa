/** Saying what is wrong with a handler's result. */
import { clientRequests } from "../../methods.js";
import { ValidationError, type Validation } from "../../validators.js";
import { InvalidResultError } from "../protocol/local-error.js";
import { hasOwn } from "../protocol/message.js";
import type { ServerEraOptions } from "./server-options.js";

/** Checks a result by its description; undefined where the server has none. */
export function explained(
  { explainResult }: ServerEraOptions,
  method: string,
  result: unknown,
): Validation<unknown> | undefined {
  if (explainResult === undefined || explainResult === false) return undefined;
  return hasOwn(clientRequests, method)
    ? explainResult(method as keyof typeof clientRequests, result)
    : undefined;
}

/**
 * What is wrong with a result, as far as the server was made to tell.
 *
 * @param value - What the handler returned.
 * @param result - What would have been sent.
 */
export function invalidResult(
  options: ServerEraOptions,
  method: string,
  value: unknown,
  result: unknown,
): InvalidResultError {
  const checked = explained(options, method, result);
  if (checked === undefined || checked.success) {
    const problem = "it does not fit the schema.";
    return new InvalidResultError(method, value, problem);
  }
  const cause = new ValidationError(checked.issues);
  return new InvalidResultError(method, value, cause.message, cause);
}
