/** What a handler can do in the stateless era: ask for input, and carry state to the next call. */
import { INVALID_PARAMS, fromError } from "../../../errors.js";
import type { InputRequestTypes } from "../../../methods.js";
import type {
  ClientCapabilities,
  InputRequests,
  InputRequiredResult,
} from "../../../types.js";
import { validateInputResponse } from "../../../validators.js";
import { describedLength, quoted } from "../../protocol/limits.js";
import { hasOwn, isObject, ownValue } from "../../protocol/message.js";
import { inputCapabilities } from "../../revision.js";
import {
  capabilitiesFor,
  missingCapabilities,
} from "../client-capabilities.js";
import { RequestContext, type RequestFacts } from "../request-context.js";
import { missingCapability } from "./input-capability.js";
import type { StateBinding, StateSigner } from "./request-state.js";

/** A result that asks the client to call again with input. */
export interface InputRequired {
  readonly resultType: "input_required";
  readonly inputRequests?: InputRequests;
  readonly requestState?: string;
  readonly _meta?: NonNullable<InputRequiredResult["_meta"]>;
}

/** What {@link RequestContext.inputRequired} is given; at least one of the two. */
export interface InputNeeds {
  /** Questions, each under a key of the handler's choice. */
  readonly inputRequests?: InputRequests | undefined;
  /** What to get back with the next call; `signState` makes it. */
  readonly requestState?: string | undefined;
}

/** Options of {@link RequestContext.signState}. */
export interface SignStateOptions {
  /** How long the state may come back, in milliseconds. Default: 600,000. */
  readonly ttlMs?: number | undefined;
}

/** What is known about a request whose answer may be a question, and carry state. */
export interface AskingFacts extends RequestFacts {
  /** Signs and verifies the state. */
  readonly states: StateSigner;
}

/**
 * The request behind a handler's call. Nothing here is remembered from earlier
 * requests: version, capabilities and identity are those of this one.
 */
export class StatelessContext extends RequestContext<AskingFacts> {
  /**
   * Makes sure that the client declared what the handler relies on.
   *
   * @param required - Capabilities as a client declares them, e.g. `{ sampling: {} }`.
   * @throws {McpError} With the missing ones as `data.requiredCapabilities`.
   */
  requireCapabilities(required: ClientCapabilities): void {
    const missing = missingCapabilities(required, this.clientCapabilities);
    if (missing !== undefined) throw missingCapability(missing);
  }

  /**
   * One question to the client, to go into {@link inputRequired}.
   *
   * @throws {McpError} If the client did not declare what the question needs.
   */
  inputRequest<M extends keyof InputRequestTypes>(
    method: M,
    params: InputRequestTypes[M]["params"] | undefined,
  ): InputRequestTypes[M]["request"] {
    this.requireCapabilities(
      capabilitiesFor(inputCapabilities[method], params),
    );
    const request: { method: M; params?: unknown } = { method };
    if (params !== undefined) request.params = params;
    return request as InputRequestTypes[M]["request"];
  }

  /**
   * The result that asks for input: `return context.inputRequired({ ... })`. The
   * client calls again with the answers, maybe, and maybe at another instance.
   *
   * @throws {TypeError} If there is neither a question nor a state.
   */
  inputRequired({ inputRequests, requestState }: InputNeeds): InputRequired {
    if (inputRequests === undefined && requestState === undefined) {
      throw new TypeError("inputRequired needs inputRequests or requestState.");
    }
    return {
      resultType: "input_required",
      ...(inputRequests === undefined ? {} : { inputRequests }),
      ...(requestState === undefined ? {} : { requestState }),
    };
  }

  /**
   * The client's answer to a question of an earlier round; undefined if it is not
   * there, which means to ask (again).
   *
   * @param key - The key that the question had.
   * @param method - What kind of question it was.
   * @throws {McpError} If the answer does not fit the question's kind.
   */
  inputResponse<M extends keyof InputRequestTypes>(
    key: string,
    method: M,
  ): InputRequestTypes[M]["result"] | undefined {
    const responses = ownValue(this.handled.params, "inputResponses");
    if (!isObject(responses) || !hasOwn(responses, key)) {
      return undefined;
    }
    const checked = validateInputResponse(method, responses[key]);
    if (checked.success) return checked.data as InputRequestTypes[M]["result"];
    throw fromError({
      code: INVALID_PARAMS,
      message: `The input response ${JSON.stringify(key)} is not an answer to ${method}: ${quoted(checked.issues[0]?.message ?? "", describedLength)}`,
    });
  }

  /**
   * Protects state for {@link inputRequired}: it comes back unaltered, with the
   * same method, params and user, before it expires, or not at all. It is signed,
   * not encrypted: the client can read it. It can come back more than once.
   *
   * @param payload - Any JSON value.
   */
  signState(payload: unknown, options: SignStateOptions = {}): Promise<string> {
    const { states } = this.facts;
    return states.sign(payload, options.ttlMs ?? 600_000, this.#binding());
  }

  /**
   * The state that the call brought back; undefined if it brought none.
   *
   * @throws {McpError} If it was not signed for this call, or has expired.
   */
  async verifyState<Payload = unknown>(): Promise<Payload | undefined> {
    const state = ownValue(this.handled.params, "requestState");
    if (typeof state !== "string") return undefined;
    const { states } = this.facts;
    const verified = await states.verify(state, this.#binding());
    if (verified !== undefined) return verified.payload as Payload;
    throw fromError({
      code: INVALID_PARAMS,
      message: "requestState was not issued for this request, or has expired.",
    });
  }

  #binding(): StateBinding {
    const {
      _meta: _1,
      inputResponses: _2,
      requestState: _3,
      ...params
    } = this.handled.params;
    return { method: this.method, principal: this.principal?.id, params };
  }
}
