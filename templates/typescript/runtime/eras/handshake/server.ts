/**
 * The handshake era at a server: a client says once who it is and what it can do, and
 * the server holds that for the session (specification: basic/lifecycle).
 */
import {
  INVALID_PARAMS,
  INVALID_REQUEST,
  METHOD_NOT_FOUND,
} from "../../../errors.js";
import type {
  JSONRPCNotification,
  JSONRPCRequest,
  LoggingLevel,
  RequestId,
  ServerCapabilities,
} from "../../../types.js";
import type { Peer } from "../../peer/peer.js";
import { InvalidMessageError } from "../../protocol/local-error.js";
import { isObject, ownValue } from "../../protocol/message.js";
import type { Exchange } from "../../protocol/transport.js";
import { logCapability, topics, type TopicName } from "../../revision.js";
import { hasCapability } from "../capability-path.js";
import {
  RequestRefusal,
  type AcceptedRequest,
  type Answerer,
  type ServedMethod,
  type ServerEra,
  type ServerHost,
  type TakenRequest,
} from "../server-era.js";
import type { HandshakeFacts, HandshakeVersion } from "./facts.js";
import {
  HandshakeRequest,
  type NewHandshakeContext,
  type NewHandshakeRequest,
  type RequestParts,
} from "./request.js";
import {
  ServerSession,
  TaskScope,
  type Agreement,
  type Related,
} from "./server-session.js";
import type { NewTasks, TaskOptions, TaskService } from "./task-service.js";
import {
  capabilitiesOfVersion,
  findVersion,
  unnamedVersion,
  hasCapabilityPath,
  newestVersion,
  withVersions,
} from "./versions.js";

/** Where a request belongs: to a session, or to a task of one. */
type Scope = ServerSession | TaskScope;

/** Options of a server that only this era reads. */
export interface HandshakeServerOptions {
  /** The least severity of log messages for clients that set none. Default: `info`. */
  readonly defaultLogLevel?: LoggingLevel | undefined;
  /** Runs calls of tools as tasks, in revisions that have tasks. Absent: none are run. */
  readonly tasks?: TaskOptions | undefined;
}

/** What a server of this era is made of, where it is not the usual. */
export interface HandshakeParts {
  /** The least severity of log messages for clients that set none. Default: `info`. */
  readonly defaultLogLevel?: LoggingLevel | undefined;
  /** Absent: calls are not run as tasks. */
  readonly newTasks?: NewTasks | undefined;
  /** Makes a request that has been checked. Default: a {@link HandshakeRequest}. */
  readonly newRequest?: NewHandshakeRequest | undefined;
}

/** The handshake era of one server. */
export class HandshakeServer implements ServerEra<Scope>, RequestParts {
  readonly host: ServerHost;
  readonly facts: HandshakeFacts;
  readonly newContext: NewHandshakeContext;
  readonly defaultLogLevel: LoggingLevel;
  readonly #sessions = new Set<ServerSession>();
  readonly #tasks: TaskService | undefined;
  readonly #newRequest: NewHandshakeRequest;

  /** @throws {TypeError} If a version is to be served that is not known. */
  constructor(
    host: ServerHost,
    facts: HandshakeFacts,
    newContext: NewHandshakeContext,
    parts: HandshakeParts = {},
  ) {
    this.host = host;
    this.facts = withVersions(facts, host.options.supportedVersions);
    this.newContext = newContext;
    this.defaultLogLevel = parts.defaultLogLevel ?? "info";
    this.#tasks = parts.newTasks?.(host, this.facts);
    this.#newRequest =
      parts.newRequest ?? ((checked) => new HandshakeRequest(checked));
  }

