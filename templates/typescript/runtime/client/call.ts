/** One call of a client, from its first request to its result. */
import { clientRequests } from "../../methods.js";
import type { InputRequiredResult, RequestId } from "../../types.js";
import {
  validateInputRequiredResult,
  validateResult,
  ValidationError,
} from "../../validators.js";
import type { Abortable } from "../protocol/abort-watch.js";
import type { CallOptions } from "./options.js";
import type { Expiring } from "../protocol/deadlines.js";
import type { ClientMethod, ClientSession, OpenCall } from "./session.js";
import { supportedVersions } from "../eras/stateless/legacy-server.js";
import { answerInputs } from "./input-rounds.js";
import {
  InputRequiredError,
  InvalidMessageError,
  InvalidResultError,
  NoCommonVersionError,
  RequestTimeoutError,
} from "../protocol/local-error.js";
import { readLeniently } from "../eras/stateless/legacy-result.js";
import { quoted } from "../protocol/limits.js";
import { isObject } from "../protocol/message.js";
import { resultChecks } from "../revision.js";
import { callHook, messageOf } from "../protocol/to-error.js";
import type { MessageOrigin } from "../protocol/transport.js";
import { errorFrom } from "../protocol/wire-error.js";

/** What a call adds to the caller's params when it is repeated with input. */
type Retry = Pick<InputRequiredResult, "requestState"> & {
  inputResponses?: Record<string, unknown>;
};

/**
 * A call settles once. It may take several requests, each under an id of its own:
 * again in another version, again with input. One of them is open at a time.
 */
export class ClientCall implements OpenCall, Expiring, Abortable {
  deadline: number = Infinity;

  readonly method: ClientMethod;
  readonly #session: ClientSession;
  readonly #params: Readonly<Record<string, unknown>>;
  readonly #options: CallOptions;
  readonly #resolve: (result: never) => void;
  readonly #reject: (error: unknown) => void;
  readonly #signal: AbortSignal | undefined;

  #id: RequestId = 0;
  #settled = false;
  #retry: Retry | undefined;
  #rounds = 0;
  #changedVersion = false;
  #totalDeadline = Infinity;
  #generation = 0;
  /** Stops input handlers when the call ends while they work. */
  #inputAbort: AbortController | undefined;

  constructor(
    session: ClientSession,
    method: ClientMethod,
    params: Readonly<Record<string, unknown>>,
    options: CallOptions,
    resolve: (result: never) => void,
    reject: (error: unknown) => void,
  ) {
    this.method = method;
    this.#session = session;
    this.#params = params;
    this.#options = options;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#signal = options.signal;
  }

  /** Whether the request that is open asked for log messages. */
  get wantsLog(): boolean {
    return this.#options.logLevel !== undefined;
  }

  /** Sends the first request. Never throws: what goes wrong rejects the call. */
  start(): void {
    const signal = this.#signal;
    if (signal !== undefined) {
      if (signal.aborted) {
        this.#settled = true;
        this.#reject(signal.reason);
        return;
      }
      this.#session.signals.add(signal, this);
    }
    const ready = this.#session.ready(
      this.method,
      this.#options.timeoutMs ?? this.#session.timeoutMs,
    );
    if (ready === undefined) {
      this.#send();
    } else {
      ready.then(
        () => {
          if (!this.#settled) this.#send();
        },
        (error: unknown) => this.#fail(error),
      );
    }
  }

  #send(): void {
    const session = this.#session;
    const options = this.#options;
    const id = session.nextId();
    let meta: Readonly<Record<string, unknown>>;
    try {
      meta = session.meta.build({
        version: session.version,
        progressToken:
          options.onProgress !== undefined ||
          options.resetTimeoutOnProgress === true
            ? id
            : undefined,
        logLevel: options.logLevel,
        own: options.meta,
      });
    } catch (error) {
      this.#fail(error);
      return;
    }
    this.#id = id;
    this.#generation = session.cache?.generation ?? 0;
    session.open.set(id, this);
    const now = performance.now();
    this.#totalDeadline = now + (options.maxTotalMs ?? session.maxTotalMs);
    this.deadline = Math.min(
      now + (options.timeoutMs ?? session.timeoutMs),
      this.#totalDeadline,
    );
    if (this.deadline !== Infinity) session.deadlines.add(this);
    session.send({
      jsonrpc: "2.0",
      id,
      method: this.method,
      params: { ...this.#params, ...this.#retry, _meta: meta },
    });
  }

