/** Whole messages: from the wire, and by their method. */
import { classifyMessage, isUnanswerable, readableId } from "./envelope.js";
import { tooDeep, validate } from "./explain.js";
import { type Fields, hasOwn, isObject, ownValue } from "./json.js";
import {
  type Issue,
  issueAt,
  issueOf,
  type ValidateOptions,
  type Validation,
} from "./issue.js";
import { isTooDeep } from "./nesting.js";
import { anyOf, TypeShape } from "./shape.js";

/** Something that is not a message, and how to answer it. */
export interface InvalidMessage {
  readonly success: false;
  /** -32700: not JSON, or not UTF-8. -32600: JSON, but not a message. */
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
 * Beyond what the schema says: a `method` with an `id` makes a request, so
 * that an invalid id never turns a request into a notification, and a response
 * has either a result or an error. What is in a result is not looked at: which method
 * it belongs to is not known. An error that came with `"id": null` loses
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
    const issue = issueAt([], "not_json", "JSON", `not JSON: ${reason}`);
    return {
      success: false,
      code: -32700,
      unanswerable: false,
      issues: [issue],
    };
  }
  const issues = isTooDeep(value)
    ? [tooDeep()]
    : batches && Array.isArray(value)
      ? batchIssues(value, kinds, options)
      : messageIssues(value, kinds, options, []);
  if (issues.length === 0) return { success: true, data: value as T };
  const id = readableId(value);
  return {
    success: false,
    code: -32600,
    ...(id !== undefined && { id }),
    unanswerable: isUnanswerable(value),
    issues,
  };
}

/** What every platform has, also where the compiler does not know of it. */
interface Platform {
  readonly TextDecoder: new (
    label: string,
    options: { readonly fatal: boolean },
  ) => { decode(bytes: Uint8Array): string };
}

/** @throws {TypeError} When the bytes are not UTF-8. */
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
  if (!isObject(value)) return [noMessage(path, "expected a message")];
  const described = kindOf(value, kinds);
  if (described === undefined) {
    return [noMessage(path, "expected a method, a result or an error")];
  }
  if (described === kinds.error && value["id"] === null) {
    delete (value as { id?: unknown }).id;
  }
  // What has to be in a result is for its method to say.
  const isResult = described === kinds.result && isObject(value["result"]);
  const envelope = isResult ? { ...value, result: anyResult } : value;
  const result = validate(envelope, described, options, path);
  if (!result.success) return result.issues;
  return classifyMessage(value) === "invalid"
    ? [noMessage([...path, "id"], "expected an id that can be sent back")]
    : [];
}

/** A result of any revision. */
const anyResult: Fields = { resultType: "complete" };

function kindOf(
  fields: Fields,
  { request, notification, result, error }: MessageKinds,
): TypeShape | undefined {
  if (hasOwn(fields, "method")) {
    return hasOwn(fields, "id") ? request : notification;
  }
  const isResult = hasOwn(fields, "result");
  if (isResult === hasOwn(fields, "error")) return undefined;
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
  return isObject(message) && hasOwn(message, "method");
}

function noMessage(path: (string | number)[], text: string): Issue {
  return issueAt(path, "wrong_message", "message", text);
}

/** What a message of each method looks like. */
export type Methods = Readonly<Record<string, TypeShape>>;

/** A type that is any of several, for a method that means something else to either side. */
export function eitherOf(...types: readonly TypeShape[]): TypeShape {
  return new TypeShape(
    () => anyOf(...types),
    (value) => types.some(({ check }) => check(value)),
  );
}

/** Compares a value with what the method asks for. */
export function validateByMethod<T>(
  methods: Methods,
  method: string,
  value: unknown,
  options?: ValidateOptions,
): Validation<T> {
  const type = hasOwn(methods, method) ? methods[method] : undefined;
  return type === undefined
    ? unknownMethod(method)
    : validate(value, type, options);
}

function unknownMethod(method: string): Validation<never> {
  const text = `${JSON.stringify(method)} is not a method of this kind`;
  return failure(issueOf([], "", "wrong_value", "method", text));
}

function failure(issue: Issue): Validation<never> {
  return { success: false, issues: [issue] };
}

/** How results are validated. */
export interface ResultOptions extends ValidateOptions {
  /** Values of `resultType` that supported extensions have added. */
  readonly resultTypes?: readonly string[];
  /**
   * Whether `resultType` has to be there, as it has in what a program sends; by default
   * a result without it is complete, as receivers take it.
   */
  readonly requireResultType?: boolean;
}

/** What the results of a revision with `resultType` look like. */
export interface ResultTypes {
  /** The complete result of each request. */
  readonly complete: Methods;
  /** Any result at all. */
  readonly result: TypeShape;
  /** A result that asks for input. */
  readonly inputRequired: TypeShape;
  /** Requests that may be answered so. */
  readonly mayRequireInput: readonly string[];
}

/**
 * Compares a result with what the request expects. Its `resultType` decides
 * which type is meant, never the properties that it happens to have (specification:
 * basic/index): absent, it is that of a complete result of an older revision.
 */
export function validateResultByType<T>(
  { complete, result, inputRequired, mayRequireInput }: ResultTypes,
  method: string,
  value: unknown,
  options?: ResultOptions,
): Validation<T> {
  if (!hasOwn(complete, method)) return unknownMethod(method);
  const type = isObject(value) ? ownValue(value, "resultType") : undefined;
  if (isObject(value) && type === undefined && !options?.requireResultType) {
    const asComplete = { ...value, resultType: "complete" };
    const checked = validateByMethod(complete, method, asComplete, options);
    return checked.success
      ? { success: true, data: value as T }
      : { success: false, issues: checked.issues };
  }
  if (type === "input_required" && mayRequireInput.includes(method)) {
    return validate(value, inputRequired, options);
  }
  if (typeof type === "string" && options?.resultTypes?.includes(type)) {
    return validate(value, result, options);
  }
  if (typeof type !== "string" || type === "complete") {
    return validateByMethod(complete, method, value, options);
  }
  const known = mayRequireInput.includes(method)
    ? '"complete" | "input_required"'
    : '"complete"';
  return failure(
    issueAt(
      ["resultType"],
      "wrong_value",
      known,
      `expected ${known}, got ${JSON.stringify(type)}`,
    ),
  );
}
