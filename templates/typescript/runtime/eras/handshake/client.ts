/**
 * The handshake era at a client: it agrees with the server on version and capabilities
 * once, and answers the server's requests while its own are open
 * (specification: basic/lifecycle).
 */
import type {
  Implementation,
  JSONRPCNotification,
  JSONRPCRequest,
  RequestId,
} from "../../../types.js";
import type {
  Exchange,
  MessageOrigin,
  OpenRequest,
} from "../../protocol/transport.js";
import { LocalError } from "../../protocol/local-error.js";
import { LONGEST_DELAY_MS } from "../../protocol/deadlines.js";
import { asError } from "../../protocol/to-error.js";
import {
  logCapability,
  staleMethods,
  topics,
  type SubscriptionFilter,
  type TopicName,
} from "../../revision.js";
import { hasCapability } from "../capability-path.js";
import type {
  ClientEra,
  ClientHost,
  ClientMethod,
  EraCall,
} from "../client-era.js";
import type { CallOptions, EraName } from "../client-options.js";
import type { ListenOptions, Subscription } from "../subscription-events.js";
import { InitializeRequest, type ServerAgreement } from "./agreement.js";
import { HandshakeCall, type CallParts } from "./call.js";
import type { HandshakeFacts } from "./facts.js";
import { QuestionService } from "./question-service.js";
import { SessionSubscription } from "./subscription.js";
import { KnownTools } from "./known-tools.js";
import { newestVersion, withVersions } from "./versions.js";

/** The server did not declare what a call needs; nothing was sent. */
export class NotOfferedError extends LocalError {
  static override readonly errorName: string = "NotOfferedError";
  /** The method that was to be called. */
  readonly method: string;

  constructor(method: string, why: string) {
    super(`The server does not offer ${method}: ${why}`);
    this.method = method;
  }
}

/** The handshake era of one client. */
export class HandshakeClient implements ClientEra, CallParts {
  readonly host: ClientHost;
  readonly facts: HandshakeFacts;
  readonly tools: KnownTools = new KnownTools();
  readonly #questions: QuestionService;
  readonly #subscriptions = new Set<SessionSubscription>();
  /** Resources that the server was asked to announce changes of. */
  readonly #subscribed = new Set<string>();
  /** How many subscriptions listen to each resource that was asked for on their behalf. */
  readonly #listeners = new Map<string, number>();
  /** Called when pages have been visited, by the id of the visit. */
  readonly #visits = new Map<string, () => void>();
  /** Ids of visits that were complete before anything waited for them. */
  readonly #visited = new Set<string>();
  readonly #failed: (error: Error) => Promise<void>;
  #connecting: Promise<void> | undefined;
  #initialize: InitializeRequest | undefined;
  #agreement: ServerAgreement | undefined;
  #logLevel: string | undefined;

  /**
   * @param failed - Called when a handshake fails. By default that ends the connection:
   * there is nothing else to be done over it.
   * @throws {TypeError} If a version is to be spoken that is not known.
   */
  constructor(
    host: ClientHost,
    facts: HandshakeFacts,
    failed: (error: Error) => Promise<void> = (error) => host.peer.close(error),
  ) {
    this.host = host;
    this.#failed = failed;
    this.facts = withVersions(facts, host.options.protocolVersions);
    this.#questions = new QuestionService(host, this.facts);
  }

  /** What the server agreed to; undefined until then. */
  get agreement(): ServerAgreement | undefined {
    return this.#agreement;
  }

  get spoken(): EraName | undefined {
    return this.#agreement === undefined ? undefined : "legacy";
  }

