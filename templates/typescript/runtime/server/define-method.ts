/** Methods that the schema does not have, such as those of an extension. */
import { INVALID_PARAMS, fromError } from "../../errors.js";
import type { Handler } from "../eras/server-era.js";
import { describedLength, quoted } from "../protocol/limits.js";
import { InvalidResultError } from "../protocol/local-error.js";
import type { CustomMethod } from "./options.js";
import { checkValue, type SourceOf, type ValueOf } from "./define-input.js";

/** Makes a method for the option `methods`. */
export interface MethodOf<Context> {
  /**
   * Makes a method that the schema does not have, for the option `methods`.
   *
   * @param definition - `params` and `result` are schema objects (zod, valibot, arktype,
   *   or of `validators.ts`) or plain JSON Schema, that params are checked and typed by
   *   before `run`, without what the protocol adds to them, and results after it.
   */
  <
    const Params extends object = object,
    const Result extends object = object,
  >(definition: {
    readonly params?: Params;
    readonly result?: Result;
    readonly run: (
      params: GivenBy<Params>,
      context: Context,
    ) => ReturnedBy<Result> | PromiseLike<ReturnedBy<Result>>;
  }): CustomMethod;
}

/** Without a schema, nothing is known of them. */
type GivenBy<Schema> = object extends Schema
  ? { readonly [name: string]: unknown }
  : ValueOf<Schema>;

type ReturnedBy<Schema> = object extends Schema ? object : SourceOf<Schema>;

/** See {@link MethodOf}. */
export function defineMethod(definition: {
  readonly params?: object;
  readonly result?: object;
  readonly run: (params: never, context: never) => unknown;
}): CustomMethod {
  const { params: paramsSchema, result: resultSchema } = definition;
  const run = definition.run as (params: unknown, context: unknown) => unknown;
  const handle: Handler = async (params, context) => {
    const given = withoutProtocol(params);
    const checked =
      paramsSchema === undefined
        ? { value: given }
        : await checkValue(paramsSchema, given);
    if (checked.problems !== undefined) {
      throw fromError({
        code: INVALID_PARAMS,
        message: `Invalid params of ${context.method}: ${quoted(checked.problems.join("; "), describedLength)}`,
      });
    }
    const result = await run(checked.value, context);
    if (resultSchema === undefined || asksForInput(result)) return result;
    const outcome = await checkValue(resultSchema, result);
    if (outcome.problems === undefined) return outcome.value;
    const problem = outcome.problems.join("; ");
    throw new InvalidResultError(context.method, result, problem);
  };
  return { handle };
}

/** Params less the metadata, and what answers questions of the server. */
function withoutProtocol(params: object): Record<string, unknown> {
  const {
    _meta: _1,
    inputResponses: _2,
    requestState: _3,
    ...given
  } = params as Record<string, unknown>;
  return given;
}

function asksForInput(result: unknown): boolean {
  return (
    typeof result === "object" &&
    result !== null &&
    Reflect.get(result, "resultType") === "input_required"
  );
}
