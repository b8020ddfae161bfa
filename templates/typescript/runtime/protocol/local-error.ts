/**
 * Failures that this side noticed by itself. A peer's error is an `McpError` with
 * a JSON-RPC code; these have none, so that the two are not mixed up.
 */
import type { RequestId } from "../../types.js";
import type { SubscriptionFilter } from "../revision.js";

/** Marks local errors in every copy of this module that a program may hold. */
const brand: symbol = Symbol.for("mcp-gen/LocalError");

/** Longest message of an error, in characters: a peer's text is part of some. */
const longestMessage = 2_000;

/** What all local failures have in common. */
export class LocalError extends Error {
  /** What errors of this class are called, in every copy of it. */
  static readonly errorName: string = "LocalError";
  override readonly name: string;

  constructor(message: string, options?: { readonly cause?: unknown }) {
    super(
      message.length <= longestMessage
        ? message
        : `${message.slice(0, longestMessage)}...`,
    );
    // As `Error` itself does it since ES2022.
    if (options !== undefined && "cause" in options) {
      const cause = {
        value: options.cause,
        writable: true,
        configurable: true,
      };
      Object.defineProperty(this, "cause", cause);
    }
    this.name = new.target.errorName;
    // Names of the error's class and of those that it extends.
    const names: string[] = [];
    let type = new.target;
    for (; type.errorName !== undefined; type = Object.getPrototypeOf(type)) {
      names.push(type.errorName);
    }
    Object.defineProperty(this, brand, { value: names });
  }
}

/** A class of local errors, as far as {@link isLocalError} needs it. */
export interface LocalErrorClass<Type extends LocalError> {
  readonly errorName: string;
  readonly prototype: Type;
}

/**
 * Whether a value is a {@link LocalError}, of one class if that is given. Unlike
 * `instanceof` it holds for errors of another copy of this module, as bundlers and
 * several versions in one program make them.
 *
 * ```ts
 * if (isLocalError(error, RequestTimeoutError)) retryAfter(error.limitMs);
 * ```
 */
export function isLocalError(value: unknown): value is LocalError;
export function isLocalError<Type extends LocalError>(
  value: unknown,
  type: LocalErrorClass<Type>,
): value is Type;
export function isLocalError(
  value: unknown,
  type: LocalErrorClass<LocalError> = LocalError,
): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    brand in value &&
    (Reflect.get(value, brand) as readonly string[]).includes(type.errorName)
  );
}

/** The answer did not come in time; the request was cancelled. */
export class RequestTimeoutError extends LocalError {
  static override readonly errorName: string = "RequestTimeoutError";
  /** The method that was asked for. */
  readonly method: string;
  /** The limit that ran out, in milliseconds. */
  readonly limitMs: number;
  /** `idle`: nothing was heard for so long. `total`: the request took so long altogether. */
  readonly kind: "idle" | "total";

  constructor(method: string, limitMs: number, kind: "idle" | "total") {
    super(
      kind === "idle"
        ? `No answer to ${method} within ${limitMs} ms.`
        : `${method} did not finish within ${limitMs} ms.`,
    );
    this.method = method;
    this.limitMs = limitMs;
    this.kind = kind;
  }
}

/** The client or the server was closed while the request was open, or before. */
export class ClosedError extends LocalError {
  static override readonly errorName: string = "ClosedError";
}

/** Something arrived that breaks the protocol: not a message, or not one that fits. */
export class InvalidMessageError extends LocalError {
  static override readonly errorName: string = "InvalidMessageError";
  /** What arrived: a value, or the text that could not be parsed. */
  readonly received: unknown;

  constructor(message: string, received: unknown, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.received = received;
  }
}

/** The peer answered, but the result is not what the schema says for the method. */
export class InvalidResultError extends LocalError {
  static override readonly errorName: string = "InvalidResultError";
  /** The method that was asked for. */
  readonly method: string;
  /** The result as it arrived. */
  readonly result: unknown;

  constructor(
    method: string,
    result: unknown,
    problem: string,
    cause?: unknown,
  ) {
    super(
      `The result of ${method} is invalid: ${problem}`,
      cause === undefined ? undefined : { cause },
    );
    this.method = method;
    this.result = result;
  }
}

/** Client and server share no protocol version. */
export class NoCommonVersionError extends LocalError {
  static override readonly errorName: string = "NoCommonVersionError";
  /** What this client speaks, best first. */
  readonly ours: readonly string[];
  /** What the server says it serves. */
  readonly theirs: readonly string[];

  constructor(
    ours: readonly string[],
    theirs: readonly string[],
    cause?: unknown,
  ) {
    super(
      `No common protocol version: this client speaks ${list(ours)}, the server serves ${list(theirs)}.`,
      cause === undefined ? undefined : { cause },
    );
    this.ours = ours;
    this.theirs = theirs;
  }
}

/** The server no longer knows the session: whatever was open in it has no answer. */
export class SessionLostError extends LocalError {
  static override readonly errorName: string = "SessionLostError";
}

/**
 * What sits at the other end does not understand requests with their own
 * metadata: a server of an older revision, which wants an `initialize` handshake
 * first, or no MCP server at all (specification: basic/versioning).
 */
export class LegacyServerError extends LocalError {
  static override readonly errorName: string = "LegacyServerError";

  constructor(sign: string, cause?: unknown) {
    super(
      `The server does not speak a protocol version with metadata on each request (${sign}). ` +
        "It may begin with `initialize`, as older ones do: `new Client(transport, { info, legacy })` with `legacy` of legacy.ts reaches those. Or the address is not that of an MCP server.",
      cause === undefined ? undefined : { cause },
    );
  }
}

/** A list has more pages, items or bytes than the client is willing to follow or keep. */
export class ListTooLongError extends LocalError {
  static override readonly errorName: string = "ListTooLongError";
  /** The list method. */
  readonly method: string;
  /** What there is too much of. */
  readonly what: "pages" | "items" | "bytes";
  /** How much of it is allowed. */
  readonly limit: number;

  constructor(
    method: string,
    what: "pages" | "items" | "bytes",
    limit: number,
    consequence: string,
  ) {
    super(`${method} gave more than ${limit} ${what}: ${consequence}`);
    this.method = method;
    this.what = what;
    this.limit = limit;
  }
}

/** A subscription could not be opened, or broke off and is not opened again. */
export class SubscriptionError extends LocalError {
  static override readonly errorName: string = "SubscriptionError";
  /** What was asked for. */
  readonly filter: SubscriptionFilter;
  /** Id of the last listen request. */
  readonly requestId: RequestId;

  constructor(
    message: string,
    filter: SubscriptionFilter,
    requestId: RequestId,
    cause?: unknown,
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.filter = filter;
    this.requestId = requestId;
  }
}

/**
 * A JSON Schema cannot be used: unknown dialect, a reference to the network, or
 * it does not compile.
 */
export class UnusableSchemaError extends LocalError {
  static override readonly errorName: string = "UnusableSchemaError";
}

/** How many versions a message names; a peer may send any number of them. */
const namedVersions = 10;

function list(versions: readonly string[]): string {
  if (versions.length === 0) return "none";
  const named = versions
    .slice(0, namedVersions)
    .map((version) => version.slice(0, 40))
    .join(", ");
  const more = versions.length - namedVersions;
  return more > 0 ? `${named} and ${more} more` : named;
}