  /** The open request has its answer, or never will. */
  #close(): void {
    this.#session.open.delete(this.#id);
    if (this.deadline !== Infinity) this.#session.deadlines.remove(this);
  }

  response(
    message: Readonly<Record<string, unknown>>,
    origin: MessageOrigin | undefined,
  ): void {
    this.#close();
    const hasResult = Object.hasOwn(message, "result");
    if (hasResult === Object.hasOwn(message, "error")) {
      this.#fail(
        new InvalidMessageError(
          `The response to ${this.method} has both a result and an error.`,
          message,
        ),
      );
    } else if (hasResult) {
      this.#result(message["result"]);
    } else {
      this.#error(message["error"], origin);
    }
  }

  failed(cause: Error): void {
    this.#close();
    this.#fail(this.#session.explainFailure(cause));
  }

  progress(params: Readonly<Record<string, unknown>>): void {
    if (this.deadline !== Infinity) {
      // The deadline only moves away here, so the timer need not be told.
      this.deadline = Math.min(
        performance.now() +
          (this.#options.timeoutMs ?? this.#session.timeoutMs),
        this.#totalDeadline,
      );
    }
    callHook(this.#options.onProgress, params as never);
  }

  log(params: Readonly<Record<string, unknown>>): boolean {
    if (this.#options.onLog === undefined) return false;
    callHook(this.#options.onLog, params as never);
    return true;
  }

  expire(now: number): void {
    const total = now >= this.#totalDeadline;
    const limitMs = total
      ? (this.#options.maxTotalMs ?? this.#session.maxTotalMs)
      : (this.#options.timeoutMs ?? this.#session.timeoutMs);
    const error = new RequestTimeoutError(
      this.method,
      limitMs,
      total ? "total" : "idle",
    );
    this.#session.cancel(this.#id, error.message);
    this.#close();
    this.#fail(error);
  }

  abort(reason: unknown): void {
    if (this.#session.open.get(this.#id) === this) {
      this.#session.cancel(this.#id, messageOf(reason));
      this.#close();
    }
    this.#fail(reason);
  }

  #error(error: unknown, origin: MessageOrigin | undefined): void {
    const typed = errorFrom(error);
    const theirs = supportedVersions(typed);
    if (theirs === undefined) {
      this.#fail(this.#session.explainError(this.method, typed, origin));
      return;
    }
    // The server may refuse and then name the very version that was asked for
    // (specification: basic/versioning): it is tried again all the same, once.
    const common = this.#session.agreeOn(theirs);
    if (common === undefined) {
      this.#fail(
        new NoCommonVersionError(this.#session.versions, theirs, typed),
      );
    } else if (this.#changedVersion) {
      this.#fail(typed);
    } else {
      this.#changedVersion = true;
      this.#send();
    }
  }

  #result(result: unknown): void {
    if (!isObject(result)) {
      this.#failResult(result, "it is no object.");
      return;
    }
    // Older servers leave it out, so only a server of this era has it.
    const hasType = Object.hasOwn(result, "resultType");
    if (hasType) this.#session.knowEra();
    const type = hasType ? result["resultType"] : "complete";
    if (type === "complete") {
      this.#complete(result);
    } else if (type === "input_required") {
      this.#inputRequired(result);
    } else if (
      typeof type === "string" &&
      this.#session.resultTypes.includes(type)
    ) {
      this.#succeed(result);
    } else {
      this.#failResult(
        result,
        typeof type === "string"
          ? `the resultType "${quoted(type)}" is unknown.`
          : "the resultType is not a string.",
      );
    }
  }

  #complete(received: Record<string, unknown>): void {
    let result = received;
    if (resultChecks[this.method]?.(received) !== true) {
      result = readLeniently(this.method, received);
      const checked = validateResult(this.method, result);
      if (!checked.success) {
        const cause = new ValidationError(checked.issues);
        this.#failResult(received, cause.message, cause);
        return;
      }
    }
    const problem = this.#session.received(
      this.method,
      this.#params,
      result,
      this.#generation,
      this.#retry !== undefined,
    );
    if (problem === undefined) this.#succeed(result);
    else this.#failResult(result, problem.message, problem);
  }

  #inputRequired(result: Record<string, unknown>): void {
    if (!clientRequests[this.method].mayRequireInput) {
      this.#failResult(result, "this method cannot ask for input.");
      return;
    }
    const checked = validateInputRequiredResult(result);
    if (!checked.success) {
      const cause = new ValidationError(checked.issues);
      this.#failResult(result, cause.message, cause);
      return;
    }
    const question = checked.data;
    if (this.#options.inputRequired === "return") {
      this.#succeed(result);
      return;
    }
    if (this.#rounds >= this.#session.maxInputRounds) {
      const why = `the limit of ${this.#session.maxInputRounds} rounds is reached.`;
      this.#fail(new InputRequiredError(this.method, question, why));
      return;
    }
    this.#rounds++;
    this.#inputAbort = new AbortController();
    answerInputs(question, {
      method: this.method,
      params: this.#params,
      round: this.#rounds,
      inputs: this.#session.inputs,
      capabilities: this.#session.capabilities,
      abort: this.#inputAbort,
    }).then(
      (inputResponses) => {
        if (this.#settled) return;
        this.#inputAbort = undefined;
        this.#retry = {};
        if (inputResponses !== undefined) {
          this.#retry.inputResponses = inputResponses;
        }
        if (question.requestState !== undefined) {
          this.#retry.requestState = question.requestState;
        }
        this.#send();
      },
      (error: unknown) => this.#fail(error),
    );
  }

  #failResult(result: unknown, problem: string, cause?: unknown): void {
    this.#fail(new InvalidResultError(this.method, result, problem, cause));
  }

  #succeed(result: unknown): void {
    if (this.#settle()) this.#resolve(result as never);
  }

  #fail(error: unknown): void {
    if (this.#settle()) this.#reject(error);
  }

  #settle(): boolean {
    if (this.#settled) return false;
    this.#settled = true;
    if (this.#signal !== undefined) {
      this.#session.signals.remove(this.#signal, this);
    }
    this.#inputAbort?.abort(new Error("The call that asked for input ended."));
    return true;
  }
}
