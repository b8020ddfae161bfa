// Banner
/* eslint-disable */
/* eslint max-lines: ["warn", 5] */
// biome-ignore-all lint: generated
// biome-ignore-all assist: generated

// The errors of revision 2026-07-28: codes under the schema's names, and a class for
// each code. `HEADER_MISMATCH` becomes `McpHeaderMismatchError`: `Mcp`, the constant in
// Pascal case without a trailing `_ERROR`, `Error`. So a class never has the name of
// the schema's interface.

export const PARSE_ERROR = -32700;

export const INVALID_PARAMS = -32602;

export const HEADER_MISMATCH = -32020;

/** Outside JSON-RPC's range, but somebody's code. */
export const APPLICATION = 4000;

/** The `error` member of an error response. */
export interface ErrorObject {
  code: number;
  message: string;
  data?: unknown;
}

/** Marks errors of this class in every copy of it that a program may hold. */
const brand: symbol = Symbol.for("mcp-gen/McpError");

/**
 * An error that the protocol carries: what a peer answered, or what is to be answered.
 * Local failures, such as a timeout, have no code and are not an `McpError`.
 */
export class McpError<Code extends number = number, Data = unknown>
  extends globalThis.Error
{
  override readonly name: string = "McpError";
  readonly code: Code;
  readonly data: Data;

  /**
   * @param message One short sentence for people.
   * @param data Details for programs; left out of the response when `undefined`.
   * @param options As for any error, e.g. its `cause`, which is never sent.
   */
  constructor(
    code: Code,
    message: string,
    data?: Data,
    options?: { readonly cause?: unknown },
  ) {
    super(message);
    // As `Error` itself does it since ES2022.
    if (options !== undefined && "cause" in options) {
      const cause = {
        value: options.cause,
        writable: true,
        configurable: true,
      };
      Object.defineProperty(this, "cause", cause);
    }
    this.code = code;
    this.data = data as Data;
    Object.defineProperty(this, brand, { value: true });
  }

  /** The error as a response carries it. */
  toJSON(): ErrorObject {
    const { code, message, data } = this;
    return data === undefined ? { code, message } : { code, message, data };
  }
}

/** An error of code -32700. */
export class McpParseError extends McpError<typeof PARSE_ERROR> {
  override readonly name = "McpParseError";

  constructor(
    message: string = "Parse error",
    data?: unknown,
    options?: { readonly cause?: unknown },
  ) {
    super(PARSE_ERROR, message, data, options);
  }
}

/** An error of code -32602. */
export class McpInvalidParamsError extends McpError<typeof INVALID_PARAMS> {
  override readonly name = "McpInvalidParamsError";

  constructor(
    message: string = "Invalid params",
    data?: unknown,
    options?: { readonly cause?: unknown },
  ) {
    super(INVALID_PARAMS, message, data, options);
  }
}

/** What `data` of `McpHeaderMismatchError` holds. */
export interface McpHeaderMismatchErrorData {
  header: string;
}

/** An error of code -32020. */
export class McpHeaderMismatchError extends McpError<
  typeof HEADER_MISMATCH,
  McpHeaderMismatchErrorData
> {
  override readonly name = "McpHeaderMismatchError";

  constructor(
    message: string | undefined = "Header mismatch",
    data: McpHeaderMismatchErrorData,
    options?: { readonly cause?: unknown },
  ) {
    super(HEADER_MISMATCH, message, data, options);
  }
}

/** Outside JSON-RPC's range, but somebody's code. */
export class McpApplicationError extends McpError<typeof APPLICATION> {
  override readonly name = "McpApplicationError";

  constructor(
    message: string = "Application",
    data?: unknown,
    options?: { readonly cause?: unknown },
  ) {
    super(APPLICATION, message, data, options);
  }
}

/** The errors that revision 2026-07-28 defines. */
export type KnownMcpError =
  | McpParseError
  | McpInvalidParamsError
  | McpHeaderMismatchError
  | McpApplicationError;

