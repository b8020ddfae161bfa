/** The failure of a call whose server needs input. */
import type { InputRequiredResult } from "../../../types.js";
import { LocalError } from "../../protocol/local-error.js";

/**
 * The server needs input that this client does not answer by itself: there is no
 * handler for a kind that was asked, or the rounds were used up.
 */
export class InputRequiredError extends LocalError {
  static override readonly errorName: string = "InputRequiredError";
  /** The method that was asked for. */
  readonly method: string;
  /** What the server wants to know. */
  readonly result: InputRequiredResult;

  constructor(method: string, result: InputRequiredResult, why: string) {
    super(`${method} needs input: ${why}`);
    this.method = method;
    this.result = result;
  }
}
