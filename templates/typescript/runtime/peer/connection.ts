/** A server behind a channel that carries all its requests: stdio, memory, a socket. */
import { INVALID_REQUEST, PARSE_ERROR } from "../../errors.js";
import type {
  JSONRPCMessage,
  JSONRPCNotification,
  JSONRPCRequest,
  JSONRPCResponse,
  RequestId,
} from "../../types.js";
import { InvalidMessageError } from "../protocol/local-error.js";
import {
  classifyMessage,
  isRequestId,
  isUnanswerable,
  readableId,
} from "../protocol/message.js";
import { signals } from "../revision.js";
import { asError } from "../protocol/to-error.js";
import type {
  Exchange,
  MessageServer,
  OpenRequest,
  Receiver,
  Transport,
} from "../protocol/transport.js";

/** A server's end of a channel. */
export interface Connection {
  /** Settles once the channel is at its end, whoever ended it. */
  readonly closed: Promise<void>;
  /** Stops what is being served over the channel and closes it. May be called again. */
  close(): Promise<void>;
}

/**
 * Serves a channel until it ends. One server may serve many channels at a time,
 * and HTTP beside them.
 */
export function serve(server: MessageServer, transport: Transport): Connection {
  return new ServerConnection(server, transport);
}

class ServerConnection implements Connection {
  readonly closed: Promise<void>;
  readonly #channel: ServedChannel;
  readonly #transport: Transport;

  constructor(server: MessageServer, transport: Transport) {
    this.#transport = transport;
    let settle = (): void => undefined;
    this.closed = new Promise((resolve) => {
      settle = resolve;
    });
    const detach = server.attach(this);
    this.#channel = new ServedChannel(server, transport, () => {
      detach();
      settle();
    });
    transport.receive(this.#channel);
  }

  async close(): Promise<void> {
    this.#channel.closed();
    await this.#transport.close();
  }
}

/** What arrives on the channel, and the requests among it that are open. */
class ServedChannel implements Receiver {
  /** By id as it came: `1` and `"1"` are two. */
  readonly #open = new Map<RequestId, OpenRequest>();
  readonly #server: MessageServer;
  readonly #transport: Transport;
  readonly #ended: () => void;
  #over = false;

  constructor(server: MessageServer, transport: Transport, ended: () => void) {
    this.#server = server;
    this.#transport = transport;
    this.#ended = ended;
  }

  message(message: unknown): void {
    switch (classifyMessage(message)) {
      case "request":
        this.#request(message as JSONRPCRequest);
        break;
      case "notification":
        this.#notification(message as JSONRPCNotification);
        break;
      case "response":
        this.report(
          new InvalidMessageError(
            "The client sent a response; only servers do that.",
            message,
          ),
        );
        break;
      case "invalid":
        if (isUnanswerable(message)) {
          this.report(
            new InvalidMessageError("A malformed notification.", message),
          );
        } else {
          this.#refuse(
            readableId(message),
            INVALID_REQUEST,
            "What arrived is no JSON-RPC request.",
          );
        }
        break;
    }
  }

  malformed(text: string, cause: unknown): void {
    this.report(
      new InvalidMessageError("What arrived is not JSON.", text, cause),
    );
    this.#refuse(undefined, PARSE_ERROR, "What arrived is not JSON.");
  }

  report(error: Error): void {
    this.#server.report(error);
  }

  // A server sends no requests, so none of its own can fail.
  failed(_id: RequestId, cause: Error): void {
    this.report(cause);
  }

  lost(cause: Error): void {
    this.#cancelAll(cause.message);
  }

  closed(cause?: Error): void {
    if (this.#over) return;
    this.#over = true;
    this.#cancelAll(cause?.message ?? "The connection was closed.");
    this.#ended();
  }

  /** Sends a message; what cannot be sent any more is dropped. */
  send(message: JSONRPCMessage): void | Promise<void> {
    if (this.#over) return;
    return this.#transport.send(message);
  }

  /** Sends the response of a request, which is then no longer open. */
  respond(id: RequestId, response: JSONRPCResponse): void {
    this.#open.delete(id);
    this.send(response)?.then(undefined, (cause: unknown) =>
      this.report(asError(cause)),
    );
  }

  #request(request: JSONRPCRequest): void {
    const { id } = request;
    if (this.#open.has(id)) {
      this.#refuse(
        id,
        INVALID_REQUEST,
        `The request ${JSON.stringify(id)} is still open; its id cannot be used again yet.`,
      );
      return;
    }
    // In place before the server starts, which may answer at once.
    this.#open.set(id, starting);
    const open = this.#server.request(request, new ChannelExchange(this, id));
    if (this.#open.get(id) === starting) this.#open.set(id, open);
  }

  #notification(notification: JSONRPCNotification): void {
    if (notification.method !== signals.cancelled) {
      this.#server.notification(notification);
      return;
    }
    const { requestId: id, reason }: Record<string, unknown> =
      notification.params ?? {};
    const open = isRequestId(id) ? this.#open.get(id) : undefined;
    // Unknown and finished ids are ignored: the two may have crossed on the way.
    if (open === undefined) return;
    this.#open.delete(id as RequestId);
    open.cancel(typeof reason === "string" ? reason : undefined);
  }

  #refuse(id: RequestId | undefined, code: number, message: string): void {
    const response: JSONRPCResponse = {
      jsonrpc: "2.0",
      ...(id === undefined ? {} : { id }),
      error: { code, message },
    };
    this.send(response)?.then(undefined, (cause: Error) => this.report(cause));
  }

  #cancelAll(reason: string): void {
    const open = [...this.#open.values()];
    this.#open.clear();
    for (const request of open) request.cancel(reason);
  }
}

/** Stands for a request while the server looks at it for the first time. */
const starting: OpenRequest = { cancel: () => undefined };

/** One request on the channel. */
class ChannelExchange implements Exchange {
  readonly shared = true;
  readonly #channel: ServedChannel;
  readonly #id: RequestId;

  constructor(channel: ServedChannel, id: RequestId) {
    this.#channel = channel;
    this.#id = id;
  }

  notify(notification: JSONRPCNotification): void | Promise<void> {
    return this.#channel.send(notification);
  }

  respond(response: JSONRPCResponse): void {
    this.#channel.respond(this.#id, response);
  }
}
