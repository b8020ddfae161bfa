/** Subscriptions at a server: who wants to hear of what (specification: basic/patterns/subscriptions). */
import {
  INTERNAL_ERROR,
  INVALID_PARAMS,
  type ErrorObject,
} from "../../../errors.js";
import type { ServerCapabilities, SubscriptionFilter } from "../../../types.js";
import { hasOwn } from "../../protocol/message.js";
import { topics, type TopicName } from "../../revision.js";
import { hasCapability } from "../capability-path.js";
import { coveringUris } from "../../protocol/uri-prefix.js";
import type { TakenRequest } from "../server-era.js";
import { ServerSubscription } from "./server-subscription.js";

interface Topic {
  readonly notification: string;
  readonly capability: string;
  readonly byUri: boolean;
}

const topicNames = Object.keys(
  topics,
) as readonly string[] as readonly TopicName[];

/** How much subscribers may ask a server to hold. */
export interface SubscriptionLimits {
  /** Subscriptions that may be open at a time. */
  readonly subscriptions: number;
  /** URIs in the filter of one subscription. */
  readonly uris: number;
}

/** Characters of one URI, and of all URIs that are subscribed to. */
const longestUri = 8_192;
const heldCharacters = 64 * 1024 * 1024;

/** Holds the open subscriptions and delivers changes to those that asked for them. */
export class SubscriptionHub {
  readonly #open = new Set<ServerSubscription>();
  /** By topic and URI, `""` for topics without: a change looks at nobody else. */
  readonly #subscribers = new Map<
    TopicName,
    Map<string, Set<ServerSubscription>>
  >();
  #characters = 0;
  readonly #capabilities: ServerCapabilities;
  readonly #limits: SubscriptionLimits;
  readonly #report: (error: unknown) => void;

  /** @param report - Called with the failures of notifications to be sent. */
  constructor(
    capabilities: ServerCapabilities,
    limits: SubscriptionLimits,
    report: (error: unknown) => void,
  ) {
    this.#capabilities = capabilities;
    this.#limits = limits;
    this.#report = report;
  }

  /**
   * Opens a subscription. Its first message says what of the filter is honored:
   * what the server has no capability for is left out, without an error. Where
   * nothing is left there will never be anything to tell, so it ends at once.
   */
  open(request: TakenRequest): void {
    const filter = this.#honored(
      request.params["notifications"] as SubscriptionFilter,
    );
    const refusal = this.#refusal(filter);
    if (refusal !== undefined) {
      request.fail(refusal);
      return;
    }
    const subscription = new ServerSubscription(
      request,
      filter,
      this.#report,
      this.#remove,
    );
    subscription.acknowledge();
    if (keysOf(filter).next().done) {
      subscription.complete();
    } else {
      this.#add(subscription);
      request.release();
    }
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
    const byUri = this.#subscribers.get(name);
    if (byUri === undefined || topic.byUri !== (uri !== undefined)) return;
    const change = { method: topic.notification, uri };
    // One that subscribed to a resource and to what is above it is told once.
    const told = new Set<ServerSubscription>();
    for (const key of uri === undefined
      ? [""]
      : coveringUris(uri, longestUri)) {
      for (const subscription of byUri.get(key) ?? []) told.add(subscription);
    }
    for (const subscription of told) subscription.announce(change);
  }

  /** Ends all subscriptions gracefully. */
  close(): void {
    for (const subscription of this.#open) {
      this.#remove(subscription);
      subscription.complete();
    }
  }

  #honored(wanted: SubscriptionFilter): SubscriptionFilter {
    const honored: Record<string, unknown> = {};
    for (const name of topicNames) {
      if (!hasOwn(wanted, name)) continue;
      const topic: Topic = topics[name];
      const value = (wanted as Record<string, unknown>)[name];
      const asks = topic.byUri ? Array.isArray(value) : value === true;
      if (asks && hasCapability(this.#capabilities, topic.capability)) {
        honored[name] = value;
      }
    }
    return honored;
  }

  /** Why a subscription with this filter is not opened, if so. */
  #refusal(filter: SubscriptionFilter): ErrorObject | undefined {
    let uris = 0;
    let characters = this.#characters;
    for (const [name, uri] of keysOf(filter)) {
      const topic: Topic = topics[name];
      uris += topic.byUri ? 1 : 0;
      characters += uri.length;
      if (uris > this.#limits.uris) {
        return {
          code: INVALID_PARAMS,
          message: `The filter names more than the ${this.#limits.uris} URIs that one subscription may have.`,
        };
      }
      if (uri.length > longestUri) {
        return {
          code: INVALID_PARAMS,
          message: `The filter names a URI of more than ${longestUri} characters.`,
        };
      }
    }
    return this.#open.size >= this.#limits.subscriptions ||
      characters > heldCharacters
      ? { code: INTERNAL_ERROR, message: "Too many subscriptions are open." }
      : undefined;
  }

  #add(subscription: ServerSubscription): void {
    this.#open.add(subscription);
    for (const [name, uri] of keysOf(subscription.filter)) {
      const byUri = entry(this.#subscribers, name, () => new Map());
      const subscribers = entry(byUri, uri, () => new Set());
      if (!subscribers.has(subscription)) {
        subscribers.add(subscription);
        this.#characters += uri.length;
      }
    }
  }

  readonly #remove = (subscription: ServerSubscription): void => {
    if (!this.#open.delete(subscription)) return;
    for (const [name, uri] of keysOf(subscription.filter)) {
      const byUri = this.#subscribers.get(name);
      const subscribers = byUri?.get(uri);
      if (!subscribers?.delete(subscription)) continue;
      this.#characters -= uri.length;
      if (subscribers.size === 0) byUri?.delete(uri);
    }
  };
}

/** Where a subscription stands in the index: each topic of its filter, with each URI. */
function* keysOf(
  filter: SubscriptionFilter,
): Generator<[name: TopicName, uri: string], void> {
  for (const name of topicNames) {
    const value: unknown = filter[name];
    if (Array.isArray(value)) {
      for (const uri of value) yield [name, String(uri)];
    } else if (value !== undefined) {
      yield [name, ""];
    }
  }
}

function entry<Key, Value>(
  map: Map<Key, Value>,
  key: Key,
  make: () => Value,
): Value {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}
