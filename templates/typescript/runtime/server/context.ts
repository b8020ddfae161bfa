/** What a handler knows about the request it serves, and what it can do beside answering. */
import { INVALID_PARAMS, fromError } from "../../errors.js";
import { requestMetaKeys, type InputRequestTypes } from "../../methods.js";
import type {
  ClientCapabilities,
  Implementation,
  InputRequests,
  InputRequiredResult,
  LoggingLevel,
  RequestId,
} from "../../types.js";
import { validateInputResponse } from "../../validators.js";
import {
  capabilitiesFor,
  missingCapabilities,
  missingCapability,
} from "../eras/stateless/input-capability.js";
import { isObject, ownValue } from "../protocol/message.js";
import type { ServedRequest } from "./served-request.js";
import type { HeaderReader, Principal } from "../protocol/transport.js";

/** W3C trace context of a request, as it came; bad values are for the tracer to ignore. */
export interface TraceContext {
  readonly traceparent?: string;
  readonly tracestate?: string;
  readonly baggage?: string;
}

/** A result that asks the client to call again with input. */
export interface InputRequired {
  readonly resultType: "input_required";
  readonly inputRequests?: InputRequests;
  readonly requestState?: string;
  readonly _meta?: NonNullable<InputRequiredResult["_meta"]>;
}

/** What {@link RequestContext.inputRequired} is given; at least one of the two. */
export interface InputNeeds {
  /** Questions, each under a key of the handler's choice. */
  readonly inputRequests?: InputRequests | undefined;
  /** What to get back with the next call; `signState` makes it. */
  readonly requestState?: string | undefined;
}

/** Options of {@link RequestContext.signState}. */
export interface SignStateOptions {
  /** How long the state may come back, in milliseconds. Default: 600,000. */
  readonly ttlMs?: number | undefined;
}

/**
 * The request behind a handler's call. Nothing here is remembered from earlier
 * requests: version, capabilities and identity are those of this one.
 */
export class RequestContext {
  readonly #served: ServedRequest;

  constructor(served: ServedRequest) {
    this.#served = served;
  }

  /** The method that is being served. */
  get method(): string {
    return this.#served.request.method;
  }

  /** The id of the request; unique only among the client's open ones. */
  get requestId(): RequestId {
    return this.#served.request.id;
  }

  /** Fires when the client cancels, its connection breaks, or the server closes. */
  get signal(): AbortSignal {
    return this.#served.signal;
  }

  /** The whole `_meta` of the request, foreign keys included. */
  get meta(): Readonly<Record<string, unknown>> {
    return this.#served.meta;
  }

  /** The protocol version that the request is made in. */
  get protocolVersion(): string {
    return this.meta[requestMetaKeys.protocolVersion.key] as string;
  }

  /** What the client can do for this request. */
  get clientCapabilities(): ClientCapabilities {
    return this.meta[
      requestMetaKeys.clientCapabilities.key
    ] as ClientCapabilities;
  }

  /** What the client calls itself: for display and logs, not for decisions. */
  get clientInfo(): Implementation | undefined {
    return this.meta[requestMetaKeys.clientInfo.key] as
      Implementation | undefined;
  }

  /** Trace context that the client passed on. */
  get trace(): TraceContext {
    const trace: Record<string, string> = {};
    for (const key of ["traceparent", "tracestate", "baggage"]) {
      const value = ownValue(this.meta, key);
      if (typeof value === "string") trace[key] = value;
    }
    return trace;
  }

  /** Who sent the request, where that was verified. */
  get principal(): Principal | undefined {
    return this.#served.exchange.principal;
  }

  /** Headers of the HTTP request, where there was one. */
  get headers(): HeaderReader | undefined {
    return this.#served.exchange.headers;
  }

