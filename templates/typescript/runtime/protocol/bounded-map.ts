/** Memory for what a peer says, of limited size. */

/** What a {@link BoundedMap} has run out of. */
export type Excess = "items" | "bytes";

interface Weighed<Value> {
  readonly value: Value;
  readonly bytes: number;
}

/** Keeps values by key; when there are too many or too large ones, the oldest go. */
export class BoundedMap<Value> {
  readonly #entries = new Map<string, Weighed<Value>>();
  readonly #maxItems: number;
  readonly #maxBytes: number;
  #bytes = 0;

  /**
   * @param maxItems how many values are kept
   * @param maxBytes how much they weigh together, as told to {@link set}
   */
  constructor(maxItems: number, maxBytes: number) {
    this.#maxItems = maxItems;
    this.#maxBytes = maxBytes;
  }

  get(key: string): Value | undefined {
    return this.#entries.get(key)?.value;
  }

  /** The same, after which the value counts as the newest. */
  touch(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /**
   * Keeps a value as the newest.
   *
   * @param bytes its weight; {@link weightOf} is one
   * @returns what there was too much of, if older values or this one had to go
   */
  set(key: string, value: Value, bytes: number): Excess | undefined {
    this.delete(key);
    this.#entries.set(key, { value, bytes });
    this.#bytes += bytes;
    let excess: Excess | undefined;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes > this.#maxBytes) excess = "bytes";
      else if (this.#entries.size > this.#maxItems) excess = "items";
      else break;
      this.delete(oldest);
    }
    return excess;
  }

  delete(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#bytes -= entry.bytes;
  }

  clear(): void {
    this.#entries.clear();
    this.#bytes = 0;
  }

  *[Symbol.iterator](): Generator<[key: string, value: Value]> {
    for (const [key, { value }] of this.#entries) yield [key, value];
  }
}

/**
 * Roughly how many bytes of memory a JSON value takes; at least `enough` if it takes
 * more than that, as counting stops there. Values may be nested to any depth.
 */
export function weightOf(value: unknown, enough: number): number {
  let bytes = 0;
  const waiting: unknown[] = [value];
  while (waiting.length > 0 && bytes < enough) {
    const one = waiting.pop();
    if (typeof one === "string") {
      bytes += 16 + one.length;
    } else if (typeof one !== "object" || one === null) {
      bytes += 8;
    } else {
      bytes += 32;
      for (const key in one) {
        bytes += 16 + key.length;
        if (bytes >= enough) break;
        waiting.push((one as Record<string, unknown>)[key]);
      }
    }
  }
  return bytes;
}
