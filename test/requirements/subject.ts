/** What the probes need of an implementation: a server, a client, validators. */
import type { Message, Way } from "./message.js";
import type { Peer } from "./peer.js";
import type { ServerWire } from "./server-wire.js";

/** How a server under test is set up. */
export interface ServerSettings {
  /** Address of a schema that nobody may fetch. */
  readonly canary?: string;
}

/** How a client under test is set up. */
export interface ClientSettings {
  /** Answers to input requests, by method; to have one is to declare it. */
  readonly inputs?: Readonly<Record<string, (params: any) => unknown>>;
  /** Capabilities in more detail. */
  readonly capabilities?: Message;
  /** Keeps results as the server allows. */
  readonly cache?: boolean;
  /** Has the client find out what the server is before it calls anything. */
  readonly probe?: boolean;
  /** Tells which authorization a request goes out with. */
  readonly authorization?: () => string;
}

/** Details of one call. */
export interface CallSettings {
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: (params: Message) => void;
  readonly logLevel?: string;
}

/** A subscription of a client under test. */
export interface OpenSubscription {
  readonly acknowledged: Message;
  /** Notifications that came, oldest first. */
  readonly events: readonly Message[];
  /** Whether it is over. */
  ended(): boolean;
  close(): void;
}

/** A client under test. */
export interface ClientUnderTest {
  /** Sends a request and gives its result. */
  request(
    method: string,
    params?: Message,
    settings?: CallSettings,
  ): Promise<Message>;
  /** All items of all pages of a list. */
  all(method: "tools/list" | "resources/list"): Promise<readonly Message[]>;
  /** Opens a subscription; rejects if it is refused. */
  listen(filter: Message): Promise<OpenSubscription>;
  /** Log messages that it passed on. */
  readonly logged: readonly Message[];
  /** Whether an error says that the server belongs to an older revision. */
  saysLegacy(error: unknown): boolean;
  close(): Promise<void>;
}

/** Checks that are not part of a client or a server. Undefined: there is no such check. */
export interface Validators {
  /** Whether a value is of a type of the schema, by the rules of the prose too. */
  readonly is?: (type: string, value: unknown) => boolean;
  /** The same, formats such as Base64 included. */
  readonly isExactly?: (type: string, value: unknown) => Promise<boolean>;
  /** Whether the params of an elicitation are valid. */
  readonly isElicitation?: (params: unknown) => boolean;
  /** Whether messages of a sampling request may follow each other like this. */
  readonly areSamplingMessages?: (messages: readonly unknown[]) => boolean;
  /** Whether an icon may be fetched from there. */
  readonly isIconSource?: (src: string) => boolean;
  readonly isResult?: (method: string, result: unknown) => boolean;
  readonly isMetaKey?: (text: string) => boolean;
  readonly isExtensionId?: (text: string) => boolean;
  readonly isTraceparent?: (text: string) => boolean;
  readonly isTracestate?: (text: string) => boolean;
  readonly isBaggage?: (text: string) => boolean;
  /** Whether the `x-mcp-header` annotations of an input schema are valid. */
  readonly hasValidHeaders?: (inputSchema: object) => boolean;
  /** Whether a server may send an error of this code. */
  readonly isSendable?: (code: number) => boolean;
}

/** An implementation under test. */
export interface Subject {
  readonly name: string;
  /** Starts the server of `fixture.ts`. */
  serve(way: Way, settings: ServerSettings): Promise<ServerWire>;
  /** Connects a client to a peer made of bytes. */
  connect(peer: Peer, settings: ClientSettings): Promise<ClientUnderTest>;
  readonly validators: Validators;
  /** Frees what all of it used. */
  stop(): Promise<void>;
}
