/** A client's side of Streamable HTTP: one POST a message, on any `fetch`. */
import { requestMetaKeys } from "../../../methods.js";
import type {
  JSONRPCMessage,
  JSONRPCNotification,
  JSONRPCRequest,
  RequestId,
} from "../../../types.js";
import { envelopeOf } from "../../protocol/envelope.js";
import { InvalidMessageError, LocalError } from "../../protocol/local-error.js";
import {
  classifyMessage,
  hasOwn,
  isObject,
  ownValue,
} from "../../protocol/message.js";
import { FaultReports } from "../../protocol/fault-reports.js";
import { defaultMaxMessageBytes } from "../../protocol/limits.js";
import { isTooDeep } from "../../protocol/nesting.js";
import { errorCodes, builtInMethods } from "../../revision.js";
import { messageOf, withReason } from "../../protocol/to-error.js";
import { ConnectionError } from "../../protocol/connection-error.js";
import {
  messageHeaders,
  statedVersion,
} from "../../eras/stateless/http-headers.js";
import { jsonText } from "../../protocol/json-text.js";
import {
  bothAnswers,
  type HttpOptions,
  HttpPoster,
  type HttpRequest,
} from "./post.js";
import {
  HttpError,
  httpError,
  mediaType,
  readEvents,
  readText,
} from "./response.js";
import { silenceLimitOf } from "./silence.js";
import { callsTool, listRequest, listsTools, MirroredTools } from "./tools.js";
import type { Receiver, Transport } from "../../protocol/transport.js";

/**
 * A transport that sends each message to `url` by POST.
 *
 * It reads JSON and event streams, and mirrors arguments of tools in headers as
 * far as it has seen the tools listed; invalid tools are left out of lists and
 * reported as {@link InvalidToolError}. It follows redirects only within the
 * origin, and never requests anything but `url`.
 *
 * ```ts
 * const client = new Client(httpTransport("https://example.com/mcp"), { info });
 * ```
 */
export function httpTransport(
  url: string | URL,
  options: HttpOptions = {},
): Transport {
  return new HttpTransport(new URL(url), options);
}

/** How many pages of tools are searched for one tool. */
const maxListPages = 100;

/** The response to a request, and the status that it came with. */
interface Answer {
  readonly message: Readonly<Record<string, unknown>>;
  readonly status: number;
}

class HttpTransport implements Transport {
  readonly http: NonNullable<Transport["http"]>;
  readonly #poster: HttpPoster;
  readonly #maxBytes: number;
  readonly #tools = new MirroredTools();
  readonly #faults = new FaultReports((error) => this.#receiver?.report(error));
  /** The streams of the requests that wait for their answer. */
  readonly #open = new Map<RequestId, AbortController>();
  /** Notifications that are on their way. */
  readonly #notifying = new Set<AbortController>();
  #receiver: Receiver | undefined;
  /** The version of the last request, for notifications, which name none. */
  #version: string | undefined;
  #closed = false;

  constructor(url: URL, options: HttpOptions) {
    this.http = { url, options };
    this.#poster = new HttpPoster(url, options);
    this.#maxBytes = options.maxMessageBytes ?? defaultMaxMessageBytes;
  }

  receive(receiver: Receiver): void {
    this.#receiver = receiver;
    if (this.#closed) {
      receiver.closed();
    }
  }

  send(message: JSONRPCMessage): void | Promise<void> {
    if (this.#closed) {
      return Promise.reject(
        new ConnectionError("The HTTP transport is closed."),
      );
    }
    if (!("method" in message)) {
      return Promise.reject(
        new ConnectionError("A client sends no responses over HTTP."),
      );
    }
    if (!("id" in message)) {
      return this.#notify(message);
    }
    const controller = new AbortController();
    this.#open.set(message.id, controller);
    this.#version = statedVersion(message) ?? this.#version;
    void this.#request(message, controller);
  }

  abort(id: RequestId): void {
    this.#open.get(id)?.abort();
    this.#open.delete(id);
  }

