/** A request of the stateless era: what its metadata says, and what its result has to be. */
import {
  INTERNAL_ERROR,
  INVALID_PARAMS,
  httpStatusOf,
  isMcpError,
  isSendableErrorCode,
  type ErrorObject,
} from "../../../errors.js";
import { requestMetaKeys, resultMetaKeys } from "../../../methods.js";
import type {
  ClientCapabilities,
  Implementation,
  InputRequests,
  JSONRPCRequest,
  LoggingLevel,
  RequestId,
} from "../../../types.js";
import {
  InvalidResultError,
  isLocalError,
  UnusableSchemaError,
} from "../../protocol/local-error.js";
import { hasOwn, isObject, ownValue } from "../../protocol/message.js";
import { inputCapabilities } from "../../revision.js";
import { explained, invalidResult } from "../invalid-result.js";
import type { HandledRequest, RequestContext } from "../request-context.js";
import {
  capabilitiesFor,
  missingCapabilities,
} from "../client-capabilities.js";
import {
  RequestRefusal,
  type AcceptedRequest,
  type ServedMethod,
  type ServerHost,
} from "../server-era.js";
import { UrlElicitationRequired } from "../url-elicitation.js";
import { checkOwnMeta } from "./custom-meta.js";
import { missingCapability, type AnyInputRequest } from "./input-capability.js";
import { metaOf } from "./request-check.js";
import type {
  AskingFacts,
  InputRequired,
  StatelessContext,
} from "./request-context.js";
import type { StateSigner } from "./request-state.js";

/** The question that can show a page; undefined where the revision has none. */
const pageMethod = Object.entries(inputCapabilities).find(
  ([, capability]) => capability === "elicitation",
)?.[0];

/** Makes what handlers get in addition to the params. */
export type NewStatelessContext = (
  handled: HandledRequest,
  facts: AskingFacts,
) => StatelessContext;

/** What all requests of a server have in common. */
export interface RequestParts {
  readonly host: ServerHost;
  /** How the server presents itself in results; undefined if it does not. */
  readonly identity: Implementation | undefined;
  /** The `_meta` of results that have no other. */
  readonly resultMeta: Readonly<Record<string, unknown>> | undefined;
  readonly states: StateSigner;
  readonly newContext: NewStatelessContext;
}

/** Who asks, in which version and able to do what: all of it is in the request's `_meta`. */
export class StatelessRequest implements AcceptedRequest, AskingFacts {
  readonly method: ServedMethod;
  readonly #parts: RequestParts;
  readonly #meta: Readonly<Record<string, unknown>>;

  /** @param request - It has been checked. */
  constructor(
    parts: RequestParts,
    method: ServedMethod,
    request: JSONRPCRequest,
  ) {
    this.#parts = parts;
    this.method = method;
    this.#meta = metaOf(request);
  }

  get protocolVersion(): string {
    return this.#meta[requestMetaKeys.protocolVersion.key] as string;
  }

