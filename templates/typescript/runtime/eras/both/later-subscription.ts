/** A subscription of a client that does not know yet which era it speaks. */
import type { SubscriptionFilter } from "../../../types.js";
import { ClosedError } from "../../protocol/local-error.js";
import type {
  Subscription,
  SubscriptionEvent,
} from "../subscription-events.js";

/** A subscription that begins once it is known how; one that is closed before never does. */
export class LaterSubscription implements Subscription {
  readonly acknowledged: Promise<SubscriptionFilter>;
  /** Undefined where it was closed before it began. */
  readonly #subscription: Promise<Subscription | undefined>;
  #isClosed = false;

  constructor(ready: Promise<void>, listen: () => Subscription) {
    this.#subscription = ready.then(() =>
      this.#isClosed ? undefined : listen(),
    );
    this.acknowledged = this.#subscription.then((begun) => {
      if (begun === undefined) {
        throw new ClosedError("The subscription was closed before it began.");
      }
      return begun.acknowledged;
    });
    // Whoever reads learns of a failure; maybe nobody does.
    this.acknowledged.catch((): undefined => undefined);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<SubscriptionEvent>> {
    const begun = await this.#subscription;
    return begun?.next() ?? { done: true, value: undefined };
  }

  async return(): Promise<IteratorResult<SubscriptionEvent>> {
    this.close();
    return { done: true, value: undefined };
  }

  close(): void {
    this.#isClosed = true;
    this.#subscription.then(
      (begun) => begun?.close(),
      (): undefined => undefined,
    );
  }
}
