/**
 * Requests of the server at a client: each is checked, handed to the handler that the
 * program gave, and answered, any number at a time (specification: client/sampling,
 * client/roots, client/elicitation, basic/utilities/ping).
 */
import {
  INTERNAL_ERROR,
  INVALID_PARAMS,
  METHOD_NOT_FOUND,
  isMcpError,
  type ErrorObject,
} from "../../../errors.js";
import type { ClientCapabilities, JSONRPCRequest } from "../../../types.js";
import { LocalError } from "../../protocol/local-error.js";
import { hasOwn, isObject, ownValue } from "../../protocol/message.js";
import { asError } from "../../protocol/to-error.js";
import type { Exchange, OpenRequest } from "../../protocol/transport.js";
import {
  capabilitiesFor,
  missingCapabilities,
} from "../client-capabilities.js";
import type { ClientHost } from "../client-era.js";
import type { InputContext } from "../client-options.js";
import { fillDefaults, formProblem } from "./elicitation-form.js";
import type { HandshakeFacts, HandshakeVersion } from "./facts.js";
import { samplingProblem } from "./older-sampling.js";
import type { JSONRPCResponse } from "../../revision.js";

/** A handler, whatever it answers. */
type Handler = (params: unknown, context: InputContext) => unknown;

/** How many requests of the server may be open at a time. */
const maxOpen = 100;

/** Answers the requests of one server. */
export class QuestionService {
  readonly #host: ClientHost;
  readonly #facts: HandshakeFacts;
  #open = 0;

  constructor(host: ClientHost, facts: HandshakeFacts) {
    this.#host = host;
    this.#facts = facts;
  }

  /**
   * Serves a request.
   *
   * @param version - What was agreed on; undefined until then.
   */
  serve(
    request: JSONRPCRequest,
    exchange: Exchange,
    version: HandshakeVersion | undefined,
  ): OpenRequest | undefined {
    const { methods } = this.#facts;
    if (request.method === methods.ping) {
      respond(exchange, request, { result: {} });
      return undefined;
    }
    const handler = this.#handlerOf(request.method);
    const refusal =
      handler === undefined
        ? methodNotFound(request.method)
        : this.#refusalOf(request, version);
    if (handler === undefined || refusal !== undefined) {
      respond(exchange, request, {
        error: refusal ?? methodNotFound(request.method),
      });
      return undefined;
    }
    if (this.#open >= maxOpen) {
      const message = `More than ${maxOpen} requests are open.`;
      respond(exchange, request, { error: { code: INTERNAL_ERROR, message } });
      return undefined;
    }
    const abort = new AbortController();
    let isOver = false;
    this.#open += 1;
    this.#answer(request, handler, abort.signal, version)
      .catch((error: unknown) => ({ error: this.#errorOf(error) }))
      .then((answer) => {
        this.#open -= 1;
        if (isOver) return;
        isOver = true;
        respond(exchange, request, answer);
      })
      .catch((error: unknown) => this.#host.fault(() => asError(error)));
    return {
      cancel: (reason) => {
        if (isOver) return;
        isOver = true;
        abort.abort(
          new DOMException(reason ?? "The server cancelled it.", "AbortError"),
        );
      },
    };
  }

  #handlerOf(method: string): Handler | undefined {
    const { inputs } = this.#host.options;
    return inputs !== undefined &&
      hasOwn(inputs, method) &&
      hasOwn(this.#facts.serverRequests, method)
      ? (inputs as Readonly<Record<string, Handler | undefined>>)[method]
      : undefined;
  }

  /** Why a request is not handed to its handler. */
  #refusalOf(
    request: JSONRPCRequest,
    version: HandshakeVersion | undefined,
  ): ErrorObject | undefined {
    const { serverRequests, checkRequest } = this.#facts;
    if (version?.missingMethods.includes(request.method) === true) {
      return methodNotFound(request.method);
    }
    const checked = checkRequest(request.method, request);
    if (!checked.success) {
      const message = checked.issues[0]?.message ?? "The params are invalid.";
      return { code: INVALID_PARAMS, message };
    }
    const { params } = request;
    const problem =
      request.method === this.#facts.methods.createMessage
        ? this.#facts.samplingProblem(params?.["messages"])
        : undefined;
    if (problem !== undefined)
      return { code: INVALID_PARAMS, message: problem };
    const capability = serverRequests[request.method]?.clientCapability ?? "";
    const missing = missingCapabilities(
      withForms(capabilitiesFor(capability, params), params),
      this.#host.capabilities,
    );
    if (missing === undefined) return undefined;
    const message = `The client did not declare ${JSON.stringify(missing)}.`;
    return { code: INVALID_PARAMS, message };
  }

  async #answer(
    request: JSONRPCRequest,
    handler: Handler,
    signal: AbortSignal,
    version: HandshakeVersion | undefined,
  ): Promise<{ result: Record<string, unknown> }> {
    const { facts, method } = {
      facts: this.#facts,
      method: request.method,
    };
    const params = (request.params ?? {}) as Record<string, unknown>;
    const given = await handler(params, {
      method,
      params,
      key: String(request.id),
      signal,
    });
    const checked = facts.checkResult(method, given);
    if (!checked.success || !isObject(given)) {
      throw new InvalidAnswerError(
        method,
        checked.success
          ? "it is not an object."
          : (checked.issues[0]?.message ?? "it does not fit the schema."),
      );
    }
    const problem =
      version !== undefined && method === facts.methods.createMessage
        ? samplingProblem(version, [given])
        : undefined;
    if (problem !== undefined) throw new InvalidAnswerError(method, problem);
    const answer =
      method === facts.methods.elicit ? elicited(method, params, given) : given;
    const task = relatedTask(facts, params);
    if (task === undefined) return { result: answer };
    const meta = answer["_meta"];
    return {
      result: {
        ...answer,
        _meta: {
          ...(isObject(meta) ? meta : {}),
          [facts.relatedTaskKey]: task,
        },
      },
    };
  }

  /** Errors of the protocol go out as they are; the rest says no more than that something broke. */
  #errorOf(error: unknown): ErrorObject {
    if (isMcpError(error)) return error.toJSON();
    this.#host.fault(() => asError(error));
    return { code: INTERNAL_ERROR, message: "Internal error" };
  }
}

/** What a handler of the program answered is not an answer to the question. */
export class InvalidAnswerError extends LocalError {
  static override readonly errorName: string = "InvalidAnswerError";
  /** The method that was asked. */
  readonly method: string;

