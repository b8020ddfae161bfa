/** A subscription in the stateless era: a request that is answered when it ends. */
import type {
  JSONRPCNotification,
  JSONRPCRequest,
  RequestId,
  SubscriptionFilter,
} from "../../../types.js";
import type { OutgoingRequest } from "../../peer/outgoing.js";
import type { Peer } from "../../peer/peer.js";
import type { Abortable } from "../../protocol/abort-watch.js";
import { quoted } from "../../protocol/limits.js";
import {
  ClosedError,
  InvalidMessageError,
  SubscriptionError,
} from "../../protocol/local-error.js";
import { hasOwn, isObject } from "../../protocol/message.js";
import { callHook, withReason } from "../../protocol/to-error.js";
import type { MessageOrigin } from "../../protocol/transport.js";
import { errorFrom } from "../../protocol/wire-error.js";
import {
  builtInMethods,
  notificationNames,
  staleMethods,
} from "../../revision.js";
import type { OpenCall } from "../client-era.js";
import { EventQueue } from "../event-queue.js";
import type {
  ListenOptions,
  Subscription,
  SubscriptionEvent,
} from "../subscription-events.js";
import type { ClientParts, OpenSubscription } from "./client-parts.js";

/** Pause before the first new attempt, in milliseconds; doubled for each further one. */
const firstPause = 500;
const longestPause = 30_000;

/**
 * How long a stream has to have been open for its reconnects to be counted from 0 again,
 * in milliseconds. A server that acknowledges and closes at once uses them up.
 */
const healthyAfter = 5_000;

type Reader = {
  resolve(result: IteratorResult<SubscriptionEvent>): void;
  reject(error: unknown): void;
};