  close(): Promise<void> {
    if (!this.#closed) {
      this.#closed = true;
      for (const controller of this.#open.values()) {
        controller.abort();
      }
      this.#open.clear();
      for (const controller of this.#notifying) {
        controller.abort();
      }
      this.#faults.flush();
      this.#receiver?.closed();
    }
    return Promise.resolve();
  }

  async #notify(notification: JSONRPCNotification): Promise<void> {
    const controller = new AbortController();
    this.#notifying.add(controller);
    try {
      const response = await this.#post(notification, [], {
        signal: controller.signal,
        mustSpeak: true,
      });
      if (!response.ok) {
        throw await httpError(response, "The notification was refused.");
      }
      await response.body?.cancel();
    } catch (cause) {
      throw connectionError(cause);
    } finally {
      this.#notifying.delete(controller);
    }
  }

  /** @param parameters - The `Mcp-Param-*` headers. */
  #post(
    message: JSONRPCRequest | JSONRPCNotification,
    parameters: readonly [header: string, value: string][],
    how: Pick<HttpRequest, "signal" | "mustSpeak">,
  ): Promise<Response> {
    return this.#poster.send({
      method: "POST",
      body: jsonText(message),
      accept: bothAnswers,
      headers: [...messageHeaders(message, this.#version), ...parameters],
      ...how,
    });
  }

  /** Sends a request and delivers all that comes of it. Never rejects. */
  async #request(
    request: JSONRPCRequest,
    controller: AbortController,
  ): Promise<void> {
    const { signal } = controller;
    try {
      const answer = await this.#answer(request, signal);
      this.#settle(request.id, controller);
      this.#deliver(answer.message, request, answer.status, signal);
    } catch (cause) {
      this.#settle(request.id, controller);
      if (!signal.aborted) {
        this.#receiver?.failed(request.id, connectionError(cause));
      }
    }
  }

  #settle(id: RequestId, controller: AbortController): void {
    if (this.#open.get(id) === controller) {
      this.#open.delete(id);
    }
  }

  #deliver(
    message: unknown,
    { id }: JSONRPCRequest,
    status: number,
    signal: AbortSignal,
  ): void {
    if (!signal.aborted) {
      this.#receiver?.message(message, { requestId: id, status });
    }
  }

  /**
   * Gets the response to a request. A call of a tool that the server refuses for
   * its headers is sent once more if the list of tools, read again, asks for other
   * headers.
   */
  async #answer(request: JSONRPCRequest, signal: AbortSignal): Promise<Answer> {
    if (!callsTool(request)) {
      return this.#exchange(request, [], signal);
    }
    const parameters = this.#tools.headersOf(request);
    const answer = await this.#exchange(request, parameters, signal);
    if (!isHeaderMismatch(answer)) {
      return answer;
    }
    try {
      await this.#relist(request, signal);
    } catch {
      // The refusal of the call says more than that of the list.
      return answer;
    }
    const corrected = this.#tools.headersOf(request);
    return JSON.stringify(corrected) === JSON.stringify(parameters)
      ? answer
      : this.#exchange(request, corrected, signal);
  }

  /** Reads the list of tools, up to the page that has the tool of a call. */
  async #relist(call: JSONRPCRequest, signal: AbortSignal): Promise<void> {
    const tokenKey = requestMetaKeys.progressToken.key;
    let cursor: string | undefined;
    for (let page = 0; page < maxListPages; page += 1) {
      const request = listRequest(call, cursor, tokenKey);
      const { message } = await this.#exchange(request, [], signal);
      const result = ownValue(message, "result");
      const next = isObject(result)
        ? ownValue(result, "nextCursor")
        : undefined;
      if (typeof next !== "string" || this.#tools.knows(call)) {
        return;
      }
      cursor = next;
    }
  }

  /**
   * One POST of a request; what comes ahead of the response is delivered.
   *
   * @throws {HttpError} for an answer without a JSON-RPC response
   * @throws {ConnectionError} when there is no whole answer
   */
  async #exchange(
    request: JSONRPCRequest,
    parameters: readonly [header: string, value: string][],
    signal: AbortSignal,
  ): Promise<Answer> {
    const response = await this.#post(request, parameters, {
      signal,
      // A server says something now and then on a subscription, but not during a call.
      mustSpeak: request.method === builtInMethods.listen,
    });
    const { status, ok } = response;
    if (status === 401 || status === 403) {
      throw await httpError(response, "The server refuses access.");
    }
    const type = mediaType(response);
    if (type === "application/json") {
      return this.#readJson(response, request);
    }
    if (ok && type === "text/event-stream") {
      return this.#readStream(response, request, signal);
    }
    throw await httpError(
      response,
      "The answer is neither JSON nor an event stream.",
    );
  }

  async #readJson(
    response: Response,
    request: JSONRPCRequest,
  ): Promise<Answer> {
    const text = await readText(response, this.#maxBytes);
    let message: unknown;
    try {
      message = JSON.parse(text);
    } catch {
      // Then it is not the response either.
    }
    if (!answers(message, request)) {
      throw new HttpError(
        response,
        text,
        "The answer is not a JSON-RPC response to the request.",
      );
    }
    return this.#understand(message, request, response.status);
  }

  async #readStream(
    response: Response,
    request: JSONRPCRequest,
    signal: AbortSignal,
  ): Promise<Answer> {
    const { status } = response;
    let answer: Answer | undefined;
    await readEvents(response, this.#maxBytes, (data) => {
      let message: unknown;
      try {
        message = JSON.parse(data);
      } catch (cause) {
        if (envelopeOf(data)?.id === request.id) {
          throw new InvalidMessageError(
            withReason("What arrived is not JSON.", cause),
            data,
            cause,
          );
        }
        this.#receiver?.malformed(data, cause);
        return true;
      }
      if (answers(message, request)) {
        answer = this.#understand(message, request, status);
      } else {
        this.#deliver(message, request, status, signal);
      }
      return answer === undefined;
    });
    if (answer === undefined) {
      throw new ConnectionError(
        "The event stream ended before the response came.",
      );
    }
    return answer;
  }

  /** Takes the response in: its id is the request's, and tools are learnt from it. */
  #understand(
    message: Readonly<Record<string, unknown>>,
    request: JSONRPCRequest,
    status: number,
  ): Answer {
    // What is nested too deeply is refused by the client, and must not be walked before.
    if (
      !listsTools(request) ||
      !hasOwn(message, "result") ||
      isTooDeep(message)
    ) {
      return { message: { ...message, id: request.id }, status };
    }
    const result = this.#tools.learn(ownValue(message, "result"), (make) =>
      this.#faults.report(make),
    );
    return { message: { ...message, id: request.id, result }, status };
  }
}

/**
 * True for the response to a request. An error may lack the id, where the server
 * could not read it: on the request's own stream it can mean no other.
 */
function answers(
  message: unknown,
  request: JSONRPCRequest,
): message is Readonly<Record<string, unknown>> {
  if (classifyMessage(message) !== "response" || !isObject(message)) {
    return false;
  }
  const id = ownValue(message, "id") ?? undefined;
  return id === request.id || (id === undefined && hasOwn(message, "error"));
}

function isHeaderMismatch({ message }: Answer): boolean {
  const error = ownValue(message, "error");
  return (
    isObject(error) && ownValue(error, "code") === errorCodes.headerMismatch
  );
}

/** What `fetch` and its streams throw, as an error of the connection. */
function connectionError(cause: unknown): Error {
  if (cause instanceof LocalError) {
    return cause;
  }
  // fetch hides the reason (a refused connection, an unknown host) one level down.
  const origin =
    cause instanceof Error
      ? ((cause as { readonly cause?: unknown }).cause ?? cause)
      : cause;
  const reason = silenceLimitOf(origin) ?? messageOf(origin);
  return new ConnectionError(`The exchange over HTTP failed: ${reason}`, {
    cause,
  });
}
