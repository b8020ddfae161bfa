/** Client and server in one process, with JSON text between them as on any wire. */
import { ConnectionError } from "./protocol/connection-error.js";
import { jsonText } from "./protocol/json-text.js";
import {
  deliverText,
  type Receiver,
  type Transport,
} from "./protocol/transport.js";
import type { JSONRPCMessage } from "../types.js";

/**
 * Makes two transports, each the other's far end: one for a client, one for
 * `serve`.
 *
 * Messages cross as JSON text, so nothing is shared between the two sides and
 * nothing passes that a real wire would not carry. They arrive in order, in a
 * microtask of their own: never while `send` is still running.
 *
 * ```ts
 * const [near, far] = memoryTransports();
 * serve(server, far);
 * const client = new Client(near, { info });
 * ```
 */
export function memoryTransports(): [client: Transport, server: Transport] {
  const client = new MemoryTransport();
  const server = new MemoryTransport();
  client.peer = server;
  server.peer = client;
  return [client, server];
}

class MemoryTransport implements Transport {
  /** The other end; set by {@link memoryTransports}, gone once either end closed. */
  peer: MemoryTransport | undefined;
  #receiver: Receiver | undefined;
  /** What has been sent to this end and not been delivered yet. */
  #arrived: string[] = [];
  #scheduled = false;
  #closed = false;

  receive(receiver: Receiver): void {
    this.#receiver = receiver;
    if (this.#closed) {
      receiver.closed();
    } else {
      this.#schedule();
    }
  }

  send(message: JSONRPCMessage): void | Promise<void> {
    const peer = this.peer;
    if (peer === undefined) {
      return Promise.reject(
        new ConnectionError("The memory transport is closed."),
      );
    }
    peer.#arrived.push(jsonText(message));
    peer.#schedule();
  }

  close(): Promise<void> {
    if (!this.#closed) {
      this.#closed = true;
      this.#arrived = [];
      const peer = this.peer;
      this.peer = undefined;
      if (peer !== undefined) {
        // What was sent before still arrives there, then its end comes.
        peer.peer = undefined;
        peer.#schedule();
      }
      this.#receiver?.closed();
    }
    return Promise.resolve();
  }

  #schedule(): void {
    if (!this.#scheduled && this.#receiver !== undefined) {
      this.#scheduled = true;
      queueMicrotask(() => this.#deliver());
    }
  }

  #deliver(): void {
    this.#scheduled = false;
    const receiver = this.#receiver;
    if (receiver === undefined || this.#closed) {
      return;
    }
    const arrived = this.#arrived;
    this.#arrived = [];
    for (const text of arrived) {
      deliverText(receiver, text);
      if (this.#closed) {
        return;
      }
    }
    if (this.peer === undefined && this.#arrived.length === 0) {
      this.#closed = true;
      receiver.closed();
    }
  }
}
