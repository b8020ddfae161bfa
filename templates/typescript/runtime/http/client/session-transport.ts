/**
 * A client's side of Streamable HTTP with sessions, and of HTTP+SSE before it, on any
 * `fetch` (specification: basic/transports of 2025-11-25 and 2024-11-05).
 */
import type { JSONRPCMessage, RequestId } from "../../../types.js";
import { ConnectionError } from "../../protocol/connection-error.js";
import { FaultReports } from "../../protocol/fault-reports.js";
import { jsonText } from "../../protocol/json-text.js";
import { defaultMaxMessageBytes } from "../../protocol/limits.js";
import {
  isLocalError,
  LocalError,
  SessionLostError,
} from "../../protocol/local-error.js";
import { hasOwn, isObject } from "../../protocol/message.js";
import { messageOf, withReason } from "../../protocol/to-error.js";
import {
  deliverText,
  type Receiver,
  type Transport,
} from "../../protocol/transport.js";
import { bothAnswers, type HttpOptions, HttpPoster } from "./post.js";
import {
  HttpError,
  httpError,
  mediaType,
  readEvents,
  readText,
} from "./response.js";

/** How to reach a server with sessions over HTTP. Durations are in milliseconds. */
export interface SessionHttpOptions extends HttpOptions {
  /** How often in a row a broken stream is resumed. Default: 10. */
  readonly maxReconnects?: number | undefined;
  /** Whether HTTP+SSE of 2024-11-05 is tried where Streamable HTTP is refused. Default: true. */
  readonly httpSse?: boolean | undefined;
  /** How long to wait for the first event of HTTP+SSE. Default: 10,000. */
  readonly httpSseTimeoutMs?: number | undefined;
}

/**
 * A transport for servers with sessions.
 *
 * Each message is a POST to `url`. What the server says by itself comes on a GET stream,
 * which is opened again where it breaks; a broken answer is resumed where the server gave
 * its events ids. Servers that know only HTTP+SSE are spoken to in that way.
 *
 * ```ts
 * const client = new Client(httpTransport("https://example.com/mcp"), { info });
 * ```
 */
export function httpTransport(
  url: string | URL,
  options: SessionHttpOptions = {},
): Transport {
  return new SessionTransport(new URL(url), options);
}

/** Pauses before a stream is opened again, in milliseconds. */
const firstPauseMs = 200;
const longestPauseMs = 10_000;

/** Statuses by which servers say that they do not know a POST of `initialize`. */
const unknownPost: readonly number[] = [400, 404, 405];

/** A stream of events, and how far it has been read. */
interface Position {
  lastEventId: string | undefined;
  /** How long the server wants a client to wait before it comes back, in milliseconds. */
  retryMs: number | undefined;
}

class SessionTransport implements Transport {
  readonly #poster: HttpPoster;
  readonly #url: URL;
  readonly #options: SessionHttpOptions;
  readonly #maxBytes: number;
  readonly #faults = new FaultReports((error) => this.#receiver?.report(error));
  /** What ends requests that are open, by the id of the message; others have none. */
  readonly #open = new Map<RequestId, AbortController>();
  readonly #controllers = new Set<AbortController>();
  #receiver: Receiver | undefined;
  #session: string | undefined;
  #version: string | undefined;
  /** Where messages are POSTed with HTTP+SSE; undefined for Streamable HTTP. */
  #endpoint: URL | undefined;
  #isListening = false;
  #isClosed = false;

  constructor(url: URL, options: SessionHttpOptions) {
    this.#url = url;
    this.#options = options;
    this.#poster = new HttpPoster(url, options);
    this.#maxBytes = options.maxMessageBytes ?? defaultMaxMessageBytes;
  }