/**
 * Makes the error of its class from the `error` member of a response.
 *
 * A code that this revision does not define gives a plain {@link McpError}.
 * So does one whose `data` is not what the code prescribes: a class never promises
 * what the peer did not send.
 */
export function fromError(
  error: ErrorObject,
  options?: { readonly cause?: unknown },
): McpError {
  const { code, message, data } = error;
  const OwnClass = carriesPrescribedData(code, data)
    ? errorClasses.get(code)
    : undefined;
  if (OwnClass) return new OwnClass(message, data as never, options);
  return new McpError(code, message, data, options);
}

/** The class of an error that has a code of its own. */
type ErrorClass = new (
  message: string,
  data: never,
  options?: { readonly cause?: unknown },
) => McpError;

/** The class for each code that the revision defines. */
const errorClasses = /* @__PURE__ */ new Map<number, ErrorClass>([
  [PARSE_ERROR, McpParseError],
  [INVALID_PARAMS, McpInvalidParamsError],
  [HEADER_MISMATCH, McpHeaderMismatchError],
  [APPLICATION, McpApplicationError],
]);

/**
 * Whether a value is an {@link McpError}, of one code if that is given. Unlike
 * `instanceof` it holds for errors of another copy of this module, as bundlers and
 * several versions in one program make them.
 */
export function isMcpError(value: unknown): value is McpError;
export function isMcpError<Code extends KnownMcpError["code"]>(
  value: unknown,
  code: Code,
): value is Extract<KnownMcpError, { code: Code }>;
export function isMcpError(value: unknown, code?: number): value is McpError {
  if (typeof value !== "object" || value === null || !(brand in value)) {
    return false;
  }
  if (code === undefined) return true;
  const error = value as McpError;
  return error.code === code && carriesPrescribedData(code, error.data);
}

/**
 * What is known about an error code.
 *
 * - `standard`: defined by JSON-RPC.
 * - `specification`: defined by this revision.
 * - `reserved`: set aside for the specifications, and not defined by this one.
 * - `legacy`: used by implementations or earlier revisions, without a common meaning.
 * - `legacy-resource-not-found`: how earlier revisions say that a resource does not exist.
 * - `application`: free for programs.
 */
export type ErrorCodeClass =
  | "standard"
  | "specification"
  | "reserved"
  | "legacy"
  | "legacy-resource-not-found"
  | "application";

/** Tells what is known about an error code. */
export function classifyErrorCode(code: number): ErrorCodeClass {
  switch (code) {
    case PARSE_ERROR:
    case -32600:
    case -32601:
    case INVALID_PARAMS:
    case -32603:
      return "standard";
    case HEADER_MISMATCH:
    case APPLICATION:
      return "specification";
    default:
      if (code >= -32019 && code <= -32000) return "legacy";
      if (code >= -32768 && code <= -32000) return "reserved";
      return "application";
  }
}

/** Whether an error of this code may be sent. The other codes are only ever read. */
export function isSendableErrorCode(code: number): boolean {
  return (
    Number.isInteger(code) &&
    (errorClasses.has(code) ||
      code === -32600 ||
      code === -32601 ||
      code === -32603 ||
      code < -32768 ||
      code > -32000)
  );
}

/** The HTTP status that carries an error response of this code. */
export function httpStatusOf(code: number): number {
  switch (code) {
    case PARSE_ERROR:
    case HEADER_MISMATCH:
      return 400;
    default:
      return 200;
  }
}

/** Whether `data` holds what its code prescribes, as far as reading it needs. */
function carriesPrescribedData(code: number, data: unknown): boolean {
  switch (code) {
    case HEADER_MISMATCH:
      return hasMembers(data, {
        header: "string",
      });
    default:
      return true;
  }
}

function hasMembers(data: unknown, kinds: Record<string, string>): boolean {
  if (kindOf(data) !== "object") return false;
  const members = data as Record<string, unknown>;
  return Object.entries(kinds).every(
    ([name, kind]) =>
      Object.prototype.hasOwnProperty.call(members, name) &&
      kindOf(members[name]) === kind,
  );
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}
