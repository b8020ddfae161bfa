/**
 * What an era of the protocol decides at a client. `client/` is written against this:
 * it sends requests, waits, gives up in time and hands out results, in whatever era.
 */
import type { ClientRequestTypes } from "../../methods.js";
import type {
  ClientCapabilities,
  JSONRPCNotification,
  JSONRPCRequest,
  RequestId,
} from "../../types.js";
import type { Waiter } from "../peer/outgoing.js";
import type { Peer } from "../peer/peer.js";
import type {
  Exchange,
  MessageOrigin,
  OpenRequest,
  Transport,
} from "../protocol/transport.js";
import type {
  CallOptions,
  ClientEraOptions,
  EraName,
} from "./client-options.js";
import type { ListenOptions, Subscription } from "./subscription-events.js";
import type { SubscriptionFilter } from "../revision.js";

/** Methods that clients call. */
export type ClientMethod = keyof ClientRequestTypes & string;

/** A request of a client that is open: a call, or something of the era's own. */
export interface OpenCall extends Waiter {
  /** Takes progress of this request. */
  progress?(params: Readonly<Record<string, unknown>>): void;
  /** Whether this request asked for log messages. */
  readonly wantsLog?: boolean;
  /** Whether log messages are handed on, whoever asked for them. */
  readonly hearsLog?: boolean;
  /** Takes a log message of this request; false if nothing does. */
  log?(params: Readonly<Record<string, unknown>>): boolean;
}

/** The client that an era works for. */
export interface ClientHost {
  readonly options: ClientEraOptions;
  readonly peer: Peer<OpenCall>;
  /** What the client declares that it can do. */
  readonly capabilities: ClientCapabilities;
  /** How long to wait for a sign of life, in milliseconds. */
  readonly timeoutMs: number;
  /** Whether the transport advises to ask the server what it is before anything else. */
  readonly probe: boolean;
  /** Makes a call of the era's own, past any cache. */
  call<M extends ClientMethod>(
    method: M,
    params: object,
    options: CallOptions,
  ): Promise<ClientRequestTypes[M]["result"]>;
  /** Drops kept results of methods; with `uri`, only those about that resource. */
  invalidate(methods: readonly string[], uri?: string): void;
  /** Takes a fault that ends no call; the error is made where it is wanted. */
  fault(error: () => Error): void;
}

/** Makes the era of a client. */
export type NewClientEra = (host: ClientHost) => ClientEra;

/** Adds the older era to a client: what `legacy.ts` exports. */
export interface ClientEraAddition {
  /**
   * What a client needs that is to reach servers of both eras.
   *
   * @param transport - The client's; it is used by what is returned alone.
   */
  client(transport: Transport): {
    readonly transport: Transport;
    readonly newEra: NewClientEra;
  };
}

/** An era at one client. It holds what was agreed on with the server. */
export interface ClientEra {
  /** The era that the server is known to speak; undefined until it is known. */
  readonly spoken: EraName | undefined;
  /** The protocol version of the next request. */
  readonly protocolVersion: string;
  /**
   * What has to happen before a request of this method is sent, such as a handshake;
   * undefined if nothing has to.
   *
   * @param timeoutMs - How long the request may wait for that.
   * @param options - Those of the call.
   */
  ready(
    method: ClientMethod,
    timeoutMs: number,
    options: CallOptions,
  ): Promise<void> | undefined;
  /** The result of a request that need not be sent, once it is ready. */
  known?(method: ClientMethod): Readonly<Record<string, unknown>> | undefined;
  /** Begins a call. */
  call(
    method: ClientMethod,
    params: Readonly<Record<string, unknown>>,
    options: CallOptions,
  ): EraCall;
  /** Subscribes to changes. */
  listen(filter: SubscriptionFilter, options: ListenOptions): Subscription;
  /** Serves a request of the server; undefined if servers must not ask anything. */
  request(request: JSONRPCRequest, exchange: Exchange): OpenRequest | undefined;
  /** Whether arrays of messages are messages, too; no unless given. */
  readonly batches?: boolean;
  /** Takes a notification; false if it is none of the era's. */
  notification(
    notification: JSONRPCNotification,
    origin: MessageOrigin | undefined,
  ): boolean;
  /** True for a response that nothing waits for, and that is all right all the same. */
  expects(id: unknown): boolean;
  /**
   * The notification that tells the server to stop working on a request; undefined
   * where closing its stream says so.
   */
  cancellation(id: RequestId, reason: string): JSONRPCNotification | undefined;
  /** The client is closed by its program: gracefully ends what is not a call. */
  close(): void;
  /** The connection is at its end. */
  closed(error: Error): void;
}

/**
 * An era's part of one call: what is sent, and what an answer means. A call may take
 * several requests, one after the other.
 */
export interface EraCall {
  /**
   * The request to send next.
   *
   * @throws {TypeError} If the caller's options cannot be sent.
   */
  message(id: RequestId): JSONRPCRequest;
  /** What a result means. Nothing about it has been checked. */
  result(result: unknown): NextStep;
  /** What an error of the server means. */
  error(error: unknown, origin: MessageOrigin | undefined): NextStep;
  /** What it means that no answer came. */
  failure(cause: Error): NextStep;
  /** The call is over: stops what is still done for it. */
  abandon(): void;
}

/** How a call goes on. */
export type NextStep =
  /** It is done. `keep` is true for what may be kept and checked further. */
  | {
      readonly kind: "done";
      readonly result: Readonly<Record<string, unknown>>;
      readonly keep: boolean;
    }
  /** It failed. */
  | { readonly kind: "failed"; readonly error: unknown }
  /** What comes next is known later. */
  | { readonly kind: "wait"; readonly for: Promise<NextStep> }
  /** {@link EraCall.message} is sent under a new id, once `after` settles. */
  | { readonly kind: "again"; readonly after?: Promise<void> };