  answererOf(method: string): Answerer | undefined {
    const { methods } = this.facts;
    const take = (
      answer: (request: TakenRequest, session: ServerSession) => void,
    ): Answerer => ({
      take: (request) => answer(request, sessionOf(request.accepted)),
    });
    switch (method) {
      case methods.initialize:
        return take((request, session) => this.#initialize(request, session));
      case methods.ping:
        return take((request) => request.complete({}));
      case methods.setLevel:
        return hasCapability(this.host.capabilities, logCapability)
          ? take((request, session) => {
              session.logLevel = request.params["level"] as string;
              request.complete({});
            })
          : undefined;
      case methods.subscribe:
        return this.#subscribing((uris, uri) => uris.add(uri));
      case methods.unsubscribe:
        return this.#subscribing((uris, uri) => uris.delete(uri));
      default:
        return this.#tasks?.answererOf(method);
    }
  }

  open(peer: Peer | undefined): Scope {
    return this.openSession(peer);
  }

  /** Begins a session. */
  openSession(peer: Peer | undefined): ServerSession {
    const session = new ServerSession(peer);
    if (peer !== undefined) this.#sessions.add(session);
    return session;
  }

  closed(scope: Scope): void {
    if (scope instanceof TaskScope) return;
    this.#sessions.delete(scope);
    scope.close();
    this.#tasks?.sessionClosed(scope);
  }

  accept(
    request: JSONRPCRequest,
    scope: Scope,
    exchange: Exchange,
  ): AcceptedRequest | RequestRefusal {
    const session = scope instanceof TaskScope ? scope.session : scope;
    const { methods } = this.facts;
    const agreement =
      session.agreement ?? this.#assumed(request, session, exchange);
    if (request.method === methods.initialize && session.agreement) {
      return refused(
        INVALID_REQUEST,
        "This session has been initialized already.",
        400,
      );
    }
    if (agreement === undefined) {
      const versions = this.facts.versions.map(({ version }) => version);
      return refused(
        INVALID_REQUEST,
        `A session begins with ${methods.initialize}. This server speaks protocol ${versions.join(", ")}.`,
        400,
      );
    }
    const method = this.#methodOf(request.method, agreement.version);
    if (method === undefined) {
      return refused(METHOD_NOT_FOUND, `Method not found: ${request.method}`);
    }
    const checked = method.inSchema
      ? this.facts.checkRequest(method.name, request)
      : undefined;
    if (checked?.success === false) {
      const message = checked.issues[0]?.message ?? "The params are invalid.";
      return refused(INVALID_PARAMS, message);
    }
    const taskId = scope instanceof TaskScope ? scope.taskId : undefined;
    const answered =
      taskId === undefined
        ? (this.#tasks?.augmented(method, request, agreement) ?? method)
        : method;
    return this.#newRequest({
      parts: this,
      method: answered,
      request,
      session,
      agreement,
      related: this.#related(request, taskId),
    });
  }

