/** One request at a server: checked, handled, answered, or cancelled on the way. */
import { INTERNAL_ERROR, type ErrorObject } from "../../errors.js";
import type {
  JSONRPCNotification,
  JSONRPCRequest,
  ServerCapabilities,
  Tool,
} from "../../types.js";
import type {
  HandledRequest,
  RequestContext,
} from "../eras/request-context.js";
import {
  RequestRefusal,
  type AcceptedRequest,
  type Handler,
  type ServerEra,
  type TakenRequest,
} from "../eras/server-era.js";
import { legible, messageOf } from "../protocol/to-error.js";
import type { Exchange, OpenRequest } from "../protocol/transport.js";
import { builtInMethods } from "../revision.js";
import { respond, type AnyResponse } from "./respond.js";
import type { ToolChecks } from "./tool-checks.js";

/** What a request needs of the server that it came to. */
export interface RequestHost {
  readonly era: ServerEra;
  readonly capabilities: ServerCapabilities;
  readonly toolChecks: ToolChecks;
  /** Takes an error, and the context of the handler that caused it. */
  report(error: unknown, context: RequestContext | undefined): void;
  /** The request is over. */
  finished(request: ServedRequest): void;
}

/**
 * The life of a request: its era checks it, its handler runs, its era completes the
 * result. It is answered once, or cancelled and never answered.
 */
