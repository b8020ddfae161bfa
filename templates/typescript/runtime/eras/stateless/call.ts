/** A call in the stateless era: what each of its requests says, and what each answer means. */
import { clientRequests, type ClientRequestTypes } from "../../../methods.js";
import type {
  InputRequiredResult,
  JSONRPCRequest,
  RequestId,
} from "../../../types.js";
import {
  validateInputRequiredResult,
  validateResult,
  ValidationError,
} from "../../../validators.js";
import {
  NullPropertiesError,
  withoutNulls,
} from "../../protocol/absent-nulls.js";
import {
  InvalidResultError,
  NoCommonVersionError,
} from "../../protocol/local-error.js";
import { quoted } from "../../protocol/limits.js";
import { InputRequiredError } from "./input-required-error.js";
import { hasOwn, isObject } from "../../protocol/message.js";
import type { MessageOrigin } from "../../protocol/transport.js";
import { errorFrom } from "../../protocol/wire-error.js";
import { resultChecks } from "../../revision.js";
import type { EraCall, NextStep } from "../client-era.js";
import type { CallOptions } from "../client-options.js";
import type { ClientParts } from "./client-parts.js";
import { InputRound } from "./input-rounds.js";
import { readLeniently } from "./legacy-result.js";
import { supportedVersions } from "./legacy-server.js";

/** What a call adds to the caller's params when it is repeated with input. */
type Retry = Pick<InputRequiredResult, "requestState"> & {
  inputResponses?: Record<string, unknown>;
};

/** Sends the call again in another version, or with input, as the server's answers ask for. */
export class StatelessCall implements EraCall {
  readonly #parts: ClientParts;
  readonly #method: keyof ClientRequestTypes;
  readonly #params: Readonly<Record<string, unknown>>;
  readonly #options: CallOptions;
  #retry: Retry | undefined;
  #rounds = 0;
  #changedVersion = false;
  /** The input that is being asked for. */
  #round: InputRound | undefined;

  constructor(
    parts: ClientParts,
    method: keyof ClientRequestTypes,
    params: Readonly<Record<string, unknown>>,
    options: CallOptions,
  ) {
    this.#parts = parts;
    this.#method = method;
    this.#params = params;
    this.#options = options;
  }

  /** What is known of the method; undefined if the schema does not have it. */
  get #registered():
    (typeof clientRequests)[keyof ClientRequestTypes] | undefined {
    return hasOwn(clientRequests, this.#method)
      ? clientRequests[this.#method]
      : undefined;
  }

  message(id: RequestId): JSONRPCRequest {
    const { onProgress, resetTimeoutOnProgress, logLevel, meta } =
      this.#options;
    const wantsProgress =
      onProgress !== undefined || resetTimeoutOnProgress === true;
    const _meta = this.#parts.meta.build({
      version: this.#parts.agreement.version,
      progressToken: wantsProgress ? id : undefined,
      logLevel,
      own: meta,
    });
    return {
      jsonrpc: "2.0",
      id,
      method: this.#method,
      params: { ...this.#params, ...this.#retry, _meta },
    };
  }

  result(result: unknown): NextStep {
    if (!isObject(result)) {
      return this.#invalid(result, "it is not an object.");
    }
    // Older servers leave it out, so only a server of this era has it.
    const hasType = hasOwn(result, "resultType");
    if (hasType) this.#parts.agreement.knowEra();
    const type = hasType ? result["resultType"] : "complete";
    if (type === "complete") return this.#complete(result);
    if (type === "input_required") return this.#inputRequired(result);
    const { resultTypes = [] } = this.#parts.host.options;
    if (typeof type === "string" && resultTypes.includes(type)) {
      return { kind: "done", result, keep: false };
    }
    return this.#invalid(
      result,
      typeof type === "string"
        ? `the resultType "${quoted(type)}" is unknown.`
        : "the resultType is not a string.",
    );
  }

