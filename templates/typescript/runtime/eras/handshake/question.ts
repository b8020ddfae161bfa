/** Requests of the server: questions that a handler puts to the client of its request. */
import type {
  ClientCapabilities,
  JSONRPCRequest,
  RequestId,
} from "../../../types.js";
import type { Waiter } from "../../peer/outgoing.js";
import {
  ClosedError,
  InvalidMessageError,
  InvalidResultError,
  LocalError,
} from "../../protocol/local-error.js";
import { hasOwn, isObject } from "../../protocol/message.js";
import { errorFrom } from "../../protocol/wire-error.js";
import {
  capabilitiesFor,
  missingCapabilities,
} from "../client-capabilities.js";
import type { HandshakeFacts } from "./facts.js";
import { fillDefaults, formProblem } from "./elicitation-form.js";
import { samplingProblem } from "./older-sampling.js";
import type { Related, ServerSession } from "./server-session.js";
import { hasCapabilityPath } from "./versions.js";

/** The client cannot be asked this: it did not declare it, or there is no way to reach it. */
export class CannotAskError extends LocalError {
  static override readonly errorName: string = "CannotAskError";
  /** The method that was to be asked. */
  readonly method: string;

  constructor(method: string, why: string) {
    super(`The client cannot be asked for ${method}: ${why}`);
    this.method = method;
  }
}

/** The client answered a question with an error, such as a refusal of its user. */
export class QuestionError extends LocalError {
  static override readonly errorName: string = "QuestionError";
  /** The method that was asked. */
  readonly method: string;

  constructor(method: string, cause: Error) {
    super(`The client answered ${method} with an error: ${cause.message}`, {
      cause,
    });
    this.method = method;
  }
}

/** Options of a question. Durations are in milliseconds. */
export interface QuestionOptions {
  /** Stops waiting and tells the client so. Default: the signal of the request. */
  readonly signal?: AbortSignal | undefined;
  /** How long to wait for the answer; people may take long. Default: 600,000. */
  readonly timeoutMs?: number | undefined;
}

/** What a question is asked with. */
export interface Asking {
  readonly facts: HandshakeFacts;
  readonly session: ServerSession;
  readonly related: Related;
  /** The signal of the request that it serves. */
  readonly signal: AbortSignal;
}

/**
 * Asks the client and waits for its answer.
 *
 * @throws {CannotAskError} Before anything is sent, if the client did not declare what
 *   the question needs, or cannot be reached.
 * @throws {QuestionError} If the client answers with an error.
 * @throws {InvalidResultError} If its answer does not fit.
 */
export async function ask(
  { facts, session, related, signal }: Asking,
  method: string,
  params: Readonly<Record<string, unknown>> | undefined,
  options: QuestionOptions = {},
): Promise<Record<string, unknown>> {
  const { peer, agreement } = session;
  assertAskable(facts, session, method, params);
  if (peer === undefined || agreement === undefined) {
    throw new CannotAskError(method, "it has no session.");
  }
  const aborts = [signal, options.signal].filter((each) => each !== undefined);
  for (const each of aborts) each.throwIfAborted();
  await untilInitialized(session, method, options.timeoutMs ?? 600_000, aborts);
  const sent = params === undefined ? {} : { ...params };
  if (method === facts.methods.elicit) {
    if (!agreement.version.elicitationModes) delete sent["mode"];
  }
  const meta = metaFor(facts, related, sent["_meta"]);
  if (meta !== undefined) sent["_meta"] = meta;
  await related.asks(1);
  try {
    const limitMs = options.timeoutMs ?? 600_000;
    const waiter = new QuestionWaiter(method, sent);
    const open = peer.request(
      waiter,
      {
        idleMs: limitMs,
        totalMs: limitMs,
        endsAt: performance.now() + limitMs,
      },
      related.taskId === undefined ? related.requestId : undefined,
    );
    const stop = (): void => {
      peer.cancel(open, "The request that it served is over.");
      waiter.failed(aborts.find((each) => each.aborted)?.reason as Error);
    };
    for (const each of aborts) each.addEventListener("abort", stop);
    try {
      return answerOf(facts, method, sent, await waiter.result);
    } finally {
      for (const each of aborts) each.removeEventListener("abort", stop);
    }
  } finally {
    await related.asks(-1);
  }
}

/**
 * @throws {CannotAskError} If the client cannot be asked this.
 */
