/**
 * A server behind Streamable HTTP with sessions (specification: basic/transports of
 * 2025-11-25), and without them where a platform cannot keep any.
 */
import {
  INVALID_REQUEST,
  PARSE_ERROR,
  type ErrorObject,
} from "../../../errors.js";
import type {
  JSONRPCNotification,
  JSONRPCRequest,
  RequestId,
} from "../../../types.js";
import type { HandshakeFacts } from "../../eras/handshake/facts.js";
import { findVersion, unnamedVersion } from "../../eras/handshake/versions.js";
import type { MessageServer } from "../../peer/serve.js";
import { jsonText } from "../../protocol/json-text.js";
import {
  classifyMessage,
  isObject,
  readableId,
} from "../../protocol/message.js";
import { NestingError, isTooDeep } from "../../protocol/nesting.js";
import { messageOf } from "../../protocol/to-error.js";
import type { Exchange, Principal } from "../../protocol/transport.js";
import { HttpEnvelope } from "./envelope.js";
import type { EventStore } from "./event-store.js";
import { HttpSession, type Posted, type SessionHost } from "./http-session.js";
import { SseConnection } from "./http-sse.js";
import type { RequestWatch } from "./long-running.js";
import type { HttpCall, HttpHandling, HttpReply } from "./reply.js";
import type { HttpSseOptions, SessionOptions } from "./session-options.js";
import { SessionStream, type StreamHost } from "./session-stream.js";

