/**
 * The stateless era at a client: each request carries version, identity and
 * capabilities, each result says what it is (specification: basic/index,
 * basic/versioning).
 */
import type {
  JSONRPCNotification,
  JSONRPCRequest,
  RequestId,
  SubscriptionFilter,
} from "../../../types.js";
import { InvalidMessageError } from "../../protocol/local-error.js";
import { isObject, isRequestId, ownValue } from "../../protocol/message.js";
import {
  notificationNames,
  staleMethods,
  subscriptionIdKey,
  topics,
  type TopicName,
} from "../../revision.js";
import type {
  ClientEra,
  ClientHost,
  ClientMethod,
  EraCall,
} from "../client-era.js";
import type { CallOptions, EraName } from "../client-options.js";
import type { ListenOptions, Subscription } from "../subscription-events.js";
import { Agreement } from "./agreement.js";
import { StatelessCall } from "./call.js";
import type { ClientParts, OpenSubscription } from "./client-parts.js";
import { RequestMeta } from "./request-meta.js";
import { ClientSubscription } from "./subscription.js";

/** The stateless era of one client. All it holds is what it has learned about the server. */
export class StatelessClient implements ClientEra, ClientParts {
  readonly host: ClientHost;
  readonly agreement: Agreement;
  readonly meta: RequestMeta;
  readonly pausing: Set<OpenSubscription> = new Set();
  /** Subscriptions that a message ended; their results follow and say nothing new. */
  readonly #ended = new Set<unknown>();

  /** @throws {TypeError} If no version is named, or `identify: false` is not possible. */
  constructor(host: ClientHost) {
    const { options, capabilities } = host;
    this.host = host;
    this.meta = new RequestMeta(
      options.identify === false ? undefined : options.info,
      capabilities,
    );
    this.agreement = new Agreement(host);
  }

  get protocolVersion(): string {
    return this.agreement.version;
  }

  get spoken(): EraName | undefined {
    return this.agreement.eraKnown ? "modern" : undefined;
  }

  ready(method: ClientMethod, timeoutMs: number): Promise<void> | undefined {
    return this.agreement.ready(method, timeoutMs);
  }

  call(
    method: ClientMethod,
    params: Readonly<Record<string, unknown>>,
    options: CallOptions,
  ): EraCall {
    return new StatelessCall(this, method, params, options);
  }

  listen(filter: SubscriptionFilter, options: ListenOptions): Subscription {
    return new ClientSubscription(this, filter, options);
  }

  request(request: JSONRPCRequest): undefined {
    this.host.fault(
      () =>
        new InvalidMessageError(
          "The server sent a request; only clients do that.",
          request,
        ),
    );
  }

  notification(notification: JSONRPCNotification): boolean {
    const params: Readonly<Record<string, unknown>> = notification.params ?? {};
    if (notification.method === notificationNames.cancelled) {
      return this.#subscriptionEnded(params["requestId"]);
    }
    const meta = ownValue(params, "_meta");
    const id = isObject(meta) ? ownValue(meta, subscriptionIdKey) : undefined;
    const subscription = this.#subscription(id);
    this.#invalidate(notification.method, params["uri"]);
    subscription?.event(notification);
    return subscription !== undefined;
  }

  expects(id: unknown): boolean {
    return this.#ended.delete(id);
  }

  cancellation(
    requestId: RequestId,
    reason: string,
  ): JSONRPCNotification | undefined {
    return this.host.peer.streams
      ? undefined
      : {
          jsonrpc: "2.0",
          method: notificationNames.cancelled,
          params: { requestId, reason },
        };
  }

  close(): void {
    for (const call of this.host.peer.waiters()) {
      if (call instanceof ClientSubscription) call.ended();
    }
    for (const subscription of this.pausing) subscription.ended();
  }

  closed(error: Error): void {
    for (const subscription of this.pausing) subscription.failed(error);
  }

  #subscription(id: unknown): ClientSubscription | undefined {
    const call = isRequestId(id) ? this.host.peer.waiterOf(id) : undefined;
    return call instanceof ClientSubscription ? call : undefined;
  }

  #subscriptionEnded(id: unknown): boolean {
    const subscription = this.#subscription(id);
    if (subscription === undefined) return false;
    this.#ended.add(id);
    subscription.ended();
    return true;
  }

  /** Marks what a change notification is about as stale. */
  #invalidate(method: string, uri: unknown): void {
    for (const [name, topic] of topicList) {
      if (topic.notification !== method) continue;
      this.host.invalidate(
        staleMethods[name],
        topic.byUri && typeof uri === "string" ? uri : undefined,
      );
    }
  }
}

/** Topics with their names, as they are gone through. */
const topicList = Object.entries(topics) as [
  TopicName,
  { readonly notification: string; readonly byUri: boolean },
][];
