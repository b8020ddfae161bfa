/** A stream of one session: the answer to a POST, or what the server says by itself. */
import { sseEvent, sseKeepAlive } from "../sse.js";
import type { Lasting, RequestWatch } from "./long-running.js";
import type { HttpReply } from "./reply.js";
import { promiseOf } from "../../protocol/transport.js";

/** What a stream needs of its session. */
export interface StreamHost {
  readonly sseAfterMs: number;
  readonly keepAliveMs: number;
  /** How long a client is asked to wait before it comes back, in milliseconds. */
  readonly retryMs: number;
  /** Whether events have ids, so that a stream can be resumed. */
  readonly stores: boolean;
  newWatch(): RequestWatch;
  /** Keeps a message; the id of its event. */
  append(streamId: string, json: string): string;
  /** The stream has no reply any more, and maybe never will. */
  detached(stream: SessionStream): void;
}

/** A stream, whether or not a client reads it now. */
export class SessionStream implements Lasting {
  readonly id: string;
  deadline: number = Infinity;
  readonly #host: StreamHost;
  readonly #headers: Readonly<Record<string, string>> | undefined;
  /** Whether it begins with an event without data, and may be closed early. */
  readonly #isResumable: boolean;
  #reply: HttpReply | undefined;
  #watch: RequestWatch | undefined;
  #isStreaming = false;
  #isBlocked = false;
  #isOver = false;

  /**
   * @param headers - Headers of its answer.
   * @param isResumable - Whether its revision has streams that are closed early.
   */
  constructor(
    id: string,
    host: StreamHost,
    reply: HttpReply,
    headers: Readonly<Record<string, string>> | undefined,
    isResumable: boolean,
  ) {
    this.id = id;
    this.#host = host;
    this.#headers = headers;
    this.#isResumable = isResumable && host.stores;
    this.#reply = reply;
  }

  /** Whether a client reads it. */
  get isAttached(): boolean {
    return this.#reply !== undefined;
  }

  /** Watches over the stream until it is over. */
  keepOpen(): void {
    if (this.#isOver) return;
    this.#watch = this.#host.newWatch();
    this.#watch.begin(this);
  }

  lasts(): void {
    this.#watchClient();
    this.#expireAfter(
      this.#isStreaming ? this.#host.keepAliveMs : this.#host.sseAfterMs,
    );
  }

  expire(): void {
    this.open();
    if (!this.#isBlocked) void this.#write(sseKeepAlive);
    this.#expireAfter(this.#host.keepAliveMs);
  }

  /** Makes it a stream of events, whatever comes. */
  open(): void {
    if (this.#isStreaming || this.#reply === undefined) return;
    this.#isStreaming = true;
    this.#reply.open(this.#headers);
    this.#watchClient();
    if (this.#isResumable) {
      const id = this.#host.append(this.id, "");
      void this.#write(`id: ${id}\ndata:\n\n`);
    }
  }

  /** Sends a message that is not the last one. */
  send(json: string): void | Promise<void> {
    if (this.#isOver) return;
    this.open();
    return this.#event(json);
  }

  /** Sends the last message, and ends the stream. */
  finish(json: string, status: number): void {
    if (this.#isOver) return;
    if (this.#isStreaming || this.#reply === undefined) {
      void this.#event(json);
      this.end();
    } else {
      const reply = this.#reply;
      this.#over();
      reply.send(status, json, this.#headers);
    }
  }

  /** Ends the stream. */
  end(): void {
    if (this.#isOver) return;
    const reply = this.#reply;
    this.#over();
    if (this.#isStreaming) reply?.end();
  }

  /** Closes the connection; the client comes back for the rest. */
  closeEarly(): void {
    if (!this.#isResumable || this.#isOver || this.#reply === undefined) return;
    this.open();
    void this.#write(`retry: ${this.#host.retryMs}\n\n`);
    const reply = this.#reply;
    this.#detach();
    reply.end();
  }

  /**
   * A client comes back for what it has not read.
   *
   * @param missed - Events that it has not read, oldest first.
   */
  resume(
    reply: HttpReply,
    missed: readonly { readonly id: string; readonly json: string }[],
  ): void {
    this.#reply?.end();
    this.#reply = reply;
    this.#isStreaming = true;
    reply.open(this.#headers);
    for (const { id, json } of missed) void this.#write(sseEvent(json, id));
    if (this.#isOver) {
      reply.end();
      return;
    }
    this.#watchClient();
    this.keepOpen();
  }

  #event(json: string): void | Promise<void> {
    const id = this.#host.stores ? this.#host.append(this.id, json) : undefined;
    return this.#write(sseEvent(json, id));
  }

  #write(text: string): void | Promise<void> {
    const written = promiseOf(this.#reply?.write(text));
    if (written !== undefined) {
      this.#isBlocked = true;
      void written.then(() => {
        this.#isBlocked = false;
      });
    }
    return written;
  }

  #watchClient(): void {
    const reply = this.#reply;
    // A closed connection cancels nothing: the work goes on.
    reply?.watch(() => {
      if (this.#reply === reply) this.#detach();
    });
  }

  #expireAfter(delayMs: number): void {
    if (this.#isOver || this.#reply === undefined) return;
    this.deadline = performance.now() + delayMs;
    this.#watch?.wait(this);
  }

  #detach(): void {
    this.#reply = undefined;
    this.#isStreaming = true;
    this.#watch?.end(this);
    this.#watch = undefined;
    this.#host.detached(this);
  }

  #over(): void {
    this.#isOver = true;
    this.#watch?.end(this);
    this.#watch = undefined;
    this.#reply = undefined;
  }
}
