/**
 * Changes at a server as an iterable, in the handshake era: resources are subscribed to,
 * changes of lists come unasked, and what was not asked for is left out
 * (specification: server/resources, server/tools, server/prompts).
 */
import type { JSONRPCNotification } from "../../../types.js";
import { asError } from "../../protocol/to-error.js";
import { covers } from "../../protocol/uri-prefix.js";
import {
  topics,
  type SubscriptionFilter,
  type TopicName,
} from "../../revision.js";
import { EventQueue } from "../event-queue.js";
import type {
  ListenOptions,
  Subscription,
  SubscriptionEvent,
} from "../subscription-events.js";

/** What a subscription needs of the session. */
export interface SubscriptionHost {
  /** Runs the handshake, unless that has been done. */
  connect(): Promise<void>;
  subscribe(uri: string): Promise<void>;
  unsubscribe(uri: string): Promise<void>;
  /** Whether the server declared a capability. */
  offers(capability: string): boolean;
  /** The subscription is over. */
  ended(subscription: SessionSubscription): void;
}

/** Someone who waits for the next event. */
interface Reader {
  readonly resolve: (result: IteratorResult<SubscriptionEvent>) => void;
  readonly reject: (error: unknown) => void;
}

/** One subscription of a client. */
export class SessionSubscription implements Subscription {
  readonly acknowledged: Promise<SubscriptionFilter>;
  readonly #host: SubscriptionHost;
  readonly #filter: Readonly<Record<string, unknown>>;
  readonly #options: ListenOptions;
  readonly #queue: EventQueue<JSONRPCNotification>;
  /** Resources that were subscribed to. */
  readonly #uris: string[] = [];
  readonly #readers: Reader[] = [];
  readonly #abort = (): void => this.#end(this.#options.signal?.reason);
  #honoured: Readonly<Record<string, unknown>> = {};
  #acknowledge!: (filter: SubscriptionFilter) => void;
  #refuse!: (error: unknown) => void;
  #error: unknown;
  #isOver = false;

  constructor(
    host: SubscriptionHost,
    filter: SubscriptionFilter,
    options: ListenOptions,
  ) {
    this.#host = host;
    this.#filter = filter as Record<string, unknown>;
    this.#options = options;
    this.#queue = new EventQueue(options.maxWaiting ?? 10_000);
    this.acknowledged = new Promise((resolve, reject) => {
      this.#acknowledge = resolve;
      this.#refuse = reject;
    });
    // Whoever iterates learns of it there.
    this.acknowledged.catch((): undefined => undefined);
  }

  /** Subscribes to what the filter names. */
  open(): void {
    const { signal } = this.#options;
    if (signal?.aborted === true) {
      this.#end(signal.reason);
      return;
    }
    signal?.addEventListener("abort", this.#abort);
    this.#open().catch((error: unknown) => this.fail(asError(error)));
  }

  async #open(): Promise<void> {
    await this.#host.connect();
    const honoured: Record<string, unknown> = {};
    for (const [name, { capability, byUri }] of Object.entries<{
      readonly capability: string;
      readonly byUri: boolean;
    }>(topics)) {
      const wanted = this.#filter[name];
      if (wanted === undefined || wanted === false) continue;
      if (!this.#host.offers(capability)) continue;
      if (!byUri) honoured[name] = true;
      else if (Array.isArray(wanted)) {
        honoured[name] = await this.#subscribe(wanted as readonly string[]);
      }
    }
    this.#honoured = honoured;
    if (this.#isOver) this.#unsubscribe();
    else this.#acknowledge(honoured as SubscriptionFilter);
  }

  async #subscribe(uris: readonly string[]): Promise<readonly string[]> {
    for (const uri of new Set(uris)) {
      await this.#host.subscribe(uri);
      this.#uris.push(uri);
    }
    return [...this.#uris];
  }

  /** Takes a change, if it was asked for. */
  event(
    topic: TopicName,
    notification: JSONRPCNotification,
    uri: unknown,
  ): void {
    const wanted = this.#honoured[topic];
    if (this.#isOver || wanted === undefined) return;
    const isWanted =
      wanted === true ||
      (typeof uri === "string" && this.#uris.some((each) => covers(each, uri)));
    if (!isWanted) return;
    const reader = this.#readers.shift();
    if (reader !== undefined) {
      reader.resolve({ value: notification as SubscriptionEvent, done: false });
      return;
    }
    const missed = this.#queue.push(notification);
    if (missed > 0) this.#options.onMissed?.(missed);
  }

  /** The session is lost. */
  fail(error: Error): void {
    this.#end(error);
  }

  close(): void {
    this.#end(undefined);
  }

  next(): Promise<IteratorResult<SubscriptionEvent>> {
    const waiting = this.#queue.shift();
    if (waiting !== undefined) {
      return Promise.resolve({
        value: waiting as SubscriptionEvent,
        done: false,
      });
    }
    if (this.#isOver) return this.#last();
    return new Promise((resolve, reject) => {
      this.#readers.push({ resolve, reject });
    });
  }

  return(): Promise<IteratorResult<SubscriptionEvent>> {
    this.close();
    return Promise.resolve({ value: undefined, done: true });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** An error is told once; then it is just over. */
  #last(): Promise<IteratorResult<SubscriptionEvent>> {
    const error = this.#error;
    this.#error = undefined;
    return error === undefined
      ? Promise.resolve({ value: undefined, done: true })
      : Promise.reject(asError(error));
  }

  #end(error: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#options.signal?.removeEventListener("abort", this.#abort);
    this.#host.ended(this);
    this.#unsubscribe();
    this.#refuse(error ?? new Error("The subscription was closed."));
    this.#error = error;
    for (const reader of this.#readers.splice(0)) {
      this.#last().then(reader.resolve, reader.reject);
    }
  }

  #unsubscribe(): void {
    for (const uri of this.#uris.splice(0)) {
      // A subscription too many does no harm: its events are left out.
      this.#host.unsubscribe(uri).catch((): undefined => undefined);
    }
  }
}
