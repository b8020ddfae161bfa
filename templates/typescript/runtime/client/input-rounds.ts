/** Answering what a server asks before it can finish a call. */
import type { InputRequestTypes } from "../../methods.js";
import type { ClientCapabilities, InputRequiredResult } from "../../types.js";
import { validateInputResponse } from "../../validators.js";
import type { InputHandlers } from "./options.js";
import {
  type AnyInputRequest,
  capabilitiesFor,
  missingCapabilities,
} from "../eras/stateless/input-capability.js";
import { InputRequiredError } from "../protocol/local-error.js";

/** The call that needs the input, and what the client can answer. */
export interface InputRound {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** 1 for the first time that this call needs input. */
  readonly round: number;
  readonly inputs: InputHandlers;
  readonly capabilities: ClientCapabilities;
  /** Fires when the call ends, and is fired when one of the answers fails. */
  readonly abort: AbortController;
}

/** Longest wait before a call is repeated that asked for nothing, in milliseconds. */
const longestPause = 10_000;

/**
 * Gets an answer to each question, all at the same time
 * (specification: basic/patterns/mrtr).
 *
 * @returns The answers by key; undefined if nothing was asked, which means "come
 * back later" and is granted after a growing, random pause.
 * @throws {InputRequiredError} If a question was not to be expected, or has no handler.
 */
export async function answerInputs(
  question: InputRequiredResult,
  round: InputRound,
): Promise<Record<string, unknown> | undefined> {
  const questions = Object.entries(question.inputRequests ?? {});
  if (question.inputRequests === undefined) {
    await pause(round);
    return undefined;
  }
  // All are looked at before any is answered: no user is asked in vain.
  const handlers = questions.map(([key, request]) => {
    const { method, params }: AnyInputRequest = request;
    const missing = missingCapabilities(
      capabilitiesFor(method, params),
      round.capabilities,
    );
    if (missing !== undefined) {
      const why = `${key} (${method}) needs ${JSON.stringify(missing)}, which the client did not declare.`;
      throw new InputRequiredError(round.method, question, why);
    }
    const handler = round.inputs[method] as
      ((params: unknown, context: unknown) => unknown) | undefined;
    if (handler === undefined) {
      const why = `there is no handler for ${key} (${method}).`;
      throw new InputRequiredError(round.method, question, why);
    }
    return { key, method, params, handler };
  });
  const answers: Record<string, unknown> = {};
  try {
    await Promise.all(
      handlers.map(async ({ key, method, params, handler }) => {
        const answer = await handler(params, {
          method: round.method,
          params: round.params,
          key,
          signal: round.abort.signal,
        });
        checkAnswer(method, answer);
        define(answers, key, answer);
      }),
    );
  } catch (error) {
    round.abort.abort(error);
    throw error;
  }
  return answers;
}

/** A handler's mistake is told to its author, not sent to the server. */
function checkAnswer(method: keyof InputRequestTypes, answer: unknown): void {
  const checked = validateInputResponse(method, answer);
  if (!checked.success) {
    const [issue] = checked.issues;
    throw new TypeError(
      `The handler for ${method} answered with something invalid: ${issue?.message ?? "unknown"}`,
    );
  }
}

/** Sets a member under whatever name a peer chose, `__proto__` included. */
function define(target: object, key: string, value: unknown): void {
  Object.defineProperty(target, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

function pause({ round, abort }: InputRound): Promise<void> {
  const longest = Math.min(longestPause, 100 * 2 ** round);
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => {
        abort.signal.removeEventListener("abort", stop);
        resolve();
      },
      longest * (0.5 + Math.random() / 2),
    );
    const stop = (): void => {
      clearTimeout(timer);
      reject(abort.signal.reason);
    };
    abort.signal.addEventListener("abort", stop, { once: true });
  });
}
