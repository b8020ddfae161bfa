/** A server without transports: what it serves, and what all its requests share. */
import { METHOD_NOT_FOUND, type ErrorObject } from "../../errors.js";
import {
  LATEST_PROTOCOL_VERSION,
  clientRequests,
  resultMetaKeys,
  serverInfoResults,
  type ClientRequestTypes,
  type MetaKeyInfo,
  type RequestInfo,
} from "../../methods.js";
import type {
  Implementation,
  JSONRPCNotification,
  JSONRPCRequest,
  ServerCapabilities,
} from "../../types.js";
import { OpenList } from "./open-list.js";
import type { RequestContext } from "./context.js";
import { StateSigner } from "../eras/stateless/request-state.js";
import { errorCodes, listItems, resultChecks, roles } from "../revision.js";
import { ServedRequest } from "./served-request.js";
import { serverCapabilities } from "./capabilities.js";
import type { ServerOptions } from "./options.js";
import { SubscriptionHub, type TopicName } from "./subscription-hub.js";
import { callHook } from "../protocol/to-error.js";
import { ToolLookup, type ListTools } from "./tool-lookup.js";
import { ToolSchemas } from "../protocol/tool-schema.js";
import type {
  Exchange,
  MessageServer,
  OpenRequest,
} from "../protocol/transport.js";

/** A handler as it is called: with params that fit the method, for a result that should. */
export type Handler = (params: object, context: RequestContext) => unknown;

/** A method that the server serves. */
export interface ServedMethod {
  readonly name: keyof ClientRequestTypes;
  readonly handle: Handler;
  readonly cacheable: boolean;
  readonly mayRequireInput: boolean;
  /** The result itself, and not its `_meta`, names the server. */
  readonly hasServerInfo: boolean;
  /** Whether a complete result is valid; what the runtime answers by itself is. */
  readonly isResult: (value: unknown) => boolean;
}

/** The handshake of older revisions. Its senders cannot know which versions to use instead. */
const handshake = "initialize";

/**
 * Takes requests from any number of transports at a time and remembers nothing
 * between them. {@link serve} puts it behind a channel, HTTP has faces of its own.
 */
export class ServerCore implements MessageServer {
  readonly methods: ReadonlyMap<string, ServedMethod>;
  /** What discovery tells that the server can do. */
  readonly capabilities: ServerCapabilities;
  readonly supportedVersions: readonly string[];
  readonly resultTypes: readonly string[];
  readonly validatesResults: boolean;
  readonly explainResult: ServerOptions["explainResult"];
  /** How the server presents itself in results; undefined if it does not. */
  readonly identity: Implementation | undefined;
  /** The `_meta` of results that have no other. */
  readonly resultMeta: Readonly<Record<string, unknown>> | undefined;
  readonly subscriptions: SubscriptionHub;
  readonly states: StateSigner;
  readonly tools: ToolLookup;
  readonly toolSchemas: ToolSchemas | undefined;

  readonly #options: ServerOptions;
  readonly #makeContext: (served: ServedRequest) => RequestContext;
  readonly #open = new OpenList<ServedRequest>();
  readonly #connections = new Set<{ close(): Promise<void> }>();
  #closing: Promise<void> | undefined;

  /**
   * @param handlers - By function name; a class instance will do.
   * @param makeContext - Makes what handlers get beside the params.
   * @throws {TypeError} If options and handlers contradict each other.
   */
  constructor(
    options: ServerOptions,
    handlers: object,
    makeContext: (served: ServedRequest) => RequestContext,
  ) {
    this.#options = options;
    this.#makeContext = makeContext;
    this.supportedVersions = options.supportedVersions ?? [
      LATEST_PROTOCOL_VERSION,
    ];
    this.resultTypes = options.resultTypes ?? [];
    this.validatesResults = options.validateResults !== false;
    this.explainResult = options.explainResult;
    this.identity = options.identify === false ? undefined : options.info;
    const metaKeys: Readonly<Record<string, MetaKeyInfo>> = resultMetaKeys;
    const { serverInfo } = metaKeys;
    this.resultMeta =
      serverInfo === undefined || this.identity === undefined
        ? undefined
        : { [serverInfo.key]: this.identity };
    const named = handlersByMethod(handlers);
    this.capabilities = serverCapabilities(
      new Set(named.keys()),
      options.capabilities,
    );
    this.methods = this.#served(named);
    this.subscriptions = new SubscriptionHub(
      this.capabilities,
      {
        subscriptions: options.maxSubscriptions ?? 10_000,
        uris: options.maxSubscriptionUris ?? 1_000,
      },
      (error) => this.report(error),
    );
    this.states = new StateSigner(options.stateKeys);
    this.tools = new ToolLookup(
      options.findTool,
      named.get(roles.listTools) as ListTools | undefined,
    );
    if (options.schemaValidator !== undefined) {
      this.toolSchemas = new ToolSchemas(options.schemaValidator);
    }
  }

