/** Answering what a server asks before it can finish a call. */
import type { InputRequestTypes } from "../../../methods.js";
import type {
  ClientCapabilities,
  InputRequiredResult,
} from "../../../types.js";
import { validateInputResponse } from "../../../validators.js";
import { InputRequiredError } from "./input-required-error.js";
import { define, pause } from "../answers.js";
import type { ClientEraOptions, InputContext } from "../client-options.js";
import {
  capabilitiesFor,
  missingCapabilities,
} from "../client-capabilities.js";
import { inputCapabilities } from "../../revision.js";
import type { AnyInputRequest } from "./input-capability.js";

/** The call that needs the input, and what the client can answer. */
export interface InputRoundDetails {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** 1 for the first time that this call needs input. */
  readonly round: number;
  readonly options: ClientEraOptions;
  readonly capabilities: ClientCapabilities;
}

/** A question, and what answers it. */
interface Asked {
  readonly key: string;
  readonly method: keyof InputRequestTypes;
  readonly params: unknown;
  readonly handler: (params: unknown, context: InputContext) => unknown;
}

/** One round of input of one call (specification: basic/patterns/mrtr). */
export class InputRound {
  readonly #details: InputRoundDetails;
  readonly #abort = new AbortController();

  constructor(details: InputRoundDetails) {
    this.#details = details;
  }

  /**
   * Gets an answer to each question, all at the same time.
   *
   * @returns The answers by key; undefined if nothing was asked, which means "come
   * back later" and is granted after a growing, random pause.
   * @throws {InputRequiredError} If a question was not to be expected, or has no handler.
   */
  async answer(
    question: InputRequiredResult,
  ): Promise<Record<string, unknown> | undefined> {
    if (question.inputRequests === undefined) {
      await pause(this.#details.round, this.#abort.signal);
      return undefined;
    }
    // All are looked at before any is answered: no user is asked in vain.
    const asked = this.#asked(question);
    const answers: Record<string, unknown> = {};
    try {
      await Promise.all(
        asked.map(async ({ key, method, params, handler }) => {
          const answer = await handler(params, {
            method: this.#details.method,
            params: this.#details.params,
            key,
            signal: this.#abort.signal,
          });
          checkAnswer(method, answer);
          define(answers, key, answer);
        }),
      );
    } catch (error) {
      this.#abort.abort(error);
      throw error;
    }
    return answers;
  }

  /** The call is over: handlers are told to stop. */
  abandon(): void {
    this.#abort.abort(new Error("The call that asked for input ended."));
  }

  #asked(question: InputRequiredResult): readonly Asked[] {
    const { maxInputRequests = 20 } = this.#details.options;
    const questions = Object.entries(question.inputRequests ?? {});
    if (questions.length > maxInputRequests) {
      throw this.#refusal(
        question,
        `${questions.length} questions at a time are more than the limit of ${maxInputRequests}.`,
      );
    }
    return questions.map(([key, request]) => {
      const { method, params }: AnyInputRequest = request;
      const missing = missingCapabilities(
        capabilitiesFor(inputCapabilities[method], params),
        this.#details.capabilities,
      );
      if (missing !== undefined) {
        throw this.#refusal(
          question,
          `${key} (${method}) needs ${JSON.stringify(missing)}, which the client did not declare.`,
        );
      }
      const handler = this.#details.options.inputs?.[method] as
        Asked["handler"] | undefined;
      if (handler === undefined) {
        throw this.#refusal(
          question,
          `there is no handler for ${key} (${method}).`,
        );
      }
      return { key, method, params, handler };
    });
  }

  #refusal(question: InputRequiredResult, why: string): InputRequiredError {
    return new InputRequiredError(this.#details.method, question, why);
  }
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
