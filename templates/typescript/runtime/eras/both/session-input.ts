/**
 * Input in a session, for handlers of the stateless era: what their results ask for goes
 * out as requests of the server, and the handler is called again with the answers.
 */
import type { JSONRPCNotification, JSONRPCRequest } from "../../../types.js";
import { LocalError } from "../../protocol/local-error.js";
import { isObject } from "../../protocol/message.js";
import type { Exchange } from "../../protocol/transport.js";
import { define, pause } from "../answers.js";
import { ask, assertAskable, type Asking } from "../handshake/question.js";
import type { CheckedRequest } from "../handshake/request.js";
import type { HandledRequest, RequestContext } from "../request-context.js";
import type { Handler, ServedMethod } from "../server-era.js";
import type { InputRequired } from "../stateless/request-context.js";

/** How often one call may ask for input, as clients of the stateless era put up with it. */
const maxRounds = 10;

/** The handler asked for input more often than one call may. */
export class TooManyRoundsError extends LocalError {
  static override readonly errorName: string = "TooManyRoundsError";

  constructor(method: string) {
    super(`${method} needs input: ${maxRounds} rounds were not enough.`);
  }
}

/** The rounds of one request. */
export class SessionInput {
  /** The method, with a handler that answers in the end. */
  readonly method: ServedMethod;
  readonly #checked: CheckedRequest;
  /** Checks a result that asks for input: what may be asked, and by whom. */
  readonly #check: (result: InputRequired) => void;
  #handled: RepeatedRequest | undefined;

  /** @param check - Throws if a result must not ask for this. */
  constructor(checked: CheckedRequest, check: (result: InputRequired) => void) {
    this.#checked = checked;
    this.#check = check;
    const { answerer } = checked.method;
    this.method =
      "take" in answerer
        ? checked.method
        : {
            ...checked.method,
            answerer: {
              handle: (params, context) =>
                this.#play(answerer.handle, params, context),
            },
          };
  }

  /** The request as its handler sees it: with what the last round brought. */
  handled(handled: HandledRequest): HandledRequest {
    this.#handled = new RepeatedRequest(handled);
    return this.#handled;
  }

  async #play(
    handle: Handler,
    params: object,
    context: RequestContext,
  ): Promise<unknown> {
    const { method } = this.#checked;
    let value = await handle(params, context);
    for (let round = 1; asksForInput(value); round += 1) {
      this.#check(value);
      if (round > maxRounds) throw new TooManyRoundsError(method.name);
      const inputResponses = await this.#answers(value, round, context.signal);
      const { requestState } = value;
      const again = {
        ...params,
        ...(inputResponses && { inputResponses }),
        ...(requestState === undefined ? {} : { requestState }),
      };
      if (this.#handled !== undefined) this.#handled.params = again;
      value = await handle(again, context);
    }
    return value;
  }

  /**
   * Puts all questions to the client at the same time.
   *
   * @returns The answers by key; undefined if nothing was asked, which means to come back
   *   later.
   */
  async #answers(
    { inputRequests }: InputRequired,
    round: number,
    signal: AbortSignal,
  ): Promise<Record<string, unknown> | undefined> {
    if (inputRequests === undefined) {
      await pause(round, signal);
      return undefined;
    }
    const { parts, session, related } = this.#checked;
    const asked: [string, unknown][] = Object.entries(inputRequests);
    const questions = asked.map(([key, question]) => {
      const { method, params } = question as Question;
      return { key, method, params: this.#paramsFor(method, params) };
    });
    // All are looked at before any is asked: no user is bothered in vain.
    for (const { method, params } of questions) {
      assertAskable(parts.facts, session, method, params);
    }
    const asking: Asking = { facts: parts.facts, session, related, signal };
    const rest = new AbortController();
    const answers: Record<string, unknown> = {};
    try {
      await Promise.all(
        questions.map(async ({ key, method, params }) => {
          const options = { signal: rest.signal };
          define(answers, key, await ask(asking, method, params, options));
        }),
      );
    } catch (error) {
      rest.abort(error);
      throw error;
    }
    // To agree to a page is not to have been there: the handler finds out.
    if (questions.some(({ params }) => isPage(params))) {
      await pause(round, signal);
    }
    return answers;
  }

  /** In this era a page to visit has an id. */
  #paramsFor(
    method: string,
    params: Question["params"],
  ): Readonly<Record<string, unknown>> | undefined {
    return method === this.#checked.parts.facts.methods.elicit && isPage(params)
      ? { elicitationId: crypto.randomUUID(), ...params }
      : params;
  }
}

/** A question, as a result holds it. */
interface Question {
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

function asksForInput(value: unknown): value is InputRequired {
  return isObject(value) && value["resultType"] === "input_required";
}

function isPage(params: Question["params"]): boolean {
  return params?.["mode"] === "url";
}

/** A request whose params change from round to round. */
class RepeatedRequest implements HandledRequest {
  params: Readonly<Record<string, unknown>>;
  readonly #first: HandledRequest;

  constructor(first: HandledRequest) {
    this.#first = first;
    this.params = first.params;
  }

  get request(): JSONRPCRequest {
    return this.#first.request;
  }

  get exchange(): Exchange {
    return this.#first.exchange;
  }

  get signal(): AbortSignal {
    return this.#first.signal;
  }

  get serverCapabilities(): HandledRequest["serverCapabilities"] {
    return this.#first.serverCapabilities;
  }

  notify(notification: JSONRPCNotification): void | Promise<void> {
    return this.#first.notify(notification);
  }
}
