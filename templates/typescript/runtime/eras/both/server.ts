/**
 * A server for clients of both eras: the one it was made for, and sessions that begin
 * with a handshake, over the same handlers (specification: basic/versioning).
 */
import { INVALID_REQUEST } from "../../../errors.js";
import { requestMetaKeys } from "../../../methods.js";
import type {
  JSONRPCNotification,
  JSONRPCRequest,
  RequestId,
} from "../../../types.js";
import type { Peer, PeerUser } from "../../peer/peer.js";
import type { EraAddition, MessageServer } from "../../peer/serve.js";
import { hasOwn, isObject, ownValue } from "../../protocol/message.js";
import type { Exchange, OpenRequest } from "../../protocol/transport.js";
import { listItems } from "../../revision.js";
import { validateInputResponse, validateRequest } from "../../../validators.js";
import type { HandshakeFacts } from "../handshake/facts.js";
import { HandshakeServer } from "../handshake/server.js";
import { ServerSession } from "../handshake/server-session.js";
import type {
  ExtensibleServer,
  ServerFacts,
  ServerHost,
} from "../server-era.js";
import { StatelessServer } from "../stateless/server.js";
import { SessionRequest } from "./session-request.js";

type Modern = ExtensibleServer & MessageServer;

/** What was made for each server: all of its transports share it. */
const known = new WeakMap<MessageServer, BothEras>();

/**
 * A server as clients of both eras see it. It is made once for each server.
 *
 * @throws {TypeError} If it is not a server of `createMcpServer`.
 */
export function bothEras(
  server: MessageServer,
  facts: HandshakeFacts,
): BothEras {
  let both = known.get(server);
  if (both === undefined) {
    if (!isExtensible(server)) {
      throw new TypeError(
        "Only a server that createMcpServer made can serve the older era, too.",
      );
    }
    both = new BothEras(server, facts);
    known.set(server, both);
  }
  return both;
}

/** What `legacy.ts` exports for servers on stdio and other channels. */
export function addingSessions(facts: HandshakeFacts): EraAddition {
  return { both: (server) => bothEras(server, facts) };
}

function isExtensible(server: MessageServer): server is Modern {
  return (server as Partial<Modern>).era instanceof StatelessServer;
}

/** Gives each message of a channel to the era that it belongs to. */
export class BothEras implements MessageServer {
  /** The server for stateless requests. */
  readonly modern: Modern;
  /** The same server for sessions. */
  readonly legacy: ServerHost & MessageServer;
  /** What sessions know. */
  readonly facts: HandshakeFacts;
  readonly sessions: HandshakeServer;

  constructor(modern: Modern, facts: HandshakeFacts) {
    this.modern = modern;
    this.facts = withHandlers(
      facts,
      (method) => modern.methods.get(method)?.inSchema === true,
    );
    const era = modern.era as StatelessServer;
    let sessions: HandshakeServer | undefined;
    this.legacy = modern.addEra(serverFactsOf(facts), (host) => {
      sessions = new HandshakeServer(host, this.facts, unused, {
        newRequest: (checked) => new SessionRequest(checked, era),
      });
      return sessions;
    });
    this.sessions = sessions as unknown as HandshakeServer;
  }

  get supportedVersions(): readonly string[] {
    return this.modern.supportedVersions;
  }

  get closing(): boolean {
    return this.modern.closing;
  }

  connect(peer: Peer): PeerUser {
    return new BothConnection(this, peer, this.modern.connect(peer));
  }

  request(request: JSONRPCRequest, exchange: Exchange): OpenRequest {
    return this.modern.request(request, exchange);
  }

  notification(notification: JSONRPCNotification): void {
    this.modern.notification(notification);
  }

  report(error: Error): void {
    this.modern.report(error);
  }

  /** Whether a request belongs to the stateless era whatever went before: only that has its method. */
  isModernMethod(method: string): boolean {
    return (
      !hasOwn(this.facts.clientRequests, method) &&
      this.modern.methods.get(method)?.inSchema === true
    );
  }
}

/** Handlers get the context of the stateless era, which {@link SessionRequest} makes. */
function unused(): never {
  throw new Error("Sessions of both eras have no context of their own.");
}

