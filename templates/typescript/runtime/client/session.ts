/** What all calls of a client share: the peer, the era, kept results. */
import {
  clientRequests,
  requestMetaKeys,
  serverNotifications,
  type ClientRequestTypes,
  type ServerNotificationTypes,
} from "../../methods.js";
import type {
  ClientCapabilities,
  JSONRPCNotification,
  JSONRPCRequest,
  RequestId,
} from "../../types.js";
import { validateNotification } from "../../validators.js";
import type {
  ClientEra,
  ClientHost,
  ClientMethod,
  NewClientEra,
  OpenCall,
} from "../eras/client-era.js";
import type { CallOptions } from "../eras/client-options.js";
import type {
  ListenOptions,
  Subscription,
} from "../eras/subscription-events.js";
import { Peer, type PeerUser } from "../peer/peer.js";
import { FaultReports } from "../protocol/fault-reports.js";
import { quoted } from "../protocol/limits.js";
import {
  ClosedError,
  InvalidMessageError,
  InvalidResultError,
} from "../protocol/local-error.js";
import {
  hasOwn,
  isObject,
  isRequestId,
  ownValue,
} from "../protocol/message.js";
import { callHook, withReason } from "../protocol/to-error.js";
import type {
  Exchange,
  MessageOrigin,
  OpenRequest,
  Transport,
} from "../protocol/transport.js";
import {
  builtInMethods,
  inputCapabilities,
  notificationNames,
  type SubscriptionFilter,
  type QuestionTypes,
} from "../revision.js";
import { ClientCall, type CallHost } from "./call.js";
import { ListedTools } from "./listed-tools.js";
import type { ClientOptions, RequestOptions } from "./options.js";
import type { CacheKey, ResultCache } from "./result-cache.js";

/** A client without its methods: one end of a link, in one era. */
export class ClientSession implements PeerUser, ClientHost, CallHost {
  readonly refusesInvalid = false;
  readonly options: ClientOptions;
  readonly peer: Peer<OpenCall>;
  readonly era: ClientEra;
  readonly capabilities: ClientCapabilities;
  readonly probe: boolean;
  readonly timeoutMs: number;
  readonly maxTotalMs: number;
  readonly cache: ResultCache | undefined;