export class ServedRequest
  implements OpenRequest, HandledRequest, TakenRequest
{
  request: JSONRPCRequest;
  readonly exchange: Exchange;
  onCancel: (() => void) | undefined;
  onInputEnd: (() => void) | undefined;
  readonly #host: RequestHost;
  #accepted: AcceptedRequest | undefined;
  #context: RequestContext | undefined;
  #abort: AbortController | undefined;
  #done = false;
  /** The tool that is called, where it was looked up. */
  #tool: Tool | undefined;

  constructor(host: RequestHost, request: JSONRPCRequest, exchange: Exchange) {
    this.#host = host;
    this.request = request;
    this.exchange = exchange;
  }

  /** The request as its era reads it; set before anybody asks. */
  get accepted(): AcceptedRequest {
    if (this.#accepted === undefined) throw new Error("It was let go of.");
    return this.#accepted;
  }

  get params(): Readonly<Record<string, unknown>> {
    return (this.request.params ?? {}) as Record<string, unknown>;
  }

  get serverCapabilities(): ServerCapabilities {
    return this.#host.capabilities;
  }

  /** Made on demand: most handlers never look. */
  get signal(): AbortSignal {
    if (this.#abort === undefined) {
      this.#abort = new AbortController();
      if (this.#done) this.#abort.abort(new Error("The request is over."));
    }
    return this.#abort.signal;
  }

  /** Checks the request and starts its handler. Never throws. */
  start(session: unknown): void {
    try {
      this.#begin(session);
    } catch (cause) {
      this.#host.report(cause, this.#context);
      this.fail({ code: INTERNAL_ERROR, message: "Internal error" });
    }
  }

  #begin(session: unknown): void {
    const { era } = this.#host;
    const accepted = era.accept(this.request, session, this.exchange);
    if (accepted instanceof RequestRefusal) {
      this.#refuse(accepted);
      return;
    }
    this.#accepted = accepted;
    const { answerer } = accepted.method;
    if ("take" in answerer) {
      answerer.take(this);
    } else {
      this.handle(answerer.handle);
    }
  }

  release(): void {
    const { jsonrpc, id, method } = this.request;
    this.request = { jsonrpc, id, method } as JSONRPCRequest;
    this.#accepted = undefined;
  }

  handle(handle: Handler): void {
    if (this.#done) return;
    const context = this.#contextOf();
    const { name } = this.accepted.method;
    if (
      name === builtInMethods.callTool &&
      this.#host.toolChecks.applyTo(this.exchange)
    ) {
      this.#findTool(handle, context);
    } else {
      this.#run(handle, context);
    }
  }

  findTool(): Tool | undefined | PromiseLike<Tool | undefined> {
    return this.#host.toolChecks.find(this.params, this.#contextOf());
  }

  #contextOf(): RequestContext {
    this.#context ??= this.accepted.context(this);
    return this.#context;
  }

  #run(handle: Handler, context: RequestContext): void {
    try {
      const returned = handle(this.params, context);
      if (isPromiseLike(returned)) {
        returned.then(
          (value) => this.#returned(value),
          (error: unknown) => this.#threw(error),
        );
      } else {
        this.#returned(returned);
      }
    } catch (error) {
      this.#threw(error);
    }
  }

  #findTool(handle: Handler, context: RequestContext): void {
    try {
      const found = this.#host.toolChecks.find(this.params, context);
      if (isPromiseLike(found)) {
        found.then(
          (tool) => this.#runTool(handle, context, tool),
          (error: unknown) => this.#failed(error),
        );
      } else {
        this.#runTool(handle, context, found);
      }
    } catch (error) {
      this.#failed(error);
    }
  }

  /** Runs a tool whose schema allows it; one that is not listed is the handler's affair. */
  #runTool(
    handle: Handler,
    context: RequestContext,
    tool: Tool | undefined,
  ): void {
    if (this.#done) return;
    this.#tool = tool;
    let problem: string | undefined;
    try {
      problem =
        tool &&
        this.#host.toolChecks.checkCall(tool, this.params, this.exchange);
    } catch (error) {
      this.#failed(error);
      return;
    }
    if (problem === undefined) this.#run(handle, context);
    else this.#returned(toolFailure(problem));
  }

  /** What a handler threw: a tool's failure is a result, anything else an error. */
  #threw(thrown: unknown): void {
    if (this.#done) return;
    const error = legible(thrown);
    const result = this.accepted.resultFor?.(error);
    if (result !== undefined) {
      this.#returned(result);
      return;
    }
    const isTool = this.accepted.method.name === builtInMethods.callTool;
    if (isTool && this.accepted.isToolFailure(error)) {
      this.#host.report(error, this.#context);
      this.#returned(toolFailure(messageOf(error)));
    } else {
      this.#failed(error);
    }
  }

  #returned(value: unknown): void {
    if (this.#done) return;
    try {
      const result = this.accepted.complete(value);
      if (this.#tool !== undefined && this.accepted.isFinal(result)) {
        this.#host.toolChecks.checkResult(this.#tool, result);
      }
      this.complete(result);
    } catch (error) {
      this.#failed(error);
    }
  }

  /** Answers with an error that some code threw. */
  #failed(thrown: unknown): void {
    if (this.#done) return;
    const error = legible(thrown);
    this.#host.report(error, this.#context);
    this.#refuse(this.accepted.refusal(error));
  }

  complete(result: Record<string, unknown>): void {
    if (!this.#finish()) return;
    const { id } = this.request;
    this.#respond({ jsonrpc: "2.0", id, result }, 200);
  }

  fail(error: ErrorObject): void {
    this.#refuse(new RequestRefusal(error, 200));
  }

  #refuse({ error, status }: RequestRefusal): void {
    if (!this.#finish()) return;
    const { id } = this.request;
    this.#respond({ jsonrpc: "2.0", id, error }, status);
  }

  #respond(response: AnyResponse, status: number): void {
    respond(this.exchange, response, status, (error) =>
      this.#host.report(error, this.#context),
    );
  }

  /** False if the request was over already. */
  #finish(): boolean {
    if (this.#done) return false;
    this.#done = true;
    this.#host.finished(this);
    return true;
  }

  cancel(reason?: string): void {
    if (!this.#finish()) return;
    this.onCancel?.();
    this.#abort?.abort(
      new DOMException(reason ?? "The request was cancelled.", "AbortError"),
    );
  }

  inputEnded(): void {
    if (!this.#done) this.onInputEnd?.();
  }

  /** Ends the request because the server closes; its handler is told to stop. */
  shutDown(): void {
    const message = "The server is closing.";
    this.#refuse(new RequestRefusal({ code: INTERNAL_ERROR, message }, 503));
    this.#abort?.abort(new DOMException(message, "AbortError"));
  }

  notify(notification: JSONRPCNotification): void | Promise<void> {
    if (!this.#done) return this.exchange.notify(notification);
  }
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
