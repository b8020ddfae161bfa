/** From the error member of a response to a typed error. */
import { INTERNAL_ERROR, fromError, type McpError } from "../../errors.js";
import { isObject } from "./message.js";

/**
 * The typed error for what a peer sent, whatever shape it has: an error without a
 * usable code or message is an internal error of the peer.
 */
export function errorFrom(value: unknown): McpError {
  const error = isObject(value) ? value : {};
  const { code, message } = error;
  return fromError({
    ...error,
    code: Number.isInteger(code) ? (code as number) : INTERNAL_ERROR,
    message:
      typeof message === "string" ? message : "The error has no message.",
  });
}
