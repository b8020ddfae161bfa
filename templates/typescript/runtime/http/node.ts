/**
 * The adapter for an HTTP server that speaks node:http, or node:http2 with the same
 * interface, directly: without building a `Request` or a `Response` in between.
 */
import type { MessageServer } from "../peer/serve.js";
import { ByteBuffer } from "../protocol/bytes.js";
import { ConnectionError } from "../protocol/connection-error.js";
import type { HttpRefusal } from "./server/envelope.js";
import { SharedWatch } from "./server/long-running.js";
import { bodyOf, type HttpBody } from "./server/body.js";
import {
  answerHeaders,
  type HttpReply,
  type HttpServerOptions,
  HttpService,
  lingerBytes,
  lingerMs,
  refusalFor,
  refusalHeaders,
} from "./server/handler.js";
import type { HeaderReader, Principal } from "../protocol/transport.js";

/** What is used of node:http's `IncomingMessage`, and of http2's compatible one. */
export interface NodeRequest {
  readonly method?: string | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly httpVersionMajor?: number | undefined;
  /** Of the connection; for http2, of the request's stream. */
  readonly socket: NodeSocket;
  readonly readableEnded: boolean;
  readonly readableDidRead?: boolean | undefined;
  readonly readableEncoding?: string | null | undefined;
  on(event: "data", listener: (chunk: Uint8Array) => void): unknown;
  on(event: "end" | "close", listener: () => void): unknown;
  resume(): unknown;
}

/** What is used of a connection. */
export interface NodeSocket {
  readonly localAddress?: string | undefined;
  readonly destroyed?: boolean | undefined;
  on?(event: "close", listener: () => void): unknown;
}

/** What is used of node:http's `ServerResponse`, and of http2's compatible one. */
export interface NodeResponse {
  statusCode: number;
  setHeader(name: string, value: string): unknown;
  writeHead(
    status: number,
    headers: Readonly<Record<string, string | number>>,
  ): unknown;
  write(text: string): boolean;
  end(): unknown;
  end(text: string): unknown;
  destroy?(): unknown;
  on(event: "close" | "drain", listener: () => void): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
}

/** Options of {@link nodeHandler}. */
export interface NodeHandlerOptions<
  Request extends NodeRequest = NodeRequest,
> extends HttpServerOptions {
  /**
   * Who sent a request, or a promise of it. Handlers read it as `context.principal`. It
   * is asked before the body is read; a {@link HttpRefusedError} turns the request away.
   */
  readonly principal?:
    | ((
        request: Request,
      ) => Principal | undefined | PromiseLike<Principal | undefined>)
    | undefined;
  /**
   * The body, where middleware has read it: bytes or text as they arrived, or the
   * value that was parsed, such as `request.body` of Express. The request is read
   * where this is absent or returns undefined.
   */
  readonly body?: ((request: Request) => unknown) | undefined;
}

/**
 * Makes a server a listener for requests of node:http.
 *
 * ```ts
 * createServer(nodeHandler(server)).listen(3000, "127.0.0.1");
 * ```
 *
 * It answers every request. Which path leads to it is for the caller to decide. Where
 * middleware reads bodies, the option `body` passes them on.
 *
 * @throws {TypeError} if an allowed host or origin can never match a request
 */
export function nodeHandler<Request extends NodeRequest = NodeRequest>(
  server: MessageServer,
  options: NodeHandlerOptions<Request> = {},
): (request: Request, response: NodeResponse) => void {
  const watch = new SharedWatch();
  const service = new HttpService(server, options, () => watch);
  return (request, response) => {
    const { envelope } = service;
    const headers = new NodeHeaders(request.headers);
    const common = envelope.commonHeaders(headers);
    const fail = (cause: unknown): void =>
      refuse(request, response, refusalFor(server, cause), common);
    const refusal = envelope.refuse(
      request.method ?? "",
      headers,
      addressedHost(headers),
      isLoopback(request.socket.localAddress),
    );
    if (refusal !== undefined) {
      refuse(request, response, refusal, common);
      return;
    }
    const read = (principal: Principal | undefined): void => {
      const serve = (body: HttpBody): void => {
        const reply = new NodeReply(request, response, common);
        service.serve(body, headers, reply, principal);
      };
      const given: unknown = options.body?.(request);
      if (given !== undefined) {
        serve(bodyOf(given));
        return;
      }
      assertUnread(request);
      readBody(request, envelope.maxBodyBytes, (bytes) => {
        if (bytes === undefined) {
          refuse(request, response, envelope.tooLarge(), common);
        } else {
          serve(bodyOf(bytes));
        }
      });
    };
    try {
      const principal = options.principal?.(request);
      if (isPromiseLike(principal)) {
        principal.then(read).then(undefined, fail);
      } else {
        read(principal);
      }
    } catch (cause) {
      fail(cause);
    }
  };
}

