/** Which result answers which request. */
import type { Method, Position, TypeExpr } from "../../model/model.js";
import {
  findProperty,
  findType,
  hasType,
  type Types,
} from "../../model/queries.js";
import { stemOf } from "./function-name.js";
import type { Reporter } from "./reporter.js";

/** What is known of a request's result. */
export interface ResultFacts {
  readonly result?: string;
  readonly response?: string;
  readonly mayRequireInput: boolean;
}

/**
 * The result that asks the client for input instead of answering. Told by its
 * field, as the type has had two names (`IncompleteResult` before
 * `InputRequiredResult`).
 */
export function isInputRequired(model: Types, type: TypeExpr): boolean {
  return (
    type.kind === "ref" &&
    findProperty(model, type, "inputRequests") !== undefined &&
    findProperty(model, type, "_meta") !== undefined
  );
}

/** Where to point when something is wrong with a type. */
function spanOfType(
  report: Reporter,
  name: string,
  { position }: { readonly position: Position },
): { start: number; end: number } {
  const start = report.offset(position);
  return { start, end: start + name.length };
}

/**
 * The result type of a request: from its `*ResultResponse`, without the branch
 * that asks for input; else the type of its name (`XRequest` -> `XResult`); else
 * `EmptyResult`.
 */
export function resultOf(
  model: Types,
  { type }: Pick<Method, "type">,
  report: Reporter,
): ResultFacts {
  const stem = stemOf(type);
  const response = `${stem}ResultResponse`;
  const named = `${stem}Result`;
  const declaration = findType(model, response);
  const property = findProperty(model, response, "result");
  if (declaration === undefined || property === undefined) {
    const result = [named, "EmptyResult", "Result"].find((name) =>
      hasType(model, name),
    );
    return {
      ...(result !== undefined && { result }),
      mayRequireInput: false,
    };
  }
  const branches =
    property.type.kind === "union" ? property.type.members : [property.type];
  const complete = branches.filter((branch) => !isInputRequired(model, branch));
  const names = complete.flatMap((branch) =>
    branch.kind === "ref" ? [branch.name] : [],
  );
  const result = names.includes(named) ? named : names[0];
  if (result === undefined) {
    report.error("unnamedResult", spanOfType(report, "result", property), {
      message: `The result of ${response} has no name of its own.`,
      hint: `Declare it as an interface ${named} and use that here.`,
    });
  } else if (complete.length > 1) {
    report.warning("severalResults", spanOfType(report, "result", property), {
      message: `${response} has ${complete.length} kinds of complete result; ${result} is taken.`,
      hint: "Give the others a common interface, or read them by hand.",
    });
  }
  return {
    ...(result !== undefined && { result }),
    response,
    mayRequireInput: complete.length < branches.length,
  };
}
