/** A request of the handshake era: what its session says about it, and what its result has to be. */
import {
  INTERNAL_ERROR,
  INVALID_PARAMS,
  isMcpError,
  isSendableErrorCode,
} from "../../../errors.js";
import type {
  ClientCapabilities,
  Implementation,
  JSONRPCRequest,
  LoggingLevel,
  RequestId,
} from "../../../types.js";
import {
  InvalidResultError,
  UnusableSchemaError,
} from "../../protocol/local-error.js";
import { isObject, ownValue } from "../../protocol/message.js";
import { invalidResult } from "../invalid-result.js";
import type { HandledRequest, RequestContext } from "../request-context.js";
import {
  RequestRefusal,
  type AcceptedRequest,
  type ServedMethod,
  type ServerHost,
} from "../server-era.js";
import type { HandshakeFacts, HandshakeVersion } from "./facts.js";
import { resultForVersion } from "./older-results.js";
import { assertAskable } from "./question.js";
import type { SessionFacts } from "./request-context.js";
import type { Agreement, Related, ServerSession } from "./server-session.js";

/** Makes what handlers get in addition to the params. */
export type NewHandshakeContext = (
  handled: HandledRequest,
  facts: SessionFacts,
) => RequestContext;

/** What all requests of a server have in common. */
export interface RequestParts {
  readonly host: ServerHost;
  readonly facts: HandshakeFacts;
  readonly newContext: NewHandshakeContext;
  /** The least severity of log messages where the client set none. */
  readonly defaultLogLevel: LoggingLevel;
}

/** A request that has been checked, and where it belongs. */
export interface CheckedRequest {
  readonly parts: RequestParts;
  readonly method: ServedMethod;
  readonly request: JSONRPCRequest;
  readonly session: ServerSession;
  readonly agreement: Agreement;
  readonly related: Related;
}

/** Makes a request that has been checked. */
export type NewHandshakeRequest = (checked: CheckedRequest) => HandshakeRequest;

/** Properties that only the stateless era has; handlers written for both may return them. */
const statelessProperties = ["resultType", "ttlMs", "cacheScope"] as const;

/** Who asks, in which version and able to do what: all of it is in the session. */
export class HandshakeRequest implements AcceptedRequest, SessionFacts {
  readonly method: ServedMethod;
  readonly session: ServerSession;
  readonly related: Related;
  readonly #parts: RequestParts;
  readonly #agreement: Agreement;
  readonly #meta: Readonly<Record<string, unknown>>;

  constructor({
    parts,
    method,
    request,
    session,
    agreement,
    related,
  }: CheckedRequest) {
    this.#parts = parts;
    this.method = method;
    this.session = session;
    this.related = related;
    this.#agreement = agreement;
    const params: unknown = request.params;
    const meta = isObject(params) ? ownValue(params, "_meta") : undefined;
    this.#meta = isObject(meta) ? meta : {};
  }

  get facts(): HandshakeFacts {
    return this.#parts.facts;
  }

  get version(): HandshakeVersion {
    return this.#agreement.version;
  }

  get protocolVersion(): string {
    return this.version.version;
  }

  get clientCapabilities(): ClientCapabilities {
    return this.#agreement.clientCapabilities as ClientCapabilities;
  }

  get clientInfo(): Implementation | undefined {
    return this.#agreement.clientInfo as unknown as Implementation | undefined;
  }

  get logLevel(): LoggingLevel {
    return (this.session.logLevel ??
      this.#parts.defaultLogLevel) as LoggingLevel;
  }

  get progressToken(): RequestId | undefined {
    return ownValue(this.#meta, "progressToken") as RequestId | undefined;
  }

  context(handled: HandledRequest): RequestContext {
    return this.#parts.newContext(handled, this);
  }

  complete(value: unknown): Record<string, unknown> {
    const { name } = this.method;
    if (!isObject(value)) {
      throw new InvalidResultError(
        name,
        value,
        "the handler did not return an object.",
      );
    }
    const result: Record<string, unknown> = { ...value };
    for (const property of statelessProperties) delete result[property];
    const mapped = resultForVersion(result, this.version);
    const { options } = this.#parts.host;
    if (options.validateResults !== false && !this.method.isResult(mapped)) {
      throw invalidResult(options, name, mapped, mapped);
    }
    return mapped;
  }

  isFinal(): boolean {
    return true;
  }

  isToolFailure(error: unknown): boolean {
    return !isMcpError(error) || !this.#maySend(error.code, error.data);
  }

  /** Errors of the protocol go out as they are; the rest says no more than that something broke. */
  refusal(error: unknown): RequestRefusal {
    if (this.#isMissingResource(error)) {
      const { message, data } = error;
      const code = this.facts.errorCodes.resourceNotFound;
      return new RequestRefusal({ code, message, data }, 200);
    }
    if (isMcpError(error) && this.#maySend(error.code, error.data)) {
      return new RequestRefusal(error.toJSON(), 200);
    }
    const message =
      error instanceof UnusableSchemaError ? error.message : "Internal error";
    return new RequestRefusal({ code: INTERNAL_ERROR, message }, 200);
  }

  /** What stateless revisions say of a resource that is not there; here it has a code of its own. */
  #isMissingResource(
    error: unknown,
  ): error is { readonly message: string; readonly data: unknown } {
    return (
      this.method.name === this.facts.methods.readResource &&
      isMcpError(error) &&
      error.code === INVALID_PARAMS &&
      isObject(error.data) &&
      typeof error.data["uri"] === "string"
    );
  }

  /** Pages to visit first are for clients that can show them. */
  #maySend(code: number, data: unknown): boolean {
    const { errorCodes, methods } = this.facts;
    if (code !== errorCodes.urlElicitationRequired) {
      return code === errorCodes.resourceNotFound || isSendableErrorCode(code);
    }
    const pages = isObject(data) ? data["elicitations"] : undefined;
    if (!Array.isArray(pages) || pages.length === 0) return false;
    try {
      assertAskable(this.facts, this.session, methods.elicit, { mode: "url" });
      return true;
    } catch {
      return false;
    }
  }
}