  readonly #faults = new FaultReports((error) =>
    callHook(this.options.onError, error),
  );
  readonly #tools: ListedTools | undefined;
  /** Part of cache keys: what else an answer may depend on. */
  readonly #cacheContext: string;

  /**
   * @throws {TypeError} If the capabilities declare input that no handler gives
   * in a form the client could take itself, or `identify` is impossible.
   */
  constructor(
    transport: Transport,
    options: ClientOptions,
    newEra: NewClientEra,
  ) {
    this.options = options;
    this.capabilities = declaredCapabilities(options);
    this.probe = transport.probe ?? false;
    this.timeoutMs = options.timeoutMs ?? 60_000;
    this.maxTotalMs = options.maxTotalMs ?? 600_000;
    this.cache = options.cache;
    this.#cacheContext = JSON.stringify(this.capabilities);
    if (options.schemaValidator !== undefined) {
      this.#tools = new ListedTools(options.schemaValidator);
    }
    const both = options.legacy?.client(transport);
    this.peer = new Peer(both?.transport ?? transport);
    this.era = both?.newEra(this) ?? newEra(this);
    this.peer.start(this);
  }

  /**
   * Makes a call: from the cache if a fresh result is kept, else by asking.
   *
   * @param params - Without `_meta`, which the era builds.
   */
  call<M extends ClientMethod>(
    method: M,
    params: object,
    options: CallOptions,
  ): Promise<ClientRequestTypes[M]["result"]> {
    let kept: unknown;
    try {
      kept = options.fresh ? undefined : this.#kept(method, params);
    } catch (error) {
      return Promise.reject(error);
    }
    return kept === undefined
      ? this.#send(method, params, options)
      : Promise.resolve(kept as never);
  }

  #send(
    method: ClientMethod,
    params: object,
    options: CallOptions,
  ): Promise<never> {
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

  /**
   * Sends a request whatever its method is. Results of methods that the schema does not
   * have are checked by `schema` alone.
   *
   * @throws {InvalidResultError} If the result does not fit `schema`.
   */
  async requestByName<Result>(
    method: string,
    params: object,
    { result: schema, ...options }: RequestOptions<Result>,
  ): Promise<Result> {
    const result: unknown = await this.call(
      method as ClientMethod,
      params,
      options,
    );
    if (schema === undefined) return result as Result;
    const checked = await schema["~standard"].validate(result);
    if (checked.issues === undefined) return checked.value;
    const problem = checked.issues
      .slice(0, 10)
      .map(({ message }) => quoted(message))
      .join("; ");
    throw new InvalidResultError(method, result, problem);
  }

  /** Subscribes to changes. */
  listen(filter: SubscriptionFilter, options: ListenOptions): Subscription {
    return this.era.listen(filter, options);
  }

  get generation(): number {
    return this.cache?.generation ?? 0;
  }

  /**
   * Keeps a result if that is allowed, remembers listed tools, checks structured
   * content.
   */
  received(
    method: ClientMethod,
    params: Readonly<Record<string, unknown>>,
    result: Readonly<Record<string, unknown>>,
    generation: number,
    repeated: boolean,
  ): Error | undefined {
    if (this.cache !== undefined && isCacheable(method)) {
      const hasInput =
        repeated || "inputResponses" in params || "requestState" in params;
      if (!hasInput) {
        this.cache.set(this.#cacheKey(method, params), result, generation);
      }
    }
    if (this.#tools === undefined) return undefined;
    if (method === builtInMethods.listTools) {
      const excess = this.#tools.remember(result["tools"]);
      if (excess !== undefined) this.fault(() => excess);
    }
    if (method !== builtInMethods.callTool) return undefined;
    return this.#tools.check(params["name"], result);
  }

  invalidate(methods: readonly string[], uri?: string): void {
    this.cache?.invalidate(methods, uri);
  }

  /**
   * Ends the client: open calls reject with a `ClosedError`, subscriptions end.
   * May be called again.
   */
  async close(): Promise<void> {
    if (!this.peer.over) this.era.close();
    await this.peer.close(new ClosedError("The client was closed."));
    this.#faults.flush();
  }

  // PeerUser

  request(
    request: JSONRPCRequest,
    exchange: Exchange,
  ): OpenRequest | undefined {
    return this.era.request(request, exchange);
  }

  notification(
    notification: JSONRPCNotification,
    origin: MessageOrigin | undefined,
  ): void {
    const problem = problemOf(notification);
    if (problem !== undefined) {
      this.fault(() => new InvalidMessageError(problem, notification));
      return;
    }
    if (!this.#deliver(notification, origin)) {
      callHook(this.options.onNotification, notification);
    }
  }

  get batches(): boolean {
    return this.era.batches === true;
  }

  unmatched(response: Readonly<Record<string, unknown>>, id: unknown): void {
    if (this.era.expects(id)) return;
    this.fault(
      () => new InvalidMessageError(unmatchedText(response, id), response),
    );
  }

  cancellation(id: RequestId, reason: string): JSONRPCNotification | undefined {
    return this.era.cancellation(id, reason);
  }

  fault(error: () => Error): void {
    this.#faults.report(error);
  }

  unreported(count: number): void {
    this.#faults.leaveOut(count);
  }

  closed(cause: Error | undefined): void {
    this.era.closed(
      new ClosedError(
        withReason("The connection was closed.", cause),
        cause === undefined ? undefined : { cause },
      ),
    );
    this.#faults.flush();
  }

  /** Hands a notification to what it is for; false if there is nothing. */
  #deliver(
    notification: JSONRPCNotification,
    origin: MessageOrigin | undefined,
  ): boolean {
    const params: Readonly<Record<string, unknown>> = notification.params ?? {};
    switch (notification.method) {
      case notificationNames.progress:
        return this.#progress(params);
      case notificationNames.log:
        if (this.#logCall(origin)?.log?.(params) === true) return true;
        callHook(this.options.onLog, params as never);
        return this.options.onLog !== undefined;
      default:
        return this.era.notification(notification, origin);
    }
  }

  /** Tokens are the ids of the requests that asked for progress. */
  #progress(params: Readonly<Record<string, unknown>>): boolean {
    const token = params[requestMetaKeys.progressToken.key] as RequestId;
    const call = this.peer.progressed(token);
    call?.progress?.(params);
    return call !== undefined;
  }

  /**
   * On a shared channel a log message names no request: it is clear only if one alone
   * wants any. Where levels are those of a session, no request asks for them.
   */
  #logCall(origin: MessageOrigin | undefined): OpenCall | undefined {
    if (origin !== undefined) return this.peer.waiterOf(origin.requestId);
    const calls = [...this.peer.waiters()];
    const asking = calls.filter(({ wantsLog }) => wantsLog);
    const [only, another] =
      asking.length > 0 ? asking : calls.filter(({ hearsLog }) => hearsLog);
    return another === undefined ? only : undefined;
  }

  /** The result that is kept for such a call, if it is fresh. */
  #kept(method: ClientMethod, params: object): unknown {
    return isCacheable(method)
      ? this.cache?.get(this.#cacheKey(method, params))
      : undefined;
  }

  #cacheKey(method: string, params: object): CacheKey {
    return {
      method,
      params: params as Record<string, unknown>,
      context: `${this.era.protocolVersion} ${this.#cacheContext}`,
      authorization: this.options.cacheAuthorization?.() ?? "",
    };
  }
}

function unmatchedText(
  response: Readonly<Record<string, unknown>>,
  id: unknown,
): string {
  if (isRequestId(id)) {
    return `A response to nothing that is open was dropped (id ${quoted(String(id))}).`;
  }
  const error = ownValue(response, "error");
  const said =
    isObject(error) && typeof error["message"] === "string"
      ? `: ${quoted(error["message"])}`
      : "";
  return `The server reported an error about no particular request${said}`;
}

/** Whether results may be kept; of methods that the schema does not have, they are not. */
function isCacheable(method: ClientMethod): boolean {
  return hasOwn(clientRequests, method) && clientRequests[method].cacheable;
}

/** What is wrong with a notification; one that this revision does not know passes. */
function problemOf(notification: JSONRPCNotification): string | undefined {
  const { method } = notification;
  if (!isServerNotification(method)) return undefined;
  const checked = validateNotification(method, notification);
  if (checked.success) return undefined;
  const [issue] = checked.issues;
  return `An invalid ${method} was dropped: ${issue?.message ?? ""}`;
}

function isServerNotification(
  method: string,
): method is keyof ServerNotificationTypes {
  return hasOwn(serverNotifications, method);
}

/**
 * The capabilities a client declares: those of its input handlers, in the detail
 * that its options give.
 */
function declaredCapabilities(options: ClientOptions): ClientCapabilities {
  const declared: Record<string, unknown> = { ...options.capabilities };
  for (const method of Object.keys(options.inputs ?? {})) {
    if (!hasOwn(inputCapabilities, method)) {
      throw new TypeError(`Servers never ask for ${method}.`);
    }
    const name = method as keyof QuestionTypes;
    const capability = inputCapabilities[name];
    if (capability !== "" && options.inputs?.[name] !== undefined) {
      declared[capability] ??= {};
    }
  }
  return declared as ClientCapabilities;
}
