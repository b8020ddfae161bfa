/**
 * A request of a session that a handler of the stateless era answers: its results and
 * errors are said in the words of the session's revision.
 */
import {
  INTERNAL_ERROR,
  classifyErrorCode,
  isMcpError,
} from "../../../errors.js";
import { requestMetaKeys } from "../../../methods.js";
import {
  InvalidResultError,
  isLocalError,
} from "../../protocol/local-error.js";
import { messageOf } from "../../protocol/to-error.js";
import { resultForVersion } from "../handshake/older-results.js";
import {
  assertAskable,
  CannotAskError,
  QuestionError,
} from "../handshake/question.js";
import { HandshakeRequest, type CheckedRequest } from "../handshake/request.js";
import type { HandledRequest, RequestContext } from "../request-context.js";
import { RequestRefusal } from "../server-era.js";
import { StatelessRequest } from "../stateless/request.js";
import type { AskingFacts } from "../stateless/request-context.js";
import type { StateSigner } from "../stateless/request-state.js";
import type { StatelessServer } from "../stateless/server.js";
import { UrlElicitationRequired } from "../url-elicitation.js";
import { SessionInput, TooManyRoundsError } from "./session-input.js";

/** Failures that a client may know the reason of. */
const told = [
  CannotAskError,
  QuestionError,
  TooManyRoundsError,
  UrlElicitationRequired,
] as const;

/** Who asks is in the session; what handlers see is what the stateless era shows them. */
export class SessionRequest extends HandshakeRequest implements AskingFacts {
  readonly #modern: StatelessServer;
  readonly #result: StatelessRequest;
  readonly #input: SessionInput;

  /** @param modern - The era that the handlers were written for. */
  constructor(checked: CheckedRequest, modern: StatelessServer) {
    const result = modernResult(checked, modern);
    const input = new SessionInput(checked, (asked) => {
      result.complete(asked);
    });
    super({ ...checked, method: input.method });
    this.#modern = modern;
    this.#result = result;
    this.#input = input;
  }

  get states(): StateSigner {
    return this.#modern.states;
  }

  override context(handled: HandledRequest): RequestContext {
    return this.#modern.newContext(this.#input.handled(handled), this);
  }

  /** The result, complete and valid as the handler's revision wants it, less what only that has. */
  override complete(value: unknown): Record<string, unknown> {
    const {
      resultType,
      ttlMs: _ttl,
      cacheScope: _scope,
      ...result
    } = this.#result.complete(value);
    if (resultType !== "complete") {
      const problem = `revision ${this.protocolVersion}, which the client speaks, has no results of type ${JSON.stringify(resultType)}.`;
      throw new InvalidResultError(this.method.name, value, problem);
    }
    return resultForVersion(result, this.version);
  }

  override isToolFailure(error: unknown): boolean {
    if (isLocalError(error, UrlElicitationRequired)) return !this.#showsPages();
    return isModern(error) || super.isToolFailure(error);
  }

  override refusal(error: unknown): RequestRefusal {
    if (isLocalError(error, UrlElicitationRequired) && this.#showsPages()) {
      const elicitations = error.pages.map((page) => ({
        mode: "url",
        ...page,
      }));
      return refused(
        this.facts.errorCodes.urlElicitationRequired ?? INTERNAL_ERROR,
        error.message,
        { elicitations },
      );
    }
    if (isModern(error) || told.some((each) => isLocalError(error, each))) {
      return refused(INTERNAL_ERROR, messageOf(error));
    }
    return super.refusal(error);
  }

  /** Whether the client can show pages that have to be visited first. */
  #showsPages(): boolean {
    const { errorCodes, methods } = this.facts;
    if (errorCodes.urlElicitationRequired === undefined) return false;
    try {
      assertAskable(this.facts, this.session, methods.elicit, { mode: "url" });
      return true;
    } catch {
      return false;
    }
  }
}

/** An error whose code only stateless revisions know. */
function isModern(error: unknown): boolean {
  return isMcpError(error) && classifyErrorCode(error.code) === "specification";
}

function refused(
  code: number,
  message: string,
  data?: unknown,
): RequestRefusal {
  const error = { code, message, ...(data === undefined ? {} : { data }) };
  return new RequestRefusal(error, 200);
}

/** What completes and checks the results of the handler, without saying whose they are. */
function modernResult(
  { method, request, agreement }: CheckedRequest,
  { host, newContext, states }: StatelessServer,
): StatelessRequest {
  const meta = {
    [requestMetaKeys.clientCapabilities.key]: agreement.clientCapabilities,
  };
  return new StatelessRequest(
    { host, newContext, states, identity: undefined, resultMeta: undefined },
    host.methods.get(method.name) ?? method,
    { ...request, params: { _meta: meta } },
  );
}
