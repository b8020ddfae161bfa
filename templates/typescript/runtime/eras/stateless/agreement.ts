/** What a client has found out about its server: the version they share, and its era. */
import type { McpError } from "../../../errors.js";
import { LATEST_PROTOCOL_VERSION } from "../../../methods.js";
import {
  LegacyServerError,
  NoCommonVersionError,
  RequestTimeoutError,
} from "../../protocol/local-error.js";
import type { MessageOrigin } from "../../protocol/transport.js";
import { builtInMethods } from "../../revision.js";
import type { ClientHost, ClientMethod } from "../client-era.js";
import { readEra, readEraFromFailure } from "./legacy-server.js";
import { Probe, silentServer } from "./probe.js";

/** The version of the next request, and what errors mean as long as the era is not known. */
export class Agreement {
  /** What this client speaks, best first. */
  readonly versions: readonly string[];
  readonly #host: ClientHost;
  #version: string;
  /** True once the server has answered like one of this era. */
  #eraKnown = false;
  #probe: Probe | undefined;

  /** @throws {TypeError} If the options name no version. */
  constructor(host: ClientHost) {
    this.#host = host;
    this.versions = host.options.protocolVersions ?? [LATEST_PROTOCOL_VERSION];
    const [best] = this.versions;
    if (best === undefined) {
      throw new TypeError("protocolVersions names no version.");
    }
    this.#version = best;
  }

  /** The best version of this client, or what the server agreed to. */
  get version(): string {
    return this.#version;
  }

  /**
   * See `ClientEra.ready`: a server of an older revision may never answer, so it is
   * asked what it is first.
   *
   * @param timeoutMs - How long the request may wait for that.
   */
  ready(method: ClientMethod, timeoutMs: number): Promise<void> | undefined {
    if (this.#eraKnown || method === builtInMethods.discover) return undefined;
    if (!(this.#host.options.probe ?? this.#host.probe)) return undefined;
    this.#probe ??= new Probe(this.ask(timeoutMs), this.#host.peer.deadlines);
    return this.#probe.within(timeoutMs);
  }

  /** Whether the server has answered like one of this era. */
  get eraKnown(): boolean {
    return this.#eraKnown;
  }

  /** The server has answered like one of this era. */
  knowEra(): void {
    this.#eraKnown = true;
  }

  /** The first of our versions that the server serves; later requests go out in it. */
  agreeOn(theirs: readonly string[]): string | undefined {
    this.knowEra();
    const common = this.versions.find((version) => theirs.includes(version));
    if (common !== undefined) this.#version = common;
    return common;
  }

  /** The error a caller gets: the server's, or what it says about the server's era. */
  explainError(
    method: string,
    error: McpError,
    origin: MessageOrigin | undefined,
  ): Error {
    return this.#eraKnown ? error : readEra(method, error, origin);
  }

  /** The same for a request that got no answer. */
  explainFailure(cause: Error): Error {
    return this.#eraKnown ? cause : readEraFromFailure(cause);
  }

  /**
   * Asks once; the next call asks again where the answer says nothing for good.
   *
   * @throws {LegacyServerError} If the server is not of this era.
   */
  async ask(timeoutMs: number): Promise<void> {
    // On a shared channel the question stays open, as a late answer is one too. A
    // stream of its own is closed when nobody waits for it any more.
    const isShared = !this.#host.peer.streams;
    try {
      const { supportedVersions } = await this.#host.call(
        builtInMethods.discover,
        {},
        {
          timeoutMs: isShared ? Infinity : timeoutMs,
          maxTotalMs: Infinity,
          fresh: true,
        },
      );
      if (this.agreeOn(supportedVersions) === undefined) {
        throw new NoCommonVersionError(this.versions, supportedVersions);
      }
    } catch (error) {
      if (error instanceof LegacyServerError) throw error;
      this.#probe = undefined;
      throw error instanceof RequestTimeoutError
        ? silentServer(timeoutMs)
        : error;
    }
  }
}
