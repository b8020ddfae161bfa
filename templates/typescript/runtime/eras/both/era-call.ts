/** A call of a client that speaks both eras. */
import type { JSONRPCRequest, RequestId } from "../../../types.js";
import type { MessageOrigin } from "../../protocol/transport.js";
import type { EraCall, NextStep } from "../client-era.js";

/** What a call needs of a client of both eras. */
export interface BothErasCallParts {
  /** Begins it in the era that is spoken now. */
  begin(): EraCall;
  /** A result as the stateless era has it. */
  read(result: Readonly<Record<string, unknown>>): Record<string, unknown>;
  /** Finds out the right era; undefined if the error says nothing about that. */
  otherwise(error: unknown): Promise<void> | undefined;
}

/** A call in the era that is known once it is sent. */
export class BothErasCall implements EraCall {
  readonly #parts: BothErasCallParts;
  #call: EraCall | undefined;

  constructor(parts: BothErasCallParts) {
    this.#parts = parts;
  }

  message(id: RequestId): JSONRPCRequest {
    return this.#begun.message(id);
  }

  result(result: unknown): NextStep {
    return this.#mapped(this.#begun.result(result));
  }

  error(error: unknown, origin: MessageOrigin | undefined): NextStep {
    return this.#mapped(this.#begun.error(error, origin));
  }

  failure(cause: Error): NextStep {
    return this.#mapped(this.#begun.failure(cause));
  }

  abandon(): void {
    this.#call?.abandon();
  }

  get #begun(): EraCall {
    this.#call ??= this.#parts.begin();
    return this.#call;
  }

  #mapped(step: NextStep): NextStep {
    switch (step.kind) {
      case "done":
        return { ...step, result: this.#parts.read(step.result) };
      case "wait":
        return { ...step, for: step.for.then((next) => this.#mapped(next)) };
      case "failed": {
        const after = this.#parts.otherwise(step.error);
        if (after === undefined) return step;
        this.#call = undefined;
        return { kind: "again", after };
      }
      case "again":
        return step;
    }
  }
}
