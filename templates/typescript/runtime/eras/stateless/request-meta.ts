/** The `_meta` object of a client's requests: who asks, in which version, able to do what. */
import { requestMetaKeys } from "../../../methods.js";
import type {
  ClientCapabilities,
  Implementation,
  LoggingLevel,
  RequestId,
} from "../../../types.js";
import { hasOwn } from "../../protocol/message.js";
import { checkOwnMeta } from "./custom-meta.js";

/** What may differ from one request to the next. */
export interface RequestMetaDetails {
  /** Protocol version the request is made in. */
  readonly version: string;
  readonly progressToken?: RequestId | undefined;
  readonly logLevel?: LoggingLevel | undefined;
  /** Trace context and own keys. */
  readonly own?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Builds the metadata that each request carries (specification: basic/index).
 * What all requests have in common is built once for each version.
 */
export class RequestMeta {
  readonly #info: Implementation | undefined;
  readonly #capabilities: ClientCapabilities;
  readonly #common = new Map<string, Readonly<Record<string, unknown>>>();

  /**
   * @param info - Sent with each request; undefined leaves it out.
   * @throws {TypeError} If it is left out and the revision requires it.
   */
  constructor(
    info: Implementation | undefined,
    capabilities: ClientCapabilities,
  ) {
    if (info === undefined && requestMetaKeys.clientInfo.required) {
      throw new TypeError(
        `This protocol version requires ${requestMetaKeys.clientInfo.key} in each request; \`identify: false\` is not possible.`,
      );
    }
    this.#info = info;
    this.#capabilities = capabilities;
  }

  /**
   * The `_meta` of one request. May be shared between requests: not to be changed.
   *
   * @throws {TypeError} If an own key breaks the naming rule or is reserved.
   */
  build(details: RequestMetaDetails): Readonly<Record<string, unknown>> {
    const common = this.#commonFor(details.version);
    const { own, progressToken, logLevel } = details;
    if (
      own === undefined &&
      progressToken === undefined &&
      logLevel === undefined
    ) {
      return common;
    }
    if (own !== undefined) {
      if (hasOwn(own, requestMetaKeys.progressToken.key)) {
        throw new TypeError(
          "The progress token is chosen by the client itself.",
        );
      }
      checkOwnMeta(own, this.#capabilities.extensions);
    }
    const meta: Record<string, unknown> = { ...own, ...common };
    if (progressToken !== undefined) {
      meta[requestMetaKeys.progressToken.key] = progressToken;
    }
    if (logLevel !== undefined) meta[requestMetaKeys.logLevel.key] = logLevel;
    return meta;
  }

  #commonFor(version: string): Readonly<Record<string, unknown>> {
    let common = this.#common.get(version);
    if (common === undefined) {
      const { protocolVersion, clientInfo, clientCapabilities } =
        requestMetaKeys;
      common = {
        [protocolVersion.key]: version,
        ...(this.#info === undefined ? {} : { [clientInfo.key]: this.#info }),
        [clientCapabilities.key]: this.#capabilities,
      };
      this.#common.set(version, common);
    }
    return common;
  }
}
