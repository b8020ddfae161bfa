/**
 * A client for servers of both eras: it asks what the server is, and then speaks the
 * newest era that the server knows (specification: basic/versioning).
 */
import { isMcpError, METHOD_NOT_FOUND } from "../../../errors.js";
import { clientRequests } from "../../../methods.js";
import type {
  JSONRPCNotification,
  JSONRPCRequest,
  RequestId,
  SubscriptionFilter,
} from "../../../types.js";
import { LONGEST_DELAY_MS } from "../../protocol/deadlines.js";
import {
  InvalidResultError,
  isLocalError,
  LegacyServerError,
  NoCommonVersionError,
  RequestTimeoutError,
} from "../../protocol/local-error.js";
import { hasOwn, isObject } from "../../protocol/message.js";
import type {
  Exchange,
  MessageOrigin,
  OpenRequest,
} from "../../protocol/transport.js";
import { builtInMethods } from "../../revision.js";
import type {
  ClientEra,
  ClientHost,
  ClientMethod,
  EraCall,
} from "../client-era.js";
import type { CallOptions, EraName } from "../client-options.js";
import { HandshakeClient } from "../handshake/client.js";
import type { HandshakeFacts } from "../handshake/facts.js";
import { StatelessClient } from "../stateless/client.js";
import { serverInfoKey } from "../stateless/server-info-key.js";
import { readLeniently } from "../stateless/legacy-result.js";
import type { ListenOptions, Subscription } from "../subscription-events.js";
import { BothErasCall } from "./era-call.js";
import { LaterSubscription } from "./later-subscription.js";

/** How a connection goes on once it is known, or not, what the server speaks. */
export interface SwitchableTransport {
  /** Set while the server is asked what it is: a process that ends is started once more. */
  isAsking: boolean;
  /** Whether the process has ended, and was started once more. */
  readonly isRestarted: boolean;
  /** Goes on over sessions, or without them, where the transport is one of HTTP. */
  useSessions(isWanted: boolean): void;
}

/** What both eras of a client need. */
export interface BothErasParts {
  readonly facts: HandshakeFacts;
  /** How long a silent server on a shared channel is waited for, see `callingBoth`. */
  readonly patienceMs: number;
  readonly transport: SwitchableTransport;
}

/** How long the first of two answers may follow the second, in milliseconds. */
const ON_ITS_WAY_MS = 250;

function nothing(): void {
  // What failed is told by whoever waits for the other question.
}

/** Both eras of one client. */
export class BothErasClient implements ClientEra {
  readonly #host: ClientHost;
  readonly #parts: BothErasParts;
  readonly #modern: StatelessClient;
  /** Undefined where the program wants the stateless era alone. */
  readonly #legacy: HandshakeClient | undefined;
  /** The era that is spoken, once that is known. */
  #era: ClientEra | undefined;
  /** Whether the program said which era that is, and nothing has shown it yet. */
  #isAssumed = false;
  #choosing: Promise<void> | undefined;
  /** True while the stateless era makes a call of its own. */
  #isOwnCall = false;

