/** Clients that speak both eras, and their transport: what goes over it may be replaced. */
import type { JSONRPCMessage, RequestId } from "../../../types.js";
import {
  BothErasClient,
  type SwitchableTransport,
} from "../../eras/both/client.js";
import type { ClientEraAddition } from "../../eras/client-era.js";
import type { HandshakeFacts } from "../../eras/handshake/facts.js";
import type { Receiver, Transport } from "../../protocol/transport.js";
import { httpTransport } from "./session-transport.js";

/**
 * What `legacy.ts` exports for clients.
 *
 * @param patienceMs - How long a server on a shared channel may be silent before the
 * handshake is tried in addition, in milliseconds. That says nothing about the server:
 * the question that is answered first counts.
 */
export function callingBoth(
  facts: HandshakeFacts,
  patienceMs = 10_000,
): ClientEraAddition {
  return {
    client(transport) {
      const both = new BothTransport(transport);
      return {
        transport: both,
        newEra: (host) =>
          new BothErasClient(host, { facts, patienceMs, transport: both }),
      };
    },
  };
}

/**
 * Messages of the stateless era go over the transport that the program made. Servers of
 * the older one are reached over HTTP by a transport with sessions, and on stdio in a
 * second process where the first has ended at the question what it is.
 */
class BothTransport implements Transport, SwitchableTransport {
  readonly #first: Transport;
  #current: Transport;
  #receiver: Receiver | undefined;
  isAsking = false;
  #isRestarted = false;

  constructor(transport: Transport) {
    this.#first = transport;
    this.#current = transport;
  }

  get probe(): boolean {
    return this.#current.probe === true;
  }

  /** Closes the stream of one request, where each has one. */
  get abort(): ((id: RequestId) => void) | undefined {
    const transport = this.#current;
    return transport.abort && ((id) => transport.abort?.(id));
  }

  receive(receiver: Receiver): void {
    this.#receiver = receiver;
    this.#open(this.#first, receiver);
    if (this.#current !== this.#first) this.#open(this.#current, receiver);
  }

  send(message: JSONRPCMessage, related?: RequestId): void | Promise<void> {
    return this.#current.send(message, related);
  }

  agreed(version: string): void {
    this.#current.agreed?.(version);
  }

  listen(): void {
    this.#current.listen?.();
  }

  async close(): Promise<void> {
    this.isAsking = false;
    await this.#current.close();
    if (this.#current !== this.#first) await this.#first.close();
  }

  get isRestarted(): boolean {
    return this.#isRestarted;
  }

  useSessions(isWanted: boolean): void {
    const { http } = this.#first;
    if (http === undefined || isWanted === (this.#current !== this.#first)) {
      return;
    }
    const before = this.#current;
    this.#current = isWanted
      ? httpTransport(http.url, http.options)
      : this.#first;
    if (!isWanted) void before.close();
    else if (this.#receiver !== undefined) {
      this.#open(this.#current, this.#receiver);
    }
  }

  /** Receives from a transport for as long as it is the one that is used. */
  #open(transport: Transport, receiver: Receiver): void {
    const isUsed = (): boolean => transport === this.#current;
    transport.receive({
      message: (message, origin) => {
        if (isUsed()) receiver.message(message, origin);
      },
      malformed: (text, cause) => {
        if (isUsed()) receiver.malformed(text, cause);
      },
      failed: (id, cause) => {
        if (isUsed()) receiver.failed(id, cause);
      },
      lost: (cause) => {
        if (isUsed()) receiver.lost(cause);
      },
      report: (error) => {
        if (isUsed()) receiver.report(error);
      },
      closed: (cause) => {
        if (!isUsed()) return;
        if (cause !== undefined && this.#beginAgain(receiver)) {
          receiver.lost(cause);
        } else {
          receiver.closed(cause);
        }
      },
    });
  }

  #beginAgain(receiver: Receiver): boolean {
    if (!this.isAsking || this.#current.again === undefined) return false;
    this.isAsking = false;
    this.#isRestarted = true;
    this.#current = this.#current.again();
    this.#open(this.#current, receiver);
    return true;
  }
}
