/** Subscriptions at a server: who wants to hear of what (specification: basic/patterns/subscriptions). */
import { INTERNAL_ERROR } from "../../errors.js";
import type {
  JSONRPCNotification,
  RequestId,
  ServerCapabilities,
  SubscriptionFilter,
} from "../../types.js";
import { signals, subscriptionIdKey, topics } from "../revision.js";
import type { ServedRequest } from "./served-request.js";
import { hasCapability } from "./capabilities.js";
import { covers } from "../protocol/uri-prefix.js";

/** A field of the filter, by which subscribers say what they want. */
export type TopicName = keyof typeof topics;

interface Topic {
  readonly notification: string;
  readonly capability: string;
  readonly byUri: boolean;
}

/** Holds the open subscriptions and delivers changes to those that asked for them. */
export class SubscriptionHub {
  readonly #open = new Map<ServedRequest, SubscriptionFilter>();
  readonly #capabilities: ServerCapabilities;
  readonly #limit: number;
  readonly #report: (error: unknown) => void;

  /**
   * @param limit - How many may be open at a time; more are refused.
   * @param report - Told of notifications that could not be sent.
   */
  constructor(
    capabilities: ServerCapabilities,
    limit: number,
    report: (error: unknown) => void,
  ) {
    this.#capabilities = capabilities;
    this.#limit = limit;
    this.#report = report;
  }

  /**
   * Opens a subscription. Its first message says what of the filter is honoured:
   * what the server has no capability for is left out, without an error.
   */
  open(request: ServedRequest): void {
    if (this.#open.size >= this.#limit) {
      request.fail({
        code: INTERNAL_ERROR,
        message: "Too many subscriptions are open.",
      });
      return;
    }
    const honoured = this.#honoured(
      request.params["notifications"] as SubscriptionFilter,
    );
    request.onCancel = () => this.#open.delete(request);
    this.#send(request, signals.acknowledged, { notifications: honoured });
    this.#open.set(request, honoured);
  }

  /**
   * Tells all who subscribed to a topic.
   *
   * @param uri - The resource that changed, for the topic that is about resources.
   * @throws {Error} If the server declares that it does not announce this.
   */
  publish(name: TopicName, uri?: string): void {
    const topic: Topic = topics[name];
    if (!hasCapability(this.#capabilities, topic.capability)) {
      throw new Error(
        `The server does not declare ${topic.capability}, so it must not send ${topic.notification}.`,
      );
    }
    for (const [request, filter] of this.#open) {
      if (wants(filter[name], uri)) {
        this.#send(
          request,
          topic.notification,
          uri === undefined ? {} : { uri },
        );
      }
    }
  }

  /**
   * Ends all subscriptions in good order: with a result, and before it, where
   * others share the channel, with a cancellation.
   */
  close(): void {
    for (const request of this.#open.keys()) {
      this.#open.delete(request);
      const { id } = request.request;
      if (request.exchange.shared) {
        this.#send(request, signals.cancelled, { requestId: id });
      }
      request.complete({ _meta: { [subscriptionIdKey]: id } });
    }
  }

  #honoured(wanted: SubscriptionFilter): SubscriptionFilter {
    const honoured: Record<string, unknown> = {};
    for (const [field, topic] of Object.entries<Topic>(topics)) {
      if (!Object.hasOwn(wanted, field)) continue;
      const value = (wanted as Record<string, unknown>)[field];
      const asks = topic.byUri ? Array.isArray(value) : value === true;
      if (asks && hasCapability(this.#capabilities, topic.capability)) {
        honoured[field] = value;
      }
    }
    return honoured;
  }

  /** Sends a message of a subscription, marked with its id. */
  #send(
    request: ServedRequest,
    method: string,
    params: Readonly<Record<string, unknown>>,
  ): void {
    const id: RequestId = request.request.id;
    const notification: JSONRPCNotification = {
      jsonrpc: "2.0",
      method,
      params: { ...params, _meta: { [subscriptionIdKey]: id } },
    };
    try {
      request.notify(notification)?.then(undefined, this.#report);
    } catch (error) {
      this.#report(error);
    }
  }
}

function wants(
  wish: boolean | readonly string[] | undefined,
  uri: string | undefined,
): boolean {
  if (uri === undefined) return wish === true;
  return (
    Array.isArray(wish) && wish.some((subscribed) => covers(subscribed, uri))
  );
}
