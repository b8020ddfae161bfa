/**
 * What lies between the protocol and the wire.
 *
 * A {@link Transport} carries whole messages in both directions and knows
 * nothing of what they mean. There are two kinds, and one interface for both:
 *
 * - A **shared channel** (stdio, memory, sockets) carries all requests side by
 *   side. Messages are told apart by their ids; a request is cancelled by a
 *   notification, which the client writes. Such a transport has no `abort`.
 * - **One stream a request** (HTTP): what the server says about a request
 *   arrives on that request's own stream, and to close the stream is to cancel.
 *   Such a transport has `abort`, and says with each message which request's
 *   stream it came from.
 *
 * A client talks to a `Transport`, and so does a server behind a shared channel: each
 * is one end of a link (`peer/`). An HTTP server has no channel to speak of: it hands
 * each POST to the server as one {@link Exchange}.
 *
 * To adapt a transport of another library, map its `send`, `close` and its
 * three events. For one of the official SDK:
 *
 * ```ts
 * const adapt = (sdk: SdkTransport): Transport => {
 *   let started: Promise<void>;
 *   return {
 *     receive(receiver) {
 *       sdk.onmessage = (message) => receiver.message(message);
 *       sdk.onerror = (error) => receiver.report(error);
 *       sdk.onclose = () => receiver.closed();
 *       started = sdk.start();
 *     },
 *     send: async (message) => (await started, sdk.send(message)),
 *     close: () => sdk.close(),
 *   };
 * };
 * ```
 */
import type {
  JSONRPCMessage,
  JSONRPCNotification,
  RequestId,
} from "../../types.js";
import type { JSONRPCResponse } from "../revision.js";

/** Carries messages; see the top of this file. One user each: a client or a server. */
export interface Transport {
  /**
   * Names who gets what arrives, and starts the transport if it has to be
   * started. Called once, before the first `send`; what arrived earlier is kept
   * for the receiver.
   */
  receive(receiver: Receiver): void;
  /**
   * Sends one message. A promise is returned only where there is something to
   * wait for: it settles once the wire takes more (back-pressure), and rejects
   * if the message cannot be sent. Messages leave in the order of the calls.
   *
   * @param related - The request of the other side that the message belongs to, for
   * transports that give each of them a stream.
   */
  send(message: JSONRPCMessage, related?: RequestId): void | Promise<void>;
  /**
   * Closes the stream of one request, which cancels it. Nothing more arrives
   * for that id. Only transports with one stream a request have it; elsewhere
   * the client sends the protocol's own cancellation message.
   */
  readonly abort?: ((id: RequestId) => void) | undefined;
  /**
   * Told which version was agreed on in a handshake, for transports whose messages say
   * so outside of their bodies (HTTP).
   */
  agreed?(version: string): void;
  /**
   * Listens for what the server says by itself, for transports that have to ask for it
   * (HTTP). Called once a handshake is done.
   */
  listen?(): void;
  /**
   * Ends the transport and frees what it holds; calling it again changes
   * nothing. `receiver.closed()` is called exactly once, by this or by the peer.
   */
  close(): Promise<void>;
  /**
   * True where a server of an older revision might sit at the other end and
   * never answer (stdio). The client then asks it what it is before anything
   * else, see {@link ClientOptions.probe}.
   */
  readonly probe?: boolean;
  /** Where an HTTP transport sends messages, and how it was told to. */
  readonly http?: { readonly url: URL; readonly options: object };
  /** The same once more, for transports that can begin again after their end (stdio). */
  again?(): Transport;
}