/** Serves POST, GET and DELETE for one server. */
export class SessionService implements HttpHandling, SessionHost {
  readonly envelope: HttpEnvelope;
  readonly facts: HandshakeFacts;
  readonly sseAfterMs: number;
  readonly keepAliveMs: number;
  readonly retryMs: number;
  readonly eventStore: EventStore | undefined;
  readonly newWatch: () => RequestWatch;
  readonly #server: MessageServer;
  readonly #keepsSessions: boolean;
  readonly #idleMs: number;
  readonly #maxSessions: number;
  readonly #sessions = new Map<string, HttpSession>();
  readonly #httpSse: HttpSseOptions | undefined;
  /** Sessions of HTTP+SSE, each of which is a stream. */
  readonly #streams = new Map<string, SseConnection>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    server: MessageServer,
    facts: HandshakeFacts,
    options: SessionOptions,
    newWatch: () => RequestWatch,
  ) {
    this.#server = server;
    this.facts = facts;
    this.#keepsSessions = options.sessions ?? true;
    this.envelope = new HttpEnvelope(
      options,
      this.#keepsSessions ? ["GET", "DELETE"] : [],
    );
    this.sseAfterMs = options.sseAfterMs ?? 5_000;
    this.keepAliveMs = options.keepAliveMs ?? 15_000;
    this.retryMs = options.retryMs ?? 1_000;
    this.eventStore = options.eventStore;
    this.newWatch = newWatch;
    this.#httpSse = options.httpSse;
    this.#idleMs = options.sessionIdleMs ?? 1_800_000;
    this.#maxSessions = options.maxSessions ?? 10_000;
  }

  /** Whether a path is one of HTTP+SSE, where no message of another era goes. */
  isSsePath(url: string): boolean {
    const [path] = url.split("?");
    const { ssePath, messagesPath } = this.#httpSse ?? {};
    return path !== undefined && (path === ssePath || path === messagesPath);
  }

  serve(call: HttpCall, reply: HttpReply): void {
    const [path, query = ""] = call.url.split("?");
    if (path !== undefined && path === this.#httpSse?.ssePath) {
      if (call.method === "GET") {
        this.#openStream(this.#httpSse, call, reply);
        return;
      }
    } else if (path !== undefined && path === this.#httpSse?.messagesPath) {
      this.#takeForStream(query, call, reply);
      return;
    }
    if (call.method === "GET") this.#get(call, reply);
    else if (call.method === "DELETE") this.#delete(call, reply);
    else this.#post(call, reply);
  }

  ended(session: HttpSession): void {
    this.#sessions.delete(session.id);
  }

  #post(
    { body = { text: "" }, headers, principal }: HttpCall,
    reply: HttpReply,
  ): void {
    let message: unknown;
    try {
      message = "value" in body ? body.value : parse(body.text);
    } catch (cause) {
      const text = `The body is not JSON: ${messageOf(cause)}`;
      sendError(reply, 400, { code: PARSE_ERROR, message: text });
      return;
    }
    if (isTooDeep(message)) {
      const { message: text } = new NestingError();
      sendError(reply, 400, { code: INVALID_REQUEST, message: text }, message);
      return;
    }
    const posted = { message, headers, principal };
    const kind = Array.isArray(message) ? "batch" : classifyMessage(message);
    if (kind === "invalid") {
      const text = "The body must be one JSON-RPC 2.0 message.";
      sendError(reply, 400, { code: INVALID_REQUEST, message: text }, message);
    } else if (!this.#keepsSessions) {
      this.#serveAlone(posted, reply);
    } else if (
      kind === "request" &&
      (message as JSONRPCRequest).method === this.facts.methods.initialize
    ) {
      this.#open(posted, message as JSONRPCRequest, reply);
    } else {
      this.#serveInSession(posted, reply);
    }
  }

  /** Begins a session. */
  #open(posted: Posted, request: JSONRPCRequest, reply: HttpReply): void {
    const given = posted.headers.get("mcp-session-id");
    if (given !== null) {
      const isLive = this.#find(given, posted.principal) !== undefined;
      const text = isLive
        ? "This session has been initialized already."
        : "There is no such session.";
      const error = { code: INVALID_REQUEST, message: text };
      sendError(reply, isLive ? 400 : 404, error, request);
      return;
    }
    if (!this.#makeRoom()) {
      const text = "There are too many sessions. Try again later.";
      sendError(reply, 503, { code: INVALID_REQUEST, message: text }, request);
      return;
    }
    const session = new HttpSession(
      crypto.randomUUID(),
      this.#server,
      this,
      posted.principal,
    );
    this.#sessions.set(session.id, session);
    this.#watchIdle();
    const params: unknown = request.params;
    const version = isObject(params) ? params["protocolVersion"] : undefined;
    session.ask(posted, [request.id], reply, version ?? "");
  }

  #serveInSession(posted: Posted, reply: HttpReply): void {
    const session = this.#sessionOf(posted, reply);
    if (session === undefined) return;
    const { message } = posted;
    if (Array.isArray(message) && !session.batches) {
      sendError(reply, 400, noArrays);
      return;
    }
    const messages: readonly unknown[] = Array.isArray(message)
      ? message
      : [message];
    const ids = messages.flatMap(idsOf);
    const hasRefusal =
      messages.length === 0 ||
      messages.some((each) => classifyMessage(each) === "invalid");
    if (ids.length > 0) session.ask(posted, ids, reply);
    else if (hasRefusal) sendError(reply, 400, noArrays);
    else {
      session.take(posted);
      reply.send(202, "");
    }
  }

  #get(call: HttpCall, reply: HttpReply): void {
    const session = this.#sessionOf(call, reply);
    if (session === undefined) return;
    const last = call.headers.get("last-event-id");
    if (last === null || this.eventStore === undefined) {
      session.openOwnStream(reply);
    } else if (!session.resume(last, reply)) {
      const text = "There is no such event.";
      sendError(reply, 400, { code: INVALID_REQUEST, message: text });
    }
  }

  #delete(call: HttpCall, reply: HttpReply): void {
    const session = this.#sessionOf(call, reply);
    if (session === undefined) return;
    reply.send(204, "");
    void session.end();
  }

  /** The session that a request belongs to; undefined if it was refused. */
  #sessionOf(
    { headers, principal }: Pick<HttpCall, "headers" | "principal">,
    reply: HttpReply,
  ): HttpSession | undefined {
    const id = headers.get("mcp-session-id");
    const refuse = (status: number, message: string): undefined => {
      sendError(reply, status, { code: INVALID_REQUEST, message });
      return undefined;
    };
    if (id === null) {
      const { initialize } = this.facts.methods;
      return refuse(
        400,
        `The header Mcp-Session-Id is missing. A session begins with ${initialize}.`,
      );
    }
    const session = this.#find(id, principal);
    if (session === undefined) return refuse(404, "There is no such session.");
    const version = headers.get("mcp-protocol-version");
    return version === null || findVersion(this.facts, version) !== undefined
      ? session
      : refuse(
          400,
          "The header MCP-Protocol-Version names no version that is served.",
        );
  }

  /** A session is there for the principal alone that opened it. */
  #find(id: string, principal: Principal | undefined): HttpSession | undefined {
    const session = this.#sessions.get(id);
    return session?.principal?.id === principal?.id ? session : undefined;
  }

  // HTTP+SSE

  #openStream(
    { messagesPath }: HttpSseOptions,
    { principal }: HttpCall,
    reply: HttpReply,
  ): void {
    if (this.#streams.size >= this.#maxSessions) {
      const text = "There are too many sessions. Try again later.";
      sendError(reply, 503, { code: INVALID_REQUEST, message: text });
      return;
    }
    const id = crypto.randomUUID();
    const stream = new SseConnection(id, this.#server, reply, {
      endpoint: `${messagesPath}?sessionId=${id}`,
      principal,
      watch: this.newWatch(),
      keepAliveMs: this.keepAliveMs,
      ended: () => this.#streams.delete(id),
    });
    this.#streams.set(id, stream);
  }

  #takeForStream(query: string, call: HttpCall, reply: HttpReply): void {
    const id = new URLSearchParams(query).get("sessionId");
    const stream = this.#streams.get(id ?? "");
    if (
      call.method !== "POST" ||
      stream === undefined ||
      stream.principal?.id !== call.principal?.id
    ) {
      const text =
        id === null ? "sessionId is missing." : "There is no such session.";
      const error = { code: INVALID_REQUEST, message: text };
      sendError(reply, id === null ? 400 : 404, error);
      return;
    }
    const { body = { text: "" } } = call;
    let message: unknown;
    try {
      message = "value" in body ? body.value : parse(body.text);
    } catch (cause) {
      const text = `The body is not JSON: ${messageOf(cause)}`;
      sendError(reply, 400, { code: PARSE_ERROR, message: text });
      return;
    }
    stream.take(message, call.headers);
    reply.send(202, "");
  }

  // Sessions end when they are idle for long, or when there are too many.

  #makeRoom(): boolean {
    if (this.#sessions.size < this.#maxSessions) return true;
    let idlest: HttpSession | undefined;
    for (const session of this.#sessions.values()) {
      if (!session.isIdle) continue;
      if (idlest === undefined || session.lastUsed < idlest.lastUsed) {
        idlest = session;
      }
    }
    if (idlest === undefined) return false;
    this.#sessions.delete(idlest.id);
    void idlest.end();
    return true;
  }

  #watchIdle(): void {
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(
      () => this.#endIdle(),
      Math.min(this.#idleMs, longestTimerMs),
    );
    // It alone does not keep a program running.
    (this.#timer as { unref?: () => void }).unref?.();
  }

  #endIdle(): void {
    this.#timer = undefined;
    const now = performance.now();
    for (const session of this.#sessions.values()) {
      if (session.isIdle && now - session.lastUsed >= this.#idleMs) {
        void session.end();
      }
    }
    if (this.#sessions.size > 0) this.#watchIdle();
  }

  // Without sessions

  #serveAlone(posted: Posted, reply: HttpReply): void {
    const { message, headers, principal } = posted;
    const named = headers.get("mcp-protocol-version");
    const version =
      named === null
        ? unnamedVersion(this.facts)
        : findVersion(this.facts, named);
    if (named !== null && version === undefined) {
      const text =
        "The header MCP-Protocol-Version names no version that is served.";
      sendError(reply, 400, { code: INVALID_REQUEST, message: text }, message);
      return;
    }
    if (Array.isArray(message) && version?.batching !== true) {
      sendError(reply, 400, noArrays);
      return;
    }
    const messages: readonly unknown[] = Array.isArray(message)
      ? message
      : [message];
    const requests = messages.filter(
      (each): each is JSONRPCRequest => classifyMessage(each) === "request",
    );
    for (const each of messages) {
      if (classifyMessage(each) === "notification") {
        this.#server.notification(each as JSONRPCNotification);
      }
    }
    if (requests.length === 0) {
      if (messages.length === 0) sendError(reply, 400, noArrays);
      else reply.send(202, "");
      return;
    }
    const stream = new SessionStream(
      "",
      aloneHost(this),
      reply,
      undefined,
      false,
    );
    const answers: unknown[] = [];
    for (const request of requests) {
      const exchange: Exchange = {
        shared: false,
        headers,
        principal,
        notify: (notification) => stream.send(jsonText(notification)),
        respond: (response, status) => {
          const json = jsonText(response);
          if (!Array.isArray(message)) {
            stream.finish(json, status);
            return;
          }
          answers.push(response);
          if (answers.length === requests.length) {
            stream.finish(jsonText(answers), 200);
          }
        },
      };
      this.#server.request(request, exchange);
    }
    stream.keepOpen();
  }
}

/** Longest time that a timer is set for. */
const longestTimerMs = 60_000;

const noArrays: ErrorObject = {
  code: INVALID_REQUEST,
  message: "The body must be one JSON-RPC 2.0 message.",
};

/** A stream that belongs to no session is not kept. */
function aloneHost(service: SessionService): StreamHost {
  return {
    sseAfterMs: service.sseAfterMs,
    keepAliveMs: service.keepAliveMs,
    retryMs: service.retryMs,
    stores: false,
    newWatch: () => service.newWatch(),
    append: () => "",
    detached: () => undefined,
  };
}

function idsOf(message: unknown): readonly RequestId[] {
  return classifyMessage(message) === "request"
    ? [(message as JSONRPCRequest).id]
    : [];
}

/** @throws {Error} If the text is not JSON, or not even text. */
function parse(text: string | undefined): unknown {
  if (text === undefined) throw new TypeError("it is not UTF-8");
  return JSON.parse(text);
}

function sendError(
  reply: HttpReply,
  status: number,
  error: ErrorObject,
  message?: unknown,
): void {
  const id = readableId(message);
  const response = {
    jsonrpc: "2.0",
    ...(id === undefined ? {} : { id }),
    error,
  };
  reply.send(status, jsonText(response));
}
