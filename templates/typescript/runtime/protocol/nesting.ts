/** How deep JSON may be nested, as the validators have it, and the error for what is deeper. */
import { maxDepth } from "../../validation.js";
import { LocalError } from "./local-error.js";

export { isTooDeep, maxDepth } from "../../validation.js";

/** A value is nested more than {@link maxDepth} levels deep. */
export class NestingError extends LocalError {
  static override readonly errorName: string = "NestingError";

  constructor() {
    super(`The value is nested more than ${maxDepth} levels deep.`);
  }
}
