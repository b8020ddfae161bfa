/** A request of this side that waits for its response. */
import type { JSONRPCRequest, RequestId } from "../../types.js";
import type { Deadlines, Expiring } from "../protocol/deadlines.js";
import { RequestTimeoutError } from "../protocol/local-error.js";
import type { MessageOrigin } from "../protocol/transport.js";

/** Who waits for a response. One of `response` and `failed` is called, once. */
export interface Waiter {
  /** The message to send under an id that the peer chose. */
  message(id: RequestId): JSONRPCRequest;
  /** The response, of which only the envelope has been checked. */
  response(
    message: Readonly<Record<string, unknown>>,
    origin: MessageOrigin | undefined,
  ): void;
  /** No response will come; `cause` says why. */
  failed(cause: Error): void;
}

/** How long to wait for a response. Durations are in milliseconds, `Infinity` for ever. */
export interface Limits {
  /** How long the other side may be silent. */
  readonly idleMs: number;
  /** How long the whole call may take, for the error's text. */
  readonly totalMs: number;
  /** When the whole call has to be over, on the clock of `performance.now()`. */
  readonly endsAt: number;
}

/** What an open request needs of the peer that it belongs to. */
export interface RequestOwner {
  readonly deadlines: Deadlines;
  /** Stops waiting for a request and tells the other side so. */
  cancel(request: OutgoingRequest, reason: string): void;
}

/** One request on its way: from sending it to its response, failure or cancellation. */
export class OutgoingRequest<Of extends Waiter = Waiter> implements Expiring {
  readonly id: RequestId;
  readonly waiter: Of;
  deadline: number;
  readonly #method: string;
  readonly #limits: Limits;
  readonly #owner: RequestOwner;

  constructor(
    owner: RequestOwner,
    { id, method }: JSONRPCRequest,
    waiter: Of,
    limits: Limits,
  ) {
    this.#owner = owner;
    this.id = id;
    this.#method = method;
    this.waiter = waiter;
    this.#limits = limits;
    this.deadline = this.#next();
  }

  /**
   * Starts the idle timeout again: the other side has shown that it is at work. The
   * deadline only moves away, so the timer is not told.
   */
  progressed(): void {
    if (this.deadline !== Infinity) this.deadline = this.#next();
  }

  /** Ends the timeouts: the other side has said that it goes on until further notice. */
  waitForever(): void {
    this.#owner.deadlines.remove(this);
    this.deadline = Infinity;
  }

  expire(now: number): void {
    const { idleMs, totalMs, endsAt } = this.#limits;
    const error =
      now >= endsAt
        ? new RequestTimeoutError(this.#method, totalMs, "total")
        : new RequestTimeoutError(this.#method, idleMs, "idle");
    this.#owner.cancel(this, error.message);
    this.waiter.failed(error);
  }

  #next(): number {
    const { idleMs, endsAt } = this.#limits;
    return idleMs === Infinity && endsAt === Infinity
      ? Infinity
      : Math.min(performance.now() + idleMs, endsAt);
  }
}
