/**
 * One end of a JSON-RPC link, in both directions: the requests that this side has
 * sent and waits for, and those of the other side that are being served.
 *
 * Clients and servers both stand on it. It knows no method and no role: what a
 * notification means, and how a request is cancelled, is its user's to say.
 */
import { INVALID_REQUEST, PARSE_ERROR } from "../../errors.js";
import type {
  JSONRPCMessage,
  JSONRPCNotification,
  JSONRPCRequest,
  RequestId,
} from "../../types.js";
import { AbortWatch } from "../protocol/abort-watch.js";
import { Deadlines } from "../protocol/deadlines.js";
import { envelopeOf } from "../protocol/envelope.js";
import { quoted } from "../protocol/limits.js";
import { UnreportedFaultsError } from "../protocol/fault-reports.js";
import {
  ClosedError,
  InvalidMessageError,
  isLocalError,
} from "../protocol/local-error.js";
import {
  classifyMessage,
  hasOwn,
  isObject,
  isRequestId,
  isUnanswerable,
  readableId,
} from "../protocol/message.js";
import { NestingError, isTooDeep } from "../protocol/nesting.js";
import { asError, withReason } from "../protocol/to-error.js";
import {
  type Exchange,
  type HeaderReader,
  type MessageOrigin,
  type OpenRequest,
  type Principal,
  type Receiver,
  type Transport,
  promiseOf,
} from "../protocol/transport.js";
import { OutgoingRequest, type Limits, type Waiter } from "./outgoing.js";
import type { JSONRPCResponse } from "../revision.js";

/** What a peer hands to its user: whatever arrives that answers none of its requests. */
export interface PeerUser {
  /**
   * Serves a request of the other side. Undefined if it is not answered, which is for
   * sides that the other one must not ask anything.
   */
  request(request: JSONRPCRequest, exchange: Exchange): OpenRequest | undefined;
  /**
   * Takes a notification. One that cancels a request or reports progress is passed on
   * to {@link Peer.cancelled} and {@link Peer.progressed}.
   */
  notification(
    notification: JSONRPCNotification,
    origin: MessageOrigin | undefined,
  ): void;
  /** Takes a response that nothing waits for. `id` is absent on errors about nothing in particular. */
  unmatched(response: Readonly<Record<string, unknown>>, id: unknown): void;
  /** Whether arrays of messages are messages, too. */
  readonly batches?: boolean;
  /**
   * Whether a message of an array makes the whole of it invalid.
   *
   * @param message - Not yet checked.
   */
  refusesInBatch?(message: unknown): boolean;
  /**
   * Whether an error is sent back for what is not a message at all. Where it is not,
   * that is reported.
   */
  readonly refusesInvalid: boolean;
  /**
   * The notification that tells the other side to stop working on a request of this
   * side; undefined where closing its stream says so.
   */
  cancellation(id: RequestId, reason: string): JSONRPCNotification | undefined;
  /** Takes a fault that ends nothing. The error is made where it is wanted: peers can cause many. */
  fault(error: () => Error): void;
  /** So many faults were not even told to the peer, as there were too many. */
  unreported(count: number): void;
  /** The link is at its end. Called once. */
  closed(cause: Error | undefined): void;
}

/** One end of a link over a transport. */
export class Peer<Of extends Waiter = Waiter> implements Receiver {
  /** Timeouts of this side's requests, and of whatever else waits here. */
  readonly deadlines: Deadlines = new Deadlines();
  /** Signals that may cancel this side's requests. */
  readonly signals: AbortWatch = new AbortWatch();
  /** Settles once the link is at its end, whichever side ended it. */
  readonly ended: Promise<void>;
  readonly #transport: Transport;
  readonly #outgoing = new Map<RequestId, OutgoingRequest<Of>>();
  /** By id as it came: `1` and `"1"` are two. */
  readonly #incoming = new Map<RequestId, OpenRequest>();
  #user!: PeerUser;
  #settle!: () => void;
  #lastId = 0;
  /** Called when no request of the other side is open; set once nothing more arrives. */
  #idle: (() => void) | undefined;
  #over = false;