/** Where a transport delivers. None of these functions throws. */
export interface Receiver {
  /**
   * A message as it was parsed: any JSON value, not yet checked. `origin` tells
   * which request's stream it came from; absent on a shared channel.
   */
  message(message: unknown, origin?: MessageOrigin): void;
  /** Text that is not JSON. A server answers it, a client reports it. */
  malformed(text: string, cause: unknown): void;
  /**
   * The answer of one request will never come: its stream broke, or HTTP
   * answered without a JSON-RPC body. Other requests are not affected.
   */
  failed(id: RequestId, cause: Error): void;
  /**
   * All open requests are lost, but the transport goes on and `send` works
   * again: a crashed process was restarted, say.
   */
  lost(cause: Error): void;
  /** Something went wrong that ends nothing, such as a log line on stdout. */
  report(error: Error): void;
  /**
   * Nothing more will arrive, though messages can still be sent.
   *
   * @returns A promise that settles once all requests that arrived are over, so that
   *   the transport can end.
   */
  inputEnded?(): Promise<void>;
  /** The transport is at its end; `cause` is absent if that was intended. */
  closed(cause?: Error): void;
}

/** Where a message came from, on transports with one stream a request. */
export interface MessageOrigin {
  /** The request whose stream carried the message. */
  readonly requestId: RequestId;
  /** HTTP status of that stream. */
  readonly status?: number;
  /** Who sent it, where that was verified. */
  readonly principal?: Principal | undefined;
  /** Headers of the HTTP request that carried it. */
  readonly headers?: HeaderReader | undefined;
  /** See {@link Exchange.closeStream}. */
  readonly closeStream?: (() => void) | undefined;
}

/**
 * Parses a line or a body and delivers it: the one way from text to message,
 * for all transports that carry text.
 *
 * @param text - One JSON text, without its line end.
 */
export function deliverText(
  receiver: Receiver,
  text: string,
  origin?: MessageOrigin,
): void {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch (cause) {
    receiver.malformed(text, cause);
    return;
  }
  receiver.message(message, origin);
}

/** Who sent a request, as verified by the program's authentication. */
export interface Principal {
  /** Stable and unique among all users; `signState` binds to it. */
  readonly id: string;
  /** Whatever else is known: scopes, claims. */
  readonly [claim: string]: unknown;
}

/**
 * One request at a server, and the way back to its sender. Made by the adapter
 * that the request came in by: a shared channel or an HTTP answer.
 */
export interface Exchange {
  /**
   * Sends a notification that belongs to the request, ahead of its response.
   * A returned promise settles once the wire takes more.
   */
  notify(notification: JSONRPCNotification): void | Promise<void>;
  /**
   * Sends the response: called at most once, last of all, and never after
   * {@link OpenRequest.cancel}. `status` is what HTTP says (400, 404, else 200).
   */
  respond(response: JSONRPCResponse, status: number): void;
  /**
   * True when other requests travel on the same channel, so that a subscription
   * is ended by a message and not by closing its stream.
   */
  readonly shared: boolean;
  /** Who sent the request, where that was verified. */
  readonly principal?: Principal | undefined;
  /** Headers of the HTTP request, where there was one. */
  readonly headers?: HeaderReader | undefined;
  /** Closes the stream of the answer, where the client can come back for the rest. */
  closeStream?(): void;
  /**
   * Compares what HTTP headers say about a tool's arguments with the arguments
   * (`x-mcp-header`). Called once the tool is known, before its handler.
   * Returns the mismatch in words, or undefined if all is well.
   */
  checkToolHeaders?(
    inputSchema: object,
    toolArguments: Readonly<Record<string, unknown>>,
  ): string | undefined;
}

/** The part of `Headers` that handlers need; node:http's are wrapped in it. */
export interface HeaderReader {
  /** The value of a header, whatever the case of its name, or null. */
  get(name: string): string | null;
}

/** A request that a server is working on. */
export interface OpenRequest {
  /**
   * Stops the work and sends nothing more, no response either. Harmless when the
   * request is done.
   *
   * @param reason - For the server's log and the handler's `signal.reason`.
   */
  cancel(reason?: string): void;
  /**
   * The client sends nothing more, and what is still open is waited for. Ends a request
   * that lasts as long as its connection, as a subscription does.
   */
  inputEnded?(): void;
}

/**
 * What a function has returned to wait for, if anything. Only with `strictNullChecks`
 * do compilers tell `void` from a promise, and users may have it off.
 */
export function promiseOf(
  returned: void | Promise<void>,
): Promise<void> | undefined {
  return returned as Promise<void> | undefined;
}
