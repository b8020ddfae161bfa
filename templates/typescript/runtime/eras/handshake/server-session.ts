/** What one client and the server have agreed on, and what the client asked for since. */
import type { RequestId } from "../../../types.js";
import type { Peer } from "../../peer/peer.js";
import type { Principal } from "../../protocol/transport.js";
import { covers } from "../../protocol/uri-prefix.js";
import type { HandshakeVersion } from "./facts.js";

/** What `initialize` said about the client. */
export interface Agreement {
  readonly version: HandshakeVersion;
  readonly clientCapabilities: Readonly<Record<string, unknown>>;
  readonly clientInfo: Readonly<Record<string, unknown>> | undefined;
}

/** A session: from `initialize` to the end of its connection. */
export class ServerSession {
  /** The way to the client; undefined where it cannot be asked or told anything. */
  readonly peer: Peer | undefined;
  /** Undefined until `initialize` was answered. */
  agreement: Agreement | undefined;
  /** The least severity that the client set; undefined: the server decides. */
  logLevel: string | undefined;
  /** Who opened it, where that was verified. */
  principal: Principal | undefined;
  /** URIs of resources that the client wants to hear of. */
  readonly subscribed: Set<string> = new Set();
  /** Settles once the client has said that it is ready, or is gone. */
  readonly whenInitialized: Promise<void>;
  #initialized = false;
  #resolve!: () => void;

  constructor(peer: Peer | undefined) {
    this.peer = peer;
    this.whenInitialized = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  /** Whether the client has said that it is ready. */
  get initialized(): boolean {
    return this.#initialized;
  }

  /** The client is ready: it can be asked and told things. False if it was already. */
  initialize(): boolean {
    if (this.#initialized || this.agreement === undefined) return false;
    this.#initialized = true;
    this.#resolve();
    return true;
  }

  /** The connection is at its end. */
  close(): void {
    this.subscribed.clear();
    this.#resolve();
  }

  /** Whether the client wants to hear that a resource changed, or one below it. */
  wants(uri: string): boolean {
    for (const subscribed of this.subscribed) {
      if (covers(subscribed, uri)) return true;
    }
    return false;
  }

  /** Tells the client something that belongs to no request of its. */
  notify(method: string, params: object): void {
    this.peer?.notify({ jsonrpc: "2.0", method, params: { ...params } });
  }
}

/** Where the request of a task belongs: to the task of a session. */
export class TaskScope {
  readonly session: ServerSession;
  readonly taskId: string;

  constructor(session: ServerSession, taskId: string) {
    this.session = session;
    this.taskId = taskId;
  }
}

/** What a task or a question is attached to. */
export interface Related {
  /** The request of the client that it serves. */
  readonly requestId: RequestId;
  /** The task that the request became. */
  readonly taskId: string | undefined;
  /** Told before a question goes out (1), and once it has its answer or never will (-1). */
  readonly asks: (change: 1 | -1) => Promise<void>;
}
