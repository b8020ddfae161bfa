/** What a handler knows about the request it serves, and what it can do besides answering. */
import type {
  ClientCapabilities,
  Implementation,
  JSONRPCNotification,
  JSONRPCRequest,
  LoggingLevel,
  RequestId,
  ServerCapabilities,
} from "../../types.js";
import { isObject, ownValue } from "../protocol/message.js";
import type {
  Exchange,
  HeaderReader,
  Principal,
} from "../protocol/transport.js";
import {
  logCapability,
  loggingLevels,
  notificationNames,
} from "../revision.js";
import { hasCapability } from "./capability-path.js";

/** W3C trace context of a request, as it came; bad values are for the tracer to ignore. */
export interface TraceContext {
  readonly traceparent?: string;
  readonly tracestate?: string;
  readonly baggage?: string;
}

/** What an era knows about a request that it has checked. */
export interface RequestFacts {
  /** The protocol version that it is made in. */
  readonly protocolVersion: string;
  /** What its client can do. */
  readonly clientCapabilities: ClientCapabilities;
  /** What its client calls itself. */
  readonly clientInfo: Implementation | undefined;
  /** The least severity of log messages that its client wants; undefined: none. */
  readonly logLevel: LoggingLevel | undefined;
  /** What progress is reported under; undefined if it is not wanted. */
  readonly progressToken: RequestId | undefined;
}

/** The request behind a context, as the server holds it. */
export interface HandledRequest {
  readonly request: JSONRPCRequest;
  readonly params: Readonly<Record<string, unknown>>;
  readonly exchange: Exchange;
  /** Fires when the request is cancelled. */
  readonly signal: AbortSignal;
  /** What the server declares. */
  readonly serverCapabilities: ServerCapabilities;
  /** Sends a notification that belongs to the request, unless it is over. */
  notify(notification: JSONRPCNotification): void | Promise<void>;
}

/** The request behind a handler's call, in any era. */
export class RequestContext<Facts extends RequestFacts = RequestFacts> {
  readonly #handled: HandledRequest;
  readonly #facts: Facts;
  #lastProgress = -Infinity;

  constructor(handled: HandledRequest, facts: Facts) {
    this.#handled = handled;
    this.#facts = facts;
  }

  /** The request, for contexts that can do more. */
  protected get handled(): HandledRequest {
    return this.#handled;
  }

  /** The request as its era reads it. */
  protected get facts(): Facts {
    return this.#facts;
  }

  /** The method that is being served. */
  get method(): string {
    return this.#handled.request.method;
  }

  /** The id of the request; unique only among the client's open ones. */
  get requestId(): RequestId {
    return this.#handled.request.id;
  }

  /** Fires when the client cancels, its connection breaks, or the server closes. */
  get signal(): AbortSignal {
    return this.#handled.signal;
  }

  /** The whole `_meta` of the request, unknown keys included. */
  get meta(): Readonly<Record<string, unknown>> {
    const meta = ownValue(this.#handled.params, "_meta");
    return isObject(meta) ? meta : {};
  }

  /** The protocol version that the request is made in. */
  get protocolVersion(): string {
    return this.#facts.protocolVersion;
  }

  /** What the client can do for this request. */
  get clientCapabilities(): ClientCapabilities {
    return this.#facts.clientCapabilities;
  }

  /** What the client calls itself: for display and logs, not for decisions. */
  get clientInfo(): Implementation | undefined {
    return this.#facts.clientInfo;
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
    return this.#handled.exchange.principal;
  }

  /** Headers of the HTTP request, where there was one. */
  get headers(): HeaderReader | undefined {
    return this.#handled.exchange.headers;
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
    if (!Number.isFinite(progress)) {
      throw new TypeError(`Progress is a number, not ${progress}.`);
    }
    const { progressToken } = this.#facts;
    if (progressToken === undefined || !(progress > this.#lastProgress)) return;
    this.#lastProgress = progress;
    return this.#handled.notify({
      jsonrpc: "2.0",
      method: notificationNames.progress,
      params: {
        progressToken,
        progress,
        ...(total === undefined ? {} : { total }),
        ...(message === undefined ? {} : { message }),
      },
    });
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
    if (!hasCapability(this.#handled.serverCapabilities, logCapability)) {
      throw new Error(
        `To log, the server has to declare it: capabilities: { ${logCapability}: {} }.`,
      );
    }
    const wanted = this.#facts.logLevel;
    if (
      wanted === undefined ||
      loggingLevels.indexOf(level) < loggingLevels.indexOf(wanted)
    ) {
      return;
    }
    return this.#handled.notify({
      jsonrpc: "2.0",
      method: notificationNames.log,
      params: {
        level,
        data: data ?? null,
        ...(logger === undefined ? {} : { logger }),
      },
    });
  }
}
