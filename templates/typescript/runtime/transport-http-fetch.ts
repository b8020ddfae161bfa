/** The face of an HTTP server that speaks `Request` and `Response`. */
import { decodePieces } from "./transport-bytes.js";
import type { HttpRefusal } from "./transport-http-envelope.js";
import {
  answerHeaders,
  hangUpReason,
  type HttpReply,
  type HttpServerOptions,
  HttpService,
  refusalHeaders,
  unreadable,
} from "./transport-http-server.js";
import type { MessageServer, Principal } from "./transport.js";

/** Options of {@link fetchHandler}. */
export interface FetchHandlerOptions extends HttpServerOptions {
  /**
   * Who sent a request, as middleware in front of the handler found out. Handlers
   * read it as `context.principal`. The body must be left unread.
   */
  readonly principal?:
    ((request: Request) => Principal | undefined) | undefined;
}

/**
 * Makes a server a function from `Request` to `Response`, as Bun, Deno, workers
 * and most web frameworks call it.
 *
 * ```ts
 * export default { fetch: fetchHandler(server) };
 * ```
 *
 * It answers every request and never rejects. Which path leads to it is for the
 * caller to decide.
 */
export function fetchHandler(
  server: MessageServer,
  options: FetchHandlerOptions = {},
): (request: Request) => Promise<Response> {
  const service = new HttpService(server, options);
  return async (request) => {
    const { envelope } = service;
    const refusal = envelope.refuse(request.method, request.headers, false);
    if (refusal !== undefined) {
      return refuse(refusal);
    }
    let pieces: readonly Uint8Array[] | undefined;
    try {
      pieces = await readBody(request, envelope.maxBodyBytes);
    } catch {
      // The client went away: no fault of the server's, and nobody to answer.
      return refuse(brokenOff);
    }
    if (pieces === undefined) {
      return refuse(envelope.tooLarge());
    }
    let principal: Principal | undefined;
    try {
      principal = options.principal?.(request);
    } catch (cause) {
      server.report(cause instanceof Error ? cause : new Error(String(cause)));
      return refuse(unreadable);
    }
    const body = decodePieces(pieces);
    return new Promise((resolve) => {
      const reply = new FetchReply(resolve);
      const open = service.serve(body, request.headers, reply, principal);
      if (open !== undefined) {
        reply.watch(request.signal, () => open.cancel(hangUpReason));
      }
    });
  };
}

function refuse(refusal: HttpRefusal): Response {
  return new Response(refusal.reason, {
    status: refusal.status,
    headers: refusalHeaders(refusal),
  });
}

const brokenOff: HttpRefusal = {
  status: 400,
  reason: "The body broke off.",
};

/** Reads a body up to a limit; undefined if it is longer. */
async function readBody(
  request: Request,
  maxBytes: number,
): Promise<readonly Uint8Array[] | undefined> {
  // An announced length has been checked, and HTTP holds the client to it.
  if (request.headers.has("content-length")) {
    return [new Uint8Array(await request.arrayBuffer())];
  }
  const reader = request.body?.getReader();
  const pieces: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const next = await reader?.read();
    if (next?.value === undefined) {
      return pieces;
    }
    length += next.value.byteLength;
    if (length > maxBytes) {
      await reader?.cancel();
      return undefined;
    }
    pieces.push(next.value);
  }
}

/** How much may lie unread in an event stream before handlers are held back. */
const bufferedBytes = 64 * 1024;

const encoder = /* @__PURE__ */ new TextEncoder();

/** Answers with a `Response`, whole or as a stream. */
class FetchReply implements HttpReply {
  readonly #respond: (response: Response) => void;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  #drained: Promise<void> | undefined;
  #release: (() => void) | undefined;
  #hangUp: (() => void) | undefined;
  #signal: AbortSignal | undefined;

  constructor(respond: (response: Response) => void) {
    this.#respond = respond;
  }

  send(status: number, body: string): void {
    this.#unwatch();
    this.#respond(
      new Response(body === "" ? null : body, {
        status,
        headers: body === "" ? answerHeaders.none : answerHeaders.json,
      }),
    );
  }

  open(): void {
    const stream = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        pull: () => this.#drain(),
        cancel: () => this.#close(),
      },
      { highWaterMark: bufferedBytes, size: (chunk) => chunk.byteLength },
    );
    this.#respond(
      new Response(stream, { status: 200, headers: answerHeaders.events }),
    );
  }

  write(text: string): void | Promise<void> {
    const controller = this.#controller;
    if (controller === undefined) {
      return;
    }
    controller.enqueue(encoder.encode(text));
    if ((controller.desiredSize ?? 0) > 0) {
      return;
    }
    this.#drained ??= new Promise((resolve) => {
      this.#release = resolve;
    });
    return this.#drained;
  }

  end(): void {
    this.#unwatch();
    this.#controller?.close();
    this.#controller = undefined;
    this.#drain();
  }

  /** Calls `hangUp` once the client is gone, and not after the answer. */
  watch(signal: AbortSignal, hangUp: () => void): void {
    this.#hangUp = hangUp;
    this.#signal = signal;
    if (signal.aborted) {
      this.#close();
    } else {
      signal.addEventListener("abort", this.#close);
    }
  }

  readonly #close = (): void => {
    const hangUp = this.#hangUp;
    this.#unwatch();
    this.#controller = undefined;
    this.#drain();
    hangUp?.();
  };

  #unwatch(): void {
    this.#hangUp = undefined;
    this.#signal?.removeEventListener("abort", this.#close);
  }

  #drain(): void {
    const release = this.#release;
    this.#drained = undefined;
    this.#release = undefined;
    release?.();
  }
}
