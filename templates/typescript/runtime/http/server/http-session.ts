/** A session over HTTP: a transport whose messages come by POST and go out on streams. */
import type { JSONRPCMessage, RequestId } from "../../../types.js";
import type { HandshakeFacts } from "../../eras/handshake/facts.js";
import { findVersion } from "../../eras/handshake/versions.js";
import {
  serve,
  type Connection,
  type MessageServer,
} from "../../peer/serve.js";
import { jsonText } from "../../protocol/json-text.js";
import { hasOwn, isObject } from "../../protocol/message.js";
import type {
  HeaderReader,
  Principal,
  Receiver,
  Transport,
} from "../../protocol/transport.js";
import type { EventStore } from "./event-store.js";
import type { RequestWatch } from "./long-running.js";
import type { HttpReply } from "./reply.js";
import { SessionStream, type StreamHost } from "./session-stream.js";

/** What all sessions of a service have in common. */
export interface SessionHost {
  readonly facts: HandshakeFacts;
  readonly sseAfterMs: number;
  readonly keepAliveMs: number;
  readonly retryMs: number;
  readonly eventStore: EventStore | undefined;
  newWatch(): RequestWatch;
  /** The session is over. */
  ended(session: HttpSession): void;
}

/** A message of the client, and what it came with. */
export interface Posted {
  readonly message: unknown;
  readonly headers: HeaderReader;
  readonly principal: Principal | undefined;
}

/** One session. */
export class HttpSession implements Transport, StreamHost {
  readonly id: string;
  readonly principal: Principal | undefined;
  /** When it was last used, on the clock of `performance.now()`. */
  lastUsed: number = performance.now();
  readonly #host: SessionHost;
  readonly #connection: Connection;
  /** Streams of requests that are open, by the request's id. */
  readonly #streams = new Map<RequestId, SessionStream>();
  /** Streams that can still be resumed, by their ids. */
  readonly #byId = new Map<string, SessionStream>();
  #receiver!: Receiver;
  /** What the server says by itself. */
  #own: SessionStream | undefined;
  #version: string | undefined;
  /** The id of `initialize`, until it is answered. */
  #opening: RequestId | undefined;
  #lastStream = 0;
  #isClosed = false;

  /** @param id - Unguessable. */
  constructor(
    id: string,
    server: MessageServer,
    host: SessionHost,
    principal: Principal | undefined,
  ) {
    this.id = id;
    this.#host = host;
    this.principal = principal;
    this.#connection = serve(server, this);
  }

  get sseAfterMs(): number {
    return this.#host.sseAfterMs;
  }

  get keepAliveMs(): number {
    return this.#host.keepAliveMs;
  }

  get retryMs(): number {
    return this.#host.retryMs;
  }

  get stores(): boolean {
    return this.#host.eventStore !== undefined;
  }

  /** Whether nobody waits for anything in it. */
  get isIdle(): boolean {
    return this.#streams.size === 0 && this.#own?.isAttached !== true;
  }

