/**
 * What an era of the protocol decides at a server. `server/` is written against
 * this: it finds handlers, runs them and sends what they return, in whatever era.
 */
import type { ErrorObject } from "../../errors.js";
import type {
  JSONRPCNotification,
  JSONRPCRequest,
  RequestId,
  ServerCapabilities,
  Tool,
} from "../../types.js";
import type { Peer } from "../peer/peer.js";
import type { MessageServer } from "../peer/serve.js";
import type { Exchange, OpenRequest } from "../protocol/transport.js";
import type { TopicName } from "../revision.js";
import type {
  HandledRequest,
  RequestContext,
  RequestFacts,
} from "./request-context.js";
import type { ServerEraOptions } from "./server-options.js";

/** A handler as it is called: with params that fit the method, for a result that should. */
export type Handler = (params: object, context: RequestContext) => unknown;

/** How a method is answered: by a handler, or by the era, which takes the request over. */
export type Answerer =
  | { readonly handle: Handler }
  | { readonly take: (request: TakenRequest) => void };

/** A method that the server serves. */
export interface ServedMethod {
  readonly name: string;
  /** Whether the schema has it, and says what its messages are. */
  readonly inSchema: boolean;
  readonly answerer: Answerer;
  readonly cacheable: boolean;
  readonly mayRequireInput: boolean;
  /** The result itself, and not its `_meta`, names the server. */
  readonly hasServerInfo: boolean;
  /** Whether a complete result is valid. */
  readonly isResult: (value: unknown) => boolean;
}

/** A method of clients, as far as a server decides about it. */
export interface ServerMethodFacts {
  /** The name in generated code, e.g. `callTool`. */
  readonly functionName: string;
  /** Path of the server capability that offers it. */
  readonly serverCapability?: string;
  /** Whether its results say how long they may be kept; no unless given. */
  readonly cacheable?: boolean;
  /** Whether its result may ask for input; no unless given. */
  readonly mayRequireInput?: boolean;
}

/** What a server has to know about the revision that it serves. */
export interface ServerFacts {
  /** Versions that are served unless options name others, newest first. */
  readonly versions: readonly string[];
  /** Requests of clients, by method. */
  readonly methods: Readonly<Record<string, ServerMethodFacts>>;
  /** Those of them that the era answers, and no handler does. */
  readonly eraMethods: readonly string[];
  /** Methods whose results name the server themselves. */
  readonly serverInfoResults: readonly string[];
  /** Where the items of a page are, by list method. */
  readonly listItems: Readonly<Record<string, string>>;
  /** Checks of complete results, by method; results without one are not checked. */
  readonly resultChecks: Readonly<Record<string, (value: unknown) => boolean>>;
}

/** The server that an era works for. */
export interface ServerHost {
  readonly options: ServerEraOptions;
  readonly capabilities: ServerCapabilities;
  /** Protocol versions that requests can be made in. */
  readonly versions: readonly string[];
  /** Those, and the versions of other eras that the server speaks. */
  readonly supportedVersions: readonly string[];
  /** The methods that are served, by name. */
  readonly methods: ReadonlyMap<string, ServedMethod>;
  /** Takes an error that is not sent to any client. */
  report(error: unknown): void;
  /** Takes a fault of a client. */
  peerFault(error: unknown): void;
  /** Serves a request that the era makes of another one. Never throws. */
  serve(
    request: JSONRPCRequest,
    exchange: Exchange,
    session: unknown,
  ): OpenRequest;
}

/** A server that another era can be added to. */
export interface ExtensibleServer extends ServerHost {
  readonly era: ServerEra;
  /**
   * Serves the handlers to clients of another era. What is published reaches these, too,
   * and they go when the server closes. Extensions belong to one era, so the other
   * does not declare them.
   *
   * @returns The same server as clients of that era see it.
   */
  addEra(facts: ServerFacts, newEra: NewServerEra): ServerHost & MessageServer;
}

/** Makes the era of a server. */
export type NewServerEra = (host: ServerHost) => ServerEra;

