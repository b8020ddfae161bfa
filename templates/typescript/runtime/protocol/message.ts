/** Telling the shapes of JSON-RPC messages apart, before anything else is done with them. */
import type { RequestId } from "../../types.js";

/**
 * What a parsed JSON value is on the wire.
 *
 * - `request`: has a `method` and a valid `id`; exactly one response answers it.
 * - `notification`: has a `method` and no `id`; never answered.
 * - `response`: has no `method`, but a `result` or an `error`.
 * - `invalid`: anything else, an array (batch) included.
 */
export type MessageKind = "request" | "notification" | "response" | "invalid";

/**
 * Classifies a parsed value by its envelope alone; `params`, `result` and `error`
 * are not looked into (specification: basic/index, JSON-RPC 2.0).
 */
export function classifyMessage(value: unknown): MessageKind {
  if (!isObject(value) || value["jsonrpc"] !== "2.0") return "invalid";
  if (Object.hasOwn(value, "method")) {
    if (typeof value["method"] !== "string") return "invalid";
    if (!Object.hasOwn(value, "id")) return "notification";
    return isRequestId(value["id"]) ? "request" : "invalid";
  }
  return Object.hasOwn(value, "result") || Object.hasOwn(value, "error")
    ? "response"
    : "invalid";
}

/**
 * True for a JSON object: no array, no null. Wire data has no prototype to
 * inherit from, so reading a missing key gives undefined, except for the names
 * that every object has; where that matters, ask `Object.hasOwn`.
 */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** True for what may identify a request: a string, `""` included, or an integer, 0 included. */
export function isRequestId(value: unknown): value is RequestId {
  return typeof value === "string" || Number.isInteger(value);
}

/** The id to echo in an error about a message that is no request, if one can be read. */
export function readableId(value: unknown): RequestId | undefined {
  if (!isObject(value) || !Object.hasOwn(value, "id")) return undefined;
  return isRequestId(value["id"]) ? value["id"] : undefined;
}

/**
 * True if an invalid message meant to be a notification, which is never answered:
 * it names a method and has no id.
 */
export function isUnanswerable(value: unknown): boolean {
  return (
    isObject(value) &&
    typeof value["method"] === "string" &&
    !Object.hasOwn(value, "id")
  );
}

/** Own property of a JSON object, or undefined: inherited names never count. */
export function ownValue(object: object, key: string): unknown {
  return Object.hasOwn(object, key)
    ? (object as Record<string, unknown>)[key]
    : undefined;
}
