/**
 * The stateless era at a server: each request says who asks, in which version and
 * able to do what, and nothing is remembered from one to the next
 * (specification: basic/index, basic/versioning).
 */
import { METHOD_NOT_FOUND, httpStatusOf } from "../../../errors.js";
import type {
  Implementation,
  JSONRPCNotification,
  JSONRPCRequest,
} from "../../../types.js";
import type { Peer } from "../../peer/peer.js";
import { quoted } from "../../protocol/limits.js";
import {
  builtInMethods,
  errorCodes,
  notificationNames,
  type TopicName,
} from "../../revision.js";
import {
  RequestRefusal,
  type AcceptedRequest,
  type Answerer,
  type ServerEra,
  type ServerHost,
} from "../server-era.js";
import {
  StatelessRequest,
  type NewStatelessContext,
  type RequestParts,
} from "./request.js";
import { checkRequest } from "./request-check.js";
import { StateSigner } from "./request-state.js";
import { serverInfoKey } from "./server-info-key.js";
import { SubscriptionHub } from "./subscription-hub.js";

/** The handshake of older revisions. Its senders cannot know which versions to use instead. */
const handshake = "initialize";

/** The peer of a connection: all that there is to know about one. */
type Session = Peer | undefined;

/** The stateless era of one server. */
export class StatelessServer implements ServerEra<Session>, RequestParts {
  readonly host: ServerHost;
  readonly identity: Implementation | undefined;
  readonly resultMeta: Readonly<Record<string, unknown>> | undefined;
  readonly states: StateSigner;
  readonly newContext: NewStatelessContext;
  readonly #subscriptions: SubscriptionHub;

  constructor(host: ServerHost, newContext: NewStatelessContext) {
    const { options } = host;
    this.host = host;
    this.newContext = newContext;
    this.identity = options.identify === false ? undefined : options.info;
    this.resultMeta =
      serverInfoKey === undefined || this.identity === undefined
        ? undefined
        : { [serverInfoKey]: this.identity };
    this.states = new StateSigner(options.stateKeys);
    this.#subscriptions = new SubscriptionHub(
      host.capabilities,
      {
        subscriptions: options.maxSubscriptions ?? 10_000,
        uris: options.maxSubscriptionUris ?? 1_000,
      },
      (error) => host.peerFault(error),
    );
  }

  answererOf(method: string): Answerer | undefined {
    switch (method) {
      case builtInMethods.discover:
        return { handle: () => this.#discovery() };
      case builtInMethods.listen:
        return { take: (request) => this.#subscriptions.open(request) };
      default:
        return undefined;
    }
  }

  open(peer: Session): Session {
    return peer;
  }

  closed(): void {
    // Nothing is held for a connection.
  }

  accept(
    request: JSONRPCRequest,
    _session: Session,
  ): AcceptedRequest | RequestRefusal {
    const method = this.host.methods.get(request.method);
    if (method === undefined) return this.#unknownMethod(request.method);
    const refusal = checkRequest(method, request, (version) =>
      this.#unsupportedVersion(version),
    );
    return refusal ?? new StatelessRequest(this, method, request);
  }

  notification(notification: JSONRPCNotification, session: Session): boolean {
    if (notification.method !== notificationNames.cancelled) return false;
    if (session === undefined) return false;
    const { requestId, reason }: Record<string, unknown> =
      notification.params ?? {};
    session.cancelled(requestId, reason);
    return true;
  }

  publish(topic: TopicName, uri?: string): void {
    this.#subscriptions.publish(topic, uri);
  }

  close(): void {
    this.#subscriptions.close();
  }

  #unknownMethod(method: string): RequestRefusal {
    const supported = this.host.supportedVersions;
    const status = httpStatusOf(METHOD_NOT_FOUND);
    const message = `Method not found: ${quoted(method)}`;
    return new RequestRefusal(
      method === handshake
        ? {
            code: METHOD_NOT_FOUND,
            message: `${message}. This server serves protocol ${supported.join(", ")}, which has no handshake.`,
            data: { supported },
          }
        : { code: METHOD_NOT_FOUND, message },
      status,
    );
  }

  #unsupportedVersion(version: string): RequestRefusal | undefined {
    if (this.host.versions.includes(version)) return undefined;
    const supported = this.host.supportedVersions;
    const requested = quoted(version);
    return new RequestRefusal(
      {
        code: errorCodes.unsupportedVersion,
        message: `Protocol version ${requested} is not supported; supported: ${supported.join(", ")}`,
        data: { supported, requested },
      },
      400,
    );
  }

  #discovery(): Record<string, unknown> {
    const { capabilities, supportedVersions } = this.host;
    const { instructions, discovery } = this.host.options;
    return {
      supportedVersions,
      capabilities,
      ...(instructions === undefined ? {} : { instructions }),
      ...discovery,
    };
  }
}
