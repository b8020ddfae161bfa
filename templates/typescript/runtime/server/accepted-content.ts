/** Answers that people gave to a form, checked by the schema that they were asked with. */
import { INVALID_PARAMS, fromError } from "../../errors.js";
import { describedLength, quoted } from "../protocol/limits.js";
import { LocalError } from "../protocol/local-error.js";
import { checkValue, type PlainSchema, type ValueOf } from "./define-input.js";

/** A schema as the protocol's types want it: without `readonly`, with all literals. */
export type FormOf<Schema> = {
  -readonly [Key in keyof Schema]: FormOf<Schema[Key]>;
};

/**
 * The schema of a form, so that its answer has a type:
 *
 * ```ts
 * const person = form({ type: "object", properties: { name: { type: "string" } }, required: ["name"] });
 * ```
 *
 * `context.elicit({ message, requestedSchema: person })` asks with it, and
 * `await context.accepted("who", person)` reads the answer. In revisions with a handshake
 * `await context.accepted({ message, requestedSchema: person })` does both.
 */
export function form<const Schema extends PlainSchema>(
  schema: Schema,
): FormOf<Schema> {
  return schema as FormOf<Schema>;
}

/** Somebody was asked, and did not want to answer. A tool that lets it pass has failed. */
export class InputDeclinedError extends LocalError {
  static override readonly errorName: string = "InputDeclinedError";
  /** The key of the question. */
  readonly key: string;
  /** What was done: `decline` or `cancel`. */
  readonly action: string;

  constructor(key: string, action: string) {
    super(
      action === "cancel"
        ? `The question ${JSON.stringify(key)} was cancelled.`
        : `The question ${JSON.stringify(key)} was declined.`,
    );
    this.key = key;
    this.action = action;
  }
}

/**
 * What an answer holds.
 *
 * @param answer - undefined if there is none yet.
 * @throws {McpError} If it does not fit the schema.
 * @throws {InputDeclinedError} If there will be none.
 */
export async function acceptedContent<Schema extends object>(
  key: string,
  answer: { readonly action: string; readonly content?: unknown } | undefined,
  schema: Schema,
): Promise<ValueOf<Schema> | undefined> {
  if (answer === undefined) return undefined;
  if (answer.action !== "accept") {
    throw new InputDeclinedError(key, answer.action);
  }
  const checked = await checkValue(schema, answer.content ?? {});
  if (checked.problems === undefined) return checked.value as ValueOf<Schema>;
  throw fromError({
    code: INVALID_PARAMS,
    message: `The input response ${JSON.stringify(key)} does not fit what was asked for: ${quoted(checked.problems.join("; "), describedLength)}`,
  });
}
