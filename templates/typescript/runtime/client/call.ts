/** One call of a client, from its first request to its result. */
import type { RequestId, JSONRPCRequest } from "../../types.js";
import type {
  ClientEra,
  ClientMethod,
  EraCall,
  NextStep,
  OpenCall,
} from "../eras/client-era.js";
import type { CallOptions } from "../eras/client-options.js";
import type { Limits, OutgoingRequest } from "../peer/outgoing.js";
import type { Peer } from "../peer/peer.js";
import type { Abortable } from "../protocol/abort-watch.js";
import type { Expiring } from "../protocol/deadlines.js";
import {
  InvalidResultError,
  RequestTimeoutError,
} from "../protocol/local-error.js";
import { hasOwn } from "../protocol/message.js";
import { asError, callHook, messageOf } from "../protocol/to-error.js";
import type { MessageOrigin } from "../protocol/transport.js";

/** What a call needs of the client that makes it. */
export interface CallHost {
  readonly era: ClientEra;
  readonly peer: Peer<OpenCall>;
  readonly timeoutMs: number;
  readonly maxTotalMs: number;
  /** Grows whenever kept results are dropped. */
  readonly generation: number;
  /**
   * Takes note of a complete result.
   *
   * @param generation - {@link generation} when its request was sent.
   * @param repeated - The call took more than one request; its result is not kept.
   * @returns What is wrong with the result after all.
   */
  received(
    method: ClientMethod,
    params: Readonly<Record<string, unknown>>,
    result: Readonly<Record<string, unknown>>,
    generation: number,
    repeated: boolean,
  ): Error | undefined;
}

/**
 * A call settles once. It may take several requests, each under an id of its own; one
 * of them is open at a time. What an answer means is for its era to say.
 */
export class ClientCall implements OpenCall, Expiring, Abortable {
  readonly method: ClientMethod;
  /** When the whole call has to be over. */
  readonly deadline: number;
  readonly #host: CallHost;
  readonly #params: Readonly<Record<string, unknown>>;
  readonly #options: CallOptions;
  readonly #resolve: (result: never) => void;
  readonly #reject: (error: unknown) => void;
  readonly #era: EraCall;
  readonly #limits: Limits;

  #open: OutgoingRequest | undefined;
  #settled = false;
  #repeated = false;
  #generation = 0;

  constructor(
    host: CallHost,
    method: ClientMethod,
    params: Readonly<Record<string, unknown>>,
    options: CallOptions,
    resolve: (result: never) => void,
    reject: (error: unknown) => void,
  ) {
    this.method = method;
    this.#host = host;
    this.#params = params;
    this.#options = options;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#era = host.era.call(method, params, options);
    const totalMs = options.maxTotalMs ?? host.maxTotalMs;
    this.deadline = performance.now() + totalMs;
    this.#limits = {
      idleMs: options.timeoutMs ?? host.timeoutMs,
      totalMs,
      endsAt: this.deadline,
    };
  }

  get wantsLog(): boolean {
    return this.#options.logLevel !== undefined;
  }

  get hearsLog(): boolean {
    return this.#options.onLog !== undefined;
  }

  /** Sends the first request. Never throws: what goes wrong rejects the call. */
  start(): void {
    const { signal } = this.#options;
    if (signal !== undefined) {
      if (signal.aborted) {
        this.#settled = true;
        this.#reject(signal.reason);
        return;
      }
      this.#host.peer.signals.add(signal, this);
    }
    const ready = this.#host.era.ready(
      this.method,
      this.#limits.idleMs,
      this.#options,
    );
    if (ready === undefined) this.#send();
    else this.#sendAfter(ready);
  }

  #send(): void {
    const known = this.#host.era.known?.(this.method);
    if (known !== undefined) {
      this.#done(known, false);
      return;
    }
    this.#generation = this.#host.generation;
    try {
      this.#open = this.#host.peer.request(this, this.#limits);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Sends the next request once something has happened, if the call is not over by then. */
  #sendAfter(event: Promise<void>): void {
    const { deadlines } = this.#host.peer;
    if (this.deadline !== Infinity) deadlines.add(this);
    event.then(
      () => {
        deadlines.remove(this);
        if (!this.#settled) this.#send();
      },
      (error: unknown) => this.#fail(error),
    );
  }

  // Waiter

  message(id: RequestId): JSONRPCRequest {
    return this.#era.message(id);
  }

  response(
    message: Readonly<Record<string, unknown>>,
    origin: MessageOrigin | undefined,
  ): void {
    this.#go(() =>
      hasOwn(message, "result")
        ? this.#era.result(message["result"])
        : this.#era.error(message["error"], origin),
    );
  }

  failed(cause: Error): void {
    this.#go(() => this.#era.failure(cause));
  }

  /** Goes on as the era says. Whatever goes wrong on the way ends the call. */
  #go(step: () => NextStep): void {
    this.#open = undefined;
    if (this.#settled) return;
    try {
      this.#take(step());
    } catch (error) {
      this.#fail(asError(error));
    }
  }

  #take(step: NextStep): void {
    switch (step.kind) {
      case "done":
        this.#done(step.result, step.keep);
        break;
      case "failed":
        this.#fail(step.error);
        break;
      case "wait":
        step.for.then(
          (next) => this.#go(() => next),
          (error: unknown) => this.#fail(error),
        );
        break;
      case "again":
        this.#repeated = true;
        if (step.after === undefined) this.#send();
        else this.#sendAfter(step.after);
        break;
    }
  }

  #done(result: Readonly<Record<string, unknown>>, keep: boolean): void {
    const problem = keep
      ? this.#host.received(
          this.method,
          this.#params,
          result,
          this.#generation,
          this.#repeated,
        )
      : undefined;
    if (problem === undefined) {
      if (this.#settle()) this.#resolve(result as never);
    } else {
      this.#fail(
        new InvalidResultError(this.method, result, problem.message, problem),
      );
    }
  }

  progress(params: Readonly<Record<string, unknown>>): void {
    callHook(this.#options.onProgress, params as never);
  }

  log(params: Readonly<Record<string, unknown>>): boolean {
    if (this.#options.onLog === undefined) return false;
    callHook(this.#options.onLog, params as never);
    return true;
  }

  /** The time of the whole call is over while nothing is sent: it waits for input, say. */
  expire(): void {
    this.#fail(
      new RequestTimeoutError(this.method, this.#limits.totalMs, "total"),
    );
  }

  abort(reason: unknown): void {
    if (this.#open !== undefined) {
      this.#host.peer.cancel(this.#open, messageOf(reason));
    }
    this.#fail(reason);
  }

  #fail(error: unknown): void {
    if (this.#settle()) this.#reject(error);
  }

  #settle(): boolean {
    if (this.#settled) return false;
    this.#settled = true;
    const { peer } = this.#host;
    peer.deadlines.remove(this);
    if (this.#options.signal !== undefined) {
      peer.signals.remove(this.#options.signal, this);
    }
    this.#era.abandon();
    return true;
  }
}
