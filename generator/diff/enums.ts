/** Compares the literals of enums. */
import type { TypeExpr } from "../model/model.js";
import type { Change } from "./change.js";
import { changeAt } from "./comparison.js";
import type { Place } from "./place.js";
import { codeText, typeText } from "./type-text.js";
import { HARMLESS, NARROWED, WIDENED } from "./verdict.js";

/** An enum of a model. */
export type EnumExpr = Extract<TypeExpr, { kind: "enum" }>;

/** An enum as it is; a string literal as an enum of one. */
export function asEnum(expr: TypeExpr): EnumExpr | undefined {
  if (expr.kind === "enum") return expr;
  return expr.kind === "literal" && typeof expr.value === "string"
    ? { kind: "enum", values: [expr.value], open: false }
    : undefined;
}

/** Compares literal by literal, and whether other strings are allowed. */
export function compareEnum(
  before: EnumExpr,
  after: EnumExpr,
  place: Place,
): readonly Change[] {
  const changes: Change[] = [];
  if (before.open !== after.open)
    changes.push(
      changeAt(place, {
        action: after.open ? "opened" : "closed",
        what: after.open
          ? "became open: it may hold any other string too"
          : "became closed: it holds no other string any more",
        before: typeText(before),
        after: typeText(after),
        effect: after.open ? WIDENED : NARROWED,
      }),
    );
  for (const value of before.values)
    if (!after.values.includes(value))
      changes.push({
        ...changeAt(place, {
          action: "removed",
          what: `lost the value ${codeText(JSON.stringify(value))}`,
          before: JSON.stringify(value),
          effect: NARROWED,
        }),
        subject: "literal",
      });
  for (const value of after.values)
    if (!before.values.includes(value))
      changes.push({
        ...changeAt(place, {
          action: "added",
          what: `gained the value ${codeText(JSON.stringify(value))}`,
          after: JSON.stringify(value),
          effect: before.open ? HARMLESS : WIDENED,
        }),
        subject: "literal",
      });
  return changes;
}
