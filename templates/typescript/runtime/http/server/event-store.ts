/** Keeping what was sent on streams, so that a client can resume one (specification: basic/transports). */

/** What was sent after an event on its stream. */
export interface Replay {
  readonly streamId: string;
  /** Events after the one that was named, oldest first. */
  readonly events: readonly StoredEvent[];
}

/** A message as it was sent. */
export interface StoredEvent {
  readonly id: string;
  /** The message as JSON text; empty for an event without one. */
  readonly json: string;
}

/**
 * Keeps events of sessions. Ids have to be unique in a session, and an id has to lead to
 * its stream.
 */
export interface EventStore {
  /**
   * Keeps a message.
   *
   * @param json - As JSON text; empty for the event that a stream begins with.
   * @returns The id of its event.
   */
  append(sessionId: string, streamId: string, json: string): string;
  /** What followed an event; undefined if it is not known. */
  replay(sessionId: string, lastEventId: string): Replay | undefined;
  /** Forgets a session. */
  drop(sessionId: string): void;
}

/** Limits of {@link InMemoryEventStore}. */
export interface InMemoryEventStoreOptions {
  /** How many events a session has at most; the oldest go first. Default: 1,000. */
  readonly maxEvents?: number | undefined;
  /** How many characters the events of a session have at most. Default: 1 Mi. */
  readonly maxLength?: number | undefined;
}

/** An event, and the stream that it was sent on. */
interface Kept extends StoredEvent {
  readonly streamId: string;
}

/** The events of one session. */
interface Kepts {
  events: Kept[];
  length: number;
  last: number;
}

/** Keeps the latest events of each session in the memory of the process. */
export class InMemoryEventStore implements EventStore {
  readonly #sessions = new Map<string, Kepts>();
  readonly #maxEvents: number;
  readonly #maxLength: number;

  constructor(options: InMemoryEventStoreOptions = {}) {
    this.#maxEvents = options.maxEvents ?? 1_000;
    this.#maxLength = options.maxLength ?? 1024 * 1024;
  }

  append(sessionId: string, streamId: string, json: string): string {
    let kept = this.#sessions.get(sessionId);
    if (kept === undefined) {
      kept = { events: [], length: 0, last: 0 };
      this.#sessions.set(sessionId, kept);
    }
    kept.last += 1;
    const id = `${streamId}-${kept.last}`;
    kept.events.push({ id, streamId, json });
    kept.length += json.length;
    while (
      kept.events.length > this.#maxEvents ||
      (kept.length > this.#maxLength && kept.events.length > 1)
    ) {
      kept.length -= kept.events.shift()?.json.length ?? 0;
    }
    return id;
  }

  replay(sessionId: string, lastEventId: string): Replay | undefined {
    const events = this.#sessions.get(sessionId)?.events ?? [];
    const at = events.findIndex(({ id }) => id === lastEventId);
    const last = events[at];
    if (last === undefined) return undefined;
    const { streamId } = last;
    return {
      streamId,
      events: events
        .slice(at + 1)
        .filter((each) => each.streamId === streamId && each.json !== ""),
    };
  }

  drop(sessionId: string): void {
    this.#sessions.delete(sessionId);
  }
}
