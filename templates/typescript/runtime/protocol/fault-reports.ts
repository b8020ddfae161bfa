/** Reports of faults that end nothing, kept to a number that a program can bear. */
import { LocalError } from "./local-error.js";

/** More faults of a peer came in than are reported one by one. */
export class UnreportedFaultsError extends LocalError {
  static override readonly errorName: string = "UnreportedFaultsError";
  /** How many were left out since the last one that was reported. */
  readonly count: number;

  constructor(count: number) {
    super(`${count} further faults came too fast to be reported one by one.`);
    this.count = count;
  }
}

/** How many faults in a row are reported one by one. */
const burst = 50;
/** How long it takes until one more may be reported, in milliseconds. */
const pauseMs = 100;

/**
 * Passes faults on: the first 50, and then 10 in a second. An error costs many times
 * what a peer pays to cause it, so it is made only where it is reported. Those that
 * were left out are counted.
 */
export class FaultReports {
  readonly #hook: (error: Error) => void;
  #left: number = burst;
  #refilledAt: number = performance.now();
  #unreported = 0;

  /** @param hook called with the faults; must not throw */
  constructor(hook: (error: Error) => void) {
    this.#hook = hook;
  }

  /** Reports a fault, or counts it. */
  report(make: () => Error): void {
    if (this.#left === 0) this.#refill();
    if (this.#left === 0) {
      this.#unreported += 1;
      return;
    }
    this.#left -= 1;
    this.flush();
    this.#hook(make());
  }

  /** Counts faults that somebody else left out already. */
  leaveOut(count: number): void {
    this.#unreported += count;
  }

  /** Tells how many faults were left out, if any were. */
  flush(): void {
    const count = this.#unreported;
    if (count === 0) return;
    this.#unreported = 0;
    this.#hook(new UnreportedFaultsError(count));
  }

  #refill(): void {
    const now = performance.now();
    const earned = Math.floor((now - this.#refilledAt) / pauseMs);
    if (earned > 0) {
      this.#left = Math.min(burst, earned);
      this.#refilledAt = now;
    }
  }
}
