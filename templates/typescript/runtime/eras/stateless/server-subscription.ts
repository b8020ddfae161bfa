/** One open subscription at a server, and the changes that wait for its subscriber. */
import { INTERNAL_ERROR } from "../../../errors.js";
import type {
  JSONRPCNotification,
  SubscriptionFilter,
} from "../../../types.js";
import { promiseOf } from "../../protocol/transport.js";
import { notificationNames, subscriptionIdKey } from "../../revision.js";
import type { TakenRequest } from "../server-era.js";

/** A change as subscribers receive it. */
export interface Change {
  /** The notification's method. */
  readonly method: string;
  /** The resource that changed, where it is about one. */
  readonly uri: string | undefined;
}

/** How many changes may wait for a subscriber that does not read. */
const waitingLimit = 1_000;

/**
 * A subscription and its subscriber. While the wire takes nothing more, changes wait
 * here, equal ones only once: to hear twice that the same thing changed says nothing
 * new. A subscriber that falls too far behind loses the subscription, as what waits
 * for one that never reads would grow for ever.
 */
export class ServerSubscription {
  /** What the server agreed to tell. */
  readonly filter: SubscriptionFilter;
  readonly #request: TakenRequest;
  readonly #report: (error: unknown) => void;
  readonly #ended: (subscription: ServerSubscription) => void;
  /** What has to be told once the wire takes more, by method and URI. */
  readonly #waiting = new Map<string, Change>();
  #blocked = false;

  /**
   * @param report - Called with notifications' failures to be sent.
   * @param ended - Called when the subscription ends for a reason of its own.
   */
  constructor(
    request: TakenRequest,
    filter: SubscriptionFilter,
    report: (error: unknown) => void,
    ended: (subscription: ServerSubscription) => void,
  ) {
    this.#request = request;
    this.filter = filter;
    this.#report = report;
    this.#ended = ended;
    request.onCancel = () => {
      this.#waiting.clear();
      ended(this);
    };
    request.onInputEnd = () => {
      ended(this);
      this.complete();
    };
  }

  /** Says what of the requested filter is honored; the first message of all. */
  acknowledge(): void {
    this.#send(notificationNames.acknowledged, { notifications: this.filter });
  }

  /** Tells of a change: now, or once the subscriber has read what came before. */
  announce(change: Change): void {
    if (!this.#blocked) {
      this.#tell(change);
      return;
    }
    this.#waiting.set(`${change.method} ${change.uri ?? ""}`, change);
    if (this.#waiting.size > waitingLimit) this.#giveUp();
  }

  /**
   * Ends the subscription gracefully: with a result, and before it, where others
   * share the channel, with a cancellation.
   */
  complete(): void {
    const request = this.#request;
    const { id } = request.request;
    this.#waiting.clear();
    if (request.exchange.shared) {
      this.#send(notificationNames.cancelled, { requestId: id });
    }
    request.complete({
      resultType: "complete",
      _meta: { [subscriptionIdKey]: id },
    });
  }

  #giveUp(): void {
    this.#waiting.clear();
    this.#ended(this);
    this.#request.fail({
      code: INTERNAL_ERROR,
      message: `The subscription was ended: more than ${waitingLimit} changes wait to be read.`,
    });
  }

  #tell({ method, uri }: Change): void {
    this.#send(method, uri === undefined ? {} : { uri });
  }

  /** Tells of what has waited, until the wire is full again. */
  readonly #catchUp = (): void => {
    this.#blocked = false;
    for (const [key, change] of this.#waiting) {
      if (this.#blocked) return;
      this.#waiting.delete(key);
      this.#tell(change);
    }
  };

  /** Sends a message of the subscription, marked with its id. */
  #send(method: string, params: Readonly<Record<string, unknown>>): void {
    const notification: JSONRPCNotification = {
      jsonrpc: "2.0",
      method,
      params: {
        ...params,
        _meta: { [subscriptionIdKey]: this.#request.request.id },
      },
    };
    try {
      const sent = promiseOf(this.#request.notify(notification));
      if (sent !== undefined) {
        this.#blocked = true;
        sent.then(this.#catchUp, (error: unknown) => {
          // Nothing can be sent any more; the end of the channel comes by itself.
          this.#waiting.clear();
          this.#report(error);
        });
      }
    } catch (error) {
      this.#report(error);
    }
  }
}
