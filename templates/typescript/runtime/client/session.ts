/** What all calls of a client share: the transport, the open requests, the version. */
import {
  LATEST_PROTOCOL_VERSION,
  clientRequests,
  requestMetaKeys,
  serverNotifications,
  type ClientRequestTypes,
  type InputRequestTypes,
  type ServerNotificationTypes,
} from "../../methods.js";
import type { McpError } from "../../errors.js";
import type {
  ClientCapabilities,
  JSONRPCMessage,
  JSONRPCNotification,
  RequestId,
} from "../../types.js";
import { validateNotification } from "../../validators.js";
import { AbortWatch } from "../protocol/abort-watch.js";
import type { CallOptions, ClientOptions, InputHandlers } from "./options.js";
import { ClientCall } from "./call.js";
import { Deadlines } from "../protocol/deadlines.js";
import {
  readEra,
  readEraFromFailure,
} from "../eras/stateless/legacy-server.js";
import { ListedTools } from "./listed-tools.js";
import {
  ClosedError,
  InvalidMessageError,
  LegacyServerError,
  NoCommonVersionError,
  RequestTimeoutError,
} from "../protocol/local-error.js";
import {
  classifyMessage,
  isObject,
  isRequestId,
  ownValue,
} from "../protocol/message.js";
import { RequestMeta } from "../eras/stateless/request-meta.js";
import type { CacheKey, ResultCache } from "./result-cache.js";
import {
  inputCapabilities,
  roles,
  signals,
  staleMethods,
  subscriptionIdKey,
  topics,
} from "../revision.js";
import { asError, callHook } from "../protocol/to-error.js";
import type {
  MessageOrigin,
  Receiver,
  Transport,
} from "../protocol/transport.js";

/** Methods that clients call. */
export type ClientMethod = keyof ClientRequestTypes & string;

/** A request that waits for its answer. */
export interface OpenCall {
  /** Its log messages are wanted. */
  readonly wantsLog: boolean;
  /** The response, checked only as far as its envelope. */
  response(
    message: Readonly<Record<string, unknown>>,
    origin: MessageOrigin | undefined,
  ): void;
  /** No response will come. */
  failed(cause: Error): void;
  /** Progress of this request. */
  progress(params: Readonly<Record<string, unknown>>): void;
  /** A log message of this request; false if nobody took it. */
  log(params: Readonly<Record<string, unknown>>): boolean;
  /** A notification of this subscription; absent on requests that are none. */
  event?(notification: JSONRPCNotification): void;
  /** This subscription ends in good order; absent on requests that are none. */
  ended?(): void;
}

/**
 * The client's side of a connection. It holds no state of the protocol, which has
 * none between requests: only what is open, and what has been learned about the
 * server.
 */
export class ClientSession implements Receiver {
  readonly open: Map<RequestId, OpenCall> = new Map();
  /** Subscriptions that wait to be opened anew. */
  readonly pausing: Set<OpenCall> = new Set();
  readonly deadlines: Deadlines = new Deadlines();
  readonly signals: AbortWatch = new AbortWatch();
  readonly meta: RequestMeta;
  readonly capabilities: ClientCapabilities;
  readonly inputs: InputHandlers;
  readonly versions: readonly string[];
  readonly resultTypes: readonly string[];
  readonly timeoutMs: number;
  readonly maxTotalMs: number;
  readonly maxInputRounds: number;
  readonly cache: ResultCache | undefined;
  /** The version of the next request: the best one, or what the server agreed to. */
  version: string;
  /** Whether it is over: closed by its user, or the transport came to its end. */
  over = false;

  readonly #transport: Transport;
  readonly #options: ClientOptions;
  readonly #tools: ListedTools | undefined;
  #lastId = 0;
  /** Subscriptions that a message ended; their results follow and say nothing new. */
  readonly #ended = new Set<RequestId>();
  /** True once the server has answered like one of this era. */
  #eraKnown = false;
  #probe: Promise<void> | undefined;
  /** Part of cache keys: what else an answer may depend on. */
  readonly #cacheContext: string;

