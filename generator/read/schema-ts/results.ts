/** Which result answers which request. */
import type { Method, Position, TypeExpr } from "../../model/model.js";
import {
  findProperty,
  findType,
  hasType,
  resolve,
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
 * The result that asks the client for input instead of answering. Told by its fields,
 * as the type has had two names (`IncompleteResult` before `InputRequiredResult`): what
 * is asked, and the state that comes back with the answers. A result that only reports
 * open questions (of a task) has no such state.
 */
export function isInputRequired(model: Types, type: TypeExpr): boolean {
  return (
    type.kind === "ref" &&
    findProperty(model, type, "inputRequests") !== undefined &&
    findProperty(model, type, "requestState") !== undefined
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
 * The types that a response may hold as `result`, whether its `result` or the response
 * itself is a union, or the name of one. A name for several complete results stays one.
 */
function answersIn(model: Types, response: string): readonly TypeExpr[] {
  const whole = resolve(model, { kind: "ref", name: response });
  const responses = whole.kind === "union" ? whole.members : [whole];
  const branchesOf = (type: TypeExpr): readonly TypeExpr[] => {
    const resolved = resolve(model, type);
    if (resolved.kind !== "union") return [type];
    return type.kind === "union" ||
      resolved.members.some((member) => isInputRequired(model, member))
      ? resolved.members.flatMap(branchesOf)
      : [type];
  };
  return responses.flatMap((each) => {
    const property = findProperty(model, each, "result");
    return property === undefined ? [] : branchesOf(property.type);
  });
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
  const branches = answersIn(model, response);
  if (declaration === undefined || branches.length === 0) {
    const result = [named, "EmptyResult", "Result"].find((name) =>
      hasType(model, name),
    );
    return {
      ...(result !== undefined && { result }),
      mayRequireInput: false,
    };
  }
  // What stands alone, or is named after the request, is its answer whatever it holds.
  const complete = branches.filter(
    (branch) =>
      branches.length === 1 ||
      (branch.kind === "ref" && branch.name === named) ||
      !isInputRequired(model, branch),
  );
  const property = findProperty(model, response, "result");
  const span =
    property === undefined
      ? spanOfType(report, response, declaration)
      : spanOfType(report, "result", property);
  const names = complete.flatMap((branch) =>
    branch.kind === "ref" ? [branch.name] : [],
  );
  const result = names.includes(named) ? named : names[0];
  if (result === undefined) {
    report.error("unnamedResult", span, {
      message: `The result of ${response} has no name of its own.`,
      hint: `Declare it as an interface ${named} and use that here.`,
    });
  } else if (complete.length > 1) {
    report.warning("severalResults", span, {
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