  get clientCapabilities(): ClientCapabilities {
    return this.#meta[
      requestMetaKeys.clientCapabilities.key
    ] as ClientCapabilities;
  }

  get clientInfo(): Implementation | undefined {
    return this.#meta[requestMetaKeys.clientInfo.key] as
      Implementation | undefined;
  }

  get logLevel(): LoggingLevel | undefined {
    return ownValue(this.#meta, requestMetaKeys.logLevel.key) as
      LoggingLevel | undefined;
  }

  get progressToken(): RequestId | undefined {
    return ownValue(this.#meta, requestMetaKeys.progressToken.key) as
      RequestId | undefined;
  }

  get states(): StateSigner {
    return this.#parts.states;
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
    const result: Record<string, unknown> = {
      resultType: "complete",
      ...value,
    };
    const type = (result["resultType"] ??= "complete");
    this.#identify(result, value);
    if (type === "input_required") {
      this.#checkInputRequired(result);
    } else if (type === "complete") {
      this.#checkComplete(result, value);
    } else if (
      this.#parts.host.options.resultTypes?.includes(type as string) !== true
    ) {
      const problem = `the resultType ${JSON.stringify(type)} is unknown.`;
      throw new InvalidResultError(name, value, problem);
    }
    return result;
  }

  isFinal(result: Readonly<Record<string, unknown>>): boolean {
    return result["resultType"] === "complete";
  }

  /** Pages to visit first are asked for like any other input. */
  resultFor(error: unknown): InputRequired | undefined {
    if (
      !isLocalError(error, UrlElicitationRequired) ||
      !this.method.mayRequireInput ||
      pageMethod === undefined
    ) {
      return undefined;
    }
    const questions = error.pages.map(({ elicitationId, url, message }) => [
      elicitationId,
      { method: pageMethod, params: { mode: "url", url, message } },
    ]);
    return {
      resultType: "input_required",
      inputRequests: Object.fromEntries(questions) as InputRequests,
    };
  }

  isToolFailure(error: unknown): boolean {
    return !isMcpError(error);
  }

  /** Errors of the protocol go out as they are; the rest says no more than that something broke. */
  refusal(error: unknown): RequestRefusal {
    if (isMcpError(error) && isSendableErrorCode(error.code)) {
      return refusalOf(error.toJSON());
    }
    const message =
      error instanceof UnusableSchemaError ? error.message : "Internal error";
    return refusalOf({ code: INTERNAL_ERROR, message });
  }

  /** Says whose result it is, where the handler has not. */
  #identify(
    result: Record<string, unknown>,
    value: Readonly<Record<string, unknown>>,
  ): void {
    const { identity, resultMeta } = this.#parts;
    if (this.method.hasServerInfo) {
      if (identity !== undefined) result["serverInfo"] ??= identity;
    } else if (resultMeta !== undefined) {
      const given = value["_meta"];
      result["_meta"] = isObject(given)
        ? { ...resultMeta, ...given }
        : resultMeta;
    }
  }

  #checkComplete(
    result: Record<string, unknown>,
    value: Readonly<Record<string, unknown>>,
  ): void {
    const { method } = this;
    const { options, capabilities } = this.#parts.host;
    if (method.cacheable) {
      result["ttlMs"] ??= 0;
      result["cacheScope"] ??= "private";
    }
    if (options.validateResults === false) return;
    if (!method.isResult(result)) {
      throw invalidResult(options, method.name, value, result);
    }
    const given = value["_meta"];
    if (isObject(given)) {
      checkOwnMeta(given, capabilities.extensions, resultMetaKeys);
    }
  }

  /** A server asks only where it may, and only for what the client declared. */
  #checkInputRequired(result: Record<string, unknown>): void {
    const { name, mayRequireInput } = this.method;
    if (!mayRequireInput) {
      const problem = "this method cannot ask for input.";
      throw new InvalidResultError(name, result, problem);
    }
    const { options } = this.#parts.host;
    const invalid = explained(options, name, result)?.success === false;
    if (!asksForInput(result) || invalid) {
      throw invalidResult(options, name, result, result);
    }
    const { inputRequests } = result as unknown as InputRequired;
    for (const question of Object.values(inputRequests ?? {})) {
      const { method: asked, params }: AnyInputRequest = question;
      const missing = missingCapabilities(
        capabilitiesFor(inputCapabilities[asked], params),
        this.clientCapabilities,
      );
      if (missing !== undefined) throw missingCapability(missing);
    }
  }
}

/** Errors about `_meta` have a status of their own, other errors about params have none. */
function refusalOf(error: ErrorObject): RequestRefusal {
  const status = error.code === INVALID_PARAMS ? 200 : httpStatusOf(error.code);
  return new RequestRefusal(error, status);
}

/**
 * Whether a result that asks for input does so, and for things that exist. What the
 * questions say in detail is known to the compiler, and to `explainResult`.
 */
function asksForInput({
  inputRequests,
  requestState,
}: Readonly<Record<string, unknown>>): boolean {
  if (requestState !== undefined && typeof requestState !== "string") {
    return false;
  }
  if (inputRequests === undefined) return requestState !== undefined;
  return (
    isObject(inputRequests) &&
    Object.values(inputRequests).every(
      (request) =>
        isObject(request) &&
        hasOwn(inputCapabilities, request["method"] as string),
    )
  );
}