/** Whether a message says of itself that it is of the stateless era. */
export function namesVersion({
  params,
}: {
  readonly params?: unknown;
}): boolean {
  const meta = isObject(params) ? ownValue(params, "_meta") : undefined;
  return isObject(meta) && hasOwn(meta, requestMetaKeys.protocolVersion.key);
}

/**
 * The facts of sessions whose handlers were written for the stateless era: what these are
 * called with, and the answers that they get, have to fit their own revision. What that
 * refuses and an older one allows, no handler could make sense of.
 */
function withHandlers(
  facts: HandshakeFacts,
  isHandled: (method: string) => boolean,
): HandshakeFacts {
  return {
    ...facts,
    checkRequest: (method, message) =>
      isHandled(method)
        ? validateRequest(method as never, withMeta(message))
        : facts.checkRequest(method, message),
    checkResult: (method, result) =>
      validateInputResponse(method as never, result),
  };
}

/** A request with the metadata that a stateless one has to have. */
function withMeta(message: unknown): unknown {
  const { params, ...rest } = message as JSONRPCRequest;
  if (params !== undefined && !isObject(params)) return message;
  const meta = params?.["_meta"];
  if (meta !== undefined && !isObject(meta)) return message;
  return { ...rest, params: { ...params, _meta: { ...meta, ...anyMeta } } };
}

const { protocolVersion, clientInfo, clientCapabilities } = requestMetaKeys;

/** Of the session it is known that it is right. */
const anyMeta = {
  [protocolVersion.key]: "",
  [clientInfo.key]: { name: "", version: "" },
  [clientCapabilities.key]: {},
};

function serverFactsOf(facts: HandshakeFacts): ServerFacts {
  const { methods } = facts;
  return {
    versions: facts.versions.map(({ version }) => version),
    methods: facts.clientRequests,
    eraMethods: [
      methods.initialize,
      methods.ping,
      methods.setLevel,
      methods.subscribe,
      methods.unsubscribe,
    ],
    serverInfoResults: [],
    listItems,
    resultChecks: {},
  };
}

/** One channel, with a session on it once the client has begun one. */
class BothConnection implements PeerUser {
  readonly refusesInvalid = true;
  readonly #server: BothEras;
  readonly #modern: PeerUser;
  readonly #session: ServerSession;

  constructor(server: BothEras, peer: Peer, modern: PeerUser) {
    this.#server = server;
    this.#modern = modern;
    this.#session = server.sessions.openSession(peer);
  }

  request(
    request: JSONRPCRequest,
    exchange: Exchange,
  ): OpenRequest | undefined {
    const { legacy, facts, modern } = this.#server;
    const { method } = request;
    if (namesVersion(request) || this.#server.isModernMethod(method)) {
      return this.#modern.request(request, exchange);
    }
    const { initialize, ping } = facts.methods;
    const isEarly = method === initialize || method === ping;
    if (isEarly || this.#session.agreement !== undefined || legacy.closing) {
      return legacy.serve(request, exchange, this.#session);
    }
    const versions = modern.versions.join(", ");
    const message = `A session begins with ${initialize}; requests of ${versions} name their version in _meta.`;
    const error = { code: INVALID_REQUEST, message };
    exchange.respond({ jsonrpc: "2.0", id: request.id, error }, 400);
    return undefined;
  }

  notification(notification: JSONRPCNotification): void {
    const { sessions } = this.#server;
    // One client has one space of ids: what is cancelled is found in either era.
    if (!sessions.notification(notification, this.#session)) {
      this.#modern.notification(notification, undefined);
    }
  }

  unmatched(response: Readonly<Record<string, unknown>>, id: unknown): void {
    this.#modern.unmatched(response, id);
  }

  get batches(): boolean {
    return this.#server.sessions.batches(this.#session);
  }

  refusesInBatch(message: unknown): boolean {
    return this.#server.sessions.refusesInBatch(message);
  }

  cancellation(id: RequestId, reason: string): JSONRPCNotification {
    return this.#server.sessions.cancellation(id, reason);
  }

  fault(error: () => Error): void {
    this.#modern.fault(error);
  }

  unreported(count: number): void {
    this.#modern.unreported(count);
  }

  closed(cause: Error | undefined): void {
    this.#server.sessions.closed(this.#session);
    this.#modern.closed(cause);
  }
}
