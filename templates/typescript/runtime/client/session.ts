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
  isLocalError,
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
import { Probe, silentServer } from "./probe.js";
import type { CacheKey, ResultCache } from "./result-cache.js";
import {
  inputCapabilities,
  roles,
  signals,
  staleMethods,
  subscriptionIdKey,
  topics,
} from "../revision.js";
import { envelopeOf } from "../protocol/envelope.js";
import {
  FaultReports,
  UnreportedFaultsError,
} from "../protocol/fault-reports.js";
import { quoted } from "../protocol/limits.js";
import { asError, callHook, withReason } from "../protocol/to-error.js";
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
  /** Faults that end no call, on their way to the program's hook. */
  readonly faults: FaultReports = new FaultReports((error) =>
    callHook(this.#options.onError, error),
  );
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
  #probe: Probe | undefined;
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
    if (method === roles.listTools) {
      const excess = this.#tools.remember(result["tools"]);
      if (excess !== undefined) this.faults.report(() => excess);
    }
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
        this.faults.report(
          () =>
            new InvalidMessageError(
              "The server sent a request; only clients do that.",
              message,
            ),
        );
        break;
      case "invalid":
        this.faults.report(
          () =>
            new InvalidMessageError(
              "What arrived is not a JSON-RPC message.",
              message,
            ),
        );
        if (origin !== undefined) {
          this.failed(
            origin.requestId,
            new InvalidMessageError(
              "The answer is not a JSON-RPC message.",
              message,
            ),
          );
        }
        break;
    }
  }

  malformed(text: string, cause: unknown): void {
    const fault = (): InvalidMessageError => {
      const reason = cause ?? reasonOf(text);
      const message = withReason("What arrived is not JSON.", reason);
      return new InvalidMessageError(message, text, reason);
    };
    // Whoever waits for the answer is told at once: it will not come again.
    const envelope = text.startsWith("{") ? envelopeOf(text) : undefined;
    if (envelope?.kind === "response" && this.open.has(envelope.id)) {
      this.failed(envelope.id, fault());
    } else {
      this.faults.report(fault);
    }
  }

  failed(id: RequestId, cause: Error): void {
    const call = this.open.get(id);
    if (call === undefined) this.faults.report(() => cause);
    else call.failed(cause);
  }

  lost(cause: Error): void {
    for (const call of this.open.values()) call.failed(cause);
  }

  report(error: Error): void {
    if (isLocalError(error, UnreportedFaultsError)) {
      this.faults.leaveOut(error.count);
    } else {
      this.faults.report(() => error);
    }
  }

  closed(cause?: Error): void {
    if (this.over) return;
    this.over = true;
    const error = new ClosedError(
      withReason("The connection was closed.", cause),
      cause === undefined ? undefined : { cause },
    );
    this.lost(error);
    for (const subscription of this.pausing) subscription.failed(error);
    this.faults.flush();
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
    this.faults.flush();
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
    this.faults.report(() => {
      const error = ownValue(message, "error");
      const said =
        isObject(error) && typeof error["message"] === "string"
          ? `: ${quoted(error["message"])}`
          : "";
      return new InvalidMessageError(
        id === undefined || id === null
          ? `The server reported an error about no particular request${said}`
          : `A response to nothing that is open was dropped (id ${isRequestId(id) ? quoted(String(id)) : "of no valid type"}).`,
        message,
      );
    });
  }

  #notification(
    notification: JSONRPCNotification,
    origin: MessageOrigin | undefined,
  ): void {
    const problem = problemOf(notification);
    if (problem !== undefined) {
      this.faults.report(() => new InvalidMessageError(problem, notification));
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
   *
   * @param timeoutMs - How long the request may wait for that.
   */
  ready(method: ClientMethod, timeoutMs: number): Promise<void> | undefined {
    if (this.#eraKnown || method === roles.discover) return undefined;
    if (!(this.#options.probe ?? this.#transport.probe ?? false)) {
      return undefined;
    }
    this.#probe ??= new Probe(this.#askWhatItIs(timeoutMs), this.deadlines);
    return this.#probe.within(timeoutMs);
  }

  /** Asks once; the next call asks again where the answer says nothing for good. */
  async #askWhatItIs(timeoutMs: number): Promise<void> {
    // On a shared channel the question stays open, as a late answer is one too. A
    // stream of its own is closed when nobody waits for it any more.
    const isShared = this.#transport.abort === undefined;
    try {
      const { supportedVersions } = await this.call(
        roles.discover,
        {},
        {
          timeoutMs: isShared ? Infinity : timeoutMs,
          maxTotalMs: Infinity,
          fresh: true,
        },
      );
      if (this.agreeOn(supportedVersions) === undefined) {
        throw new NoCommonVersionError(this.versions, supportedVersions);
      }
    } catch (error) {
      if (error instanceof LegacyServerError) throw error;
      this.#probe = undefined;
      throw error instanceof RequestTimeoutError
        ? silentServer(timeoutMs)
        : error;
    }
  }
}

/** Topics with their names, as they are gone through. */
const topicList = Object.entries(topics) as [
  keyof typeof topics,
  (typeof topics)[keyof typeof topics],
][];

/** What is wrong with a notification; one that this revision does not know passes. */
function problemOf(notification: JSONRPCNotification): string | undefined {
  const { method } = notification;
  if (!isServerNotification(method)) return undefined;
  const checked = validateNotification(method, notification);
  if (checked.success) return undefined;
  const [issue] = checked.issues;
  return `An invalid ${method} was dropped: ${issue?.message ?? ""}`;
}

/** Why a text is not JSON. */
function reasonOf(text: string): unknown {
  try {
    JSON.parse(text);
    return "it is not an object";
  } catch (reason) {
    return reason;
  }
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
