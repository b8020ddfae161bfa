/** Validation of messages whose method, and so whose type, is known. */
import { validate } from "./explain.js";
import { isFields, ownValue } from "./fields.js";
import {
  type Issue,
  issueAt,
  type ValidateOptions,
  type Validation,
} from "./issue.js";
import type { TypeShape } from "./shape.js";

/** What a message of each method looks like. */
export type Methods = Readonly<Record<string, TypeShape>>;

/** A type that is any of several, for a method that means something else to either side. */
export function eitherOf(...types: readonly TypeShape[]): TypeShape {
  return {
    check: (value) => types.some(({ check }) => check(value)),
    shape: () => ({ anyOf: types }),
  };
}

/** Compares a value with what the method asks for. */
export function validateByMethod<T>(
  methods: Methods,
  method: string,
  value: unknown,
  options?: ValidateOptions,
): Validation<T> {
  const type = Object.hasOwn(methods, method) ? methods[method] : undefined;
  return type === undefined
    ? unknownMethod(method)
    : validate(value, type, options);
}

function unknownMethod(method: string): Validation<never> {
  const text = `${JSON.stringify(method)} is no method of this kind`;
  return failure(issueAt([], "wrong_value", "method", text));
}

function failure(issue: Issue): Validation<never> {
  return { success: false, issues: [issue] };
}

/** How results are validated. */
export interface ResultOptions extends ValidateOptions {
  /** Values of `resultType` that supported extensions have added. */
  readonly resultTypes?: readonly string[];
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
 * Compares a result with what the request asked for. Its `resultType` decides
 * which type is meant, never the members that it happens to have (specification:
 * basic/index): absent, it is that of a complete result of an older revision.
 */
export function validateResultByType<T>(
  { complete, result, inputRequired, mayRequireInput }: ResultTypes,
  method: string,
  value: unknown,
  options?: ResultOptions,
): Validation<T> {
  if (!Object.hasOwn(complete, method)) return unknownMethod(method);
  const type = isFields(value) ? ownValue(value, "resultType") : undefined;
  if (isFields(value) && type === undefined) {
    const asComplete = { ...value, resultType: "complete" };
    const checked = validateByMethod(complete, method, asComplete, options);
    return checked.success ? { success: true, data: value as T } : checked;
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