  /** @param transport - For this peer alone. */
  constructor(transport: Transport) {
    this.#transport = transport;
    this.ended = new Promise((resolve) => {
      this.#settle = resolve;
    });
  }

  /** Starts the transport. What arrives goes to `user`. */
  start(user: PeerUser): void {
    this.#user = user;
    this.#transport.receive(this);
  }

  /** Whether it is over: closed by its user, or the transport came to its end. */
  get over(): boolean {
    return this.#over;
  }

  /** Whether each request has a stream of its own, so that closing it cancels. */
  get streams(): boolean {
    return this.#transport.abort !== undefined;
  }

  /** Tells the transport which version was agreed on in a handshake. */
  agreed(version: string): void {
    this.#transport.agreed?.(version);
  }

  /** Has the transport listen for what the other side says by itself. */
  listen(): void {
    this.#transport.listen?.();
  }

  // Requests of this side

  /**
   * Sends a request. What goes wrong from here on is told to `waiter`.
   *
   * @param related - The request of the other side that it serves, where there is one.
   * @throws Whatever `waiter.message` throws; then nothing is sent and nothing is open.
   */
  request(
    waiter: Of,
    limits: Limits,
    related?: RequestId,
  ): OutgoingRequest<Of> {
    const message = waiter.message(++this.#lastId);
    const open = new OutgoingRequest(this, message, waiter, limits);
    this.#outgoing.set(open.id, open);
    if (open.deadline !== Infinity) this.deadlines.add(open);
    this.#sendOrFail(open, message, related);
    return open;
  }

  /** Sends a request; what keeps it from being sent fails it, but not before it is returned. */
  #sendOrFail(
    open: OutgoingRequest<Of>,
    message: JSONRPCRequest,
    related: RequestId | undefined,
  ): void {
    let sent: Promise<void> | undefined;
    try {
      sent = this.#over
        ? Promise.reject(new ClosedError("The connection is closed."))
        : promiseOf(this.#transport.send(message, related));
    } catch (cause) {
      sent = Promise.reject(asError(cause));
    }
    sent?.then(undefined, (cause: unknown) =>
      this.failed(open.id, asError(cause)),
    );
  }

  /** Who waits for the response to a request of this side; undefined if it is not open. */
  waiterOf(id: RequestId): Of | undefined {
    return this.#outgoing.get(id)?.waiter;
  }

  /** All that wait for a response. */
  *waiters(): Generator<Of, void> {
    for (const { waiter } of this.#outgoing.values()) yield waiter;
  }

  /**
   * Starts the idle timeout of a request again.
   *
   * @returns Who waits for it; undefined if it is not open.
   */
  progressed(id: RequestId): Of | undefined {
    const open = this.#outgoing.get(id);
    open?.progressed();
    return open?.waiter;
  }

  /** Stops waiting for a request of this side and tells the other side so. Harmless when it is not open. */
  cancel(open: OutgoingRequest, reason: string): void {
    if (!this.forget(open)) return;
    const message = this.#user.cancellation(open.id, reason);
    if (message !== undefined && !this.#over) this.notify(message);
    this.#transport.abort?.(open.id);
  }

  /** Stops waiting for a request without a word; false if it was not open. */
  forget(open: OutgoingRequest): boolean {
    if (this.#outgoing.get(open.id) !== open) return false;
    this.#outgoing.delete(open.id);
    if (open.deadline !== Infinity) this.deadlines.remove(open);
    return true;
  }

  // Requests of the other side

  /** Cancels a request of the other side, at its wish. Unknown and finished ids are ignored: the two may have crossed on the way. */
  cancelled(id: unknown, reason: unknown): void {
    const open = isRequestId(id) ? this.#incoming.get(id) : undefined;
    if (open === undefined) return;
    this.#closeIncoming(id as RequestId);
    open.cancel(typeof reason === "string" ? reason : undefined);
  }

  /**
   * Sends a message; dropped once the link is over.
   *
   * @param related - The request of the other side that it belongs to, where there is one.
   */
  send(message: JSONRPCMessage, related?: RequestId): void | Promise<void> {
    if (!this.#over) return this.#transport.send(message, related);
  }

  /**
   * Sends the response to a request of the other side, which is then no longer open.
   *
   * @throws {Error} If JSON cannot say what is in it; then another one can be sent.
   */
  respond(id: RequestId, response: JSONRPCResponse): void {
    promiseOf(this.send(response, id))?.then(undefined, (cause: unknown) =>
      this.report(asError(cause)),
    );
    this.#closeIncoming(id);
  }

  /** A request of the other side is no longer open: its response goes out in an array. */
  answered(id: RequestId): void {
    this.#closeIncoming(id);
  }

  /** Sends a notification; if that fails, it is reported. */
  notify(notification: JSONRPCNotification): void {
    this.#sendQuietly(notification);
  }

  /** Ends the link: what is open on either side ends with `error`. May be called again. */
  async close(
    error: Error = new ClosedError("The connection was closed."),
  ): Promise<void> {
    this.#end(error, undefined);
    await this.#transport.close();
  }

  // Receiver

  /** Never throws, whatever arrives: this is the one way in for all transports. */
  message(message: unknown, origin?: MessageOrigin): void {
    try {
      if (isTooDeep(message)) this.#tooDeep(message, origin);
      else if (Array.isArray(message) && this.#user.batches === true) {
        this.#batch(message, origin);
      } else this.#deliver(message, origin, undefined);
    } catch (cause) {
      this.#user.fault(() => asError(cause));
    }
  }

  /**
   * @param batch - What collects the answers, where the message came in an array.
   */
  #deliver(
    message: unknown,
    origin: MessageOrigin | undefined,
    batch: Batch | undefined,
  ): void {
    switch (classifyMessage(message)) {
      case "request":
        this.#request(message as JSONRPCRequest, origin, batch);
        break;
      case "notification":
        this.#user.notification(message as JSONRPCNotification, origin);
        break;
      case "response":
        this.#response(message as Record<string, unknown>, origin);
        break;
      case "invalid":
        this.#invalid(
          message,
          origin,
          "What arrived is not a JSON-RPC message.",
          undefined,
          batch,
        );
        break;
    }
  }

  /**
   * Takes an array of messages: each is served by itself, and the answers go out as one
   * array (JSON-RPC 2.0, batch).
   */
  #batch(
    messages: readonly unknown[],
    origin: MessageOrigin | undefined,
  ): void {
    const { refusesInvalid } = this.#user;
    const isRefused =
      messages.length === 0 ||
      messages.some((each) => this.#user.refusesInBatch?.(each) === true);
    if (isRefused) {
      const text =
        "What arrived is not an array of messages that can be served.";
      this.#user.fault(() => new InvalidMessageError(text, messages));
      if (refusesInvalid) this.#refuse(undefined, INVALID_REQUEST, text);
      return;
    }
    const batch = new Batch((responses) => {
      this.#sendQuietly(
        responses as unknown as JSONRPCMessage,
        origin?.requestId,
      );
    });
    for (const each of messages) this.#deliver(each, origin, batch);
    batch.close();
  }

  #tooDeep(message: unknown, origin: MessageOrigin | undefined): void {
    const cause = new NestingError();
    const text = withReason("What arrived is not accepted.", cause);
    this.#invalid(message, origin, text, cause, undefined);
  }

  malformed(text: string, cause: unknown): void {
    const fault = (): InvalidMessageError => {
      const reason = cause ?? reasonOf(text);
      const message = withReason("What arrived is not JSON.", reason);
      return new InvalidMessageError(message, text, reason);
    };
    // The call that waits for this answer fails at once: it will not come again.
    const envelope = text.startsWith("{") ? envelopeOf(text) : undefined;
    if (envelope?.kind === "response" && this.#outgoing.has(envelope.id)) {
      this.failed(envelope.id, fault());
      return;
    }
    this.#user.fault(fault);
    if (this.#user.refusesInvalid) {
      this.#refuse(undefined, PARSE_ERROR, "What arrived is not JSON.");
    }
  }

  failed(id: RequestId, cause: Error): void {
    const open = this.#outgoing.get(id);
    if (open === undefined || !this.forget(open)) {
      this.#user.fault(() => cause);
    } else {
      open.waiter.failed(cause);
    }
  }

  lost(cause: Error): void {
    for (const id of this.#outgoing.keys()) this.failed(id, cause);
    this.#cancelIncoming(cause.message);
  }

  report(error: Error): void {
    if (isLocalError(error, UnreportedFaultsError)) {
      this.#user.unreported(error.count);
    } else {
      this.#user.fault(() => error);
    }
  }

  inputEnded(): Promise<void> {
    for (const id of this.#outgoing.keys()) {
      this.failed(id, new ClosedError("The other side sends nothing more."));
    }
    for (const open of this.#incoming.values()) open.inputEnded?.();
    return new Promise((resolve) => {
      this.#idle = resolve;
      if (this.#incoming.size === 0) resolve();
    });
  }

  closed(cause?: Error): void {
    this.#end(
      new ClosedError(
        withReason("The connection was closed.", cause),
        cause === undefined ? undefined : { cause },
      ),
      cause,
    );
  }

  #end(error: Error, cause: Error | undefined): void {
    if (this.#over) return;
    this.#over = true;
    for (const id of this.#outgoing.keys()) this.failed(id, error);
    this.#cancelIncoming(cause?.message ?? "The connection was closed.");
    this.#user.closed(cause);
    this.#settle();
  }

  /** A request of the other side is over. */
  #closeIncoming(id: RequestId): void {
    this.#incoming.delete(id);
    if (this.#incoming.size === 0) this.#idle?.();
  }

  #cancelIncoming(reason: string): void {
    const incoming = [...this.#incoming.values()];
    this.#incoming.clear();
    for (const open of incoming) open.cancel(reason);
  }

  #response(
    message: Readonly<Record<string, unknown>>,
    origin: MessageOrigin | undefined,
  ): void {
    // An error without an id answers nothing in particular, unless it came on the
    // stream of one request; null is read as no id.
    const id = message["id"] ?? origin?.requestId;
    const open = isRequestId(id) ? this.#outgoing.get(id) : undefined;
    if (open === undefined || !this.forget(open)) {
      this.#user.unmatched(message, id);
      return;
    }
    try {
      open.waiter.response(message, origin);
    } catch (cause) {
      // It is not open any more, so nothing else would settle it.
      open.waiter.failed(asError(cause));
    }
  }

  #invalid(
    message: unknown,
    origin: MessageOrigin | undefined,
    text: string,
    cause: Error | undefined,
    batch: Batch | undefined,
  ): void {
    const id = readableId(message);
    if (!isUnanswerable(message) && this.#user.refusesInvalid) {
      this.#refuse(id, INVALID_REQUEST, text, batch);
      return;
    }
    const error = (): Error => new InvalidMessageError(text, message, cause);
    this.#user.fault(error);
    const waiting = origin?.requestId ?? (isResponse(message) ? id : undefined);
    if (waiting !== undefined && this.#outgoing.has(waiting)) {
      this.failed(waiting, error());
    }
  }

  #request(
    request: JSONRPCRequest,
    origin: MessageOrigin | undefined,
    batch: Batch | undefined,
  ): void {
    const { id } = request;
    if (this.#incoming.has(id)) {
      this.#refuse(
        id,
        INVALID_REQUEST,
        `The request ${quoted(JSON.stringify(id))} is still open; its id cannot be used again yet.`,
        batch,
      );
      return;
    }
    batch?.wait();
    // In place before it is served, as it may be answered at once.
    this.#incoming.set(id, starting);
    const exchange = new ChannelExchange(this, id, origin, batch);
    const open = this.#user.request(request, exchange);
    if (this.#incoming.get(id) !== starting) return;
    if (open === undefined) {
      this.#closeIncoming(id);
      batch?.done(undefined);
    } else {
      this.#incoming.set(id, batch === undefined ? open : inBatch(open, batch));
    }
  }

  #refuse(
    id: RequestId | undefined,
    code: number,
    message: string,
    batch?: Batch,
  ): void {
    const response = {
      jsonrpc: "2.0",
      ...(id === undefined ? {} : { id }),
      error: { code, message },
    } as JSONRPCResponse;
    if (batch === undefined) this.#sendQuietly(response, id);
    else batch.add(response);
  }

