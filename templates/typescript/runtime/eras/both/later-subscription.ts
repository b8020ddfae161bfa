/** A subscription of a client that does not know yet which era it speaks. */
import type { SubscriptionFilter } from "../../../types.js";
import type {
  Subscription,
  SubscriptionEvent,
} from "../subscription-events.js";

/** A subscription that begins once it is known how. */
export class LaterSubscription implements Subscription {
  readonly acknowledged: Promise<SubscriptionFilter>;
  readonly #subscription: Promise<Subscription>;
  #isClosed = false;

  constructor(ready: Promise<void>, listen: () => Subscription) {
    this.#subscription = ready.then(() => {
      const subscription = listen();
      if (this.#isClosed) subscription.close();
      return subscription;
    });
    this.acknowledged = this.#subscription.then((each) => each.acknowledged);
    // Whoever reads learns of a failure; maybe nobody does.
    this.acknowledged.catch((): undefined => undefined);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<SubscriptionEvent>> {
    return (await this.#subscription).next();
  }

  async return(): Promise<IteratorResult<SubscriptionEvent>> {
    this.close();
    return { done: true, value: undefined };
  }

  close(): void {
    this.#isClosed = true;
    this.#subscription.then(
      (subscription) => subscription.close(),
      (): undefined => undefined,
    );
  }
}
