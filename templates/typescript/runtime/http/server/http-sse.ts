/** HTTP+SSE, the transport of 2024-11-05: one stream down, POSTs up (specification: basic/transports). */
import type { JSONRPCMessage } from "../../../types.js";
import {
  serve,
  type Connection,
  type MessageServer,
} from "../../peer/serve.js";
import { jsonText } from "../../protocol/json-text.js";
import type {
  HeaderReader,
  Principal,
  Receiver,
  Transport,
} from "../../protocol/transport.js";
import { sseKeepAlive } from "../sse.js";
import type { Lasting, RequestWatch } from "./long-running.js";
import type { HttpReply } from "./reply.js";

/** One stream, which is one session. */
export class SseConnection implements Transport, Lasting {
  readonly id: string;
  readonly principal: Principal | undefined;
  deadline: number = Infinity;
  readonly #reply: HttpReply;
  readonly #watch: RequestWatch;
  readonly #keepAliveMs: number;
  readonly #ended: () => void;
  readonly #connection: Connection;
  #receiver!: Receiver;
  #isClosed = false;

  /**
   * @param id - Unguessable.
   * @param endpoint - Where the client POSTs its messages.
   * @param ended - Called once the stream is over.
   */
  constructor(
    id: string,
    server: MessageServer,
    reply: HttpReply,
    {
      endpoint,
      principal,
      watch,
      keepAliveMs,
      ended,
    }: {
      readonly endpoint: string;
      readonly principal: Principal | undefined;
      readonly watch: RequestWatch;
      readonly keepAliveMs: number;
      readonly ended: () => void;
    },
  ) {
    this.id = id;
    this.principal = principal;
    this.#reply = reply;
    this.#watch = watch;
    this.#keepAliveMs = keepAliveMs;
    this.#ended = ended;
    reply.open();
    void reply.write(`event: endpoint\ndata: ${endpoint}\n\n`);
    this.#connection = serve(server, this);
    reply.watch(() => void this.end());
    watch.begin(this);
  }

  receive(receiver: Receiver): void {
    this.#receiver = receiver;
  }

  send(message: JSONRPCMessage): void | Promise<void> {
    if (this.#isClosed) return;
    return this.#reply.write(`event: message\ndata: ${jsonText(message)}\n\n`);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#watch.end(this);
    this.#reply.end();
    this.#receiver.closed();
    this.#ended();
  }

  /** Takes a message of the client. */
  take(message: unknown, headers: HeaderReader): void {
    this.#receiver.message(message, {
      requestId: "",
      headers,
      principal: this.principal,
    });
  }

  /** Ends the session. */
  end(): Promise<void> {
    return this.#connection.close();
  }

  lasts(): void {
    this.#wait();
  }

  expire(): void {
    void this.#reply.write(sseKeepAlive);
    this.#wait();
  }

  #wait(): void {
    if (this.#isClosed) return;
    this.deadline = performance.now() + this.#keepAliveMs;
    this.#watch.wait(this);
  }
}
