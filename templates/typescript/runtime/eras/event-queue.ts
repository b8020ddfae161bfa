/** Events that wait to be read: equal ones once, and no more than a program can bear. */
import type { JSONRPCNotification } from "../../types.js";
import { weightOf } from "../protocol/bounded-map.js";

/** From how many on equal events are not queued twice. */
const many = 1_000;

/** What waiting events may weigh together, in bytes. */
const maxBytes = 4 * 1024 * 1024;

/**
 * Events in the order in which they came.
 *
 * A change that has not been read yet says the same when it is announced again: where
 * many wait, an event equal to one of them is not queued. Past the bound all that wait
 * are dropped: whoever reads has to look at everything anyway.
 */
export class EventQueue<Event extends JSONRPCNotification> {
  readonly #maxItems: number;
  /** Those that wait, from `#head` on. */
  #waiting: Waiting<Event>[] = [];
  #head = 0;
  /** Their keys. */
  readonly #keys = new Set<string>();
  #bytes = 0;

  /** @param maxItems how many events wait at most */
  constructor(maxItems: number) {
    this.#maxItems = maxItems;
  }

  /**
   * Adds an event.
   *
   * @returns how many events were dropped, this one included: 0 but past the bound
   */
  push(event: Event): number {
    const key = keyOf(event);
    const count = this.#waiting.length - this.#head;
    if (count >= many && key !== undefined && this.#keys.has(key)) return 0;
    const bytes = weightOf(event, maxBytes);
    if (count >= this.#maxItems || this.#bytes + bytes > maxBytes) {
      this.clear();
      return count + 1;
    }
    if (key !== undefined) this.#keys.add(key);
    this.#bytes += bytes;
    this.#waiting.push({ event, key, bytes });
    return 0;
  }

  /** Takes the oldest event. */
  shift(): Event | undefined {
    const first = this.#waiting[this.#head];
    if (first === undefined) return undefined;
    this.#head += 1;
    // The places of those that were taken are given back half at a time.
    if (this.#head * 2 > this.#waiting.length) {
      this.#waiting = this.#waiting.slice(this.#head);
      this.#head = 0;
    }
    if (first.key !== undefined) this.#keys.delete(first.key);
    this.#bytes -= first.bytes;
    return first.event;
  }

  clear(): void {
    this.#waiting = [];
    this.#head = 0;
    this.#keys.clear();
    this.#bytes = 0;
  }
}

interface Waiting<Event> {
  readonly event: Event;
  readonly key: string | undefined;
  readonly bytes: number;
}

/**
 * One text for events that say the same: those of one method that name nothing, or the
 * same single thing such as a URI. Events that say more are never equal.
 */
function keyOf({
  method,
  params = {},
}: JSONRPCNotification): string | undefined {
  let named = "";
  let count = 0;
  for (const [key, value] of Object.entries(params)) {
    if (key === "_meta") continue;
    if (typeof value !== "string") return undefined;
    named = `${key} ${value}`;
    count += 1;
  }
  return count > 1 ? undefined : `${method} ${named}`;
}