  /** @throws {TypeError} If the options name a version that neither era has. */
  constructor(host: ClientHost, parts: BothErasParts) {
    const { protocolVersions: chosen, era } = host.options;
    this.#host = host;
    this.#parts = parts;
    const isOld = (version: string): boolean =>
      parts.facts.versions.some((each) => each.version === version);
    const old = chosen?.filter(isOld);
    const modern = chosen?.filter((version) => !isOld(version));
    this.#modern = new StatelessClient(
      hostWith(
        host,
        modern?.length === 0 ? undefined : modern,
        // Where no other era is wanted, only an answer tells that the server is of that one.
        old?.length === 0,
        // What it asks by itself is part of finding out what the server is.
        (call) => {
          this.#isOwnCall = true;
          try {
            return call();
          } finally {
            this.#isOwnCall = false;
          }
        },
      ),
    );
    if (old?.length !== 0) {
      // Another era may still be tried over the same connection.
      this.#legacy = new HandshakeClient(
        hostWith(host, old, false),
        parts.facts,
        () => Promise.resolve(),
      );
    }
    if (this.#legacy === undefined) this.#settle(this.#modern);
    else if (modern?.length === 0) this.#settle(this.#legacy);
    else if (era !== undefined) {
      this.#settle(era === "legacy" ? this.#legacy : this.#modern);
      this.#isAssumed = true;
    }
  }

  get spoken(): EraName | undefined {
    return this.#era?.spoken;
  }

  get protocolVersion(): string {
    return this.#spokenOrModern.protocolVersion;
  }

  ready(
    method: ClientMethod,
    timeoutMs: number,
    options: CallOptions,
  ): Promise<void> | undefined {
    if (this.#isOwnCall) return undefined;
    const era = this.#era;
    if (era === undefined) return this.#chosen(method, timeoutMs, options);
    const ready = this.#readyIn(era, method, timeoutMs, options);
    if (!this.#isAssumed || era !== this.#legacy) return ready;
    return ready?.then(
      () => {
        this.#isAssumed = false;
      },
      (error: unknown) => {
        if (this.#legacy?.agreement !== undefined) {
          this.#isAssumed = false;
          throw error;
        }
        // The server may have been replaced by a newer one.
        this.#forget();
        return this.#chosen(method, timeoutMs, options);
      },
    );
  }

  known(method: ClientMethod): Readonly<Record<string, unknown>> | undefined {
    const agreement = this.#legacy?.agreement;
    const isKnown =
      method === builtInMethods.discover && this.#era === this.#legacy;
    if (!isKnown || agreement === undefined) return undefined;
    const { version, serverCapabilities, serverInfo, instructions } = agreement;
    return readLeniently(method, {
      supportedVersions: [version.version],
      capabilities: serverCapabilities,
      ...(serverInfoKey === undefined
        ? { serverInfo }
        : { _meta: { [serverInfoKey]: serverInfo } }),
      ...(instructions === undefined ? {} : { instructions }),
    });
  }

  call(
    method: ClientMethod,
    params: Readonly<Record<string, unknown>>,
    options: CallOptions,
  ): EraCall {
    return new BothErasCall({
      begin: () => this.#spokenOrModern.call(method, params, options),
      read: (result) =>
        this.#era === this.#legacy && hasOwn(clientRequests, method)
          ? readLeniently(method, result)
          : result,
      otherwise: (error) => this.#otherwise(error, options),
    });
  }

  listen(filter: SubscriptionFilter, options: ListenOptions): Subscription {
    const listen = (): Subscription =>
      this.#spokenOrModern.listen(filter, options);
    if (this.#era !== undefined) return listen();
    const timeoutMs = options.timeoutMs ?? this.#host.timeoutMs;
    const method = builtInMethods.listen as ClientMethod;
    return new LaterSubscription(this.#chosen(method, timeoutMs, {}), listen);
  }

  request(
    request: JSONRPCRequest,
    exchange: Exchange,
  ): OpenRequest | undefined {
    // A server may ask while the handshake is the second question that is open.
    const era = this.#era ?? this.#legacy ?? this.#modern;
    return era.request(request, exchange);
  }

  notification(
    notification: JSONRPCNotification,
    origin: MessageOrigin | undefined,
  ): boolean {
    return this.#era === this.#legacy && this.#legacy !== undefined
      ? this.#legacy.notification(notification, origin)
      : this.#modern.notification(notification);
  }

  get batches(): boolean {
    return this.#era?.batches === true;
  }

  expects(id: unknown): boolean {
    return this.#spokenOrModern.expects(id);
  }

  cancellation(id: RequestId, reason: string): JSONRPCNotification | undefined {
    return this.#spokenOrModern.cancellation(id, reason);
  }

  close(): void {
    this.#modern.close();
    this.#legacy?.close();
  }

  closed(error: Error): void {
    this.#modern.closed(error);
    this.#legacy?.closed(error);
  }

  get #spokenOrModern(): ClientEra {
    return this.#era ?? this.#modern;
  }

  /** Waits until it is known what the server speaks, and then until that is ready. */
  async #chosen(
    method: ClientMethod,
    timeoutMs: number,
    options: CallOptions,
  ): Promise<void> {
    this.#choosing ??= this.#choose(timeoutMs).finally(() => {
      this.#choosing = undefined;
    });
    await within(this.#choosing, method, timeoutMs);
    await this.#readyIn(this.#spokenOrModern, method, timeoutMs, options);
  }

  #readyIn(
    era: ClientEra,
    method: ClientMethod,
    timeoutMs: number,
    options: CallOptions,
  ): Promise<void> | undefined {
    const needsHandshakeAlone =
      method === builtInMethods.discover || method === builtInMethods.listen;
    return era === this.#legacy && needsHandshakeAlone
      ? this.#legacy?.connect(timeoutMs)
      : era.ready(method, timeoutMs, options);
  }

  /** Finds out what the server speaks. Rejects where nothing is known after that. */
  async #choose(timeoutMs: number): Promise<void> {
    const isShared = !this.#host.peer.streams;
    this.#parts.transport.isAsking = true;
    // Where streams are not shared, one question is asked after the other.
    const isLegacy = this.#asksForLegacy(isShared ? Infinity : timeoutMs);
    const era = isShared
      ? await this.#firstToAnswer(isLegacy, timeoutMs)
      : (await isLegacy)
        ? await this.#shakenHands(timeoutMs)
        : this.#modern;
    this.#settle(era);
  }

  /** Asks the server what it is. Rejects where the answer says nothing about that. */
  async #asksForLegacy(timeoutMs: number): Promise<boolean> {
    try {
      await this.#modern.agreement.ask(timeoutMs);
      return false;
    } catch (error) {
      if (this.#saysLegacy(error)) return true;
      throw error;
    }
  }

  #saysLegacy(error: unknown): boolean {
    const { facts, transport } = this.#parts;
    // A process that ended at the question has been started again.
    if (transport.isRestarted) return true;
    if (isLocalError(error, LegacyServerError)) {
      // Over HTTP, silence is an outage.
      const { cause } = error as { readonly cause?: unknown };
      return !isLocalError(cause, RequestTimeoutError);
    }
    if (isLocalError(error, NoCommonVersionError)) {
      return facts.versions.some(({ version }) =>
        error.theirs.includes(version),
      );
    }
    if (isLocalError(error, InvalidResultError)) {
      // Some servers answer all that they do not know with an empty result.
      const { result } = error;
      return !isObject(result) || !hasOwn(result, "supportedVersions");
    }
    return isMcpError(error, METHOD_NOT_FOUND);
  }

  /** The older era, after the handshake. */
  async #shakenHands(timeoutMs: number): Promise<ClientEra> {
    const legacy = this.#legacy as HandshakeClient;
    this.#parts.transport.useSessions(true);
    try {
      await legacy.connect(timeoutMs);
      return legacy;
    } catch (error) {
      this.#parts.transport.useSessions(false);
      throw error;
    }
  }

  /**
   * On a shared channel both questions can be open at a time: a server that is slow to
   * start answers the first one, a server that is silent about unknown methods the second.
   */
  #firstToAnswer(
    isLegacy: Promise<boolean>,
    timeoutMs: number,
  ): Promise<ClientEra> {
    return new Promise((resolve, reject) => {
      const first = isLegacy
        .finally(() => clearTimeout(timer))
        .then((said) => (said ? this.#shakenHands(timeoutMs) : this.#modern));
      first.then(resolve, reject);
      const askAgain = async (): Promise<void> => {
        const legacy = await this.#shakenHands(timeoutMs);
        // A server that has read this question has read the first one before.
        const { discover } = builtInMethods;
        await within(first, discover, ON_ITS_WAY_MS).catch(nothing);
        resolve(legacy);
      };
      const timer = setTimeout(
        // Where this fails, a late answer to the first question may still come.
        () => void askAgain().catch(nothing),
        // Where calls are to be short, there is time for both questions all the same.
        Math.min(this.#parts.patienceMs, timeoutMs / 2),
      );
    });
  }

  /** What a call does after an error that says that the program named the wrong era. */
  #otherwise(error: unknown, options: CallOptions): Promise<void> | undefined {
    const isWrong =
      this.#isAssumed &&
      this.#era === this.#modern &&
      isLocalError(error, LegacyServerError);
    if (!isWrong) {
      this.#isAssumed = false;
      return undefined;
    }
    this.#forget();
    const timeoutMs = options.timeoutMs ?? this.#host.timeoutMs;
    return this.#chosen(builtInMethods.callTool, timeoutMs, {});
  }

  #settle(era: ClientEra): void {
    this.#era = era;
    this.#parts.transport.useSessions(era === this.#legacy);
    this.#parts.transport.isAsking = false;
  }

  #forget(): void {
    this.#era = undefined;
    this.#isAssumed = false;
    this.#parts.transport.useSessions(false);
  }
}

/** A client as one of its eras sees it: with versions of that era, and asking first. */
function hostWith(
  host: ClientHost,
  protocolVersions: readonly string[] | undefined,
  probe: boolean,
  around: <Value>(call: () => Value) => Value = (call) => call(),
): ClientHost {
  const { options, peer, capabilities, timeoutMs } = host;
  return {
    options: { ...options, protocolVersions },
    peer,
    capabilities,
    timeoutMs,
    probe,
    call: (method, params, callOptions) =>
      around(() => host.call(method, params, callOptions)),
    invalidate: (methods, uri) => host.invalidate(methods, uri),
    fault: (error) => host.fault(error),
  };
}

/**
 * Waits for something that others wait for as well.
 *
 * @throws {RequestTimeoutError} After so many milliseconds.
 */
async function within(
  event: Promise<unknown>,
  method: string,
  timeoutMs: number,
): Promise<void> {
  if (timeoutMs === Infinity) return void (await event);
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new RequestTimeoutError(method, timeoutMs, "idle")),
      Math.min(timeoutMs, LONGEST_DELAY_MS),
    );
    event.finally(() => clearTimeout(timer)).then(() => resolve(), reject);
  });
}
