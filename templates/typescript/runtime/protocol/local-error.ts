/**
 * Failures that this side noticed by itself. A peer's error is an `McpError` with
 * a JSON-RPC code; these have none, so that nobody takes one for the other.
 */
import type {
  InputRequiredResult,
  RequestId,
  SubscriptionFilter,
} from "../../types.js";

/** What all local failures have in common. */
export class LocalError extends Error {
  override readonly name: string = "LocalError";
}

/** The answer did not come in time; the peer was told to stop. */
export class RequestTimeoutError extends LocalError {
  override readonly name: string = "RequestTimeoutError";
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
  override readonly name: string = "ClosedError";
}

/** Something arrived that breaks the protocol: not a message, or not one that fits. */
export class InvalidMessageError extends LocalError {
  override readonly name: string = "InvalidMessageError";
  /** What arrived: a value, or the text that could not be parsed. */
  readonly received: unknown;

  constructor(message: string, received: unknown, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.received = received;
  }
}

/** The peer answered, but the result is not what the schema says for the method. */
export class InvalidResultError extends LocalError {
  override readonly name: string = "InvalidResultError";
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

/**
 * The server needs input that this client does not answer by itself: there is no
 * handler for a kind that was asked, or the rounds were used up.
 */
export class InputRequiredError extends LocalError {
  override readonly name: string = "InputRequiredError";
  /** The method that was asked for. */
  readonly method: string;
  /** What the server wants to know. */
  readonly result: InputRequiredResult;

  constructor(method: string, result: InputRequiredResult, why: string) {
    super(`${method} needs input: ${why}`);
    this.method = method;
    this.result = result;
  }
}

/** Client and server share no protocol version. */
export class NoCommonVersionError extends LocalError {
  override readonly name: string = "NoCommonVersionError";
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

/**
 * What sits at the other end does not understand requests with their own
 * metadata: a server of an older revision, which wants an `initialize` handshake
 * first, or no MCP server at all (specification: basic/versioning).
 */
export class LegacyServerError extends LocalError {
  override readonly name: string = "LegacyServerError";

  constructor(sign: string, cause?: unknown) {
    super(
      `The server does not speak a protocol version with metadata on each request (${sign}). ` +
        "It may need an older client that begins with `initialize`, or the address is not that of an MCP server.",
      cause === undefined ? undefined : { cause },
    );
  }
}

/** A list gave a cursor that it had given before, so following it would never end. */
export class RepeatedCursorError extends LocalError {
  override readonly name: string = "RepeatedCursorError";
  /** The list method. */
  readonly method: string;
  /** The cursor that came twice. */
  readonly cursor: string;

  constructor(method: string, cursor: string) {
    super(`${method} gave the cursor ${JSON.stringify(cursor)} a second time.`);
    this.method = method;
    this.cursor = cursor;
  }
}

/** A subscription could not be opened, or broke off and is not opened again. */
export class SubscriptionError extends LocalError {
  override readonly name: string = "SubscriptionError";
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
  override readonly name: string = "UnusableSchemaError";
}

function list(versions: readonly string[]): string {
  return versions.length === 0 ? "none" : versions.join(", ");
}
