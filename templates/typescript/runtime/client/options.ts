/** What a caller may say about one request, and about all of them. */
import type {
  ClientCapabilities,
  Implementation,
  JSONRPCNotification,
  LoggingLevel,
  LoggingMessageNotificationParams,
  ProgressNotificationParams,
} from "../../types.js";
import type { InputRequestTypes } from "../../methods.js";
import type { JsonSchemaValidator } from "../protocol/tool-schema.js";
import type { ResultCache } from "./result-cache.js";

/** Answers one kind of input request; throwing drops the call that asked. */
export type InputHandler<M extends keyof InputRequestTypes> = (
  params: InputRequestTypes[M]["params"],
  context: InputContext,
) =>
  InputRequestTypes[M]["result"] | PromiseLike<InputRequestTypes[M]["result"]>;

/** Handlers for what servers may ask. To have one is to declare its capability. */
export type InputHandlers = {
  readonly [M in keyof InputRequestTypes]?: InputHandler<M> | undefined;
};

/** What an input handler knows beside the question. */
export interface InputContext {
  /** The method whose call needs the input, e.g. `tools/call`. */
  readonly method: string;
  /** The params of that call, so that people can be told what they answer for. */
  readonly params: Readonly<Record<string, unknown>>;
  /** The server's key for the question. */
  readonly key: string;
  /** Fires when the call is cancelled or another question of it failed. */
  readonly signal: AbortSignal;
}

/** Options of a client. Durations are in milliseconds. */
export interface ClientOptions {
  /** Name and version of this program; servers may show and log it. */
  readonly info: Implementation;
  /** False leaves `info` out of requests, where the revision allows that. Default: true. */
  readonly identify?: boolean | undefined;
  /** Handlers for what servers may ask (specification: basic/patterns/mrtr). */
  readonly inputs?: InputHandlers | undefined;
  /**
   * Capabilities in more detail than handlers tell: sub-capabilities, extensions,
   * experimental ones. One that an input request needs is declared here without
   * a handler only to take the questions oneself, see `inputRequired`.
   */
  readonly capabilities?: ClientCapabilities | undefined;
  /** Versions this client speaks, best first. Default: the one it was generated from. */
  readonly protocolVersions?: readonly string[] | undefined;
  /** Values of `resultType`, beside the core ones, that declared extensions add. */
  readonly resultTypes?: readonly string[] | undefined;
  /** How long to wait for a sign of life. Default: 60,000; `Infinity` for ever. */
  readonly timeoutMs?: number | undefined;
  /** How long one request may take in spite of progress. Default: 600,000. */
  readonly maxTotalMs?: number | undefined;
  /** How often one call may be repeated with input. Default: 10. */
  readonly maxInputRounds?: number | undefined;
  /** Keeps results as long as the server allows; absent: every request is sent. */
  readonly cache?: ResultCache | undefined;
  /**
   * What stands for the authorization of the next request, e.g. a hash of the
   * token: private results are kept for it alone. Default: one for the whole client.
   */
  readonly cacheAuthorization?: (() => string) | undefined;
  /** Checks `structuredContent` of tools that were listed; absent: it is not checked. */
  readonly schemaValidator?: JsonSchemaValidator | undefined;
  /**
   * Asks the server what it is before the first request, so that one of an older
   * revision ends in a `LegacyServerError` and not in silence. A call waits for the
   * answer as long as its `timeoutMs`. Default: what the transport advises (stdio: true).
   */
  readonly probe?: boolean | undefined;
  /** Told of log messages that belong to no particular call (specification: log). */
  readonly onLog?:
    ((entry: LoggingMessageNotificationParams) => void) | undefined;
  /** Told of notifications that nothing here waits for: unknown or late ones. */
  readonly onNotification?:
    ((notification: JSONRPCNotification) => void) | undefined;
  /**
   * Told of faults that end no call: junk on the wire, answers to unknown ids. The first
   * 50, then 10 in a second; an `UnreportedFaultsError` counts the rest.
   */
  readonly onError?: ((error: Error) => void) | undefined;
}

/** Options of one call. Durations are in milliseconds and default to the client's. */
export interface CallOptions {
  /** Stops waiting, tells the server, and rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** How long to wait for a sign of life; each round of input starts anew. */
  readonly timeoutMs?: number | undefined;
  /** How long one request may take in spite of progress. */
  readonly maxTotalMs?: number | undefined;
  /** Told of progress, which also starts `timeoutMs` anew. */
  readonly onProgress?:
    ((progress: ProgressNotificationParams) => void) | undefined;
  /** Asks for progress without a callback, only to keep the call alive. */
  readonly resetTimeoutOnProgress?: boolean | undefined;
  /** Asks for log messages of this severity and above. */
  readonly logLevel?: LoggingLevel | undefined;
  /** Told of those log messages. */
  readonly onLog?:
    ((entry: LoggingMessageNotificationParams) => void) | undefined;
  /** Trace context and own keys for `_meta`; own keys take a reverse-DNS prefix. */
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
  /**
   * What to do when the server needs input that no handler gives. `throw` (the
   * default) rejects with an `InputRequiredError`; `return` resolves with the
   * `InputRequiredResult` at once, handlers or not, for programs that pass
   * questions on. To go on, call again with `inputResponses` and `requestState`.
   */
  readonly inputRequired?: "throw" | "return" | undefined;
  /** True asks the server even if a fresh result is kept. */
  readonly fresh?: boolean | undefined;
}
