/** One request at a server: checked, handled, answered, or cancelled on the way. */
import {
  INTERNAL_ERROR,
  INVALID_PARAMS,
  fromError,
  httpStatusOf,
  isMcpError,
  isSendableErrorCode,
  type ErrorObject,
} from "../../errors.js";
import { requestMetaKeys, resultMetaKeys } from "../../methods.js";
import type {
  ClientCapabilities,
  JSONRPCNotification,
  JSONRPCRequest,
  JSONRPCResponse,
  LoggingLevel,
  RequestId,
  Tool,
} from "../../types.js";
import {
  validateRequest,
  ValidationError,
  type Issue,
} from "../../validators.js";
import {
  type AnyInputRequest,
  capabilitiesFor,
  missingCapabilities,
  missingCapability,
} from "../eras/stateless/input-capability.js";
import {
  InvalidResultError,
  UnusableSchemaError,
} from "../protocol/local-error.js";
import { isObject, ownValue } from "../protocol/message.js";
import type { Listed } from "./open-list.js";
import { checkOwnMeta } from "../eras/stateless/custom-meta.js";
import { type InputRequired, type RequestContext } from "./context.js";
import {
  errorCodes,
  inputCapabilities,
  logCapability,
  loggingLevels,
  roles,
  signals,
} from "../revision.js";
import { hasCapability } from "./capabilities.js";
import type { ServedMethod, ServerCore } from "./core.js";
import { legible, messageOf } from "../protocol/to-error.js";
import type { Exchange, OpenRequest } from "../protocol/transport.js";

/**
 * The life of a request. Checks come in the order of the specification: method,
 * `_meta`, version, params; then the handler, which is the first to know what client
 * capabilities it needs.
 */
export class ServedRequest implements OpenRequest, Listed {
  readonly request: JSONRPCRequest;
  readonly exchange: Exchange;
  /** Its place among the open requests of the server. */
  slot = -1;
  readonly #core: ServerCore;
  #context: RequestContext | undefined;
  #abort: AbortController | undefined;
  #done = false;
  #lastProgress = -Infinity;
  /** The tool that is called, where it was looked up. */
  #tool: Tool | undefined;
  /** Called when the request is cancelled; set by subscriptions. */
  onCancel: (() => void) | undefined;

  constructor(core: ServerCore, request: JSONRPCRequest, exchange: Exchange) {
    this.#core = core;
    this.request = request;
    this.exchange = exchange;
  }

  /** Params as they came; an object once the request has been checked. */
  get params(): Readonly<Record<string, unknown>> {
    return (this.request.params ?? {}) as Record<string, unknown>;
  }

  /** The request's `_meta`. */
  get meta(): Readonly<Record<string, unknown>> {
    return this.params["_meta"] as Record<string, unknown>;
  }

  /** Fires when the request is cancelled. Made on demand: most handlers never look. */
  get signal(): AbortSignal {
    if (this.#abort === undefined) {
      this.#abort = new AbortController();
      if (this.#done) this.#abort.abort(new Error("The request is over."));
    }
    return this.#abort.signal;
  }

  /** Checks the request and starts its handler. Never throws. */
  start(): void {
    const { request } = this;
    const core = this.#core;
    const method = core.methods.get(request.method);
    if (method === undefined) {
      this.#refuse(core.unknownMethod(request.method));
      return;
    }
    const checked = validateRequest(method.name, request);
    const issues = checked.success ? [] : checked.issues.filter(isFatal);
    const metaIssue = issues.find(isAboutMeta);
    if (metaIssue !== undefined) {
      this.#refuse(invalidParams(metaIssue), 400);
      return;
    }
    const version = this.meta[requestMetaKeys.protocolVersion.key] as string;
    if (!core.supportedVersions.includes(version)) {
      this.#refuse(core.unsupportedVersion(version), 400);
      return;
    }
    const [issue] = issues;
    if (issue !== undefined) {
      this.#refuse(invalidParams(issue));
      return;
    }
    this.#handle(method);
  }

  #handle(method: ServedMethod): void {
    if (method.name === roles.listen) {
      this.#core.subscriptions.open(this);
      return;
    }
    const context = this.#core.contextOf(this);
    this.#context = context;
    if (
      method.name === roles.callTool &&
      (this.exchange.checkToolHeaders !== undefined ||
        this.#core.toolSchemas !== undefined) &&
      this.#core.tools.possible
    ) {
      this.#findTool(method, context);
      return;
    }
    this.#run(method, context);
  }

  #run(method: ServedMethod, context: RequestContext): void {
    try {
      const returned = method.handle(this.request.params as object, context);
      if (isPromiseLike(returned)) {
        returned.then(
          (value) => this.#returned(method, value),
          (error: unknown) => this.#threw(method, error),
        );
      } else {
        this.#returned(method, returned);
      }
    } catch (error) {
      this.#threw(method, error);
    }
  }