  /** Whether arrays of messages are served in it. */
  get batches(): boolean {
    return findVersion(this.#host.facts, this.#version)?.batching === true;
  }

  // Transport

  receive(receiver: Receiver): void {
    this.#receiver = receiver;
  }

  send(message: JSONRPCMessage, related?: RequestId): void | Promise<void> {
    const json = jsonText(message);
    const isCall = isObject(message) && hasOwn(message, "method");
    const stream =
      related === undefined ? undefined : this.#streams.get(related);
    if (!isCall) {
      this.#answered(message, related, json, stream);
      return;
    }
    const isRequest = hasOwn(message, "id");
    const way =
      stream ?? this.#own ?? (isRequest ? this.#anyStream() : undefined);
    if (way !== undefined) return way.send(json);
    if (this.stores) {
      // Kept for the client's next stream.
      this.append(ownStreamId, json);
      return;
    }
    if (isRequest) {
      return Promise.reject(
        new Error("The client has no stream open on which it can be asked."),
      );
    }
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const stream of this.#streams.values()) stream.end();
    this.#streams.clear();
    this.#byId.clear();
    this.#own?.end();
    this.#host.eventStore?.drop(this.id);
    this.#receiver.closed();
    this.#host.ended(this);
  }

  // StreamHost

  newWatch(): RequestWatch {
    return this.#host.newWatch();
  }

  append(streamId: string, json: string): string {
    return this.#host.eventStore?.append(this.id, streamId, json) ?? "";
  }

  detached(stream: SessionStream): void {
    if (stream === this.#own) {
      this.#own = undefined;
      return;
    }
    // Without a store nobody can come back for it; the work goes on all the same.
    if (!this.stores) this.#byId.delete(stream.id);
  }

  // What the service brings

  /** Ends the session, and with it all that is open. */
  end(): Promise<void> {
    return this.#connection.close();
  }

  /** Takes a message that is not answered, or an answer. */
  take({ message }: Posted): void {
    this.lastUsed = performance.now();
    this.#receiver.message(message);
  }

  /**
   * Takes a request, or an array with one.
   *
   * @param ids - Ids of the requests.
   * @param opening - The version that `initialize` asks for, where it is that.
   */
  ask(
    { message, headers, principal }: Posted,
    ids: readonly RequestId[],
    reply: HttpReply,
    opening?: unknown,
  ): void {
    this.lastUsed = performance.now();
    const [first] = ids;
    if (first === undefined) return;
    const isOpening = opening !== undefined;
    const version = findVersion(
      this.#host.facts,
      isOpening ? opening : this.#version,
    );
    const stream = new SessionStream(
      `s${++this.#lastStream}`,
      this,
      reply,
      isOpening ? { "mcp-session-id": this.id } : undefined,
      version?.resumableStreams === true,
    );
    if (isOpening) this.#opening = first;
    for (const id of ids) this.#streams.set(id, stream);
    this.#byId.set(stream.id, stream);
    this.#receiver.message(message, {
      requestId: first,
      headers,
      principal,
      closeStream: () => stream.closeEarly(),
    });
    stream.keepOpen();
  }

  /** Opens the stream of what the server says by itself; the newest one counts. */
  openOwnStream(reply: HttpReply): void {
    this.lastUsed = performance.now();
    const version = findVersion(this.#host.facts, this.#version);
    this.#own?.end();
    this.#own = new SessionStream(
      ownStreamId,
      this,
      reply,
      undefined,
      version?.resumableStreams === true,
    );
    this.#own.open();
    this.#own.keepOpen();
  }

  /** Goes on with a stream; false if the event is not known. */
  resume(lastEventId: string, reply: HttpReply): boolean {
    this.lastUsed = performance.now();
    const replay = this.#host.eventStore?.replay(this.id, lastEventId);
    if (replay === undefined) return false;
    const { streamId, events } = replay;
    if (streamId === ownStreamId) {
      this.openOwnStream(reply);
      for (const { json } of events) void this.#own?.send(json);
      return true;
    }
    const stream = this.#byId.get(streamId);
    if (stream !== undefined) stream.resume(reply, events);
    else {
      const ended = new SessionStream(streamId, this, reply, undefined, false);
      ended.end();
      ended.resume(reply, events);
    }
    return true;
  }

  /** A stream of any request on which the client can be asked something. */
  #anyStream(): SessionStream | undefined {
    for (const stream of this.#streams.values()) {
      if (stream.isAttached) return stream;
    }
    return undefined;
  }

  #answered(
    message: unknown,
    id: RequestId | undefined,
    json: string,
    stream: SessionStream | undefined,
  ): void {
    if (stream === undefined) return;
    for (const [open, other] of this.#streams) {
      if (other === stream) this.#streams.delete(open);
    }
    if (!this.stores) this.#byId.delete(stream.id);
    if (id === this.#opening && id !== undefined) {
      this.#opening = undefined;
      const result = isObject(message) ? message["result"] : undefined;
      if (isObject(result)) {
        this.#version = result["protocolVersion"] as string;
      } else {
        // Nothing was agreed on, so there is no session.
        stream.finish(json, 200);
        void this.end();
        return;
      }
    }
    stream.finish(json, statusOf(message));
  }
}

/** The stream of what the server says by itself. */
const ownStreamId = "own";

/** JSON-RPC errors ride on a 200, but for requests that no session can serve. */
function statusOf(message: unknown): number {
  const error = isObject(message) ? message["error"] : undefined;
  const code = isObject(error) ? error["code"] : undefined;
  return code === -32600 || code === -32700 ? 400 : 200;
}
