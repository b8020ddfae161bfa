/**
 * The face of an HTTP server that speaks node:http directly, without building a
 * `Request` or a `Response` in between.
 */
import { asError } from "../protocol/to-error.js";
import { ByteBuffer, decodeUtf8 } from "../protocol/bytes.js";
import { ConnectionError } from "../protocol/connection-error.js";
import type { HttpRefusal } from "./server/envelope.js";
import { SharedWatch } from "./server/long-running.js";
import {
  answerHeaders,
  type HttpReply,
  type HttpServerOptions,
  HttpService,
  refusalHeaders,
  unreadable,
} from "./server/handler.js";
import type {
  HeaderReader,
  MessageServer,
  Principal,
} from "../protocol/transport.js";

/** What is used of node:http's `IncomingMessage`, and of http2's compatible one. */
export interface NodeRequest {
  readonly method?: string | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly socket: { readonly localAddress?: string | undefined };
  readonly readableEnded: boolean;
  on(event: "data", listener: (chunk: Uint8Array) => void): unknown;
  on(event: "end", listener: () => void): unknown;
}

/** What is used of node:http's `ServerResponse`, and of http2's compatible one. */
export interface NodeResponse {
  statusCode: number;
  setHeader(name: string, value: string): unknown;
  readonly destroyed: boolean;
  writeHead(
    status: number,
    headers: Readonly<Record<string, string | number>>,
  ): unknown;
  write(text: string): boolean;
  end(text?: string): unknown;
  on(event: "close" | "drain", listener: () => void): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
}

/** Options of {@link nodeHandler}. */
export interface NodeHandlerOptions<
  Request extends NodeRequest = NodeRequest,
> extends HttpServerOptions {
  /**
   * Who sent a request, as middleware in front of the handler found out. Handlers
   * read it as `context.principal`.
   */
  readonly principal?:
    ((request: Request) => Principal | undefined) | undefined;
}

/**
 * Makes a server a listener for requests of node:http.
 *
 * ```ts
 * createServer(nodeHandler(server)).listen(3000, "127.0.0.1");
 * ```
 *
 * It answers every request. Which path leads to it is for the caller to decide;
 * middleware that reads the body must not stand before it.
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
    const refusal = envelope.refuse(
      request.method ?? "",
      headers,
      isLoopback(request.socket.localAddress),
    );
    if (refusal !== undefined) {
      refuse(response, refusal);
      return;
    }
    if (request.readableEnded) {
      const cause = new ConnectionError(
        "The body of a request was read by something else before nodeHandler saw it.",
      );
      fail(server, response, cause);
      return;
    }
    const body = new ByteBuffer();
    let tooLarge = false;
    request.on("data", (chunk) => {
      if (tooLarge) {
        return;
      }
      if (body.length + chunk.length > envelope.maxBodyBytes) {
        tooLarge = true;
        body.take();
        refuse(response, envelope.tooLarge());
      } else {
        body.push(chunk);
      }
    });
    request.on("end", () => {
      if (tooLarge) {
        return;
      }
      let principal: Principal | undefined;
      try {
        principal = options.principal?.(request);
      } catch (cause) {
        fail(server, response, cause);
        return;
      }
      service.serve(
        decodeUtf8(body.take()),
        headers,
        new NodeReply(response),
        principal,
      );
    });
  };
}

function fail(
  server: MessageServer,
  response: NodeResponse,
  cause: unknown,
): void {
  server.report(asError(cause));
  refuse(response, unreadable);
}

function refuse(response: NodeResponse, refusal: HttpRefusal): void {
  response.writeHead(refusal.status, {
    ...refusalHeaders(refusal),
    // What is left of the body is not waited for.
    connection: "close",
  });
  response.end(refusal.reason);
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

/** Answers with a `ServerResponse`. */
class NodeReply implements HttpReply {
  readonly #response: NodeResponse;
  #drained: Promise<void> | undefined;
  #release: (() => void) | undefined;

  constructor(response: NodeResponse) {
    this.#response = response;
  }

  send(status: number, body: string): void {
    const response = this.#response;
    response.statusCode = status;
    if (body !== "") {
      response.setHeader("content-type", answerHeaders.json["content-type"]);
    }
    // Without writeHead, node knows the length and writes head and body at once.
    response.end(body);
  }

  open(): void {
    const drain = (): void => this.#drain();
    this.#response.on("drain", drain);
    this.#response.on("close", drain);
    // Writing to a client that has just gone away must not end the program.
    this.#response.on("error", drain);
    this.#response.writeHead(200, answerHeaders.events);
  }

  write(text: string): void | Promise<void> {
    if (this.#response.destroyed || this.#response.write(text)) {
      return;
    }
    this.#drained ??= new Promise((resolve) => {
      this.#release = resolve;
    });
    return this.#drained;
  }

  end(): void {
    this.#response.end();
  }

  watch(hangUp: () => void): void {
    if (this.#response.destroyed) {
      hangUp();
    } else {
      this.#response.on("close", hangUp);
    }
  }

  #drain(): void {
    const release = this.#release;
    this.#drained = undefined;
    this.#release = undefined;
    release?.();
  }
}
