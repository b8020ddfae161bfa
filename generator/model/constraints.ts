/** Limits that documentation tags put on values, by the JSON types that they concern. */
import type { Constraints } from "./model.js";

/** Limits in the keywords of JSON Schema; each concerns values of one JSON type. */
export type Limits = Omit<Constraints, "nullable" | "jsonType" | "items">;

/** A JSON type that limits can concern. */
export type LimitedKind = "string" | "number" | "array" | "object";

/** The limits that concern each JSON type. */
export const LIMITS: Readonly<Record<LimitedKind, readonly (keyof Limits)[]>> =
  {
    string: ["minLength", "maxLength", "pattern", "format"],
    number: [
      "minimum",
      "exclusiveMinimum",
      "maximum",
      "exclusiveMaximum",
      "multipleOf",
    ],
    array: ["minItems", "maxItems", "uniqueItems"],
    object: ["minProperties", "maxProperties"],
  };

/** Whether nothing is limited. */
export function isNone(constraints: Constraints): boolean {
  return Object.keys(constraints).length === 0;
}

/** The limits of some that concern values of a JSON type. */
export function limitsFor(kind: LimitedKind, limits: Limits): Limits {
  return Object.fromEntries(
    LIMITS[kind].flatMap((key) =>
      limits[key] === undefined ? [] : [[key, limits[key]]],
    ),
  );
}

/** Two sets of limits as one, and those of the second that have to stay apart. */
export function mergeLimits(
  left: Limits,
  right: Limits,
): readonly [both: Limits, apart: Limits] {
  const both: Record<string, unknown> = { ...left };
  const apart: Record<string, unknown> = {};
  for (const key of Object.values(LIMITS).flat()) {
    const [old, added] = [left[key], right[key]];
    if (added === undefined || old === added) continue;
    if (old === undefined) both[key] = added;
    else if (typeof old === "number" && key !== "multipleOf") {
      const narrower = /^(?:min|exclusiveMin)/.test(key) ? Math.max : Math.min;
      both[key] = narrower(old, added as number);
    } else apart[key] = added;
  }
  return [both, apart];
}

/** The constraints of a value that has to keep both: the narrower one of two limits. */
export function bothConstraints(
  left: Constraints,
  right: Constraints,
): Constraints {
  if (isNone(left)) return right;
  const [limits] = mergeLimits(left, right);
  const { nullable: _, ...both } = { ...left, ...right, ...limits };
  return left.nullable && right.nullable ? { ...both, nullable: true } : both;
}