  #sendQuietly(message: JSONRPCMessage, related?: RequestId): void {
    try {
      promiseOf(this.send(message, related))?.then(
        undefined,
        (cause: unknown) => this.report(asError(cause)),
      );
    } catch (cause) {
      this.report(asError(cause));
    }
  }
}

/** Why a text is not JSON. */
function reasonOf(text: string): unknown {
  try {
    JSON.parse(text);
    return "it is not an object";
  } catch (reason) {
    return reason;
  }
}

/** Whether an invalid message was meant as a response: it has no method. */
function isResponse(message: unknown): boolean {
  return (
    isObject(message) &&
    !hasOwn(message, "method") &&
    (hasOwn(message, "result") || hasOwn(message, "error"))
  );
}

/** In place of a request while it is looked at for the first time. */
const starting: OpenRequest = { cancel: () => undefined };

/** The answers to an array of messages, until all of them are there. */
class Batch {
  readonly #responses: JSONRPCResponse[] = [];
  readonly #send: (responses: readonly JSONRPCResponse[]) => void;
  /** Requests that are open, and one more until all have been taken. */
  #waiting = 1;

  constructor(send: (responses: readonly JSONRPCResponse[]) => void) {
    this.#send = send;
  }

  /** One more request has been taken. */
  wait(): void {
    this.#waiting += 1;
  }

