/** What adapters for platforms and services for eras have in common: replies and refusals. */
import type { MessageServer } from "../../peer/serve.js";
import { isLocalError } from "../../protocol/local-error.js";
import { asError } from "../../protocol/to-error.js";
import type { HeaderReader, Principal } from "../../protocol/transport.js";
import type { HttpBody } from "./body.js";
import type {
  HttpEnvelope,
  HttpEnvelopeOptions,
  HttpRefusal,
} from "./envelope.js";
import { HttpRefusedError } from "./refused.js";

/** What an HTTP server lets in, and how patient it is. */
export interface HttpServerOptions extends HttpEnvelopeOptions {
  /**
   * When a request that is still at work gets its event stream, in ms: 5,000
   * unless given. A notification opens it at once; an answer that comes sooner
   * than both is plain JSON.
   */
  readonly sseAfterMs?: number | undefined;
  /** Pause between comments that keep a quiet event stream open: 15,000 ms unless given. */
  readonly keepAliveMs?: number | undefined;
}

/** How an adapter sends the answer of one request. */
export interface HttpReply {
  /**
   * Sends a whole answer: JSON, or nothing where `body` is empty.
   *
   * @param headers - Further headers.
   */
  send(
    status: number,
    body: string,
    headers?: Readonly<Record<string, string>>,
  ): void;
  /** Opens an event stream: status 200 and the headers of one, and further ones. */
  open(headers?: Readonly<Record<string, string>>): void;
  /**
   * Writes to the event stream.
   *
   * @returns a promise where the peer is slow; it settles once there is room.
   */
  write(text: string): void | Promise<void>;
  /** Ends the event stream. */
  end(): void;
  /**
   * Asks to be told when the client goes away, or that it is gone already. Called
   * at most once, and only for requests that are not short ones: to watch costs
   * more than a short answer does.
   */
  watch(hangUp: () => void): void;
}

/** Headers of each kind of answer. */
export const answerHeaders = {
  none: {},
  json: { "content-type": "application/json" },
  events: {
    "content-type": "text/event-stream",
    "cache-control": "no-cache, no-transform",
    // Tells reverse proxies to pass events on one by one.
    "x-accel-buffering": "no",
  },
} as const;

/** Headers of a refusal; its reason is the body. */
export function refusalHeaders({
  reason,
  headers,
}: HttpRefusal): Record<string, string> {
  return {
    ...(reason === "" ? {} : { "content-type": "text/plain; charset=utf-8" }),
    ...headers,
  };
}

/**
 * The refusal of a request for which the owner's own code threw before its message was
 * read: on purpose, or as a fault, which is reported.
 */
export function refusalFor(server: MessageServer, cause: unknown): HttpRefusal {
  if (isLocalError(cause, HttpRefusedError)) {
    const { status, message: reason, headers } = cause;
    return { status, reason, headers };
  }
  server.report(asError(cause));
  return unreadable;
}

/** The answer when the owner's own code failed before the message was read. */
const unreadable: HttpRefusal = {
  status: 500,
  reason: "The request could not be read.",
};

/**
 * How much of a refused body is read and dropped, in bytes and in milliseconds, so that
 * its sender gets to read the answer.
 */
export const lingerBytes: number = 16 * 1024 * 1024;
export const lingerMs = 2_000;

/** One HTTP request, once its envelope has been checked and its body read. */
export interface HttpCall {
  readonly method: string;
  /** Path and query, as they came. */
  readonly url: string;
  readonly headers: HeaderReader;
  /** Undefined for methods without a body. */
  readonly body: HttpBody | undefined;
  readonly principal: Principal | undefined;
}

/** Serves the requests that an adapter brings. */
export interface HttpHandling {
  /** What each request is checked for before its body is read. */
  readonly envelope: HttpEnvelope;
  serve(call: HttpCall, reply: HttpReply): void;
}
