/** AbortSignals of any number of calls, with one listener for each signal. */

/** Something that an AbortSignal can stop. */
export interface Abortable {
  /** Called when the signal fires; `reason` is the signal's own. */
  abort(reason: unknown): void;
}

/**
 * One signal often guards many calls at once. Each of them with a listener of
 * its own would make removal slow and warn of a leak; here a signal has one
 * listener while calls wait on it, and none when they are done.
 */
export class AbortWatch {
  readonly #watched = new Map<AbortSignal, Watched>();

  /** Stops `item` when `signal` fires. A signal that has fired already does nothing. */
  add(signal: AbortSignal, item: Abortable): void {
    let watched = this.#watched.get(signal);
    if (watched === undefined) {
      const items = new Set<Abortable>();
      const listener = (): void => {
        this.#watched.delete(signal);
        for (const each of items) each.abort(signal.reason);
      };
      watched = { items, listener };
      this.#watched.set(signal, watched);
      signal.addEventListener("abort", listener, { once: true });
    }
    watched.items.add(item);
  }

  /** Forgets `item`, and the signal with the last of its items. */
  remove(signal: AbortSignal, item: Abortable): void {
    const watched = this.#watched.get(signal);
    if (watched === undefined) return;
    watched.items.delete(item);
    if (watched.items.size === 0) {
      this.#watched.delete(signal);
      signal.removeEventListener("abort", watched.listener);
    }
  }
}

interface Watched {
  readonly items: Set<Abortable>;
  readonly listener: () => void;
}
