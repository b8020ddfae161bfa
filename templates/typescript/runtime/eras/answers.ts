/** Rounds of input: what the answers are collected in, and the wait where nothing was asked. */

/** Longest wait before a call is repeated that asked for nothing, in milliseconds. */
const longestPause = 10_000;

/** Sets a property under whatever name a peer chose, `__proto__` included. */
export function define(target: object, key: string, value: unknown): void {
  Object.defineProperty(target, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

/**
 * Waits before a call is repeated: longer each time, and never the same for two callers.
 *
 * @param round - 1 for the first time.
 */
export function pause(round: number, signal: AbortSignal): Promise<void> {
  const longest = Math.min(longestPause, 100 * 2 ** round);
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => {
        signal.removeEventListener("abort", stop);
        resolve();
      },
      longest * (0.5 + Math.random() / 2),
    );
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    signal.addEventListener("abort", stop, { once: true });
  });
}