/**
 * An era at one server, for all of its clients.
 *
 * A session is what the era holds for one connection, such as what was negotiated
 * there; `server/` passes it through unseen. Requests that belong to no connection
 * come with the session that `open(undefined)` gave.
 */
export interface ServerEra<Session = unknown> {
  /** The era's own answer to a method; undefined where handlers answer. */
  answererOf(method: string): Answerer | undefined;
  /**
   * Begins a connection.
   *
   * @param peer - The way to ask the client and to tell it something; undefined for
   * requests without a connection.
   */
  open(peer: Peer | undefined): Session;
  /** A connection is at its end. */
  closed(session: Session): void;
  /**
   * Checks a request, in the order of the specification, up to its params.
   *
   * @returns The request as the era reads it, or why it is refused.
   */
  accept(
    request: JSONRPCRequest,
    session: Session,
    exchange: Exchange,
  ): AcceptedRequest | RequestRefusal;
  /** Whether arrays of messages are served in a session; no unless given. */
  batches?(session: Session): boolean;
  /** The notification that stops a question to a client; absent where servers ask none. */
  cancellation?(id: RequestId, reason: string): JSONRPCNotification;
  /** Whether a message of an array makes the whole of it invalid; no unless given. */
  refusesInBatch?(message: unknown): boolean;
  /** Takes a notification; false if it is none of the era's. */
  notification(notification: JSONRPCNotification, session: Session): boolean;
  /**
   * Announces a change to the clients that are to hear of it.
   *
   * @param uri - The resource that changed, for the topic that is about resources.
   * @throws {Error} If the server does not declare that it announces this.
   */
  publish(topic: TopicName, uri?: string): void;
  /** Gracefully ends what lasts longer than calls do: the server closes. */
  close(): void;
}

/** Why a request is refused. */
export class RequestRefusal {
  readonly error: ErrorObject;
  /** The status that HTTP answers with. */
  readonly status: number;

  constructor(error: ErrorObject, status: number) {
    this.error = error;
    this.status = status;
  }
}

/** A checked request: what its era knows about it, and decides for it. */
export interface AcceptedRequest extends RequestFacts {
  readonly method: ServedMethod;
  /**
   * The result as it goes out: what the handler returned, and what the era adds.
   *
   * @throws {InvalidResultError} If it breaks the schema or the protocol.
   */
  complete(value: unknown): Record<string, unknown>;
  /** Whether a result of {@link complete} answers the call, or asks for something first. */
  isFinal(result: Readonly<Record<string, unknown>>): boolean;
  /** What its handler gets in addition to the params. */
  context(handled: HandledRequest): RequestContext;
  /** The result that a handler asks for by throwing an error; undefined if it is a failure. */
  resultFor?(error: unknown): unknown;
  /** Whether a tool that threw this has failed, which is a result, or the request has. */
  isToolFailure(error: unknown): boolean;
  /** How the failure of a handler, or of what is done about it, is told to the client. */
  refusal(error: unknown): RequestRefusal;
}

/** A request that the era answers by itself, sooner or later. */
export interface TakenRequest {
  readonly request: JSONRPCRequest;
  /** Params as they came; they have been checked. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly exchange: Exchange;
  readonly accepted: AcceptedRequest;
  /** Called when the client cancels, its connection breaks, or the server closes. */
  onCancel: (() => void) | undefined;
  /** Called when the client sends nothing more; see {@link OpenRequest.inputEnded}. */
  onInputEnd: (() => void) | undefined;
  /** Sends a notification that belongs to the request. */
  notify(notification: JSONRPCNotification): void | Promise<void>;
  /** The tool that it calls, as the server lists it. */
  findTool(): Tool | undefined | PromiseLike<Tool | undefined>;
  /**
   * Lets go of the params and metadata, which nobody reads from now on: what stays open
   * for long holds no more of a request than its id.
   */
  release(): void;
  /** Has a handler answer after all. */
  handle(handle: Handler): void;
  /** Answers with a result. */
  complete(result: Record<string, unknown>): void;
  /** Answers with an error. */
  fail(error: ErrorObject): void;
}
