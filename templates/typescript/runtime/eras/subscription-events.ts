/** What a client's subscription gives: what changed at the server, as an async iterable. */
import type { ServerNotificationTypes } from "../../methods.js";
import type { topics, TopicName, SubscriptionFilter } from "../revision.js";

/** Notifications that a subscription delivers. */
export type SubscriptionEvent =
  ServerNotificationTypes[(typeof topics)[TopicName]["notification"]]["notification"];

/** Options of one subscription. Durations are in milliseconds. */
export interface ListenOptions {
  /** Ends the subscription. */
  readonly signal?: AbortSignal | undefined;
  /** How long to wait for the acknowledgement. Default: the client's `timeoutMs`. */
  readonly timeoutMs?: number | undefined;
  /**
   * How often in a row to open the subscription again when its stream breaks, with
   * growing, random pauses. Default: 10; 0 ends it with an error at once.
   */
  readonly maxReconnects?: number | undefined;
  /**
   * Called after the subscription was opened again: changes in between were
   * missed, so look at what you hold. Kept results have been dropped already.
   */
  readonly onReconnect?: (() => void) | undefined;
  /** How many events may wait to be read. Default: 10,000. */
  readonly maxWaiting?: number | undefined;
  /**
   * Called when events came faster than they were read, so that more than `maxWaiting`
   * (or 4 MiB) of them waited. All of those were dropped: `count` changes were missed, so
   * look at what you hold. Kept results have been dropped already.
   */
  readonly onMissed?: ((count: number) => void) | undefined;
  /** Trace context and own keys for `_meta`. */
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * What changed at the server. Iterate over it; leaving the loop ends the
 * subscription. The loop also ends when the server ends the subscription, and it
 * throws when the subscription cannot be opened or is lost.
 */
export interface Subscription extends AsyncIterableIterator<SubscriptionEvent> {
  /**
   * What the server will announce: the filter, less what it cannot do. Rejects if
   * the subscription could not be opened.
   */
  readonly acknowledged: Promise<SubscriptionFilter>;
  /** Ends the subscription and tells the server. May be called again. */
  close(): void;
}
