/** What the probes of the handshake era need of an implementation: a server and a client. */
import type { Message, Way } from "../message.js";
import type { HandshakePeer } from "./peer.js";
import type { Revision } from "./revision.js";

/** How a server under test is set up. */
export interface ServerSettings {
  /** Whether it keeps sessions over HTTP; true unless given. */
  readonly sessions?: boolean;
  /** Whether events can be replayed; false unless given. */
  readonly eventStore?: boolean;
  /** Whether it declares logging; true unless given. */
  readonly logging?: boolean;
  /** Milliseconds after which an idle session ends. */
  readonly sessionIdleMs?: number;
  readonly maxSessions?: number;
  /** Whose requests they are, by the header `authorization`. */
  readonly principals?: boolean;
  /** Serves HTTP+SSE of 2024-11-05, too. */
  readonly httpSse?: boolean;
  /** Whether tool calls can be tasks; true unless given. */
  readonly tasks?: boolean;
}

/** How a server of both eras is set up. */
export interface BothSettings {
  /** Whether it serves the older era; true unless given. */
  readonly legacy?: boolean;
  /** Whether it keeps sessions over HTTP; true unless given. */
  readonly sessions?: boolean;
  readonly maxSessions?: number;
}

/** One connection to a server under test, as bytes. */
export interface RawChannel {
  /** Takes bytes to the server. */
  write(bytes: string | Uint8Array): void;
  close(): Promise<void>;
}

/** A server under test. */
export interface RunningServer {
  /**
   * Opens a connection: in memory, or to a process of its own.
   *
   * @param take - Gets what the server writes, as it stands on the wire.
   */
  connect(take: (text: string) => void): Promise<RawChannel>;
  /** Port of the HTTP server, where there is one. */
  readonly port: number;
  close(): Promise<void>;
}

/** How a client under test is set up. */
export interface ClientSettings {
  /** Answers to requests of the server, by method; to have one is to declare it. */
  readonly inputs?: Readonly<Record<string, (params: any) => unknown>>;
  /** Capabilities in more detail. */
  readonly capabilities?: Message;
  /** Milliseconds that `initialize` and calls may take. */
  readonly timeoutMs?: number;
  /** Revisions that it offers, newest first; all unless given. */
  readonly revisions?: readonly Revision[];
}

/** Details of one call. */
export interface CallSettings {
  readonly signal?: AbortSignal;
  readonly onProgress?: (params: Message) => void;
  readonly timeoutMs?: number;
  readonly maxTotalMs?: number;
}

/** A call that runs as a task. */
export interface TaskUnderTest {
  readonly taskId: string;
  /** The result of the call. */
  result(): Promise<Message>;
  cancel(): Promise<void>;
}

/** A client under test. */
export interface HandshakeClient {
  /** Runs the handshake, which calls run by themselves otherwise. */
  connect(): Promise<void>;
  request(
    method: string,
    params?: Message,
    settings?: CallSettings,
  ): Promise<Message>;
  /** Calls a tool as a task. */
  task(name: string, args: Message): Promise<TaskUnderTest>;
  notifyRootsChanged(): Promise<void>;
  /** Notifications that the program received, oldest first. */
  readonly notified: readonly Message[];
  /** The version agreed on. */
  version(): string | undefined;
  /** Whether an error says that no version is shared. */
  saysVersion(error: unknown): boolean;
  /** Whether an error was made here and says that the server does not offer this. */
  saysUndeclared(error: unknown): boolean;
  /** Whether an error says that a resource is missing. */
  saysMissing(error: unknown): boolean;
  close(): Promise<void>;
}

/** How a client of both eras is set up. */
export interface BothClientSettings {
  /** Answers to what servers ask, by method. */
  readonly inputs?: Readonly<Record<string, (params: Message) => unknown>>;
  /** Capabilities in more detail. */
  readonly capabilities?: Message;
  readonly timeoutMs?: number;
  /** Milliseconds of silence on a channel after which the handshake is tried, too. */
  readonly patienceMs?: number;
  /** The era that is known from an earlier client. */
  readonly era?: "modern" | "legacy";
  /** The versions that it speaks; all unless given. */
  readonly versions?: readonly string[];
}

/** A subscription under test. */
export interface Listening {
  /** Changes in the order in which they came. */
  readonly seen: readonly Message[];
  /** Resolves when the server has agreed. */
  readonly acknowledged: Promise<unknown>;
  close(): void;
}

/** A client of both eras under test. */
export interface BothClient {
  request(
    method: string,
    params?: Message,
    options?: { readonly logLevel?: string },
  ): Promise<Message>;
  /** Listens to changes. */
  listen(filter: Message): Listening;
  /** The era that the server is known to speak. */
  era(): "modern" | "legacy" | undefined;
  version(): string;
  /** Whether an error says that no version is shared. */
  saysVersion(error: unknown): boolean;
  close(): Promise<void>;
}

/** An implementation under test. */
export interface HandshakeSubject {
  readonly name: string;
  /** Starts the server of `fixture.ts`. */
  serve(way: Way, settings: ServerSettings): Promise<RunningServer>;
  /** Starts a server whose handlers serve clients of both eras; absent where there is none. */
  serveBoth?(way: Way, settings: BothSettings): Promise<RunningServer>;
  /** Connects a client to a peer made of bytes. */
  connect(
    peer: HandshakePeer,
    settings: ClientSettings,
  ): Promise<HandshakeClient>;
  /** Connects a client of both eras; absent where there is none. */
  connectBoth?(
    peer: HandshakePeer,
    settings: BothClientSettings,
  ): Promise<BothClient>;
  /** Whether params of an elicitation are valid in the newest revision. */
  readonly isElicitation?: (params: unknown) => boolean;
  /** Whether messages of a sampling request may follow each other like this. */
  readonly areSamplingMessages?: (messages: readonly unknown[]) => boolean;
  /** Whether a key of `_meta` is well-formed in the newest revision. */
  readonly isMetaKey?: (text: string) => boolean;
  /** Frees what all of it used. */
  stop(): Promise<void>;
}