  error(error: unknown, origin: MessageOrigin | undefined): NextStep {
    const typed = errorFrom(error);
    const theirs = supportedVersions(typed);
    if (theirs === undefined) {
      const explained = this.#parts.agreement.explainError(
        this.#method,
        typed,
        origin,
      );
      return { kind: "failed", error: explained };
    }
    // The server may refuse and then name the very version that was asked for
    // (specification: basic/versioning): it is tried again all the same, once.
    if (this.#parts.agreement.agreeOn(theirs) === undefined) {
      const { versions } = this.#parts.agreement;
      return {
        kind: "failed",
        error: new NoCommonVersionError(versions, theirs, typed),
      };
    }
    if (this.#changedVersion) return { kind: "failed", error: typed };
    this.#changedVersion = true;
    return { kind: "again" };
  }

  failure(cause: Error): NextStep {
    return {
      kind: "failed",
      error: this.#parts.agreement.explainFailure(cause),
    };
  }

  abandon(): void {
    this.#round?.abandon();
  }

  #complete(received: Record<string, unknown>): NextStep {
    if (this.#registered === undefined) {
      return { kind: "done", result: received, keep: false };
    }
    if (resultChecks[this.#method]?.(received) === true) {
      return { kind: "done", result: received, keep: true };
    }
    const result = readLeniently(this.#method, received);
    const checked = validateResult(this.#method, result);
    if (checked.success) return { kind: "done", result, keep: true };
    const tolerated = this.#withoutNulls(result);
    if (tolerated !== undefined) {
      return { kind: "done", result: tolerated, keep: true };
    }
    const cause = new ValidationError(checked.issues);
    return this.#invalid(received, cause.message, cause);
  }

  /** A result with what is null left out, if the program wants that and it helps. */
  #withoutNulls(
    received: Record<string, unknown>,
  ): Record<string, unknown> | undefined {
    const { options } = this.#parts.host;
    if (options.nullAsAbsent !== true) return undefined;
    const reading = withoutNulls(received, (value) => {
      const checked = validateResult(this.#method, value);
      return checked.success ? [] : checked.issues;
    });
    if (reading === undefined) return undefined;
    const { result, count, places } = reading;
    this.#parts.host.fault(
      () => new NullPropertiesError(this.#method, count, places),
    );
    return result;
  }

  #inputRequired(result: Record<string, unknown>): NextStep {
    if (this.#registered?.mayRequireInput === false) {
      return this.#invalid(result, "this method cannot ask for input.");
    }
    const checked = validateInputRequiredResult(result);
    if (!checked.success) {
      const cause = new ValidationError(checked.issues);
      return this.#invalid(result, cause.message, cause);
    }
    if (this.#options.inputRequired === "return") {
      return { kind: "done", result, keep: false };
    }
    const question = checked.data;
    const { maxInputRounds = 10 } = this.#parts.host.options;
    if (this.#rounds >= maxInputRounds) {
      const why = `the limit of ${maxInputRounds} rounds is reached.`;
      const error = new InputRequiredError(this.#method, question, why);
      return { kind: "failed", error };
    }
    this.#rounds++;
    return { kind: "again", after: this.#answer(question) };
  }

  async #answer(question: InputRequiredResult): Promise<void> {
    const { options, capabilities } = this.#parts.host;
    const round = new InputRound({
      method: this.#method,
      params: this.#params,
      round: this.#rounds,
      options,
      capabilities,
    });
    this.#round = round;
    const inputResponses = await round.answer(question);
    this.#round = undefined;
    this.#retry = {};
    if (inputResponses !== undefined) {
      this.#retry.inputResponses = inputResponses;
    }
    if (question.requestState !== undefined) {
      this.#retry.requestState = question.requestState;
    }
  }

  #invalid(result: unknown, problem: string, cause?: unknown): NextStep {
    const error = new InvalidResultError(this.#method, result, problem, cause);
    return { kind: "failed", error };
  }
}