  constructor(method: string, problem: string) {
    super(`The handler of ${method} gave an invalid answer: ${problem}`);
    this.method = method;
  }
}

/** An answer to a question for the user: with defaults, and with content only where that is due. */
function elicited(
  method: string,
  params: Readonly<Record<string, unknown>>,
  given: Record<string, unknown>,
): Record<string, unknown> {
  if (given["action"] !== "accept" || params["mode"] === "url") {
    const { content: _dropped, ...rest } = given;
    return rest;
  }
  const answer = fillDefaults(params, given);
  const problem = formProblem(params, answer["content"]);
  if (problem !== undefined) {
    throw new InvalidAnswerError(method, problem);
  }
  return answer;
}

/** A form needs the mode of forms, where modes were declared at all. */
function withForms(
  needed: ClientCapabilities,
  params: unknown,
): ClientCapabilities {
  const { elicitation } = needed as Record<string, unknown>;
  const isForm =
    isObject(elicitation) &&
    Object.keys(elicitation).length === 0 &&
    isObject(params);
  return isForm
    ? ({ ...needed, elicitation: { form: {} } } as ClientCapabilities)
    : needed;
}

function relatedTask(
  { relatedTaskKey }: HandshakeFacts,
  params: Readonly<Record<string, unknown>>,
): unknown {
  const meta = ownValue(params, "_meta");
  return isObject(meta) ? ownValue(meta, relatedTaskKey) : undefined;
}

function methodNotFound(method: string): ErrorObject {
  return { code: METHOD_NOT_FOUND, message: `Method not found: ${method}` };
}

function respond(
  exchange: Exchange,
  { id }: JSONRPCRequest,
  answer: { result: object } | { error: ErrorObject },
): void {
  const response = { jsonrpc: "2.0", id, ...answer };
  exchange.respond(response as unknown as JSONRPCResponse, 200);
}
