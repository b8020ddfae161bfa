/** Timeouts for any number of waiting things, with one timer for them all. */

/** Something that stops waiting at a certain time. */
export interface Expiring {
  /** When, on the clock of `performance.now()`; `Infinity` for never. */
  deadline: number;
  /** Called once that time has come. */
  expire(now: number): void;
}

/**
 * Watches deadlines. A timer for each would cost more than the request it
 * guards; here the one timer is set for the earliest deadline, and left alone
 * when that one is met in time: on waking it looks for the next.
 */
export class Deadlines {
  readonly #waiting = new Set<Expiring>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #wakesAt = Infinity;

  /** Watches `item` until {@link remove} is called or its deadline comes. */
  add(item: Expiring): void {
    if (this.#waiting.size === 0) this.#hold(true);
    this.#waiting.add(item);
    this.#wakeBy(item.deadline);
  }

  /** Stops watching `item`. */
  remove(item: Expiring): void {
    if (this.#waiting.delete(item) && this.#waiting.size === 0) {
      this.#hold(false);
    }
  }

  /** To be called after a watched item's deadline came closer. */
  moved(item: Expiring): void {
    if (this.#waiting.has(item)) this.#wakeBy(item.deadline);
  }

  #wakeBy(deadline: number): void {
    if (deadline >= this.#wakesAt) return;
    clearTimeout(this.#timer);
    this.#wakesAt = deadline;
    const delay = Math.min(
      Math.max(0, Math.ceil(deadline - performance.now())),
      LONGEST_DELAY_MS,
    );
    this.#timer = setTimeout(this.#wake, delay);
  }

  readonly #wake = (): void => {
    this.#timer = undefined;
    this.#wakesAt = Infinity;
    const now = performance.now();
    let next = Infinity;
    for (const item of this.#waiting) {
      if (item.deadline <= now) {
        this.#waiting.delete(item);
        item.expire(now);
      } else if (item.deadline < next) {
        next = item.deadline;
      }
    }
    if (this.#waiting.size > 0) this.#wakeBy(next);
  };

  /** An idle timer must not keep a Node process alive; other platforms have no such notion. */
  #hold(alive: boolean): void {
    const timer = this.#timer as { ref?(): void; unref?(): void } | undefined;
    if (alive) timer?.ref?.();
    else timer?.unref?.();
  }
}

/** The longest delay that `setTimeout` takes: 2^31 - 1 ms. */
export const LONGEST_DELAY_MS = 0x7fffffff;