  request(request: JSONRPCRequest, exchange: Exchange): OpenRequest {
    const served = new ServedRequest(this, request, exchange);
    if (this.#closing === undefined) {
      this.#open.add(served);
      served.start();
    } else {
      served.shutDown();
    }
    return served;
  }

  notification(notification: JSONRPCNotification): void {
    callHook(this.#options.onNotification, notification);
  }

  report(error: unknown, context?: RequestContext): void {
    callHook(this.#options.onError, error, context);
  }

  attach(connection: { close(): Promise<void> }): () => void {
    this.#connections.add(connection);
    return () => this.#connections.delete(connection);
  }

  /** A request is over. */
  finished(served: ServedRequest): void {
    if (served.slot !== -1) this.#open.remove(served);
  }

  /** What the handler of a request gets beside the params. */
  contextOf(served: ServedRequest): RequestContext {
    return this.#makeContext(served);
  }

  /** Announces a change to those who subscribed to it. */
  publish(topic: TopicName, uri?: string): void {
    this.tools.clear();
    this.subscriptions.publish(topic, uri);
  }

  /**
   * Ends subscriptions in good order, stops what is being served, closes attached
   * connections. Further requests are refused. May be called again.
   */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.subscriptions.close();
    for (const served of this.#open.clear()) served.shutDown();
    await Promise.all([...this.#connections].map((each) => each.close()));
  }

  /** The error for a method that is not served. */
  unknownMethod(method: string): ErrorObject {
    const supported = this.supportedVersions;
    if (method !== handshake) {
      return {
        code: METHOD_NOT_FOUND,
        message: `Method not found: ${method}`,
      };
    }
    return {
      code: METHOD_NOT_FOUND,
      message: `Method not found: ${method}. This server serves protocol ${supported.join(", ")}, which has no handshake.`,
      data: { supported },
    };
  }

  /** The error for a protocol version that is not served. */
  unsupportedVersion(requested: string): ErrorObject {
    const supported = this.supportedVersions;
    return {
      code: errorCodes.unsupportedVersion,
      message: `Protocol version ${requested} is not supported; supported: ${supported.join(", ")}`,
      data: { supported, requested },
    };
  }

  #served(
    named: ReadonlyMap<string, Handler>,
  ): ReadonlyMap<string, ServedMethod> {
    const methods = new Map<string, ServedMethod>();
    for (const [name, info] of Object.entries<RequestInfo>(clientRequests)) {
      const { cacheable, mayRequireInput } = info;
      const handle =
        this.#builtIn(name) ??
        named.get(name) ??
        this.#emptyList(name, info.serverCapability);
      if (handle === undefined) continue;
      methods.set(name, {
        name: name as keyof ClientRequestTypes,
        handle,
        cacheable,
        mayRequireInput,
        hasServerInfo: (serverInfoResults as readonly string[]).includes(name),
        isResult: resultChecks[name] ?? (() => true),
      });
    }
    return methods;
  }

  #builtIn(name: string): Handler | undefined {
    if (name === roles.discover) return () => this.#discovery();
    // Answered by the subscriptions, and not by a handler.
    return name === roles.listen ? () => undefined : undefined;
  }

  /** Who declares a capability answers its lists, if only with nothing. */
  #emptyList(
    name: string,
    capability: string | undefined,
  ): Handler | undefined {
    const items = (listItems as Record<string, string>)[name];
    if (items === undefined || capability === undefined) return undefined;
    return Object.hasOwn(this.capabilities, capability)
      ? () => ({ [items]: [] })
      : undefined;
  }

  #discovery(): Record<string, unknown> {
    const { instructions, discovery } = this.#options;
    return {
      supportedVersions: this.supportedVersions,
      capabilities: this.capabilities,
      ...(instructions === undefined ? {} : { instructions }),
      ...discovery,
    };
  }
}

function handlersByMethod(handlers: object): Map<string, Handler> {
  const named = new Map<string, Handler>();
  const byName = handlers as Record<string, Handler | undefined>;
  for (const [method, { functionName }] of Object.entries<RequestInfo>(
    clientRequests,
  )) {
    const handler = byName[functionName];
    if (handler !== undefined) named.set(method, handler.bind(handlers));
  }
  return named;
}
