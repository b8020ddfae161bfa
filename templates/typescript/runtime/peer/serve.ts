/** A server behind a channel that carries all its requests: stdio, memory, a socket. */
import type { JSONRPCNotification, JSONRPCRequest } from "../../types.js";
import type {
  Exchange,
  OpenRequest,
  Transport,
} from "../protocol/transport.js";
import { Peer, type PeerUser } from "./peer.js";

/**
 * The server as adapters see it. `createMcpServer` makes one.
 *
 * A channel is a connection: {@link serve} gives the server a peer to talk to. HTTP
 * without sessions has none, and hands over each request with its own way back.
 */
export interface MessageServer {
  /** Protocol versions that are served; named to clients that come with others. */
  readonly supportedVersions: readonly string[];
  /** Whether the server is closing or closed: requests are refused. */
  readonly closing: boolean;
  /**
   * Begins a connection: what one client and the server agree on, and what is open
   * between them.
   *
   * @returns What the peer's messages go to.
   */
  connect(peer: Peer): PeerUser;
  /**
   * Serves one request that belongs to no connection: checks it, runs the handler,
   * responds. Never throws.
   *
   * @param request - Classified by {@link classifyMessage} as a request.
   */
  request(request: JSONRPCRequest, exchange: Exchange): OpenRequest;
  /** Takes a notification that belongs to no connection. */
  notification(notification: JSONRPCNotification): void;
  /** Reports a fault of a client or of the wire to the server's program. */
  report(error: Error): void;
}

/** Adds another era to a server: what `legacy.ts` exports. */
export interface EraAddition {
  /** The server as clients of both eras see it; the same one for each call. */
  both(server: MessageServer): MessageServer;
}

/** How a channel is served. */
export interface ServeOptions {
  /**
   * `legacy` of `legacy.ts`: clients that begin with a handshake are served as well.
   * Absent: they are refused.
   */
  readonly legacy?: EraAddition | undefined;
}

/** A server's end of a channel. */
export interface Connection {
  /** Settles once the channel is at its end, whichever side ended it. */
  readonly closed: Promise<void>;
  /** Stops what is being served over the channel and closes it. May be called again. */
  close(): Promise<void>;
}

/**
 * Serves a channel until it ends. One server may serve many channels at a time,
 * and HTTP in addition to them.
 */
export function serve(
  server: MessageServer,
  transport: Transport,
  { legacy }: ServeOptions = {},
): Connection {
  const peer = new Peer(transport);
  peer.start((legacy?.both(server) ?? server).connect(peer));
  return { closed: peer.ended, close: () => peer.close() };
}
