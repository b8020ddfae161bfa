/** The adapter for an HTTP server that speaks `Request` and `Response`. */
import { ByteBuffer } from "../protocol/bytes.js";
import { ConnectionError } from "../protocol/connection-error.js";
import { bodyOf, type HttpBody } from "./server/body.js";
import type { HttpRefusal } from "./server/envelope.js";
import { OwnWatch } from "./server/long-running.js";
import {
  answerHeaders,
  type HttpReply,
  type HttpServerOptions,
  HttpService,
  lingerBytes,
  refusalFor,
  refusalHeaders,
} from "./server/handler.js";
import type { MessageServer } from "../peer/serve.js";
import type { Principal } from "../protocol/transport.js";

/** Options of {@link fetchHandler}. */
export interface FetchHandlerOptions extends HttpServerOptions {
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
   * The body, or a promise of it, where something else has read it: bytes or text as
   * they arrived, or the value that was parsed. The request is read where this is
   * absent or returns undefined.
   */
  readonly body?: ((request: Request) => unknown) | undefined;
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
  const service = new HttpService(server, options, () => new OwnWatch());
  return async (request) => {
    const { envelope } = service;
    const { headers } = request;
    const common = envelope.commonHeaders(headers);
    const refusal = envelope.refuse(
      request.method,
      headers,
      headers.get("host") ?? hostOf(request.url),
      false,
    );
    if (refusal !== undefined) {
      if (refusal.status === 413 && !request.bodyUsed) {
        await drop(request.body?.getReader());
      }
      return refuse(refusal, common);
    }
    let principal: Principal | undefined;
    let body: HttpBody;
    try {
      principal = await options.principal?.(request);
      const given: unknown = await options.body?.(request);
      if (given === undefined) {
        assertUnread(request);
        const bytes = await readBody(request, envelope.maxBodyBytes);
        if (bytes === undefined) {
          return refuse(envelope.tooLarge(), common);
        }
        body = bodyOf(bytes);
      } else {
        body = bodyOf(given);
      }
    } catch (cause) {
      return refuse(
        cause instanceof BrokenBody ? brokenOff : refusalFor(server, cause),
        common,
      );
    }
    return new Promise((resolve) => {
      const reply = new FetchReply(request, common, resolve);
      service.serve(body, headers, reply, principal);
    });
  };
}

/** The host of a URL with its port, where no header names it. */
function hostOf(url: string): string | null {
  return /^[a-z]+:\/\/([^/?#]*)/i.exec(url)?.[1] ?? null;
}

/** @throws {ConnectionError} if something else has read the body, or is reading it */
function assertUnread({ bodyUsed, body }: Request): void {
  if (bodyUsed || body?.locked === true) {
    throw new ConnectionError(
      "The body of a request was read by something else before fetchHandler saw it. Pass it with the option `body`, or let fetchHandler come first.",
    );
  }
}

function refuse(
  refusal: HttpRefusal,
  common: Readonly<Record<string, string>> | undefined,
): Response {
  return new Response(refusal.reason === "" ? null : refusal.reason, {
    status: refusal.status,
    headers: { ...common, ...refusalHeaders(refusal) },
  });
}

const brokenOff: HttpRefusal = {
  status: 400,
  reason: "The body broke off.",
};

/** The client went away: no fault of the server's, and nobody to answer. */
class BrokenBody extends Error {}

/**
 * Reads a body up to a limit; undefined if it is longer.
 *
 * @throws {BrokenBody} if it breaks off
 */
async function readBody(
  request: Request,
  maxBytes: number,
): Promise<Uint8Array | undefined> {
  const reader = request.body?.getReader();
  const bytes = new ByteBuffer();
  for (;;) {
    let chunk: Uint8Array | undefined;
    try {
      chunk = (await reader?.read())?.value;
    } catch {
      throw new BrokenBody();
    }
    if (chunk === undefined) {
      return bytes.take();
    }
    if (bytes.length + chunk.byteLength > maxBytes) {
      bytes.take();
      await drop(reader);
      return undefined;
    }
    bytes.push(chunk);
  }
}

/**
 * Reads some of a body that is too large, and drops it: many adapters lose the answer
 * to a body that is not read to its end.
 */
async function drop(
  reader: ReadableStreamDefaultReader<Uint8Array> | undefined,
): Promise<void> {
  try {
    let left = lingerBytes;
    while (left >= 0) {
      const chunk = (await reader?.read())?.value;
      if (chunk === undefined) {
        return;
      }
      left -= chunk.byteLength;
    }
    await reader?.cancel();
  } catch {
    // It broke off, which ends it as well.
  }
}

/** How much may lie unread in an event stream before handlers are held back. */
const bufferedBytes = 64 * 1024;

const encoder = /* @__PURE__ */ new TextEncoder();

/** Answers with a `Response`, whole or as a stream. */
class FetchReply implements HttpReply {
  readonly #request: Request;
  readonly #common: Readonly<Record<string, string>> | undefined;
  readonly #respond: (response: Response) => void;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  #drained: Promise<void> | undefined;
  #release: (() => void) | undefined;
  /** The client's signal and what to do when it fires, while they are watched. */
  #signal: AbortSignal | undefined;
  #hangUp: (() => void) | undefined;
  /** The reader of the event stream went away. */
  #gone = false;

  /** @param common headers of every answer */
  constructor(
    request: Request,
    common: Readonly<Record<string, string>> | undefined,
    respond: (response: Response) => void,
  ) {
    this.#request = request;
    this.#common = common;
    this.#respond = respond;
  }

  send(status: number, body: string): void {
    this.#unwatch();
    this.#respond(
      new Response(body === "" ? null : body, {
        status,
        headers: {
          ...this.#common,
          ...(body === "" ? answerHeaders.none : answerHeaders.json),
        },
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
        cancel: () => this.#leave(),
      },
      { highWaterMark: bufferedBytes, size: (chunk) => chunk.byteLength },
    );
    this.#respond(
      new Response(stream, {
        status: 200,
        headers: { ...this.#common, ...answerHeaders.events },
      }),
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

  watch(hangUp: () => void): void {
    this.#hangUp = hangUp;
    this.#signal = this.#request.signal;
    if (this.#gone || this.#signal.aborted) {
      this.#leave();
    } else {
      this.#signal.addEventListener("abort", this.#leave);
    }
  }

  /** The client is gone: nothing is written any more, and nobody waits for it. */
  readonly #leave = (): void => {
    const hangUp = this.#hangUp;
    this.#gone = true;
    this.#unwatch();
    this.#controller = undefined;
    this.#drain();
    hangUp?.();
  };

  #unwatch(): void {
    this.#hangUp = undefined;
    this.#signal?.removeEventListener("abort", this.#leave);
  }

  #drain(): void {
    const release = this.#release;
    this.#drained = undefined;
    this.#release = undefined;
    release?.();
  }
}
