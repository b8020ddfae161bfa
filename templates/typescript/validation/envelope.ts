/** The envelope of JSON-RPC messages: what a value is on the wire, before anything else is done with it. */
import { hasOwn, isObject } from "./json.js";

/**
 * What a parsed JSON value is on the wire.
 *
 * - `request`: has a `method` and a valid `id`; exactly one response answers it.
 * - `notification`: has a `method` and no `id`; never answered.
 * - `response`: has no `method`, a valid `id`, and either a `result` or an `error`.
 *   An error may lack the id, or have null, where the request could not be read.
 * - `invalid`: anything else, an array (batch) included.
 */
export type MessageKind = "request" | "notification" | "response" | "invalid";

/**
 * Classifies a parsed value by its envelope alone: `params` are an object if there are
 * any, but nothing is said about what is in them, in `result` and in `error`
 * (specification: basic/index, JSON-RPC 2.0).
 */
export function classifyMessage(value: unknown): MessageKind {
  if (!isObject(value) || value["jsonrpc"] !== "2.0") return "invalid";
  const hasId = hasOwn(value, "id");
  if (hasOwn(value, "method")) {
    if (typeof value["method"] !== "string") return "invalid";
    if (hasOwn(value, "params") && !isObject(value["params"])) {
      return "invalid";
    }
    if (!hasId) return "notification";
    return isMessageId(value["id"]) ? "request" : "invalid";
  }
  const isError = hasOwn(value, "error");
  if (isError === hasOwn(value, "result")) return "invalid";
  if (isError && (!hasId || value["id"] === null)) return "response";
  return isMessageId(value["id"]) ? "response" : "invalid";
}

/**
 * True for what may identify a request: a string, `""` included, or an integer, 0
 * included. Larger integers than 2^53 - 1 could not be sent back as they came.
 */
export function isMessageId(value: unknown): value is string | number {
  return typeof value === "string" || Number.isSafeInteger(value);
}

/** The id to echo in an error about a message that is not a request, if it has one. */
export function readableId(value: unknown): string | number | undefined {
  if (!isObject(value) || !hasOwn(value, "id")) return undefined;
  return isMessageId(value["id"]) ? value["id"] : undefined;
}

/**
 * True if an invalid message is never answered: a notification, which names a method
 * and has no id, or a response, which has no method.
 */
export function isUnanswerable(value: unknown): boolean {
  if (!isObject(value)) return false;
  if (hasOwn(value, "method")) {
    return typeof value["method"] === "string" && !hasOwn(value, "id");
  }
  return hasOwn(value, "result") || hasOwn(value, "error");
}
