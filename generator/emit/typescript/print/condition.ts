/** Conditions in generated code, printed as they are or negated. */
import { group, indent, join, type Layout, line } from "./layout.js";

/** A boolean expression, kept as a tree so that it can be negated and put into brackets. */
export type Condition =
  | {
      readonly kind: "atom";
      readonly text: Layout;
      /** The opposite; `!` before the text unless told. */
      readonly negated?: Layout;
    }
  | { readonly kind: "and" | "or"; readonly parts: readonly Condition[] }
  | { readonly kind: "always" }
  | { readonly kind: "never" };

/** True whatever the value. */
export const ALWAYS: Condition = { kind: "always" };

/** True for no value. */
export const NEVER: Condition = { kind: "never" };

/** An expression that can stand behind `!`. */
export function atom(text: Layout): Condition {
  return { kind: "atom", text };
}

/** `left === right`. */
export function equal(left: string, right: string): Condition {
  return {
    kind: "atom",
    text: comparison(left, "===", right),
    negated: comparison(left, "!==", right),
  };
}

/** `left > right`, and the like. */
export function compared(
  left: string,
  operator: "<=" | ">=" | "<" | ">",
  right: number,
): Condition {
  return {
    kind: "atom",
    text: comparison(left, operator, String(right)),
    negated: comparison(left, OPPOSITES[operator], String(right)),
  };
}

const OPPOSITES = { "<=": ">", ">=": "<", "<": ">=", ">": "<=" } as const;

function comparison(left: string, operator: string, right: string): Layout {
  return group([left, indent([" ", group([operator, line, right])])]);
}

/** All of them. */
export function and(parts: readonly Condition[]): Condition {
  if (parts.some(({ kind }) => kind === "never")) return NEVER;
  const telling = parts.filter(({ kind }) => kind !== "always");
  const [only] = telling;
  if (only === undefined) return ALWAYS;
  return telling.length === 1
    ? only
    : { kind: "and", parts: flat("and", telling) };
}

/** Any of them. */
export function or(parts: readonly Condition[]): Condition {
  if (parts.some(({ kind }) => kind === "always")) return ALWAYS;
  const possible = parts.filter(({ kind }) => kind !== "never");
  const [only] = possible;
  if (only === undefined) return NEVER;
  return possible.length === 1
    ? only
    : { kind: "or", parts: flat("or", possible) };
}

function flat(
  kind: "and" | "or",
  parts: readonly Condition[],
): readonly Condition[] {
  return parts.flatMap((part) => (part.kind === kind ? part.parts : [part]));
}

/** The opposite. */
export function not(condition: Condition): Condition {
  switch (condition.kind) {
    case "always":
      return NEVER;
    case "never":
      return ALWAYS;
    case "atom":
      return {
        kind: "atom",
        text: condition.negated ?? ["!", condition.text],
        negated: condition.text,
      };
    case "and":
      return { kind: "or", parts: condition.parts.map(not) };
    case "or":
      return { kind: "and", parts: condition.parts.map(not) };
  }
}

/** The parts with operators and possible line breaks between them, without brackets. */
export function layoutCondition(condition: Condition): Layout {
  switch (condition.kind) {
    case "always":
      return "true";
    case "never":
      return "false";
    case "atom":
      return condition.text;
    default: {
      const operator = condition.kind === "and" ? " &&" : " ||";
      return join([operator, line], condition.parts.map(layoutOperand));
    }
  }
}

/** As an operand: in brackets when it has operators of its own. */
function layoutOperand(condition: Condition): Layout {
  if (condition.kind !== "and" && condition.kind !== "or") {
    return layoutCondition(condition);
  }
  const operator = condition.kind === "and" ? " &&" : " ||";
  const [first = "", ...others] = condition.parts.map(layoutOperand);
  return group([
    "(",
    first,
    indent(others.map((other) => [operator, line, other])),
    ")",
  ]);
}
