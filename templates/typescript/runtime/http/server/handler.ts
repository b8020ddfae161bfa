/**
 * A server behind HTTP: what each POST is checked for, and how it is answered.
 *
 * One core for all platforms. It sees a method, headers and the text of a body,
 * and answers through an {@link HttpReply}; `fetchHandler` and `nodeHandler` are
 * the two adapters that bring requests here.
 */
import {
  INVALID_REQUEST,
  PARSE_ERROR,
  type ErrorObject,
} from "../../../errors.js";
import { clientRequests } from "../../../methods.js";
import type {
  JSONRPCNotification,
  JSONRPCRequest,
  RequestId,
} from "../../../types.js";
import type { MessageServer } from "../../peer/serve.js";
import { classifyMessage, hasOwn, readableId } from "../../protocol/message.js";
import { jsonText } from "../../protocol/json-text.js";
import { errorCodes, type JSONRPCResponse } from "../../revision.js";
import { NestingError, isTooDeep } from "../../protocol/nesting.js";
import { messageOf } from "../../protocol/to-error.js";
import { HttpEnvelope } from "./envelope.js";
import { headerMismatch } from "../../eras/stateless/http-headers.js";
import {
  argumentMismatch,
  knownParameterHeadersOf,
} from "../../eras/stateless/http-parameters.js";
import type {
  HttpCall,
  HttpHandling,
  HttpReply,
  HttpServerOptions,
} from "./reply.js";
import type { Lasting, RequestWatch } from "./long-running.js";
import { sseEvent, sseKeepAlive } from "../sse.js";
import {
  type Exchange,
  type HeaderReader,
  type OpenRequest,
  type Principal,
  promiseOf,
} from "../../protocol/transport.js";

/** Checks and answers POST requests for one server. */
export class HttpService implements HttpHandling {
  /** What each request is checked for before its body is read. */
  readonly envelope: HttpEnvelope;
  readonly #server: MessageServer;
  readonly #patience: Patience;

  /**
   * @param newWatch What watches over the next request that is not answered at once.
   */
  constructor(
    server: MessageServer,
    options: HttpServerOptions,
    newWatch: () => RequestWatch,
  ) {
    this.envelope = new HttpEnvelope(options);
    this.#server = server;
    this.#patience = {
      sseAfterMs: options.sseAfterMs ?? 5_000,
      keepAliveMs: options.keepAliveMs ?? 15_000,
      newWatch,
    };
  }

  /** Serves the message of a POST that was not refused. */
  serve(
    { body = { text: "" }, headers, principal }: HttpCall,
    reply: HttpReply,
  ): void {
    let message: unknown;
    try {
      message = "value" in body ? body.value : parse(body.text);
    } catch (cause) {
      const reason = messageOf(cause);
      sendError(reply, {
        code: PARSE_ERROR,
        message: `The body is not JSON: ${reason}`,
      });
      return;
    }
    if (isTooDeep(message)) {
      const { message: text } = new NestingError();
      const error = { code: INVALID_REQUEST, message: text };
      sendError(reply, error, readableId(message));
      return;
    }
    switch (classifyMessage(message)) {
      case "request":
        this.#request(message as JSONRPCRequest, headers, reply, principal);
        break;
      case "notification":
        this.#server.notification(message as JSONRPCNotification);
        reply.send(202, "");
        break;
      case "response":
      case "invalid":
        sendError(
          reply,
          {
            code: INVALID_REQUEST,
            message:
              "The body must be one JSON-RPC 2.0 request or notification.",
          },
          readableId(message),
        );
        break;
    }
  }

  #request(
    request: JSONRPCRequest,
    headers: HeaderReader,
    reply: HttpReply,
    principal: Principal | undefined,
  ): void {
    const mismatch = headerMismatch(request, headers);
    if (mismatch !== undefined) {
      sendError(reply, this.#mismatchError(request, mismatch), request.id);
      return;
    }
    const exchange = new HttpExchange(
      reply,
      headers,
      principal,
      this.#patience,
    );
    exchange.keepOpen(this.#server.request(request, exchange));
  }

  /**
   * Clients of other revisions send other headers and begin with a method that
   * this one does not know: they are told which versions are served.
   */
  #mismatchError({ method }: JSONRPCRequest, mismatch: string): ErrorObject {
    const code = errorCodes.headerMismatch;
    if (hasOwn(clientRequests, method)) {
      return { code, message: mismatch };
    }
    const supported = this.#server.supportedVersions;
    return {
      code,
      message: `${mismatch}. This server serves protocol ${supported.join(", ")}.`,
      data: { supported },
    };
  }
}