  #related({ id }: JSONRPCRequest, taskId: string | undefined): Related {
    return taskId === undefined
      ? { requestId: id, taskId, asks: () => Promise.resolve() }
      : {
          requestId: id,
          taskId,
          asks: (change) =>
            this.#tasks?.asks(taskId, change) ?? Promise.resolve(),
        };
  }

  notification(notification: JSONRPCNotification, scope: Scope): boolean {
    const session = scope instanceof TaskScope ? scope.session : scope;
    const { method } = notification;
    const { cancelled, initialized, progress } = this.facts.notifications;
    const params: Record<string, unknown> = notification.params ?? {};
    if (method === cancelled) {
      session.peer?.cancelled(params["requestId"], params["reason"]);
      return true;
    }
    if (method === progress) {
      const token = params["progressToken"];
      if (typeof token === "string" || typeof token === "number") {
        session.peer?.progressed(token);
      }
      return true;
    }
    if (method !== initialized) return false;
    if (!session.initialize()) {
      this.host.peerFault(
        new InvalidMessageError(
          `The client sent ${initialized} at the wrong time.`,
          notification,
        ),
      );
    }
    return true;
  }

  publish(topic: TopicName, uri?: string): void {
    const { notification, capability, byUri } = topics[topic];
    if (!hasCapability(this.host.capabilities, capability)) {
      throw new Error(
        `Changes of this kind are not announced: the server does not declare ${capability}.`,
      );
    }
    for (const session of this.#sessions) {
      if (!session.initialized) continue;
      if (!byUri) session.notify(notification, {});
      else if (uri !== undefined && session.wants(uri)) {
        session.notify(notification, { uri });
      }
    }
  }

  close(): void {
    this.#tasks?.close();
  }

  /** Whether arrays of messages are served in a session. */
  batches(scope: Scope): boolean {
    const session = scope instanceof TaskScope ? scope.session : scope;
    return session.agreement?.version.batching === true;
  }

  refusesInBatch(message: unknown): boolean {
    return (
      isObject(message) && message["method"] === this.facts.methods.initialize
    );
  }

  cancellation(requestId: RequestId, reason: string): JSONRPCNotification {
    return {
      jsonrpc: "2.0",
      method: this.facts.notifications.cancelled,
      params: { requestId, reason },
    };
  }

  /** What a server without sessions takes for granted, and what `initialize` and `ping` may do without. */
  #assumed(
    { method }: JSONRPCRequest,
    session: ServerSession,
    exchange: Exchange,
  ): Agreement | undefined {
    const { methods } = this.facts;
    const isEarly = method === methods.initialize || method === methods.ping;
    if (session.peer !== undefined && !isEarly) return undefined;
    const version =
      session.peer === undefined
        ? (findVersion(
            this.facts,
            exchange.headers?.get("mcp-protocol-version"),
          ) ??
          unnamedVersion(this.facts) ??
          newestVersion(this.facts))
        : newestVersion(this.facts);
    return { version, clientCapabilities: {}, clientInfo: undefined };
  }

  #methodOf(name: string, version: HandshakeVersion): ServedMethod | undefined {
    const method = this.host.methods.get(name);
    if (method === undefined || version.missingMethods.includes(name)) {
      return undefined;
    }
    return method;
  }

  #initialize(request: TakenRequest, session: ServerSession): void {
    const { params, exchange } = request;
    const version =
      findVersion(this.facts, params["protocolVersion"]) ??
      newestVersion(this.facts);
    const info = params["clientInfo"];
    // A server without sessions keeps nothing.
    if (session.peer !== undefined) {
      session.agreement = {
        version,
        clientCapabilities: params["capabilities"] as Record<string, unknown>,
        clientInfo: isObject(info) ? info : undefined,
      };
      session.principal = exchange.principal;
    }
    const { options } = this.host;
    request.complete({
      protocolVersion: version.version,
      capabilities: this.#capabilities(version, session),
      serverInfo: options.info,
      ...(options.instructions === undefined
        ? {}
        : { instructions: options.instructions }),
    });
  }

  /** What the server offers in a session: nothing that its revision, or the lack of a session, rules out. */
  #capabilities(
    version: HandshakeVersion,
    session: ServerSession,
  ): ServerCapabilities {
    const offered = capabilitiesOfVersion(this.host.capabilities, version);
    const tasks = this.#tasks?.capability(session);
    if (tasks !== undefined && hasCapabilityPath(version, "tasks")) {
      offered["tasks"] = tasks;
    }
    if (session.peer !== undefined) return offered as ServerCapabilities;
    for (const { capability } of Object.values<{ capability: string }>(
      topics,
    )) {
      const [name = "", detail = ""] = capability.split(".");
      const own = offered[name];
      if (!isObject(own)) continue;
      const { [detail]: _dropped, ...rest } = own;
      offered[name] = rest;
    }
    return offered as ServerCapabilities;
  }

  #subscribing(
    change: (uris: Set<string>, uri: string) => void,
  ): Answerer | undefined {
    const byUri = Object.values<{
      readonly capability: string;
      readonly byUri: boolean;
    }>(topics).find((topic) => topic.byUri);
    if (
      byUri === undefined ||
      !hasCapability(this.host.capabilities, byUri.capability)
    ) {
      return undefined;
    }
    return {
      take: (request) => {
        const session = sessionOf(request.accepted);
        const uri = ownValue(request.params, "uri") as string;
        const limit = this.host.options.maxSubscriptions ?? 10_000;
        if (session.subscribed.size >= limit && !session.subscribed.has(uri)) {
          request.fail({
            code: INVALID_PARAMS,
            message: `A session can subscribe to ${limit} resources.`,
          });
          return;
        }
        if (session.peer !== undefined) change(session.subscribed, uri);
        request.complete({});
      },
    };
  }
}

function sessionOf(accepted: AcceptedRequest): ServerSession {
  return (accepted as HandshakeRequest).session;
}

function refused(code: number, message: string, status = 200): RequestRefusal {
  return new RequestRefusal({ code, message }, status);
}
