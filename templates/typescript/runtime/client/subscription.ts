/** A client's subscription: what changed at the server, as an async iterable. */
import { errorFrom } from "../protocol/wire-error.js";
import type {
  JSONRPCNotification,
  RequestId,
  SubscriptionFilter,
} from "../../types.js";
import type { ServerNotificationTypes } from "../../methods.js";
import type { Abortable } from "../protocol/abort-watch.js";
import type { ClientSession, OpenCall } from "./session.js";
import type { Expiring } from "../protocol/deadlines.js";
import {
  ClosedError,
  InvalidMessageError,
  RequestTimeoutError,
  SubscriptionError,
} from "../protocol/local-error.js";
import { isObject } from "../protocol/message.js";
import { quoted } from "../protocol/limits.js";
import { callHook, withReason } from "../protocol/to-error.js";
import { EventQueue } from "./event-queue.js";
import { roles, signals, staleMethods, type topics } from "../revision.js";
import type { MessageOrigin } from "../protocol/transport.js";

/** Notifications that a subscription delivers. */
export type SubscriptionEvent =
  ServerNotificationTypes[(typeof topics)[keyof typeof topics]["notification"]]["notification"];

/** Options of one subscription. Durations are in milliseconds. */
export interface ListenOptions {
  /** Ends the subscription. */
  readonly signal?: AbortSignal | undefined;
  /** How long to wait for the acknowledgement. Default: the client's `timeoutMs`. */
  readonly timeoutMs?: number | undefined;
  /**
   * How often in a row to open the subscription anew when its stream breaks, with
   * growing, random pauses. Default: 10; 0 ends it with an error at once.
   */
  readonly maxReconnects?: number | undefined;
  /**
   * Called after the subscription was opened anew: changes in between were
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

/**
 * What changed at the server. Iterate over it; leaving the loop ends the
 * subscription. The loop also ends when the server ends the subscription, and it
 * throws when the subscription cannot be opened or is lost.
 */
export interface Subscription extends AsyncIterableIterator<SubscriptionEvent> {
  /**
   * What the server will tell of: the filter, less what it cannot do. Rejects if
   * the subscription could not be opened.
   */
  readonly acknowledged: Promise<SubscriptionFilter>;
  /** Ends the subscription and tells the server. May be called again. */
  close(): void;
}

/** A subscription as the session sees it (specification: basic/patterns/subscriptions). */
export class ClientSubscription
  implements Subscription, OpenCall, Expiring, Abortable
{
  deadline: number = Infinity;
  readonly wantsLog = false;
  readonly acknowledged: Promise<SubscriptionFilter>;

  readonly #session: ClientSession;
  readonly #filter: SubscriptionFilter;
  readonly #options: ListenOptions;
  readonly #events: EventQueue<SubscriptionEvent>;
  readonly #readers: Reader[] = [];
  #acknowledge!: (filter: SubscriptionFilter) => void;
  #refuse!: (error: unknown) => void;
  #id: RequestId = 0;
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
    session: ClientSession,
    filter: SubscriptionFilter,
    options: ListenOptions,
  ) {
    this.#session = session;
    this.#filter = filter;
    this.#options = options;
    this.#events = new EventQueue(options.maxWaiting ?? 10_000);
    this.acknowledged = new Promise((resolve, reject) => {
      this.#acknowledge = resolve;
      this.#refuse = reject;
    });
    // Whoever iterates learns of a failure there.
    this.acknowledged.catch(() => undefined);
    this.#start();
  }

  #start(): void {
    const { signal } = this.#options;
    if (signal !== undefined) {
      if (signal.aborted) {
        this.#finish(signal.reason);
        return;
      }
      this.#session.signals.add(signal, this);
    }
    const ready = this.#session.ready(
      roles.listen,
      this.#options.timeoutMs ?? this.#session.timeoutMs,
    );
    if (ready === undefined) this.#send();
    else {
      ready.then(
        () => this.#send(),
        (error: unknown) => this.#finish(error),
      );
    }
  }

  #send(): void {
    if (this.#over) return;
    const session = this.#session;
    const id = session.nextId();
    let meta: Readonly<Record<string, unknown>>;
    try {
      meta = session.meta.build({
        version: session.version,
        own: this.#options.meta,
      });
    } catch (error) {
      this.#finish(error);
      return;
    }
    this.#id = id;
    this.#live = false;
    session.open.set(id, this);
    this.deadline =
      performance.now() + (this.#options.timeoutMs ?? session.timeoutMs);
    if (this.deadline !== Infinity) session.deadlines.add(this);
    session.send({
      jsonrpc: "2.0",
      id,
      method: roles.listen,
      params: { notifications: this.#filter, _meta: meta },
    });
  }

  /** The request under the present id is done with. */
  #close(): void {
    this.#session.open.delete(this.#id);
    this.#session.deadlines.remove(this);
  }

  event(notification: JSONRPCNotification): void {
    if (notification.method === signals.acknowledged) {
      this.#acknowledged(notification);
    } else if (!this.#live) {
      this.#session.cancel(this.#id, "Not acknowledged first.");
      this.#close();
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
      this.#session.faults.report(
        () =>
          new InvalidMessageError(
            "A subscription was acknowledged a second time; that was ignored.",
            notification,
          ),
      );
      return;
    }
    this.#session.deadlines.remove(this);
    this.deadline = Infinity;
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
        if (field in this.#filter) this.#session.cache?.invalidate(methods);
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
    this.#close();
    if (Object.hasOwn(message, "error")) {
      const error = errorFrom(message["error"]);
      this.#finish(
        this.#problem(
          `The server refused the subscription: ${quoted(error.message)}`,
          this.#session.explainError(roles.listen, error, origin),
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
    this.#close();
    this.#finish();
  }

  failed(cause: Error): void {
    this.#close();
    const limit = this.#options.maxReconnects ?? 10;
    if (this.#live && performance.now() - this.#liveSince >= healthyAfter) {
      this.#attempts = 0;
    }
    this.#live = false;
    if (this.#session.over || !this.#everLive || this.#attempts >= limit) {
      this.#finish(
        cause instanceof ClosedError || !this.#everLive
          ? this.#session.explainFailure(cause)
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
    this.#session.pausing.add(this);
  }

  // A listen request asks for neither progress nor log messages.
  progress(): void {}
  log(): boolean {
    return false;
  }

  expire(): void {
    const error = new RequestTimeoutError(
      roles.listen,
      this.#options.timeoutMs ?? this.#session.timeoutMs,
      "idle",
    );
    this.#session.cancel(this.#id, error.message);
    this.failed(error);
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
    if (this.#session.open.get(this.#id) !== this) return;
    this.#session.cancel(this.#id, reason);
    this.#close();
  }

  #finish(error?: unknown): void {
    if (this.#over) return;
    this.#over = true;
    this.#error = error;
    clearTimeout(this.#pause);
    this.#session.pausing.delete(this);
    if (this.#options.signal !== undefined) {
      this.#session.signals.remove(this.#options.signal, this);
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
