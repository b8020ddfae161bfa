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
  /**
   * How many characters all sessions have together at most; those that have been silent
   * longest forget theirs first. Default: 64 Mi.
   */
  readonly maxTotalLength?: number | undefined;
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
  /** Sessions that have events, those first that have been silent longest. */
  readonly #bySilence = new Set<Kepts>();
  #totalLength = 0;
  readonly #maxEvents: number;
  readonly #maxLength: number;
  readonly #maxTotalLength: number;

  constructor(options: InMemoryEventStoreOptions = {}) {
    this.#maxEvents = options.maxEvents ?? 1_000;
    this.#maxLength = options.maxLength ?? 1024 * 1024;
    this.#maxTotalLength = options.maxTotalLength ?? 64 * 1024 * 1024;
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
    this.#totalLength += json.length;
    while (
      kept.events.length > this.#maxEvents ||
      (kept.length > this.#maxLength && kept.events.length > 1)
    ) {
      const length = kept.events.shift()?.json.length ?? 0;
      kept.length -= length;
      this.#totalLength -= length;
    }
    this.#bySilence.delete(kept);
    this.#bySilence.add(kept);
    for (const silent of this.#bySilence) {
      if (this.#totalLength <= this.#maxTotalLength || silent === kept) break;
      this.#forget(silent);
    }
    return id;
  }

  /** Forgets the events of a session, but not which ids it has given. */
  #forget(kept: Kepts): void {
    this.#totalLength -= kept.length;
    kept.events = [];
    kept.length = 0;
    this.#bySilence.delete(kept);
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
    const kept = this.#sessions.get(sessionId);
    if (kept !== undefined) this.#forget(kept);
    this.#sessions.delete(sessionId);
  }
}
