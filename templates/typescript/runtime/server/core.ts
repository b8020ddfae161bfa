/** A server without transports: what it serves, and what all its requests share. */
import { INVALID_PARAMS, fromError } from "../../errors.js";
import type {
  JSONRPCNotification,
  JSONRPCRequest,
  ServerCapabilities,
} from "../../types.js";
import type { RequestContext } from "../eras/request-context.js";
import type {
  Answerer,
  Handler,
  NewServerEra,
  ServedMethod,
  ServerEra,
  ServerFacts,
  ServerHost,
  ServerMethodFacts,
} from "../eras/server-era.js";
import type { Peer, PeerUser } from "../peer/peer.js";
import type { MessageServer } from "../peer/serve.js";
import { hasOwn, ownValue } from "../protocol/message.js";
import { callHook } from "../protocol/to-error.js";
import type { Exchange, OpenRequest } from "../protocol/transport.js";
import { builtInMethods, type TopicName } from "../revision.js";
import { serverCapabilities } from "./capabilities.js";
import { ServerConnection, type ConnectionHost } from "./connection.js";
import { printFault } from "./fault-text.js";
import { handlersByMethod } from "./handlers.js";
import type { CustomMethod, ServerOptions } from "./options.js";
import { ServedRequest, type RequestHost } from "./served-request.js";
import { ToolChecks } from "./tool-checks.js";
import { ToolLookup, type ListTools } from "./tool-lookup.js";

/** How a server is closed. */
export interface CloseOptions {
  /**
   * How long requests that are being served may go on, in milliseconds; what is left
   * then is answered with an error. Default: 0.
   */
  readonly graceMs?: number | undefined;
}

/**
 * Takes requests from any number of transports at a time. What its clients and it
 * agree on is for its era to keep, in the session of each connection.
 */