function isPromiseLike<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  return (
    typeof (value as { readonly then?: unknown } | undefined)?.then ===
    "function"
  );
}

/**
 * What is left of a body can be read only from its beginning.
 *
 * @throws {ConnectionError} if something else has read the body, or part of it
 */
function assertUnread(request: NodeRequest): void {
  const { readableEncoding: encoding } = request;
  const problem =
    request.readableEnded || request.readableDidRead === true
      ? "was read by something else before nodeHandler saw it"
      : typeof encoding === "string" && !/^utf-?8$/i.test(encoding)
        ? `is decoded as ${encoding} by something else`
        : undefined;
  if (problem !== undefined) {
    throw new ConnectionError(
      `The body of a request ${problem}. Pass it with the option \`body\`, or let nodeHandler come first.`,
    );
  }
}

/**
 * Reads a whole body.
 *
 * @param done called once, with undefined for a body that is larger than the limit;
 *   never if the client goes away before the end
 */
function readBody(
  request: NodeRequest,
  maxBytes: number,
  done: (bytes: Uint8Array | undefined) => void,
): void {
  const body = new ByteBuffer();
  let tooLarge = false;
  request.on("data", (chunk: Uint8Array | string) => {
    if (tooLarge) {
      return;
    }
    // Text, where something else has called setEncoding.
    const bytes = typeof chunk === "string" ? encoder.encode(chunk) : chunk;
    if (body.length + bytes.length > maxBytes) {
      tooLarge = true;
      body.take();
      done(undefined);
    } else {
      body.push(bytes);
    }
  });
  request.on("end", () => {
    if (!tooLarge) {
      done(body.take());
    }
  });
  // Something else may have paused it.
  request.resume();
}

const encoder = /* @__PURE__ */ new TextEncoder();

/**
 * Refuses a request whose body has not been read to its end. A connection that is
 * closed on unread data loses the answer on its way, so some of the rest is read and
 * dropped first.
 */
function refuse(
  request: NodeRequest,
  response: NodeResponse,
  refusal: HttpRefusal,
  common: Readonly<Record<string, string>> | undefined,
): void {
  const closes = (request.httpVersionMajor ?? 1) < 2 && mayHaveBody(request);
  response.writeHead(refusal.status, {
    ...common,
    ...refusalHeaders(refusal),
    ...(refusal.status === 204
      ? {}
      : { "content-length": encoder.encode(refusal.reason).length }),
    ...(closes ? { connection: "close" } : {}),
  });
  // Complete for the client, though not for the connection.
  if (refusal.reason !== "") {
    response.write(refusal.reason);
  }
  let left = lingerBytes;
  let ended = false;
  const end = (): void => {
    if (!ended) {
      ended = true;
      clearTimeout(timer);
      response.end();
    }
  };
  const giveUp = (): void => {
    if (!ended) {
      end();
      // Closes a stream of http2; with HTTP/1 the end does, by its header.
      if (!closes) response.destroy?.();
    }
  };
  const timer = setTimeout(giveUp, lingerMs);
  if (request.readableEnded) {
    end();
    return;
  }
  request.on("data", (chunk) => {
    left -= chunk.length;
    if (left < 0) giveUp();
  });
  request.on("end", end);
  request.on("close", end);
  request.resume();
}

function mayHaveBody({ headers }: NodeRequest): boolean {
  return (
    headers["transfer-encoding"] !== undefined ||
    Number(headers["content-length"] ?? 0) !== 0
  );
}