  /** Takes an answer that nothing has waited for. */
  add(response: JSONRPCResponse): void {
    this.#responses.push(response);
  }

  /** A request is over, with its answer if it has one. */
  done(response: JSONRPCResponse | undefined): void {
    if (response !== undefined) this.#responses.push(response);
    this.close();
  }

  /** All messages of the array have been taken, or one more request is over. */
  close(): void {
    this.#waiting -= 1;
    if (this.#waiting === 0 && this.#responses.length > 0) {
      this.#send(this.#responses);
    }
  }
}

/** A request whose array is not to wait for it once it is cancelled. */
function inBatch(open: OpenRequest, batch: Batch): OpenRequest {
  return {
    cancel: (reason) => {
      open.cancel(reason);
      batch.done(undefined);
    },
  };
}

/** One request of the other side. */
class ChannelExchange implements Exchange {
  readonly shared = true;
  readonly principal: Principal | undefined;
  readonly headers: HeaderReader | undefined;
  readonly #peer: Peer;
  readonly #id: RequestId;
  readonly #batch: Batch | undefined;
  readonly #closeStream: (() => void) | undefined;

  constructor(
    peer: Peer,
    id: RequestId,
    origin: MessageOrigin | undefined,
    batch: Batch | undefined,
  ) {
    this.#peer = peer;
    this.#id = id;
    this.#batch = batch;
    this.principal = origin?.principal;
    this.headers = origin?.headers;
    this.#closeStream = origin?.closeStream;
  }

  notify(notification: JSONRPCNotification): void | Promise<void> {
    return this.#peer.send(notification, this.#id);
  }

  respond(response: JSONRPCResponse): void {
    if (this.#batch === undefined) {
      this.#peer.respond(this.#id, response);
    } else {
      this.#peer.answered(this.#id);
      this.#batch.done(response);
    }
  }

  closeStream(): void {
    this.#closeStream?.();
  }
}