export class ServerCore
  implements MessageServer, ServerHost, ConnectionHost, RequestHost
{
  readonly options: ServerOptions;
  readonly methods: ReadonlyMap<string, ServedMethod>;
  /** What the server declares that it can do. */
  readonly capabilities: ServerCapabilities;
  /** Protocol versions that requests can be made in. */
  readonly versions: readonly string[];
  readonly era: ServerEra;
  readonly toolChecks: ToolChecks;

  readonly #facts: ServerFacts;
  readonly #handlers: object;
  /** Servers of other eras over the same handlers. */
  readonly #others: ServerCore[] = [];
  readonly #open = new Set<ServedRequest>();
  readonly #connections = new Set<Peer>();
  /** The session of requests that belong to no connection. */
  readonly #unconnected: unknown;
  #closing: Promise<void> | undefined;
  /** Called when the last request is over; set while a closing server waits for that. */
  #idle: (() => void) | undefined;

  /**
   * @param handlers - By function name; a class instance will do.
   * @throws {TypeError} If options and handlers contradict each other.
   */
  constructor(
    options: ServerOptions,
    handlers: object,
    facts: ServerFacts,
    newEra: NewServerEra,
  ) {
    this.options = options;
    this.#facts = facts;
    this.#handlers = handlers;
    this.versions = options.supportedVersions ?? facts.versions;
    const named = handlersByMethod(handlers, facts);
    this.capabilities = serverCapabilities(
      new Set(named.keys()),
      options.capabilities,
      facts,
    );
    this.era = newEra(this);
    this.methods = this.#served(named);
    this.#unconnected = this.era.open(undefined);
    this.toolChecks = new ToolChecks(
      new ToolLookup(
        options.findTool,
        named.get(builtInMethods.listTools) as ListTools | undefined,
      ),
      options.schemaValidator,
    );
  }

  /** Protocol versions that are served, those of other eras included. */
  get supportedVersions(): readonly string[] {
    return [
      ...this.versions,
      ...this.#others.flatMap(({ versions }) => versions),
    ];
  }

  addEra(facts: ServerFacts, newEra: NewServerEra): ServerHost & MessageServer {
    const { capabilities, methods = {} } = this.options;
    // Extensions are of this era; revisions with a handshake do not know the key.
    const { extensions: _own, ...shared }: Record<string, unknown> = {
      ...capabilities,
    };
    const other = new ServerCore(
      {
        ...this.options,
        capabilities: shared,
        supportedVersions: facts.versions,
        methods: Object.fromEntries(
          Object.entries(methods).filter(
            ([name]) => !hasOwn(facts.methods, name),
          ),
        ),
      },
      this.#handlers,
      facts,
      newEra,
    );
    this.#others.push(other);
    return other;
  }

  connect(peer: Peer): PeerUser {
    this.#connections.add(peer);
    return new ServerConnection(this, peer, () =>
      this.#connections.delete(peer),
    );
  }

  request(request: JSONRPCRequest, exchange: Exchange): OpenRequest {
    return this.serve(request, exchange, this.#unconnected);
  }

  /** Serves a request in the session of a connection. Never throws. */
  serve(
    request: JSONRPCRequest,
    exchange: Exchange,
    session: unknown,
  ): OpenRequest {
    const served = new ServedRequest(this, request, exchange);
    if (this.#closing === undefined) {
      this.#open.add(served);
      served.start(session);
    } else {
      served.shutDown();
    }
    return served;
  }

  notification(
    notification: JSONRPCNotification,
    session: unknown = this.#unconnected,
  ): void {
    if (!this.era.notification(notification, session)) {
      callHook(this.options.onNotification, notification);
    }
  }

  report(error: unknown, context?: RequestContext): void {
    const { onError, info } = this.options;
    if (onError === undefined) printFault(info.name, error, context);
    else callHook(onError, error, context);
  }

  peerFault(error: unknown): void {
    callHook(this.options.onError, error);
  }

  /** A request is over. */
  finished(served: ServedRequest): void {
    this.#open.delete(served);
    if (this.#open.size === 0) this.#idle?.();
  }

  /** Announces a change to the clients that are to hear of it. */
  publish(topic: TopicName, uri?: string): void {
    this.toolChecks.forget();
    this.era.publish(topic, uri);
    for (const other of this.#others) other.publish(topic, uri);
  }

  /**
   * Closes the server: refuses further requests, ends subscriptions gracefully,
   * lets the requests that are being served finish if it is given the time, stops the
   * rest, closes connections. May be called again.
   */
  close(options: CloseOptions = {}): Promise<void> {
    this.#closing ??= this.#closeAll(options);
    return this.#closing;
  }

  async #closeAll(options: CloseOptions): Promise<void> {
    await Promise.all([
      this.#close(options.graceMs ?? 0),
      ...this.#others.map((other) => other.close(options)),
    ]);
  }

  /** Whether the server is closing or closed: requests are refused. */
  get closing(): boolean {
    return this.#closing !== undefined;
  }

  async #close(graceMs: number): Promise<void> {
    this.era.close();
    if (graceMs > 0 && this.#open.size > 0) await this.#grace(graceMs);
    for (const served of this.#open) served.shutDown();
    await Promise.all([...this.#connections].map((peer) => peer.close()));
  }

  /** Settles once no request is open, and after a while in any case. */
  #grace(graceMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, graceMs);
      this.#idle = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #served(
    named: ReadonlyMap<string, Handler>,
  ): ReadonlyMap<string, ServedMethod> {
    const methods = new Map<string, ServedMethod>();
    const { serverInfoResults, resultChecks } = this.#facts;
    for (const [name, info] of Object.entries(this.#facts.methods)) {
      const { cacheable = false, mayRequireInput = false } = info;
      const answerer =
        this.era.answererOf(name) ?? this.#answererOf(name, info, named);
      if (answerer === undefined) continue;
      methods.set(name, {
        name,
        inSchema: true,
        answerer,
        cacheable,
        mayRequireInput,
        hasServerInfo: serverInfoResults.includes(name),
        isResult: resultChecks[name] ?? (() => true),
      });
    }
    for (const [name, method] of Object.entries(this.options.methods ?? {})) {
      methods.set(name, customMethod(name, method, this.#facts));
    }
    return methods;
  }

  /** The program's handler. Who declares a capability answers its lists, if only with nothing. */
  #answererOf(
    name: string,
    { serverCapability: capability }: ServerMethodFacts,
    named: ReadonlyMap<string, Handler>,
  ): Answerer | undefined {
    const handle = named.get(name);
    if (handle !== undefined) return { handle };
    const items = this.#facts.listItems[name];
    if (items === undefined || capability === undefined) return undefined;
    return hasOwn(this.capabilities, capability)
      ? { handle: (params) => emptyList(items, params) }
      : undefined;
  }
}

/** @throws {TypeError} For a method that the schema has: it has a handler of its own. */
function customMethod(
  name: string,
  { handle }: CustomMethod,
  { methods }: ServerFacts,
): ServedMethod {
  if (hasOwn(methods, name)) {
    throw new TypeError(
      `${name} is a method of the schema, not one of your own: its handler is handlers.${methods[name]?.functionName}.`,
    );
  }
  return {
    name,
    inSchema: false,
    answerer: { handle },
    cacheable: false,
    mayRequireInput: true,
    hasServerInfo: false,
    isResult: () => true,
  };
}

/**
 * A list of nothing, on one page.
 *
 * @throws {McpInvalidParamsError} For a cursor, as there was none to be given back.
 */
function emptyList(items: string, params: object): Record<string, unknown> {
  if (ownValue(params, "cursor") !== undefined) {
    throw fromError({
      code: INVALID_PARAMS,
      message: "The cursor is not one of this list.",
    });
  }
  return { [items]: [] };
}