  /**
   * @throws {TypeError} If the capabilities declare input that no handler gives
   * in a form the client could take itself, or `identify` is impossible.
   */
  constructor(transport: Transport, options: ClientOptions) {
    this.#transport = transport;
    this.#options = options;
    this.inputs = options.inputs ?? {};
    this.capabilities = declaredCapabilities(options);
    this.meta = new RequestMeta(
      options.identify === false ? undefined : options.info,
      this.capabilities,
    );
    this.versions = options.protocolVersions ?? [LATEST_PROTOCOL_VERSION];
    const [best] = this.versions;
    if (best === undefined) {
      throw new TypeError("protocolVersions names no version.");
    }
    this.version = best;
    this.resultTypes = options.resultTypes ?? [];
    this.timeoutMs = options.timeoutMs ?? 60_000;
    this.maxTotalMs = options.maxTotalMs ?? 600_000;
    this.maxInputRounds = options.maxInputRounds ?? 10;
    this.cache = options.cache;
    this.#cacheContext = JSON.stringify(this.capabilities);
    if (options.schemaValidator !== undefined) {
      this.#tools = new ListedTools(options.schemaValidator);
    }
    transport.receive(this);
  }

  /** An id that no request of this client has had. */
  nextId(): number {
    return ++this.#lastId;
  }