  receive(receiver: Receiver): void {
    this.#receiver = receiver;
    if (this.#isClosed) receiver.closed();
  }

  send(message: JSONRPCMessage): void | Promise<void> {
    if (this.#isClosed) {
      return Promise.reject(
        new ConnectionError("The HTTP transport is closed."),
      );
    }
    const { id, method } = message as {
      readonly id?: RequestId;
      readonly method?: string;
    };
    if (id === undefined || method === undefined) {
      return this.#sendQuietly(message);
    }
    void this.#request(message, id, method === "initialize");
  }

  abort(id: RequestId): void {
    this.#open.get(id)?.abort();
    this.#open.delete(id);
  }

  agreed(version: string): void {
    this.#version = version;
  }

  listen(): void {
    if (this.#endpoint !== undefined || this.#isListening) return;
    this.#isListening = true;
    void this.#keepListening();
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const controller of this.#controllers) controller.abort();
    this.#controllers.clear();
    this.#open.clear();
    this.#faults.flush();
    this.#receiver?.closed();
    await this.#endSession();
  }

  /** Tells the server that the session is over. A server may not let clients do that. */
  async #endSession(): Promise<void> {
    if (this.#session === undefined) return;
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), 2_000);
    try {
      const response = await this.#poster.send({
        method: "DELETE",
        accept: bothAnswers,
        headers: this.#headers(),
        signal: controller.signal,
        mustSpeak: true,
      });
      await response.body?.cancel();
    } catch {
      // The session ends by itself, too.
    } finally {
      clearTimeout(timer);
    }
  }

  #headers(): [header: string, value: string][] {
    const headers: [string, string][] = [];
    if (this.#session !== undefined) {
      headers.push(["mcp-session-id", this.#session]);
    }
    if (this.#version !== undefined) {
      headers.push(["mcp-protocol-version", this.#version]);
    }
    return headers;
  }

  #controller(): AbortController {
    const controller = new AbortController();
    this.#controllers.add(controller);
    return controller;
  }

  #post(message: JSONRPCMessage, signal: AbortSignal): Promise<Response> {
    return this.#poster.send(
      {
        method: "POST",
        body: jsonText(message),
        accept: bothAnswers,
        headers: this.#headers(),
        signal,
        mustSpeak: false,
      },
      this.#endpoint,
    );
  }

  /** Sends a notification or a response. */
  async #sendQuietly(message: JSONRPCMessage): Promise<void> {
    const controller = this.#controller();
    try {
      const response = await this.#post(message, controller.signal);
      if (!response.ok) {
        throw await httpError(response, "The message was refused.");
      }
      await response.body?.cancel();
    } catch (cause) {
      throw connectionError(cause);
    } finally {
      this.#controllers.delete(controller);
    }
  }

  /** Sends a request and delivers all that comes of it. Never rejects. */
  async #request(
    message: JSONRPCMessage,
    id: RequestId,
    isFirst: boolean,
  ): Promise<void> {
    const controller = this.#controller();
    const { signal } = controller;
    this.#open.set(id, controller);
    try {
      if (isFirst) {
        // A new session knows nothing of the one before.
        this.#session = undefined;
        this.#version = undefined;
      }
      const session = this.#session;
      let response = await this.#post(message, signal);
      if (isFirst && (await this.#fellBack(response, signal))) {
        response = await this.#post(message, signal);
      }
      if (isFirst) {
        this.#session = response.headers.get("mcp-session-id") ?? undefined;
      }
      if (response.status === 404 && session !== undefined) {
        await response.body?.cancel();
        throw new SessionLostError("The server no longer knows the session.");
      }
      await this.#answer(response, id, signal);
    } catch (cause) {
      if (!signal.aborted) this.#receiver?.failed(id, connectionError(cause));
    } finally {
      this.#open.delete(id);
      this.#controllers.delete(controller);
    }
  }

  /** Reads the answer to a request, whatever carries it. */
  async #answer(
    response: Response,
    id: RequestId,
    signal: AbortSignal,
  ): Promise<void> {
    const { status, ok } = response;
    if (status === 401 || status === 403) {
      throw await httpError(response, "The server refuses access.");
    }
    // With HTTP+SSE all answers come on the one stream.
    if (this.#endpoint !== undefined && ok) {
      await response.body?.cancel();
      return;
    }
    const type = mediaType(response);
    if (ok && type === "text/event-stream") {
      await this.#readAnswerStream(response, id, signal);
      return;
    }
    if (type !== "application/json") {
      throw await httpError(
        response,
        "The answer is neither JSON nor an event stream.",
      );
    }
    const text = await readText(response, this.#maxBytes);
    const message = parsed(text);
    if (signal.aborted) return;
    if (!answersTo(message, id)) {
      throw new HttpError(
        response,
        text,
        "The answer is not a JSON-RPC response to the request.",
      );
    }
    this.#receiver?.message(message, { requestId: id, status });
  }

  /** Reads the stream of one request; resumes it where it breaks before the response. */
  async #readAnswerStream(
    first: Response,
    id: RequestId,
    signal: AbortSignal,
  ): Promise<void> {
    const position: Position = { lastEventId: undefined, retryMs: undefined };
    const limit = this.#options.maxReconnects ?? 10;
    let response = first;
    for (let attempts = 0; ; attempts += 1) {
      const before = position.lastEventId;
      const cause = await this.#readStream(response, id, position);
      if (signal.aborted || cause === "answered") return;
      if (position.lastEventId !== before) attempts = 0;
      if (position.lastEventId === undefined) {
        throw new ConnectionError(
          withReason("The event stream ended before the response came.", cause),
          cause === undefined ? undefined : { cause },
        );
      }
      for (;;) {
        if (attempts >= limit) {
          throw new ConnectionError(
            `The event stream could not be resumed within ${limit} attempts.`,
          );
        }
        await pause(position.retryMs ?? pauseAfter(attempts), signal);
        if (signal.aborted) return;
        const resumed = await this.#resume(position, signal);
        if (resumed !== undefined) {
          response = resumed;
          break;
        }
        attempts += 1;
      }
    }
  }

  /**
   * Goes on with a stream after the last event that was read; undefined if that failed
   * and may be tried again.
   */
  async #resume(
    position: Position,
    signal: AbortSignal,
  ): Promise<Response | undefined> {
    let response: Response;
    try {
      response = await this.#get(position.lastEventId, signal);
    } catch {
      return undefined;
    }
    if (response.ok && mediaType(response) === "text/event-stream") {
      return response;
    }
    if (response.status >= 500) {
      await response.body?.cancel();
      return undefined;
    }
    throw await httpError(response, "The event stream cannot be resumed.");
  }

  #get(
    lastEventId: string | undefined,
    signal: AbortSignal,
  ): Promise<Response> {
    return this.#poster.send({
      method: "GET",
      accept: "text/event-stream",
      headers: [
        ...this.#headers(),
        ...(lastEventId === undefined
          ? []
          : [["last-event-id", lastEventId] as const]),
      ],
      signal,
      mustSpeak: false,
    });
  }

  /**
   * Reads a stream to its end.
   *
   * @param id - The request that it belongs to; undefined for what the server says by itself.
   * @returns `answered` once the response came; else why it ended, where that is known.
   */
  async #readStream(
    response: Response,
    id: RequestId | undefined,
    position: Position,
  ): Promise<unknown> {
    let isAnswered = false;
    let name = "";
    try {
      await readEvents(
        response,
        this.#maxBytes,
        (data) => {
          const event = name;
          name = "";
          if (event !== "" && event !== "message") return true;
          const receiver = this.#receiver;
          if (receiver === undefined || this.#isClosed) return false;
          const origin =
            id === undefined
              ? undefined
              : { requestId: id, status: response.status };
          if (id !== undefined && answersTo(parsed(data), id)) {
            isAnswered = true;
          }
          deliverText(receiver, data, origin);
          return !isAnswered;
        },
        (field, value) => {
          if (field === "event") name = value;
          else if (field === "id") position.lastEventId = value;
          else if (field === "retry" && /^\d+$/.test(value)) {
            position.retryMs = Math.min(Number(value), longestPauseMs * 6);
          }
        },
      );
    } catch (cause) {
      return isAnswered ? "answered" : cause;
    }
    return isAnswered ? "answered" : undefined;
  }

  /** Reads what the server says by itself, for as long as the transport is open. */
  async #keepListening(): Promise<void> {
    const controller = this.#controller();
    const { signal } = controller;
    const position: Position = { lastEventId: undefined, retryMs: undefined };
    const limit = this.#options.maxReconnects ?? 10;
    let session = this.#session;
    for (let attempts = 0; attempts <= limit && !signal.aborted;) {
      if (session !== this.#session) {
        session = this.#session;
        position.lastEventId = undefined;
      }
      try {
        const response = await this.#get(position.lastEventId, signal);
        if (!response.ok || mediaType(response) !== "text/event-stream") {
          await response.body?.cancel();
          // 405: the server says nothing by itself. Other refusals say no more.
          if (response.status < 500) break;
        } else {
          const started = performance.now();
          await this.#readStream(response, undefined, position);
          if (performance.now() - started > 1_000) attempts = 0;
        }
      } catch {
        // Tried again below.
      }
      if (signal.aborted) break;
      await pause(position.retryMs ?? pauseAfter(attempts), signal);
      attempts += 1;
    }
    this.#isListening = false;
    this.#controllers.delete(controller);
  }

  /**
   * Turns to HTTP+SSE where the server does not know a POST of `initialize`.
   *
   * @returns whether the request has to be sent again, to where that transport POSTs.
   */
  async #fellBack(response: Response, signal: AbortSignal): Promise<boolean> {
    if (
      this.#options.httpSse === false ||
      this.#endpoint !== undefined ||
      !unknownPost.includes(response.status)
    ) {
      return false;
    }
    const isError =
      mediaType(response) === "application/json" &&
      isModernError(parsed(await readText(response.clone(), this.#maxBytes)));
    if (isError) return false;
    const endpoint = await this.#openHttpSse(signal);
    if (endpoint === undefined) return false;
    await response.body?.cancel();
    this.#endpoint = endpoint;
    return true;
  }

  /** Opens the stream of HTTP+SSE; undefined if the server does not have it. */
  async #openHttpSse(signal: AbortSignal): Promise<URL | undefined> {
    const controller = this.#controller();
    const timeoutMs = this.#options.httpSseTimeoutMs ?? 10_000;
    const timer = setTimeout(() => controller.abort(), timeoutMs);
    const giveUp = (): void => controller.abort();
    signal.addEventListener("abort", giveUp);
    try {
      const response = await this.#get(undefined, controller.signal);
      if (!response.ok || mediaType(response) !== "text/event-stream") {
        await response.body?.cancel();
        return undefined;
      }
      return await new Promise((resolve) => {
        void this.#readHttpSse(response, resolve).finally(() => {
          this.#controllers.delete(controller);
          resolve(undefined);
        });
      });
    } catch {
      return undefined;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", giveUp);
    }
  }

  /** The one stream of HTTP+SSE: where to POST, then all that the server says. */
  async #readHttpSse(
    response: Response,
    opened: (endpoint: URL | undefined) => void,
  ): Promise<void> {
    let name = "";
    let isOpen = false;
    let problem: unknown;
    try {
      await readEvents(
        response,
        this.#maxBytes,
        (data) => {
          const event = name;
          name = "";
          if (!isOpen) {
            const endpoint =
              event === "endpoint" && URL.canParse(data, this.#url.href)
                ? new URL(data, this.#url)
                : undefined;
            // Messages, and what authorizes them, stay on the origin.
            isOpen = endpoint?.origin === this.#url.origin;
            opened(isOpen ? endpoint : undefined);
            return isOpen;
          }
          if (this.#receiver !== undefined && event !== "endpoint") {
            deliverText(this.#receiver, data);
          }
          return !this.#isClosed;
        },
        (field, value) => {
          if (field === "event") name = value;
        },
      );
    } catch (cause) {
      problem = cause;
    }
    if (isOpen && !this.#isClosed) {
      this.#isClosed = true;
      this.#receiver?.closed(
        new ConnectionError(
          withReason("The event stream of the session ended.", problem),
        ),
      );
    }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether a message, or one of an array, is the response to a request. */
function answersTo(message: unknown, id: RequestId): boolean {
  if (Array.isArray(message))
    return message.some((each) => answersTo(each, id));
  if (!isObject(message) || hasOwn(message, "method")) return false;
  const answered = message["id"] ?? undefined;
  return (
    answered === id || (answered === undefined && hasOwn(message, "error"))
  );
}

/** Codes that only servers of the stateless era send: they have no HTTP+SSE. */
function isModernError(message: unknown): boolean {
  const error = isObject(message) ? message["error"] : undefined;
  const code = isObject(error) ? error["code"] : undefined;
  // The range that the specification keeps for itself since it is stateless.
  return typeof code === "number" && code <= -32_020 && code >= -32_099;
}

function pauseAfter(attempts: number): number {
  const longest = Math.min(longestPauseMs, firstPauseMs * 2 ** attempts);
  return longest * (0.5 + Math.random() / 2);
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const over = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", over);
      resolve();
    };
    const timer = setTimeout(over, ms);
    signal.addEventListener("abort", over);
  });
}

/** What went wrong on the way, unless it says so itself. */
function connectionError(cause: unknown): Error {
  return isLocalError(cause, LocalError)
    ? cause
    : new ConnectionError(`The HTTP request failed: ${messageOf(cause)}`, {
        cause,
      });
}
