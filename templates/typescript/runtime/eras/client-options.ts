/** What an era reads of a client's options, and of those of one call. */
import type {
  ClientCapabilities,
  Implementation,
  LoggingLevel,
} from "../../types.js";
import type { LogEntry, ProgressReport, QuestionTypes } from "../revision.js";

/** Answers one kind of input request; throwing drops the call that asked. */
export type InputHandler<M extends keyof QuestionTypes> = (
  params: QuestionTypes[M]["params"],
  context: InputContext,
) => QuestionTypes[M]["result"] | PromiseLike<QuestionTypes[M]["result"]>;

/** Handlers for what servers may ask. To have one is to declare its capability. */
export type InputHandlers = {
  readonly [M in keyof QuestionTypes]?: InputHandler<M> | undefined;
};

/** What an input handler knows in addition to the question. */
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

/** An era of the protocol: with metadata on each request, or with a handshake first. */
export type EraName = "modern" | "legacy";

/** Options of a client that its era reads. Durations are in milliseconds. */
export interface ClientEraOptions {
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
  /**
   * What an earlier client found out about the server (`client.era`): it is not asked
   * again, unless that proves wrong. Counts only with `legacy`.
   */
  readonly era?: EraName | undefined;
  /** Versions this client speaks, best first. Default: the one it was generated from. */
  readonly protocolVersions?: readonly string[] | undefined;
  /**
   * True reads `null` as absent where a result must not have it, as the results of some
   * servers do. Each such result is reported to `onError` as a `NullPropertiesError`
   * with the number and places. Default: false, the result is invalid.
   */
  readonly nullAsAbsent?: boolean | undefined;
  /** Values of `resultType`, in addition to the core ones, that declared extensions add. */
  readonly resultTypes?: readonly string[] | undefined;
  /** How often one call may be repeated with input. Default: 10. */
  readonly maxInputRounds?: number | undefined;
  /** How many questions a server may ask at a time. Default: 20. */
  readonly maxInputRequests?: number | undefined;
  /**
   * Asks the server what it is before the first request, so that one of an older
   * revision ends in a `LegacyServerError` and not in silence. A call waits for the
   * answer as long as its `timeoutMs`. Default: what the transport advises (stdio: true).
   */
  readonly probe?: boolean | undefined;
}

/** Options of one call. Durations are in milliseconds and default to the client's. */
export interface CallOptions {
  /** Stops waiting, tells the server, and rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** How long to wait for a sign of life; each request of the call starts again. */
  readonly timeoutMs?: number | undefined;
  /** How long the call may take in all: progress, input and repetitions included. */
  readonly maxTotalMs?: number | undefined;
  /** Called with each update of progress, which also restarts `timeoutMs`. */
  readonly onProgress?: ((progress: ProgressReport) => void) | undefined;
  /** Asks for progress without a callback, only to keep the call alive. */
  readonly resetTimeoutOnProgress?: boolean | undefined;
  /** Asks for log messages of this severity and above. */
  readonly logLevel?: LoggingLevel | undefined;
  /** Called with those log messages. */
  readonly onLog?: ((entry: LogEntry) => void) | undefined;
  /** Trace context and custom keys for `_meta`; custom keys take a reverse-DNS prefix. */
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
  /**
   * What to do when the server needs input that no handler gives. `throw` (the
   * default) rejects with an `InputRequiredError`; `return` resolves with the
   * `InputRequiredResult` at once, handlers or not, for programs that pass
   * questions on. To go on, call again with `inputResponses` and `requestState`.
   */
  readonly inputRequired?: "throw" | "return" | undefined;
  /**
   * Calls a tool as a task, where the revision has tasks: the call resolves with a
   * handle at once. `ttl` is the lifetime that is wished for, in milliseconds.
   */
  readonly task?: { readonly ttl?: number | undefined } | undefined;
  /** True asks the server even if a fresh result is kept. */
  readonly fresh?: boolean | undefined;
}