/** @throws {Error} if the text is not JSON, or not even text */
function parse(text: string | undefined): unknown {
  if (text === undefined) {
    throw new TypeError("it is not UTF-8");
  }
  return JSON.parse(text);
}

/** What has to be done about requests that are not answered at once, and when. */
interface Patience {
  readonly sseAfterMs: number;
  readonly keepAliveMs: number;
  readonly newWatch: () => RequestWatch;
}

/** One request that came by POST, and its answer. */
class HttpExchange implements Exchange, Lasting {
  readonly shared = false;
  readonly headers: HeaderReader;
  readonly principal: Principal | undefined;
  /** When the stream is opened, and then when its next comment is due. */
  deadline = Infinity;
  readonly #reply: HttpReply;
  readonly #patience: Patience;
  #open: OpenRequest | undefined;
  /** Made for requests that are not answered at once. */
  #watch: RequestWatch | undefined;
  #watching = false;
  #streaming = false;
  /** The client has not read what was written to it. */
  #blocked = false;
  #over = false;

  constructor(
    reply: HttpReply,
    headers: HeaderReader,
    principal: Principal | undefined,
    patience: Patience,
  ) {
    this.#reply = reply;
    this.headers = headers;
    this.principal = principal;
    this.#patience = patience;
  }

  notify(notification: JSONRPCNotification): void | Promise<void> {
    if (this.#over) {
      return;
    }
    this.#stream();
    return this.#write(sseEvent(jsonText(notification)));
  }

  respond(response: JSONRPCResponse, status: number): void {
    if (this.#over) {
      return;
    }
    // What JSON cannot say throws here, and leaves the exchange open for an error.
    const json = jsonText(response);
    this.#finish();
    if (this.#streaming) {
      void this.#reply.write(sseEvent(json));
      this.#reply.end();
    } else {
      this.#reply.send(status, json);
    }
  }

  checkToolHeaders(
    inputSchema: object,
    toolArguments: Readonly<Record<string, unknown>>,
  ): string | undefined {
    const { headers } = knownParameterHeadersOf(inputSchema);
    return (
      headers &&
      argumentMismatch(headers, toolArguments, (name) => this.headers.get(name))
    );
  }

  /**
   * Watches over a request until it is answered: before long, whether its client
   * is still there; after a while it gets its event stream, and then comments that
   * keep proxies from closing it.
   */
  keepOpen(open: OpenRequest): void {
    this.#open = open;
    if (!this.#over) {
      this.#watch = this.#patience.newWatch();
      this.#watch.begin(this);
    }
  }

  /** The request is not a short one. */
  lasts(): void {
    this.#watchClient();
    this.#expireAfter(this.#patience.sseAfterMs);
  }

  /** Nothing has been said for a while. */
  expire(): void {
    this.#stream();
    // What waits to be read keeps the stream open, too.
    if (!this.#blocked) {
      void this.#write(sseKeepAlive);
    }
    this.#expireAfter(this.#patience.keepAliveMs);
  }

  #write(text: string): void | Promise<void> {
    const written = promiseOf(this.#reply.write(text));
    if (written !== undefined) {
      this.#blocked = true;
      void written.then(() => {
        this.#blocked = false;
      });
    }
    return written;
  }

  #expireAfter(delayMs: number): void {
    if (!this.#over) {
      this.deadline = performance.now() + delayMs;
      this.#watch?.wait(this);
    }
  }

  #watchClient(): void {
    if (!this.#watching) {
      this.#watching = true;
      this.#reply.watch(() => {
        if (!this.#over) {
          this.#finish();
          this.#open?.cancel("The client closed the connection.");
        }
      });
    }
  }

  #stream(): void {
    if (!this.#streaming) {
      this.#streaming = true;
      this.#reply.open();
      this.#watchClient();
    }
  }

  #finish(): void {
    this.#over = true;
    this.#watch?.end(this);
  }
}

/** All errors that are found before the server sees a request have status 400. */
function sendError(reply: HttpReply, error: ErrorObject, id?: RequestId): void {
  const response = {
    jsonrpc: "2.0",
    ...(id === undefined ? {} : { id }),
    error,
  };
  reply.send(400, jsonText(response));
}