  /**
   * Reports progress, if the client asked for it. Values that do not grow are
   * dropped, as the protocol demands; so is everything after the result.
   *
   * @param progress - Work done so far, in any unit.
   * @param total - All the work, in the same unit, where known.
   * @param message - What is going on, for people.
   * @returns A promise where the wire is slow; it settles once there is room.
   */
  progress(
    progress: number,
    total?: number,
    message?: string,
  ): void | Promise<void> {
    return this.#served.sendProgress(progress, total, message);
  }

  /**
   * Sends a log message, if the client asked for this severity.
   *
   * @param data - Text or any other JSON value, without secrets and personal data.
   * @param logger - Which part of the server speaks.
   * @throws {Error} If the server does not declare the capability to log.
   */
  log(
    level: LoggingLevel,
    data: unknown,
    logger?: string,
  ): void | Promise<void> {
    return this.#served.sendLog(level, data, logger);
  }

  /**
   * Makes sure that the client declared what the handler relies on.
   *
   * @param required - Capabilities as a client declares them, e.g. `{ sampling: {} }`.
   * @throws {McpError} With the missing ones as `data.requiredCapabilities`.
   */
  requireCapabilities(required: ClientCapabilities): void {
    const missing = missingCapabilities(required, this.clientCapabilities);
    if (missing !== undefined) throw missingCapability(missing);
  }

  /**
   * One question to the client, to go into {@link inputRequired}.
   *
   * @throws {McpError} If the client did not declare what the question needs.
   */
  inputRequest<M extends keyof InputRequestTypes>(
    method: M,
    params: InputRequestTypes[M]["params"] | undefined,
  ): InputRequestTypes[M]["request"] {
    this.requireCapabilities(capabilitiesFor(method, params));
    const request: { method: M; params?: unknown } = { method };
    if (params !== undefined) request.params = params;
    return request as InputRequestTypes[M]["request"];
  }

  /**
   * The result that asks for input: `return context.inputRequired({ ... })`. The
   * client calls again with the answers, maybe, and maybe at another instance.
   *
   * @throws {TypeError} If there is neither a question nor a state.
   */
  inputRequired({ inputRequests, requestState }: InputNeeds): InputRequired {
    if (inputRequests === undefined && requestState === undefined) {
      throw new TypeError("inputRequired needs inputRequests or requestState.");
    }
    return {
      resultType: "input_required",
      ...(inputRequests === undefined ? {} : { inputRequests }),
      ...(requestState === undefined ? {} : { requestState }),
    };
  }

  /**
   * The client's answer to a question of an earlier round; undefined if it is not
   * there, which means to ask (again).
   *
   * @param key - The key that the question had.
   * @param method - What kind of question it was.
   * @throws {McpError} If the answer does not fit the question's kind.
   */
  inputResponse<M extends keyof InputRequestTypes>(
    key: string,
    method: M,
  ): InputRequestTypes[M]["result"] | undefined {
    const responses = ownValue(this.#served.params, "inputResponses");
    if (!isObject(responses) || !Object.hasOwn(responses, key)) {
      return undefined;
    }
    const checked = validateInputResponse(method, responses[key]);
    if (checked.success) return checked.data as InputRequestTypes[M]["result"];
    throw fromError({
      code: INVALID_PARAMS,
      message: `The input response ${JSON.stringify(key)} is no answer to ${method}: ${checked.issues[0]?.message ?? ""}`,
    });
  }

  /**
   * Protects state for {@link inputRequired}: it comes back unaltered, with the
   * same method, params and user, before it expires, or not at all. It is signed,
   * not encrypted: the client can read it. It can come back more than once.
   *
   * @param payload - Any JSON value.
   */
  signState(payload: unknown, options: SignStateOptions = {}): Promise<string> {
    return this.#served.signState(payload, options.ttlMs ?? 600_000);
  }

  /**
   * The state that the call brought back; undefined if it brought none.
   *
   * @throws {McpError} If it was not signed for this call, or has expired.
   */
  verifyState<Payload = unknown>(): Promise<Payload | undefined> {
    return this.#served.verifyState() as Promise<Payload | undefined>;
  }
}