  /** Looks up the tool that is called: at once where that is possible, as most are fast. */
  #findTool(method: ServedMethod, context: RequestContext): void {
    const { name } = this.params as { name: string };
    let found: Tool | undefined | PromiseLike<Tool | undefined>;
    try {
      found = this.#core.tools.find(name, context);
    } catch (error) {
      this.#failed(error);
      return;
    }
    if (isPromiseLike(found)) {
      found.then(
        (tool) => this.#runTool(method, context, tool),
        (error: unknown) => this.#failed(error),
      );
    } else {
      this.#runTool(method, context, found);
    }
  }

  /** Runs a tool whose schema allows it; one that is not listed is the handler's affair. */
  #runTool(
    method: ServedMethod,
    context: RequestContext,
    tool: Tool | undefined,
  ): void {
    if (this.#done) return;
    let failure: Record<string, unknown> | undefined;
    try {
      failure = tool && this.#checkTool(tool);
    } catch (error) {
      this.#failed(error);
      return;
    }
    if (failure === undefined) this.#run(method, context);
    else this.#returned(method, failure);
  }

  /**
   * Checks what a tool's schema says about headers and arguments.
   *
   * @returns The result that says what is wrong with the arguments, if anything is.
   * @throws {McpError} If the headers do not fit.
   */
  #checkTool(tool: Tool): Record<string, unknown> | undefined {
    this.#tool = tool;
    const { arguments: given = {} } = this.params as {
      arguments?: Record<string, unknown>;
    };
    const mismatch = this.exchange.checkToolHeaders?.(tool.inputSchema, given);
    if (mismatch !== undefined) {
      throw fromError({ code: errorCodes.headerMismatch, message: mismatch });
    }
    const problems =
      this.#core.toolSchemas?.problems(tool.inputSchema, given) ?? [];
    return problems.length === 0
      ? undefined
      : toolFailure(
          `Invalid arguments for ${tool.name}: ${problems.join("; ")}`,
        );
  }

  /** What a handler threw: a tool's failure is a result, anything else an error. */
  #threw(method: ServedMethod, thrown: unknown): void {
    if (this.#done) return;
    const error = legible(thrown);
    if (method.name === roles.callTool && !isMcpError(error)) {
      this.#core.report(error, this.#context);
      this.#returned(method, toolFailure(messageOf(error)));
    } else {
      this.#failed(error);
    }
  }

  #returned(method: ServedMethod, value: unknown): void {
    if (this.#done) return;
    let result: Record<string, unknown>;
    try {
      result = this.#completed(method, value);
    } catch (error) {
      this.#failed(error);
      return;
    }
    this.#succeed(result);
  }

  /**
   * The result as it goes out: what a handler returned, and what the runtime adds.
   *
   * @throws {InvalidResultError} If it breaks the schema or the protocol.
   */
  #completed(method: ServedMethod, value: unknown): Record<string, unknown> {
    const { name } = method;
    if (!isObject(value)) {
      throw new InvalidResultError(
        name,
        value,
        "the handler returned no object.",
      );
    }
    const result: Record<string, unknown> = {
      resultType: "complete",
      ...value,
    };
    const type = (result["resultType"] ??= "complete");
    if (this.#core.identity !== undefined) {
      if (method.hasServerInfo) {
        result["serverInfo"] ??= this.#core.identity;
      } else if (this.#core.resultMeta !== undefined) {
        const own = value["_meta"];
        result["_meta"] = isObject(own)
          ? { ...this.#core.resultMeta, ...own }
          : this.#core.resultMeta;
      }
    }
    if (type === "input_required") {
      this.#checkInputRequired(method, result);
    } else if (type === "complete") {
      if (method.cacheable) {
        result["ttlMs"] ??= 0;
        result["cacheScope"] ??= "private";
      }
      if (this.#core.validatesResults) {
        this.#checkComplete(method, value, result);
      }
    } else if (!this.#core.resultTypes.includes(type as string)) {
      const problem = `the resultType ${JSON.stringify(type)} is unknown.`;
      throw new InvalidResultError(name, value, problem);
    }
    return result;
  }

  #checkComplete(
    { name, isResult }: ServedMethod,
    value: Record<string, unknown>,
    result: Record<string, unknown>,
  ): void {
    if (!isResult(result)) throw this.#invalidResult(name, value, result);
    const own = value["_meta"];
    if (isObject(own)) {
      checkOwnMeta(own, this.#core.capabilities.extensions, resultMetaKeys);
    }
    const schema = this.#tool?.outputSchema;
    const schemas = this.#core.toolSchemas;
    if (
      schema === undefined ||
      schemas === undefined ||
      result["isError"] === true
    ) {
      return;
    }
    const problems = Object.hasOwn(result, "structuredContent")
      ? schemas.problems(schema, result["structuredContent"])
      : ["it is missing"];
    if (problems.length > 0) {
      const problem = `structuredContent: ${problems.join("; ")}`;
      throw new InvalidResultError(name, value, problem);
    }
  }

  /** A server asks only where it may, and only what the client declared. */
  #checkInputRequired(
    method: ServedMethod,
    result: Record<string, unknown>,
  ): void {
    if (!method.mayRequireInput) {
      const problem = "this method cannot ask for input.";
      throw new InvalidResultError(method.name, result, problem);
    }
    const explained = this.#core.explainResult?.(method.name, result);
    if (!asksForInput(result) || explained?.success === false) {
      throw this.#invalidResult(method.name, result, result);
    }
    const { inputRequests } = result as unknown as InputRequired;
    for (const question of Object.values(inputRequests ?? {})) {
      const { method: asked, params }: AnyInputRequest = question;
      const missing = missingCapabilities(
        capabilitiesFor(asked, params),
        this.#declared,
      );
      if (missing !== undefined) throw missingCapability(missing);
    }
  }

  /** What is wrong with a result, as far as the server was made to tell. */
  #invalidResult(
    name: ServedMethod["name"],
    value: unknown,
    result: Record<string, unknown>,
  ): InvalidResultError {
    const checked = this.#core.explainResult?.(name, result);
    if (checked === undefined || checked.success) {
      const problem =
        "it does not fit the schema. (With `explainResult: validateResult`, the server tells where.)";
      return new InvalidResultError(name, value, problem);
    }
    const cause = new ValidationError(checked.issues);
    return new InvalidResultError(name, value, cause.message, cause);
  }

  get #declared(): ClientCapabilities {
    return this.meta[
      requestMetaKeys.clientCapabilities.key
    ] as ClientCapabilities;
  }

  /**
   * Answers with an error that some code threw. Errors of the protocol go out as
   * they are; the rest says no more than that something broke.
   */
  #failed(thrown: unknown): void {
    if (this.#done) return;
    const error = legible(thrown);
    this.#core.report(error, this.#context);
    if (isMcpError(error) && isSendableErrorCode(error.code)) {
      this.#refuse(error.toJSON());
    } else if (error instanceof UnusableSchemaError) {
      this.#refuse({ code: INTERNAL_ERROR, message: error.message });
    } else {
      this.#refuse({ code: INTERNAL_ERROR, message: "Internal error" });
    }
  }

  #succeed(result: Record<string, unknown>): void {
    if (!this.#finish()) return;
    const { id } = this.request;
    this.#respond({ jsonrpc: "2.0", id, result } as never, 200);
  }

  /**
   * Ends the request with an error.
   *
   * @param status - Where it is not that of the code: errors about `_meta` have
   * one of their own, other errors about params have none.
   */
  #refuse(error: ErrorObject, status?: number): void {
    if (!this.#finish()) return;
    const byCode =
      error.code === INVALID_PARAMS ? 200 : httpStatusOf(error.code);
    const { id } = this.request;
    this.#respond({ jsonrpc: "2.0", id, error }, status ?? byCode);
  }

  /** Sends the answer, or that there is none that JSON can say. */
  #respond(response: JSONRPCResponse, status: number): void {
    try {
      this.exchange.respond(response, status);
    } catch (cause) {
      this.#core.report(cause, this.#context);
      const { id } = this.request;
      const error = { code: INTERNAL_ERROR, message: "Internal error" };
      try {
        this.exchange.respond({ jsonrpc: "2.0", id, error }, 200);
      } catch (again) {
        // Nothing can be sent at all.
        this.#core.report(again, this.#context);
      }
    }
  }

  /** False if the request was over already. */
  #finish(): boolean {
    if (this.#done) return false;
    this.#done = true;
    this.#core.finished(this);
    return true;
  }

  /** Ends a subscription in good order. */
  complete(result: Record<string, unknown>): void {
    this.#succeed({ resultType: "complete", ...result });
  }

  /** Ends the request with an error of the runtime's own. */
  fail(error: ErrorObject): void {
    this.#refuse(error);
  }

  cancel(reason?: string): void {
    if (!this.#finish()) return;
    this.onCancel?.();
    this.#abort?.abort(
      new DOMException(reason ?? "The request was cancelled.", "AbortError"),
    );
  }

  /** Ends the request because the server closes; its handler is told to stop. */
  shutDown(): void {
    this.#refuse({ code: INTERNAL_ERROR, message: "The server is closing." });
    this.#abort?.abort(
      new DOMException("The server is closing.", "AbortError"),
    );
  }

  /** Sends a notification of this request, unless it is over. */
  notify(notification: JSONRPCNotification): void | Promise<void> {
    if (!this.#done) return this.exchange.notify(notification);
  }

  /** See `RequestContext.progress`. */
  sendProgress(
    progress: number,
    total: number | undefined,
    message: string | undefined,
  ): void | Promise<void> {
    const token = ownValue(this.meta, requestMetaKeys.progressToken.key) as
      RequestId | undefined;
    if (!Number.isFinite(progress)) {
      throw new TypeError(`Progress is a number, not ${progress}.`);
    }
    if (token === undefined || !(progress > this.#lastProgress)) return;
    this.#lastProgress = progress;
    return this.notify({
      jsonrpc: "2.0",
      method: signals.progress,
      params: {
        progressToken: token,
        progress,
        ...(total === undefined ? {} : { total }),
        ...(message === undefined ? {} : { message }),
      },
    });
  }

  /** See `RequestContext.log`. */
  sendLog(
    level: LoggingLevel,
    data: unknown,
    logger: string | undefined,
  ): void | Promise<void> {
    if (!hasCapability(this.#core.capabilities, logCapability)) {
      throw new Error(
        `To log, the server has to declare it: capabilities: { ${logCapability}: {} }.`,
      );
    }
    const wanted = ownValue(this.meta, requestMetaKeys.logLevel.key) as
      LoggingLevel | undefined;
    if (
      wanted === undefined ||
      loggingLevels.indexOf(level) < loggingLevels.indexOf(wanted)
    ) {
      return;
    }
    return this.notify({
      jsonrpc: "2.0",
      method: signals.log,
      params: {
        level,
        data: data ?? null,
        ...(logger === undefined ? {} : { logger }),
      },
    });
  }

  /** See `RequestContext.signState`. */
  signState(payload: unknown, ttlMs: number): Promise<string> {
    return this.#core.states.sign(payload, ttlMs, this.#binding());
  }

  /** See `RequestContext.verifyState`. */
  async verifyState(): Promise<unknown> {
    const state = ownValue(this.params, "requestState");
    if (typeof state !== "string") return undefined;
    const verified = await this.#core.states.verify(state, this.#binding());
    if (verified !== undefined) return verified.payload;
    throw fromError({
      code: INVALID_PARAMS,
      message: "requestState was not issued for this request, or has expired.",
    });
  }

  #binding(): Parameters<ServerCore["states"]["sign"]>[2] {
    const {
      _meta: _1,
      inputResponses: _2,
      requestState: _3,
      ...params
    } = this.params;
    return {
      method: this.request.method,
      principal: this.exchange.principal?.id,
      params,
    };
  }
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
        Object.hasOwn(inputCapabilities, request["method"] as string),
    )
  );
}

/**
 * Answers to questions are looked at when the handler reads them: those it never
 * asked for are to be ignored, whatever they are.
 */
function isFatal({ path }: Issue): boolean {
  return !(path.length > 2 && path[1] === "inputResponses");
}

/** Whether an issue is about metadata, or about there being no params to hold any. */
function isAboutMeta({ path }: Issue): boolean {
  return path.length === 1 || path[1] === "_meta";
}

function invalidParams(issue: Issue): ErrorObject {
  return { code: INVALID_PARAMS, message: issue.message };
}

function toolFailure(text: string): Record<string, unknown> {
  return { content: [{ type: "text", text }], isError: true };
}

function isPromiseLike<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  return (
    typeof value === "object" &&
    value !== null &&
    typeof (value as { then?: unknown }).then === "function"
  );
}
