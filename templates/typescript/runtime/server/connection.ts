/** A server's side of one connection: where the messages of its peer go. */
import type {
  JSONRPCNotification,
  JSONRPCRequest,
  RequestId,
} from "../../types.js";
import type { ServerEra } from "../eras/server-era.js";
import type { Peer, PeerUser } from "../peer/peer.js";
import { FaultReports } from "../protocol/fault-reports.js";
import { InvalidMessageError } from "../protocol/local-error.js";
import type { Exchange, OpenRequest } from "../protocol/transport.js";

/** What a connection needs of its server. */
export interface ConnectionHost {
  readonly era: ServerEra;
  /** Serves a request in the session of the connection. Never throws. */
  serve(
    request: JSONRPCRequest,
    exchange: Exchange,
    session: unknown,
  ): OpenRequest;
  /** Takes a notification in the session of the connection. */
  notification(notification: JSONRPCNotification, session: unknown): void;
  /** Takes a fault of the client or of the wire. */
  peerFault(error: unknown): void;
}

/** Holds the session of a connection: what the era keeps for it. */
export class ServerConnection implements PeerUser {
  readonly refusesInvalid = true;
  readonly #host: ConnectionHost;
  readonly #session: unknown;
  readonly #detach: () => void;
  /** A client can cause faults faster than a program can take reports of them. */
  readonly #faults = new FaultReports((error) => this.#host.peerFault(error));

  constructor(host: ConnectionHost, peer: Peer, detach: () => void) {
    this.#host = host;
    this.#session = host.era.open(peer);
    this.#detach = detach;
  }

  request(request: JSONRPCRequest, exchange: Exchange): OpenRequest {
    return this.#host.serve(request, exchange, this.#session);
  }

  notification(notification: JSONRPCNotification): void {
    this.#host.notification(notification, this.#session);
  }

  unmatched(response: Readonly<Record<string, unknown>>): void {
    this.fault(
      () =>
        new InvalidMessageError(
          "The client sent a response to nothing that was asked.",
          response,
        ),
    );
  }

  get batches(): boolean {
    return this.#host.era.batches?.(this.#session) === true;
  }

  refusesInBatch(message: unknown): boolean {
    return this.#host.era.refusesInBatch?.(message) === true;
  }

  cancellation(id: RequestId, reason: string): JSONRPCNotification | undefined {
    return this.#host.era.cancellation?.(id, reason);
  }

  fault(error: () => Error): void {
    this.#faults.report(error);
  }

  unreported(count: number): void {
    this.#faults.leaveOut(count);
  }

  closed(): void {
    this.#faults.flush();
    this.#detach();
    this.#host.era.closed(this.#session);
  }
}