/**
 * The host that a request is addressed to: `:authority` of HTTP/2, else `Host`. If both
 * are there they have to agree (RFC 9113, 8.3.1); where they do not, no host is known.
 */
function addressedHost(headers: HeaderReader): string | null {
  const host = headers.get("host");
  const authority = headers.get(":authority");
  return authority === null || host === null || host === authority
    ? (authority ?? host)
    : null;
}

/** True for an address by which this machine reaches only itself. */
function isLoopback(address: string | undefined): boolean {
  return (
    address !== undefined &&
    (address.startsWith("127.") ||
      address === "::1" ||
      address.startsWith("::ffff:127."))
  );
}

/** Headers of node:http by any spelling of their names. */
class NodeHeaders implements HeaderReader {
  readonly #headers: NodeRequest["headers"];

  constructor(headers: NodeRequest["headers"]) {
    this.#headers = headers;
  }

  get(name: string): string | null {
    const value = this.#headers[name] ?? this.#headers[name.toLowerCase()];
    return typeof value === "string" ? value : (value?.join(", ") ?? null);
  }
}

/**
 * Replies that are told when their connection ends. A response that waits behind
 * another one on its connection (pipelining) has no socket yet, so it emits no `close`
 * when that connection ends. A connection gets one listener, however many requests it
 * carries.
 */
const connected = /* @__PURE__ */ new WeakMap<NodeSocket, Set<NodeReply>>();

function repliesOf(socket: NodeSocket): Set<NodeReply> {
  let replies = connected.get(socket);
  if (replies === undefined) {
    const added = new Set<NodeReply>();
    replies = added;
    connected.set(socket, added);
    socket.on?.("close", () => {
      for (const reply of added) reply.hangUp();
    });
  }
  return replies;
}

/** Answers with a `ServerResponse`. */
class NodeReply implements HttpReply {
  readonly #response: NodeResponse;
  readonly #socket: NodeSocket;
  readonly #common: Readonly<Record<string, string>> | undefined;
  #drained: Promise<void> | undefined;
  #release: (() => void) | undefined;
  #onHangUp: (() => void) | undefined;

  /** @param common headers of every answer */
  constructor(
    request: NodeRequest,
    response: NodeResponse,
    common: Readonly<Record<string, string>> | undefined,
  ) {
    this.#response = response;
    this.#socket = request.socket;
    this.#common = common;
  }

  send(status: number, body: string): void {
    const response = this.#response;
    this.#unwatch();
    if (this.#socket.destroyed === true) {
      return;
    }
    response.statusCode = status;
    if (this.#common !== undefined) {
      for (const [name, value] of Object.entries(this.#common)) {
        response.setHeader(name, value);
      }
    }
    if (body !== "") {
      response.setHeader("content-type", answerHeaders.json["content-type"]);
    }
    // Without writeHead, node knows the length and writes head and body at once.
    response.end(body);
  }

  open(): void {
    const drain = (): void => this.#drain();
    this.#response.on("drain", drain);
    // Writing to a client that has just gone away must not end the program.
    this.#response.on("error", drain);
    this.#response.writeHead(200, { ...this.#common, ...answerHeaders.events });
  }

  write(text: string): void | Promise<void> {
    if (this.#socket.destroyed === true || this.#response.write(text)) {
      return;
    }
    this.#drained ??= new Promise((resolve) => {
      this.#release = resolve;
    });
    return this.#drained;
  }

  end(): void {
    this.#unwatch();
    this.#response.end();
  }

  watch(hangUp: () => void): void {
    this.#onHangUp = hangUp;
    if (this.#socket.destroyed === true) {
      this.hangUp();
    } else {
      repliesOf(this.#socket).add(this);
      this.#response.on("close", () => this.hangUp());
    }
  }

  /** The client is gone: nobody waits for it any more. */
  hangUp(): void {
    const onHangUp = this.#onHangUp;
    this.#unwatch();
    onHangUp?.();
  }

  #unwatch(): void {
    if (this.#onHangUp !== undefined) {
      this.#onHangUp = undefined;
      connected.get(this.#socket)?.delete(this);
    }
    this.#drain();
  }

  #drain(): void {
    const release = this.#release;
    this.#drained = undefined;
    this.#release = undefined;
    release?.();
  }
}
