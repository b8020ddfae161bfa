/** Watching over requests that are not answered at once. */
import { Deadlines, type Expiring } from "../../protocol/deadlines.js";

/** A request that may turn out to last. */
export interface Lasting extends Expiring {
  /** Called once, when the request has not been answered for a while. */
  lasts(): void;
}

/** Tells requests that they last, and when their deadlines have come. */
export interface RequestWatch {
  /** Watches a request from its beginning. */
  begin(request: Lasting): void;
  /** Has the request expire at its deadline; called once it lasts, or has expired. */
  wait(request: Lasting): void;
  /** The request is over; may be called again. */
  end(request: Lasting): void;
}

/** How long a request has to be open to count as lasting; at most twice as long. */
const whileMs = 20;

/**
 * One watch for all requests of a server. Most are answered before anything has to
 * be done about them, so to come and go must cost next to nothing: no clock is
 * read, and one timer serves all that come within its time.
 */
export class SharedWatch implements RequestWatch {
  /** Those that came since the timer last fired, and those from before. */
  #young = new Set<Lasting>();
  #old = new Set<Lasting>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #deadlines = new Deadlines();

  begin(request: Lasting): void {
    this.#young.add(request);
    if (this.#timer === undefined) {
      this.#timer = setTimeout(this.#turn, whileMs);
    }
  }

  wait(request: Lasting): void {
    this.#deadlines.add(request);
  }

  end(request: Lasting): void {
    if (!this.#young.delete(request) && !this.#old.delete(request)) {
      this.#deadlines.remove(request);
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

/**
 * A watch for one request, with a timer of its own. Workers end the timers of a
 * request with it, and a request without a timer of its own with nothing else to
 * wait for: there, nothing can be shared.
 */
export class OwnWatch implements RequestWatch {
  #timer: ReturnType<typeof setTimeout> | undefined;

  begin(request: Lasting): void {
    this.#timer = setTimeout(() => request.lasts(), whileMs);
  }

  wait(request: Lasting): void {
    const now = performance.now();
    this.#timer = setTimeout(
      () => request.expire(performance.now()),
      Math.max(0, request.deadline - now),
    );
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}
