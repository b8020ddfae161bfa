/** Asking a server what it is before anything else is asked of it. */
import type { Deadlines, Expiring } from "../../protocol/deadlines.js";
import {
  LegacyServerError,
  RequestTimeoutError,
} from "../../protocol/local-error.js";
import { builtInMethods } from "../../revision.js";

/**
 * One question for all calls that wait for its answer. Each waits as long as its own
 * `timeoutMs`, counted from when the question was sent: where it has been open for
 * longer, a call fails at once. The question stays open all the same, so a server that
 * was only slow to start is served as soon as it answers.
 */
export class Probe {
  readonly #askedAt: number = performance.now();
  readonly #answer: Promise<void>;
  readonly #deadlines: Deadlines;

  /**
   * @param answer settles with the answer: rejects if the server cannot be talked to
   */
  constructor(answer: Promise<void>, deadlines: Deadlines) {
    this.#answer = answer;
    this.#deadlines = deadlines;
    // A failure goes to the calls that wait; at the moment there may be none.
    answer.catch((): undefined => undefined);
  }

  /**
   * Settles with the answer.
   *
   * @param timeoutMs how long the question may have been open
   * @throws {LegacyServerError} after that time: servers of old may say nothing at all
   */
  within(timeoutMs: number): Promise<void> {
    if (timeoutMs === Infinity) return this.#answer;
    return new Promise((resolve, reject) => {
      const waiting: Expiring = {
        deadline: this.#askedAt + timeoutMs,
        expire: () => reject(silentServer(timeoutMs)),
      };
      this.#deadlines.add(waiting);
      const done = (): void => this.#deadlines.remove(waiting);
      this.#answer.then(
        () => {
          done();
          resolve();
        },
        (error: unknown) => {
          done();
          reject(error);
        },
      );
    });
  }
}

/** The verdict on a server that does not say what it is. */
export function silentServer(timeoutMs: number): LegacyServerError {
  return new LegacyServerError(
    `${builtInMethods.discover} was not answered within ${timeoutMs} ms`,
    new RequestTimeoutError(builtInMethods.discover, timeoutMs, "idle"),
  );
}
