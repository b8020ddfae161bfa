/** Text or bytes from the wire, as one message. */
import { validate } from "./explain.js";
import { type Fields, isFields } from "./fields.js";
import { type Issue, issueAt, type ValidateOptions } from "./issue.js";
import type { TypeShape } from "./shape.js";

/** Something that is no message, and how to answer it. */
export interface InvalidMessage {
  readonly success: false;
  /** -32700: no JSON, or no UTF-8. -32600: JSON, but no message. */
  readonly code: -32700 | -32600;
  /** The id to answer with, when there is a valid one. */
  readonly id?: string | number;
  /**
   * Whether an answer would be wrong: a notification is never answered, a broken
   * one neither, and a broken response is a matter for the call that waits for it.
   */
  readonly unanswerable: boolean;
  readonly issues: readonly Issue[];
}

/** A message, or why there is none. */
export type ParsedMessage<T> =
  { readonly success: true; readonly data: T } | InvalidMessage;

/** The shapes of a revision's kinds of messages. */
export interface MessageKinds {
  readonly request: TypeShape;
  readonly notification: TypeShape;
  readonly result: TypeShape;
  readonly error: TypeShape;
}

/**
 * Reads one message (specification: basic/index; JSON-RPC 2.0).
 *
 * Beyond what the schema says: a `method` beside an `id` makes a request, so
 * that an invalid id never turns a request into a notification, and a response
 * has either a result or an error. An error that came with `"id": null` loses
 * that id, which JSON-RPC has for errors about unreadable requests.
 *
 * @param batches Whether the revision knows arrays of messages.
 */
export function readMessage<T>(
  text: string | Uint8Array,
  kinds: MessageKinds,
  batches: boolean,
  options?: ValidateOptions,
): ParsedMessage<T> {
  let value: unknown;
  try {
    value = JSON.parse(typeof text === "string" ? text : decode(text));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const issue = issueAt([], "not_json", "JSON", `no JSON: ${reason}`);
    return {
      success: false,
      code: -32700,
      unanswerable: false,
      issues: [issue],
    };
  }
  const issues =
    batches && Array.isArray(value)
      ? batchIssues(value, kinds, options)
      : messageIssues(value, kinds, options, []);
  if (issues.length === 0) return { success: true, data: value as T };
  const id = validId(value);
  return {
    success: false,
    code: -32600,
    ...(id !== undefined && { id }),
    unanswerable: isUnanswerable(value),
    issues,
  };
}

/** What every platform has, also where the compiler is not told of any. */
interface Platform {
  readonly TextDecoder: new (
    label: string,
    options: { readonly fatal: boolean },
  ) => { decode(bytes: Uint8Array): string };
}

/** @throws {TypeError} When the bytes are no UTF-8. */
function decode(bytes: Uint8Array): string {
  const { TextDecoder } = globalThis as unknown as Platform;
  return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
}

function messageIssues(
  value: unknown,
  kinds: MessageKinds,
  options: ValidateOptions | undefined,
  path: (string | number)[],
): readonly Issue[] {
  if (!isFields(value)) return [noMessage(path, "expected a message")];
  const described = kindOf(value, kinds);
  if (described === undefined) {
    return [noMessage(path, "expected a method, a result or an error")];
  }
  if (described === kinds.error && value["id"] === null) {
    delete (value as { id?: unknown }).id;
  }
  const result = validate(value, described, options, path);
  return result.success ? [] : result.issues;
}

function kindOf(
  fields: Fields,
  { request, notification, result, error }: MessageKinds,
): TypeShape | undefined {
  if (Object.hasOwn(fields, "method")) {
    return Object.hasOwn(fields, "id") ? request : notification;
  }
  const isResult = Object.hasOwn(fields, "result");
  if (isResult === Object.hasOwn(fields, "error")) return undefined;
  return isResult ? result : error;
}

/** A batch holds requests and notifications, or responses, and is never empty. */
function batchIssues(
  messages: readonly unknown[],
  kinds: MessageKinds,
  options: ValidateOptions | undefined,
): readonly Issue[] {
  if (messages.length === 0) {
    return [noMessage([], "expected at least one message")];
  }
  const calls = messages.filter(isCall).length;
  const mixed =
    calls === 0 || calls === messages.length
      ? []
      : [noMessage([], "a batch never mixes calls and responses")];
  const issues = messages.flatMap((message, index) =>
    messageIssues(message, kinds, options, [index]),
  );
  return [...mixed, ...issues].slice(0, options?.maxIssues);
}

function isCall(message: unknown): boolean {
  return isFields(message) && Object.hasOwn(message, "method");
}

function noMessage(path: (string | number)[], text: string): Issue {
  return issueAt(path, "wrong_message", "message", text);
}

function validId(value: unknown): string | number | undefined {
  if (!isFields(value) || !Object.hasOwn(value, "id")) return undefined;
  const { id } = value;
  return typeof id === "string" || Number.isInteger(id)
    ? (id as string | number)
    : undefined;
}

function isUnanswerable(value: unknown): boolean {
  if (!isFields(value)) return false;
  if (typeof value["method"] === "string") return !Object.hasOwn(value, "id");
  return Object.hasOwn(value, "result") || Object.hasOwn(value, "error");
}
