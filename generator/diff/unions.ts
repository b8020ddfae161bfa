/** Compares the members of unions. */
import type { TypeExpr } from "../model/model.js";
import type { Types } from "../model/queries.js";
import { resolve } from "../model/queries.js";
import type { Comparison } from "./comparison.js";
import { changeAt } from "./comparison.js";
import type { Placed } from "./containment.js";
import { isAccepted } from "./containment.js";
import { asEnum } from "./enums.js";
import { compareExpr } from "./expressions.js";
import type { Found } from "./inheritance.js";
import type { Place } from "./place.js";
import { codeText, typeText } from "./type-text.js";
import { HARMLESS, NARROWED, WIDENED } from "./verdict.js";

/**
 * Compares unions member by member. Literals are compared one by one, and a single
 * written-out member of each with the other; else members came or went.
 */
export function compareUnion(
  before: readonly TypeExpr[],
  after: readonly TypeExpr[],
  place: Place,
  comparison: Comparison,
): readonly Found[] {
  const changes: Found[] = [];
  let lost = before.filter((member) => !includes(after, member));
  let gained = after.filter((member) => !includes(before, member));
  if (lost.length > 0 && gained.length > 0) {
    // One side may name a union that the other one spells out.
    const old = unfolded(lost, comparison.before.model);
    const now = unfolded(gained, comparison.after.model);
    lost = old.filter((member) => !includes(now, member));
    gained = now.filter((member) => !includes(old, member));
  }
  const oldEnum = before.find((member) => asEnum(member) !== undefined);
  const newEnum = after.find((member) => asEnum(member) !== undefined);
  if (oldEnum !== undefined && newEnum !== undefined) {
    changes.push(...compareExpr(oldEnum, newEnum, place, comparison));
    lost = lost.filter((member) => member !== oldEnum);
    gained = gained.filter((member) => member !== newEnum);
  }
  const [onlyLost, onlyGained] = [lost[0], gained[0]];
  if (
    lost.length === 1 &&
    gained.length === 1 &&
    onlyLost !== undefined &&
    onlyGained !== undefined &&
    onlyLost.kind === onlyGained.kind &&
    (onlyLost.kind === "array" ||
      onlyLost.kind === "record" ||
      onlyLost.kind === "object")
  )
    return [
      ...changes,
      ...compareExpr(onlyLost, onlyGained, place, comparison),
    ];

  const old = { expr: unionOf(before), model: comparison.before.model };
  const now = { expr: unionOf(after), model: comparison.after.model };
  for (const expr of lost)
    changes.push({
      ...changeAt(place, {
        action: "removed",
        what: `can no longer be ${codeText(typeText(expr))}`,
        before: typeText(expr),
        effect: isAccepted({ expr, model: comparison.before.model }, now)
          ? HARMLESS
          : NARROWED,
      }),
      subject: "variant",
    });
  for (const expr of gained)
    changes.push({
      ...changeAt(place, {
        action: "added",
        what: `can now be ${codeText(typeText(expr))}`,
        after: typeText(expr),
        effect: isAccepted({ expr, model: comparison.after.model }, old)
          ? HARMLESS
          : WIDENED,
      }),
      subject: "variant",
    });
  return changes;
}

/** The members of a union, by name or written out. */
export function asUnion({
  expr,
  model,
}: Placed): readonly TypeExpr[] | undefined {
  const resolved = resolve(model, expr);
  return resolved.kind === "union" ? resolved.members : undefined;
}

/** Unfolds members that are unions themselves. */
function unfolded(
  members: readonly TypeExpr[],
  model: Types,
): readonly TypeExpr[] {
  return members.flatMap((expr) => {
    const inner = asUnion({ expr, model });
    return inner === undefined ? [expr] : unfolded(inner, model);
  });
}

function unionOf(members: readonly TypeExpr[]): TypeExpr {
  return { kind: "union", members };
}

function includes(members: readonly TypeExpr[], member: TypeExpr): boolean {
  const text = typeText(member);
  return members.some((other) => typeText(other) === text);
}