/** A subscription as the session sees it (specification: basic/patterns/subscriptions). */
export class ClientSubscription
  implements Subscription, OpenSubscription, Abortable
{
  readonly acknowledged: Promise<SubscriptionFilter>;

  readonly #parts: ClientParts;
  readonly #peer: Peer<OpenCall>;
  readonly #filter: SubscriptionFilter;
  readonly #options: ListenOptions;
  readonly #events: EventQueue<SubscriptionEvent>;
  readonly #readers: Reader[] = [];
  #acknowledge!: (filter: SubscriptionFilter) => void;
  #refuse!: (error: unknown) => void;
  #id: RequestId = 0;
  /** The request that is open now. */
  #open: OutgoingRequest | undefined;
  /** Whether the request that is open now has been acknowledged. */
  #live = false;
  #everLive = false;
  /** When the request that is open now was acknowledged. */
  #liveSince = 0;
  #attempts = 0;
  #pause: ReturnType<typeof setTimeout> | undefined;
  #over = false;
  #error: unknown;

  constructor(
    parts: ClientParts,
    filter: SubscriptionFilter,
    options: ListenOptions,
  ) {
    this.#parts = parts;
    this.#peer = parts.host.peer;
    this.#filter = filter;
    this.#options = options;
    this.#events = new EventQueue(options.maxWaiting ?? 10_000);
    this.acknowledged = new Promise((resolve, reject) => {
      this.#acknowledge = resolve;
      this.#refuse = reject;
    });
    // A program that iterates gets the failure there.
    this.acknowledged.catch((): undefined => undefined);
    this.#start();
  }

  #start(): void {
    const { signal } = this.#options;
    if (signal !== undefined) {
      if (signal.aborted) {
        this.#finish(signal.reason);
        return;
      }
      this.#peer.signals.add(signal, this);
    }
    const ready = this.#parts.agreement.ready(
      builtInMethods.listen,
      this.#timeoutMs,
    );
    if (ready === undefined) this.#send();
    else {
      ready.then(
        () => this.#send(),
        (error: unknown) => this.#finish(error),
      );
    }
  }

  get #timeoutMs(): number {
    return this.#options.timeoutMs ?? this.#parts.host.timeoutMs;
  }

  #send(): void {
    if (this.#over) return;
    this.#parts.pausing.delete(this);
    this.#live = false;
    try {
      this.#open = this.#peer.request(this, {
        idleMs: this.#timeoutMs,
        totalMs: Infinity,
        endsAt: Infinity,
      });
    } catch (error) {
      this.#finish(error);
    }
  }

  message(id: RequestId): JSONRPCRequest {
    this.#id = id;
    const _meta = this.#parts.meta.build({
      version: this.#parts.agreement.version,
      own: this.#options.meta,
    });
    return {
      jsonrpc: "2.0",
      id,
      method: builtInMethods.listen,
      params: { notifications: this.#filter, _meta },
    };
  }

  event(notification: JSONRPCNotification): void {
    if (notification.method === notificationNames.acknowledged) {
      this.#acknowledged(notification);
    } else if (!this.#live) {
      this.#cancel("Not acknowledged first.");
      this.#finish(
        this.#problem(
          `${notification.method} came before the acknowledgement.`,
        ),
      );
    } else {
      this.#push(notification as SubscriptionEvent);
    }
  }

  #acknowledged(notification: JSONRPCNotification): void {
    if (this.#live) {
      this.#parts.host.fault(
        () =>
          new InvalidMessageError(
            "A subscription was acknowledged a second time; that was ignored.",
            notification,
          ),
      );
      return;
    }
    this.#open?.waitForever();
    this.#live = true;
    this.#liveSince = performance.now();
    const honoured: unknown = notification.params?.["notifications"];
    this.#acknowledge(
      isObject(honoured) ? (honoured as SubscriptionFilter) : {},
    );
    if (this.#everLive) {
      for (const [field, methods] of Object.entries<readonly string[]>(
        staleMethods,
      )) {
        if (field in this.#filter) this.#parts.host.invalidate(methods);
      }
      callHook(this.#options.onReconnect);
    }
    this.#everLive = true;
  }

  #push(event: SubscriptionEvent): void {
    const reader = this.#readers.shift();
    if (reader !== undefined) {
      reader.resolve({ value: event, done: false });
      return;
    }
    const missed = this.#events.push(event);
    if (missed > 0) callHook(this.#options.onMissed, missed);
  }

  response(
    message: Readonly<Record<string, unknown>>,
    origin: MessageOrigin | undefined,
  ): void {
    this.#open = undefined;
    if (hasOwn(message, "error")) {
      const error = errorFrom(message["error"]);
      this.#finish(
        this.#problem(
          `The server refused the subscription: ${quoted(error.message)}`,
          this.#parts.agreement.explainError(
            builtInMethods.listen,
            error,
            origin,
          ),
        ),
      );
    } else if (this.#live) {
      this.#finish();
    } else {
      this.#finish(
        this.#problem("The server ended the subscription unacknowledged."),
      );
    }
  }

  ended(): void {
    if (this.#open !== undefined) this.#peer.forget(this.#open);
    this.#finish();
  }

  failed(cause: Error): void {
    this.#open = undefined;
    const limit = this.#options.maxReconnects ?? 10;
    if (this.#live && performance.now() - this.#liveSince >= healthyAfter) {
      this.#attempts = 0;
    }
    this.#live = false;
    if (this.#peer.over || !this.#everLive || this.#attempts >= limit) {
      this.#finish(
        cause instanceof ClosedError || !this.#everLive
          ? this.#parts.agreement.explainFailure(cause)
          : this.#problem(
              withReason("The subscription broke off.", cause),
              cause,
            ),
      );
      return;
    }
    const longest = Math.min(longestPause, firstPause * 2 ** this.#attempts);
    this.#attempts++;
    this.#pause = setTimeout(
      () => this.#send(),
      longest * (0.5 + Math.random() / 2),
    );
    this.#parts.pausing.add(this);
  }

  abort(reason: unknown): void {
    this.#cancel("The subscription is not wanted any more.");
    this.#finish(reason);
  }

  close(): void {
    this.#cancel("The subscription is not wanted any more.");
    this.#events.clear();
    this.#finish();
  }

  #cancel(reason: string): void {
    if (this.#open !== undefined) this.#peer.cancel(this.#open, reason);
    this.#open = undefined;
  }

  #finish(error?: unknown): void {
    if (this.#over) return;
    this.#over = true;
    this.#error = error;
    clearTimeout(this.#pause);
    this.#parts.pausing.delete(this);
    if (this.#options.signal !== undefined) {
      this.#peer.signals.remove(this.#options.signal, this);
    }
    this.#refuse(error ?? this.#problem("The subscription ended."));
    const [first, ...others] = this.#readers.splice(0);
    if (first !== undefined) this.next().then(first.resolve, first.reject);
    for (const reader of others)
      reader.resolve({ value: undefined, done: true });
  }

  #problem(message: string, cause?: unknown): SubscriptionError {
    return new SubscriptionError(message, this.#filter, this.#id, cause);
  }

  // AsyncIterableIterator

  next(): Promise<IteratorResult<SubscriptionEvent>> {
    const value = this.#events.shift();
    if (value !== undefined) return Promise.resolve({ value, done: false });
    if (!this.#over) {
      return new Promise((resolve, reject) => {
        this.#readers.push({ resolve, reject });
      });
    }
    const error = this.#error;
    this.#error = undefined;
    return error === undefined
      ? Promise.resolve({ value: undefined, done: true })
      : Promise.reject(error);
  }

  return(): Promise<IteratorResult<SubscriptionEvent>> {
    this.close();
    return Promise.resolve({ value: undefined, done: true });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
