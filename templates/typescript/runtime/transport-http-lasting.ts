/** Telling requests that last from those that are answered at once. */

/** A request that may turn out to last. */
export interface Lasting {
  /** Called once, when the request has not been answered for a while. */
  lasts(): void;
}

/** How long a request has to be open to count as lasting; at most twice as long. */
const whileMs = 20;

/**
 * Watches requests from their beginning. Most are answered before anything has to
 * be done about them, so to come and go must cost next to nothing: no clock is
 * read, and one timer serves all that come within its time.
 */
export class LastingRequests {
  /** Those that came since the timer last fired, and those from before. */
  #young = new Set<Lasting>();
  #old = new Set<Lasting>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Watches a request until {@link remove}, or until it lasts. */
  add(request: Lasting): void {
    this.#young.add(request);
    this.#timer ??= setTimeout(this.#turn, whileMs);
  }

  /** The request has been answered. */
  remove(request: Lasting): void {
    if (!this.#young.delete(request)) {
      this.#old.delete(request);
    }
  }

  readonly #turn = (): void => {
    const lasting = this.#old;
    this.#old = this.#young;
    this.#young = new Set();
    this.#timer =
      this.#old.size === 0 ? undefined : setTimeout(this.#turn, whileMs);
    for (const request of lasting) {
      request.lasts();
    }
  };
}