export function assertAskable(
  { serverRequests, methods }: HandshakeFacts,
  { peer, agreement }: ServerSession,
  method: string,
  params: unknown,
): void {
  if (peer === undefined || agreement === undefined) {
    throw new CannotAskError(method, "it has no session.");
  }
  const { version, clientCapabilities } = agreement;
  if (version.missingMethods.includes(method)) {
    throw new CannotAskError(method, `${version.version} does not have it.`);
  }
  const needed = capabilitiesFor(
    serverRequests[method]?.clientCapability ?? "",
    params,
  );
  const missing =
    missingCapabilities(needed, clientCapabilities as ClientCapabilities) ??
    unknownTo(version, needed);
  if (missing !== undefined) {
    const what = JSON.stringify(missing);
    throw new CannotAskError(method, `it did not declare ${what}.`);
  }
  const problem =
    method === methods.createMessage && isObject(params)
      ? samplingProblem(version, params["messages"])
      : undefined;
  if (problem !== undefined) throw new CannotAskError(method, problem);
}

/** Details of capabilities that a revision does not know, whatever the client said. */
function unknownTo(
  version: Parameters<typeof hasCapabilityPath>[0],
  needed: ClientCapabilities,
): object | undefined {
  for (const [name, detail] of Object.entries(needed)) {
    for (const key of isObject(detail) ? Object.keys(detail) : []) {
      if (!hasCapabilityPath(version, `${name}.${key}`)) {
        return { [name]: { [key]: {} } };
      }
    }
  }
  return undefined;
}

function untilInitialized(
  session: ServerSession,
  method: string,
  timeoutMs: number,
  signals: readonly AbortSignal[],
): Promise<void> {
  if (session.initialized) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const over = (): void => {
      clearTimeout(timer);
      for (const signal of signals) signal.removeEventListener("abort", abort);
    };
    const abort = (): void => {
      over();
      reject(signals.find(({ aborted }) => aborted)?.reason as Error);
    };
    const timer = setTimeout(() => {
      over();
      reject(
        new CannotAskError(
          method,
          `it did not say that it is initialized within ${timeoutMs} ms.`,
        ),
      );
    }, timeoutMs);
    for (const signal of signals) signal.addEventListener("abort", abort);
    void session.whenInitialized.then(() => {
      over();
      if (session.initialized) resolve();
      else reject(new ClosedError("The connection was closed."));
    });
  });
}

/** The `_meta` of a question; undefined if it has none. */
function metaFor(
  { relatedTaskKey }: HandshakeFacts,
  { taskId }: Related,
  given: unknown,
): object | undefined {
  if (taskId === undefined) return isObject(given) ? given : undefined;
  return { ...(isObject(given) ? given : {}), [relatedTaskKey]: { taskId } };
}

function answerOf(
  { methods, checkResult }: HandshakeFacts,
  method: string,
  params: Readonly<Record<string, unknown>>,
  result: unknown,
): Record<string, unknown> {
  const checked = checkResult(method, result);
  if (!checked.success) {
    const problem = checked.issues[0]?.message ?? "it does not fit the schema.";
    throw new InvalidResultError(method, result, problem);
  }
  const answer = result as Record<string, unknown>;
  if (method !== methods.elicit || answer["action"] !== "accept") return answer;
  const problem = formProblem(params, answer["content"]);
  if (problem !== undefined) {
    throw new InvalidResultError(method, result, problem);
  }
  return fillDefaults(params, answer);
}

/** Waits for the client's response. */
class QuestionWaiter implements Waiter {
  /** The result of the response. */
  readonly result: Promise<unknown>;
  readonly #method: string;
  readonly #params: Readonly<Record<string, unknown>>;
  #resolve!: (result: unknown) => void;
  #reject!: (error: unknown) => void;

  constructor(method: string, params: Readonly<Record<string, unknown>>) {
    this.#method = method;
    this.#params = params;
    this.result = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  message(id: RequestId): JSONRPCRequest {
    const params =
      Object.keys(this.#params).length === 0 ? {} : { params: this.#params };
    return { jsonrpc: "2.0", id, method: this.#method, ...params };
  }

  response(message: Readonly<Record<string, unknown>>): void {
    const hasResult = hasOwn(message, "result");
    if (hasResult === hasOwn(message, "error")) {
      this.#reject(
        new InvalidMessageError(
          `The response to ${this.#method} has to have either a result or an error.`,
          message,
        ),
      );
    } else if (hasResult) {
      this.#resolve(message["result"]);
    } else {
      this.#reject(
        new QuestionError(this.#method, errorFrom(message["error"])),
      );
    }
  }

  failed(cause: Error): void {
    this.#reject(cause);
  }
}
