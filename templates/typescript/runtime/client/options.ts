/** What a program may say about its client. */
import type { JSONRPCNotification } from "../../types.js";
import type { LogEntry } from "../revision.js";
import type { ClientEraAddition } from "../eras/client-era.js";
import type { CallOptions, ClientEraOptions } from "../eras/client-options.js";
import type { JsonSchemaValidator } from "../protocol/tool-schema.js";
import type { ResultCache } from "./result-cache.js";
import type { StandardSchema } from "./standard-schema.js";

/** Options of a request by its method's name. */
export interface RequestOptions<Result> extends CallOptions {
  /** What the result has to be. Without it, nothing is known about the result. */
  readonly result?: StandardSchema<Result> | undefined;
}

/** Options of a client. Durations are in milliseconds. */
export interface ClientOptions extends ClientEraOptions {
  /**
   * `legacy` of `legacy.ts`: servers that begin with a handshake are reached as well.
   * Absent: they end in a `LegacyServerError`.
   */
  readonly legacy?: ClientEraAddition | undefined;
  /** How long to wait for a sign of life. Default: 60,000; `Infinity` for ever. */
  readonly timeoutMs?: number | undefined;
  /**
   * How long one call may take in all: progress, input and repetitions included.
   * Default: 600,000.
   */
  readonly maxTotalMs?: number | undefined;
  /** Keeps results as long as the server allows; absent: every request is sent. */
  readonly cache?: ResultCache | undefined;
  /**
   * Tells apart the authorizations of requests, e.g. by a hash of the token: private
   * results are kept for one alone. Default: one for the whole client.
   */
  readonly cacheAuthorization?: (() => string) | undefined;
  /** Checks `structuredContent` of tools that were listed; absent: it is not checked. */
  readonly schemaValidator?: JsonSchemaValidator | undefined;
  /** Called with log messages that belong to no particular call (specification: log). */
  readonly onLog?: ((entry: LogEntry) => void) | undefined;
  /** Called with notifications that nothing here waits for: unknown or late ones. */
  readonly onNotification?:
    ((notification: JSONRPCNotification) => void) | undefined;
  /**
   * Called with errors that end no call: junk on the wire, answers to unknown ids. The
   * first 50, then 10 in a second; an `UnreportedFaultsError` counts the rest.
   */
  readonly onError?: ((error: Error) => void) | undefined;
}