  /**
   * Makes a call: from the cache if a fresh result is kept, else by asking.
   *
   * @param params - Without `_meta`, which is built here.
   */
  call<M extends ClientMethod>(
    method: M,
    params: object,
    options: CallOptions,
  ): Promise<ClientRequestTypes[M]["result"]> {
    const cache = this.cache;
    if (
      cache !== undefined &&
      options.fresh !== true &&
      clientRequests[method].cacheable
    ) {
      const kept = cache.get(this.#cacheKey(method, params));
      if (kept !== undefined) return Promise.resolve(kept as never);
    }
    return new Promise((resolve, reject) => {
      new ClientCall(
        this,
        method,
        params as Record<string, unknown>,
        options,
        resolve,
        reject,
      ).start();
    });
  }

  /** Sends a message. If that fails, the request it was fails, or the hook is told. */
  send(message: JSONRPCMessage): void {
    if (this.over) {
      this.#sendFailed(message, new ClosedError("The client is closed."));
      return;
    }
    try {
      this.#transport
        .send(message)
        ?.then(undefined, (cause: unknown) => this.#sendFailed(message, cause));
    } catch (cause) {
      this.#sendFailed(message, cause);
    }
  }

  #sendFailed(message: JSONRPCMessage, cause: unknown): void {
    const error = asError(cause);
    if ("id" in message && message.id !== undefined) {
      this.failed(message.id, error);
    } else {
      this.report(error);
    }
  }

  /** Tells the server that a request's answer is not wanted any more. */
  cancel(id: RequestId, reason: string): void {
    if (this.#transport.abort !== undefined) {
      this.#transport.abort(id);
    } else if (!this.over) {
      this.send({
        jsonrpc: "2.0",
        method: signals.cancelled,
        params: { requestId: id, reason },
      });
    }
  }

  /** The server has answered like one of this era. */
  knowEra(): void {
    this.#eraKnown = true;
  }

  /** The first of our versions that the server serves; later requests go out in it. */
  agreeOn(theirs: readonly string[]): string | undefined {
    this.knowEra();
    const common = this.versions.find((version) => theirs.includes(version));
    if (common !== undefined) this.version = common;
    return common;
  }

  /**
   * Takes note of a complete result: keeps it if that is allowed, remembers
   * listed tools, checks structured content.
   *
   * @param repeated - The call was repeated with input; its result is never kept.
   * @returns What is wrong with the result after all.
   */
  received(
    method: ClientMethod,
    params: Readonly<Record<string, unknown>>,
    result: Record<string, unknown>,
    generation: number,
    repeated: boolean,
  ): Error | undefined {
    if (this.cache !== undefined && clientRequests[method].cacheable) {
      const hasInput =
        repeated || "inputResponses" in params || "requestState" in params;
      if (!hasInput) {
        this.cache.set(this.#cacheKey(method, params), result, generation);
      }
    }
    if (this.#tools === undefined) return undefined;
    if (method === roles.listTools) this.#tools.remember(result["tools"]);
    if (method !== roles.callTool) return undefined;
    return this.#tools.check(params["name"], result);
  }

  /** Marks what a change notification speaks of as stale. */
  invalidate(notification: JSONRPCNotification): void {
    for (const [field, { notification: method, byUri }] of topicList) {
      if (method !== notification.method) continue;
      const uri = byUri ? notification.params?.["uri"] : undefined;
      this.cache?.invalidate(
        staleMethods[field],
        typeof uri === "string" ? uri : undefined,
      );
    }
  }

  /** The error a caller gets: the peer's, or what it says about the peer's era. */
  explainError(
    method: string,
    error: McpError,
    origin: MessageOrigin | undefined,
  ): Error {
    return this.#eraKnown ? error : readEra(method, error, origin);
  }

  /** The same for a request that got no answer. */
  explainFailure(cause: Error): Error {
    return this.#eraKnown ? cause : readEraFromFailure(cause);
  }

  // Receiver

  message(message: unknown, origin?: MessageOrigin): void {
    switch (classifyMessage(message)) {
      case "response":
        this.#response(message as Record<string, unknown>, origin);
        break;
      case "notification":
        this.#notification(message as JSONRPCNotification, origin);
        break;
      case "request":
        this.report(
          new InvalidMessageError(
            "The server sent a request; only clients do that.",
            message,
          ),
        );
        break;
      case "invalid":
        this.report(
          new InvalidMessageError(
            "What arrived is no JSON-RPC message.",
            message,
          ),
        );
        if (origin !== undefined) {
          this.failed(
            origin.requestId,
            new InvalidMessageError(
              "The answer is no JSON-RPC message.",
              message,
            ),
          );
        }
        break;
    }
  }

  malformed(text: string, cause: unknown): void {
    this.report(
      new InvalidMessageError("What arrived is not JSON.", text, cause),
    );
  }

  failed(id: RequestId, cause: Error): void {
    this.open.get(id)?.failed(cause);
  }

  lost(cause: Error): void {
    for (const call of this.open.values()) call.failed(cause);
  }

  report(error: Error): void {
    callHook(this.#options.onError, error);
  }

  closed(cause?: Error): void {
    if (this.over) return;
    this.over = true;
    const error = new ClosedError(
      "The connection was closed.",
      cause === undefined ? undefined : { cause },
    );
    this.lost(error);
    for (const subscription of this.pausing) subscription.failed(error);
  }

  /**
   * Ends the client: open calls reject with a `ClosedError`, subscriptions end.
   * May be called again.
   */
  async close(): Promise<void> {
    if (!this.over) {
      this.over = true;
      const error = new ClosedError("The client was closed.");
      for (const call of [...this.open.values(), ...this.pausing]) {
        if (call.ended === undefined) call.failed(error);
        else call.ended();
      }
    }
    await this.#transport.close();
  }

  #response(
    message: Record<string, unknown>,
    origin: MessageOrigin | undefined,
  ): void {
    // An error without an id answers nothing in particular, unless it came on the
    // stream of one request; null is read as no id.
    const id = message["id"] ?? origin?.requestId;
    const call = isRequestId(id) ? this.open.get(id) : undefined;
    if (call !== undefined) {
      call.response(message, origin);
      return;
    }
    if (this.#ended.delete(id as RequestId)) return;
    const error = ownValue(message, "error");
    const said =
      isObject(error) && typeof error["message"] === "string"
        ? `: ${error["message"]}`
        : "";
    this.report(
      new InvalidMessageError(
        id === undefined || id === null
          ? `The server reported an error about no particular request${said}`
          : `A response to nothing that is open was dropped (id ${JSON.stringify(id)}).`,
        message,
      ),
    );
  }

  #notification(
    notification: JSONRPCNotification,
    origin: MessageOrigin | undefined,
  ): void {
    const problem = problemOf(notification);
    if (problem !== undefined) {
      this.report(problem);
      return;
    }
    if (!this.#deliver(notification, notification.params ?? {}, origin)) {
      callHook(this.#options.onNotification, notification);
    }
  }

  /** Hands a notification to whom it is for; false if there is nobody. */
  #deliver(
    notification: JSONRPCNotification,
    params: Readonly<Record<string, unknown>>,
    origin: MessageOrigin | undefined,
  ): boolean {
    if (notification.method === signals.progress) {
      // Tokens are the ids of the requests that asked for progress.
      const token = params[requestMetaKeys.progressToken.key] as RequestId;
      const call = this.open.get(token);
      call?.progress(params);
      return call !== undefined;
    }
    if (notification.method === signals.log) {
      if (this.#logCall(origin)?.log(params) === true) return true;
      callHook(this.#options.onLog, params as never);
      return this.#options.onLog !== undefined;
    }
    if (notification.method === signals.cancelled) {
      const id = params["requestId"] as RequestId;
      const call = this.open.get(id);
      if (call?.ended === undefined) return false;
      this.#ended.add(id);
      call.ended();
      return true;
    }
    const meta = params["_meta"];
    const subscription = isObject(meta)
      ? ownValue(meta, subscriptionIdKey)
      : undefined;
    const call = isRequestId(subscription)
      ? this.open.get(subscription)
      : undefined;
    this.invalidate(notification);
    call?.event?.(notification);
    return call?.event !== undefined;
  }

  /** On a shared channel a log message names no request: it is clear only if one alone wants any. */
  #logCall(origin: MessageOrigin | undefined): OpenCall | undefined {
    if (origin !== undefined) return this.open.get(origin.requestId);
    let found: OpenCall | undefined;
    for (const call of this.open.values()) {
      if (!call.wantsLog) continue;
      if (found !== undefined) return undefined;
      found = call;
    }
    return found;
  }

  #cacheKey(method: string, params: object): CacheKey {
    return {
      method,
      params: params as Record<string, unknown>,
      context: `${this.version} ${this.#cacheContext}`,
      authorization: this.#options.cacheAuthorization?.() ?? "",
    };
  }

  /**
   * What a request has to wait for before it is sent; undefined if for nothing.
   * Where that is called for, the server is first asked what it is.
   */
  ready(method: ClientMethod): Promise<void> | undefined {
    if (this.#eraKnown || method === roles.discover) return undefined;
    if (!(this.#options.probe ?? this.#transport.probe ?? false)) {
      return undefined;
    }
    this.#probe ??= this.#askWhatItIs();
    return this.#probe;
  }

  async #askWhatItIs(): Promise<void> {
    const timeoutMs = this.#options.probeTimeoutMs ?? 10_000;
    try {
      const { supportedVersions } = await this.call(
        roles.discover,
        {},
        { timeoutMs, fresh: true },
      );
      if (this.agreeOn(supportedVersions) === undefined) {
        throw new NoCommonVersionError(this.versions, supportedVersions);
      }
    } catch (error) {
      if (error instanceof RequestTimeoutError) {
        const sign = `${roles.discover} was not answered within ${timeoutMs} ms`;
        throw new LegacyServerError(sign, error);
      }
      // Other failures say nothing about the server: the next call asks again.
      if (!(error instanceof LegacyServerError)) this.#probe = undefined;
      throw error;
    }
  }
}

/** Topics with their names, as they are gone through. */
const topicList = Object.entries(topics) as [
  keyof typeof topics,
  (typeof topics)[keyof typeof topics],
][];

/** What is wrong with a notification; one that this revision does not know passes. */
function problemOf(
  notification: JSONRPCNotification,
): InvalidMessageError | undefined {
  const { method } = notification;
  if (!isServerNotification(method)) return undefined;
  const checked = validateNotification(method, notification);
  if (checked.success) return undefined;
  const [issue] = checked.issues;
  return new InvalidMessageError(
    `An invalid ${method} was dropped: ${issue?.message ?? ""}`,
    notification,
  );
}

function isServerNotification(
  method: string,
): method is keyof ServerNotificationTypes {
  return Object.hasOwn(serverNotifications, method);
}

/**
 * The capabilities a client declares: those of its input handlers, in the detail
 * that its options give.
 */
function declaredCapabilities(options: ClientOptions): ClientCapabilities {
  const declared: Record<string, unknown> = { ...options.capabilities };
  for (const method of Object.keys(options.inputs ?? {})) {
    if (!Object.hasOwn(inputCapabilities, method)) {
      throw new TypeError(`Servers never ask for ${method}.`);
    }
    const name = method as keyof InputRequestTypes;
    const capability = inputCapabilities[name];
    if (capability !== "" && options.inputs?.[name] !== undefined) {
      declared[capability] ??= {};
    }
  }
  return declared as ClientCapabilities;
}
