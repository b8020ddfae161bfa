/** What a server with sessions is told about them, and what adds them to one without. */
import type { EraAddition, MessageServer } from "../../peer/serve.js";
import type { EventStore } from "./event-store.js";
import type { RequestWatch } from "./long-running.js";
import type { HttpHandling, HttpServerOptions } from "./reply.js";

/** Where a server speaks HTTP+SSE, in addition to Streamable HTTP. */
export interface HttpSseOptions {
  /** Path of the stream, e.g. `/sse`. */
  readonly ssePath: string;
  /** Path that messages are POSTed to, e.g. `/messages`. */
  readonly messagesPath: string;
}

/** How a server keeps sessions. Durations are in milliseconds. */
export interface SessionSettings {
  /**
   * False keeps no sessions: every request is served by itself, in the version that its
   * header names. The server can then neither ask its clients nor tell them anything.
   * Default: true.
   */
  readonly sessions?: boolean | undefined;
  /** After how long an unused session ends. Default: 1,800,000. */
  readonly sessionIdleMs?: number | undefined;
  /** How many sessions there may be; past it the one that was idle longest ends. Default: 10,000. */
  readonly maxSessions?: number | undefined;
  /** Keeps what was sent, so that clients can resume broken streams. Absent: they cannot. */
  readonly eventStore?: EventStore | undefined;
  /** Serves HTTP+SSE of 2024-11-05 on two paths of its own. Absent: it is not served. */
  readonly httpSse?: HttpSseOptions | undefined;
  /** How long a client is asked to wait before it resumes a stream that was closed early. Default: 1,000. */
  readonly retryMs?: number | undefined;
}

/** Options of a server with sessions. */
export interface SessionOptions extends HttpServerOptions, SessionSettings {}

/** Adds sessions, which begin with a handshake, to a server without. */
export interface HttpEraAddition extends EraAddition {
  /** @param newWatch - What watches over the next request that is not answered at once. */
  http(
    server: MessageServer,
    options: SessionOptions,
    newWatch: () => RequestWatch,
  ): HttpHandling;
}

/** What a server is told about clients that begin with a handshake. */
export interface LegacyOptions extends SessionSettings {
  /**
   * `legacy` of `legacy.ts`: clients that begin with a handshake are served on the same
   * URL; the options about sessions are for them. Absent: they are refused.
   */
  readonly legacy?: HttpEraAddition | undefined;
}