  get protocolVersion(): string {
    return (this.#agreement?.version ?? newestVersion(this.facts)).version;
  }

  /** Runs the handshake, unless that has been done. */
  connect(timeoutMs: number = this.host.timeoutMs): Promise<void> {
    if (this.#connecting === undefined) {
      this.#connecting = this.#connect(timeoutMs);
      // Whoever waits for it learns of a failure; maybe nobody does any more.
      this.#connecting.catch(() => {
        if (!this.host.peer.over) this.#connecting = undefined;
      });
    }
    return this.#connecting;
  }

  /** The session is lost: agrees on a new one, and restores what was asked for in the old one. */
  async reconnect(lost: Promise<void> | undefined): Promise<void> {
    // Several calls may find out; the first of them begins the new session.
    if (this.#connecting === lost) {
      this.#agreement = undefined;
      this.#connecting = this.#connect(this.host.timeoutMs);
      this.#connecting.catch((): undefined => undefined);
      await this.#connecting;
      await this.#restore();
    }
    await this.#connecting;
  }

  /** The handshake of the session that is open, for {@link reconnect}. */
  get session(): Promise<void> | undefined {
    return this.#connecting;
  }

  ready(
    method: ClientMethod,
    timeoutMs: number,
    { logLevel }: CallOptions,
  ): Promise<void> | undefined {
    const agreement = this.#agreement;
    if (agreement === undefined || logLevel !== undefined) {
      return this.connect(timeoutMs).then(() => {
        this.#assertOffered(method);
        return logLevel && this.#setLogLevel(logLevel);
      });
    }
    const problem = this.#problemOf(method, agreement);
    return problem === undefined
      ? undefined
      : Promise.reject(new NotOfferedError(method, problem));
  }

  call(
    method: ClientMethod,
    params: Readonly<Record<string, unknown>>,
    options: CallOptions,
  ): EraCall {
    return new HandshakeCall(this, method, params, options);
  }

  listen(filter: SubscriptionFilter, options: ListenOptions): Subscription {
    const subscription = new SessionSubscription(
      {
        connect: () => this.connect(options.timeoutMs),
        subscribe: (uri) => this.#subscribe(uri),
        unsubscribe: (uri) => this.#unsubscribe(uri),
        offers: (capability) => this.#offers(capability),
        ended: (ended) => this.#subscriptions.delete(ended),
      },
      filter,
      options,
    );
    this.#subscriptions.add(subscription);
    subscription.open();
    return subscription;
  }

  request(
    request: JSONRPCRequest,
    exchange: Exchange,
  ): OpenRequest | undefined {
    return this.#questions.serve(request, exchange, this.#agreement?.version);
  }

  notification(
    notification: JSONRPCNotification,
    _origin: MessageOrigin | undefined,
  ): boolean {
    const { cancelled, elicitationComplete } = this.facts.notifications;
    const params: Readonly<Record<string, unknown>> = notification.params ?? {};
    switch (notification.method) {
      case cancelled:
        this.host.peer.cancelled(params["requestId"], params["reason"]);
        return true;
      case elicitationComplete:
        this.#visitEnded(params["elicitationId"]);
        return false;
      default:
        this.#changed(notification, params["uri"]);
        return false;
    }
  }

  get batches(): boolean {
    return this.#agreement?.version.batching === true;
  }

  expects(): boolean {
    return false;
  }

  cancellation(
    requestId: RequestId,
    reason: string,
  ): JSONRPCNotification | undefined {
    // The handshake is never cancelled.
    if (requestId === this.#initialize?.id) return undefined;
    return {
      jsonrpc: "2.0",
      method: this.facts.notifications.cancelled,
      params: { requestId, reason },
    };
  }

  close(): void {
    for (const subscription of this.#subscriptions) subscription.close();
  }

  closed(error: Error): void {
    for (const subscription of this.#subscriptions) {
      subscription.fail(error);
    }
  }

  /** Sends a notification of the client's own, after the handshake. */
  async announce(method: string): Promise<void> {
    await this.connect();
    this.host.peer.notify({ jsonrpc: "2.0", method });
  }

  /**
   * Sets the level of log messages that a call asks for, if it is another one: a session
   * has one level for all calls.
   */
  async #setLogLevel(level: string): Promise<void> {
    if (level === this.#logLevel || !this.#offers(logCapability)) return;
    this.#logLevel = level;
    await this.host.call(
      this.facts.methods.setLevel as ClientMethod,
      { level },
      {},
    );
  }

  /** Takes note of a level, or of a subscription, that the program asked for by itself. */
  noted(method: string, params: Readonly<Record<string, unknown>>): void {
    const { setLevel, subscribe, unsubscribe } = this.facts.methods;
    const uri = params["uri"] as string;
    if (method === setLevel) this.#logLevel = params["level"] as string;
    else if (method === subscribe) this.#subscribed.add(uri);
    else if (method === unsubscribe) this.#subscribed.delete(uri);
  }

  /**
   * Waits until the server says that pages have been visited.
   *
   * @param limitMs - How long to wait at most, in milliseconds.
   */
  visited(ids: readonly string[], limitMs: number): Promise<void> {
    const waiting = new Set(ids.filter((id) => !this.#visited.delete(id)));
    if (waiting.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const over = (): void => {
        clearTimeout(timer);
        for (const id of ids) this.#visits.delete(id);
        resolve();
      };
      const timer = setTimeout(over, limitMs);
      for (const id of waiting) {
        this.#visits.set(id, () => {
          waiting.delete(id);
          if (waiting.size === 0) over();
        });
      }
    });
  }

  async #connect(timeoutMs: number): Promise<void> {
    const { host, facts } = this;
    const { peer, options, capabilities } = host;
    const request = new InitializeRequest(facts, {
      protocolVersion: newestVersion(facts).version,
      capabilities,
      clientInfo: options.info satisfies Implementation,
    });
    this.#initialize = request;
    try {
      peer.request(request, {
        idleMs: timeoutMs,
        totalMs: timeoutMs,
        endsAt: performance.now() + timeoutMs,
      });
      const agreement = await request.agreement;
      peer.agreed(agreement.version.version);
      await this.#sayInitialized(timeoutMs);
      this.#agreement = agreement;
      peer.listen();
    } catch (error) {
      await this.#failed(asError(error));
      throw error;
    }
  }

  /**
   * Says that the session may begin, and waits until it has been said: over HTTP each
   * message is a request of its own, and no other one may be there first.
   */
  async #sayInitialized(timeoutMs: number): Promise<void> {
    const { peer } = this.host;
    const method = this.facts.notifications.initialized;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const limit = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, Math.min(timeoutMs, LONGEST_DELAY_MS));
    });
    try {
      await Promise.race([peer.send({ jsonrpc: "2.0", method }), limit]);
    } catch (cause) {
      // The server may serve all the same; if it does not, the first call finds out.
      peer.report(asError(cause));
    } finally {
      clearTimeout(timer);
    }
  }

  async #restore(): Promise<void> {
    const { setLevel, subscribe } = this.facts.methods;
    const calls: Promise<unknown>[] = [];
    if (this.#logLevel !== undefined) {
      const level = this.#logLevel;
      calls.push(this.host.call(setLevel as ClientMethod, { level }, {}));
    }
    for (const uri of this.#subscribed) {
      calls.push(this.host.call(subscribe as ClientMethod, { uri }, {}));
    }
    await Promise.all(
      calls.map((call) =>
        call.catch((error: unknown) => this.host.fault(() => asError(error))),
      ),
    );
  }

  #assertOffered(method: string): void {
    const agreement = this.#agreement;
    const problem = agreement && this.#problemOf(method, agreement);
    if (problem !== undefined) throw new NotOfferedError(method, problem);
  }

  /** Why a method cannot be called; undefined if it can. */
  #problemOf(
    method: string,
    { version, serverCapabilities }: ServerAgreement,
  ): string | undefined {
    if (version.missingMethods.includes(method)) {
      return `revision ${version.version} does not have it.`;
    }
    const capability = this.facts.clientRequests[method]?.serverCapability;
    const isKnown =
      capability === undefined ||
      version.missingCapabilities.includes(capability) ||
      hasCapability(serverCapabilities, capability);
    return isKnown
      ? undefined
      : `it did not declare the capability ${capability}.`;
  }

  #offers(capability: string): boolean {
    return hasCapability(this.#agreement?.serverCapabilities ?? {}, capability);
  }

  async #subscribe(uri: string): Promise<void> {
    const listeners = this.#listeners.get(uri) ?? 0;
    // What the program asked for by itself, it ends by itself.
    if (listeners === 0 && this.#subscribed.has(uri)) return;
    this.#listeners.set(uri, listeners + 1);
    if (listeners > 0) return;
    const { subscribe } = this.facts.methods;
    try {
      await this.host.call(subscribe as ClientMethod, { uri }, {});
    } catch (error) {
      this.#listeners.delete(uri);
      this.#subscribed.delete(uri);
      throw error;
    }
  }

  async #unsubscribe(uri: string): Promise<void> {
    const listeners = this.#listeners.get(uri);
    if (listeners === undefined) return;
    if (listeners > 1) {
      this.#listeners.set(uri, listeners - 1);
      return;
    }
    this.#listeners.delete(uri);
    if (this.host.peer.over) return;
    const { unsubscribe } = this.facts.methods;
    await this.host.call(unsubscribe as ClientMethod, { uri }, {});
  }

  #visitEnded(id: unknown): void {
    if (typeof id !== "string") return;
    const ended = this.#visits.get(id);
    if (ended !== undefined) {
      this.#visits.delete(id);
      ended();
    } else if (this.#visited.size < 1_000) {
      this.#visited.add(id);
    }
  }

  /** Something changed at the server: results that were kept are stale, subscriptions hear of it. */
  #changed(notification: JSONRPCNotification, uri: unknown): void {
    for (const [name, topic] of topicList) {
      if (topic.notification !== notification.method) continue;
      this.host.invalidate(
        staleMethods[name],
        topic.byUri && typeof uri === "string" ? uri : undefined,
      );
      for (const subscription of this.#subscriptions) {
        subscription.event(name, notification, uri);
      }
    }
  }
}

/** Topics with their names, as they are gone through. */
const topicList = Object.entries(topics) as [
  TopicName,
  { readonly notification: string; readonly byUri: boolean },
][];
