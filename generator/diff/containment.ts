/**
 * Whether every value of one type is a value of another: the question behind
 * "is what was sent still accepted" and "was what arrives now expected". It
 * looks through names, so that the same shape written in two ways is the same.
 */
import type { Constraints, Property, TypeExpr } from "../model/model.js";
import { isNever } from "../model/normalise.js";
import type { Members, Types } from "../model/queries.js";
import { findType, flatten, resolve } from "../model/queries.js";
import { typeText } from "./type-text.js";

/** A type and the model in which its names have their meaning. */
export interface Placed {
  readonly expr: TypeExpr;
  readonly model: Types;
}

/**
 * Says whether every `inner` is accepted where `outer` is expected, in the open
 * world of the protocol: an optional field that `inner` does not know is no
 * obstacle, nor is a field that `outer` does not know.
 */
export function isAccepted(inner: Placed, outer: Placed): boolean {
  return contained(inner, outer, { exact: false, assumed: new Set() });
}

/** Says whether two types hold the same values and name the same fields. */
export function isSame(a: Placed, b: Placed): boolean {
  return (
    contained(a, b, { exact: true, assumed: new Set() }) &&
    contained(b, a, { exact: true, assumed: new Set() })
  );
}

/**
 * The type that a property has on the wire: with what `@nullable` and
 * `@TJS-type integer` add to the written one.
 */
export function wireType({
  type,
  constraints,
}: Pick<Property, "type" | "constraints">): TypeExpr {
  const narrowed: TypeExpr =
    constraints.jsonType === "integer" && type.kind === "number"
      ? { kind: "integer" }
      : type;
  if (constraints.nullable !== true) return narrowed;
  return {
    kind: "union",
    members: [
      ...(narrowed.kind === "union" ? narrowed.members : [narrowed]),
      { kind: "null" },
    ],
  };
}

/** Says whether every value within the limits `inner` is within `outer`. */
export function isWithin(inner: Constraints, outer: Constraints): boolean {
  const same = (key: keyof Constraints): boolean =>
    outer[key] === undefined || inner[key] === outer[key];
  return (
    same("format") &&
    same("pattern") &&
    same("uniqueItems") &&
    same("multipleOf") &&
    isAbove(inner, outer) &&
    isBelow(inner, outer) &&
    atLeast(inner.minLength, outer.minLength) &&
    atLeast(inner.minItems, outer.minItems) &&
    atLeast(inner.minProperties, outer.minProperties) &&
    atMost(inner.maxLength, outer.maxLength) &&
    atMost(inner.maxItems, outer.maxItems) &&
    atMost(inner.maxProperties, outer.maxProperties) &&
    (outer.items === undefined || isWithin(inner.items ?? {}, outer.items))
  );
}

function isAbove(inner: Constraints, outer: Constraints): boolean {
  const { minimum = -Infinity, exclusiveMinimum = -Infinity } = inner;
  const least = Math.max(minimum, exclusiveMinimum);
  return (
    atLeast(least, outer.minimum) &&
    (outer.exclusiveMinimum === undefined ||
      minimum > outer.exclusiveMinimum ||
      exclusiveMinimum >= outer.exclusiveMinimum)
  );
}

function isBelow(inner: Constraints, outer: Constraints): boolean {
  const { maximum = Infinity, exclusiveMaximum = Infinity } = inner;
  const most = Math.min(maximum, exclusiveMaximum);
  return (
    atMost(most, outer.maximum) &&
    (outer.exclusiveMaximum === undefined ||
      maximum < outer.exclusiveMaximum ||
      exclusiveMaximum <= outer.exclusiveMaximum)
  );
}

function atLeast(
  inner: number | undefined,
  outer: number | undefined,
): boolean {
  return outer === undefined || (inner !== undefined && inner >= outer);
}

function atMost(inner: number | undefined, outer: number | undefined): boolean {
  return outer === undefined || (inner !== undefined && inner <= outer);
}

interface Question {
  readonly exact: boolean;
  /** Pairs under examination: a recursive type is contained unless shown otherwise. */
  readonly assumed: Set<string>;
}

/** What `unknown` allows: any JSON value. */
const JSON_VALUES: readonly TypeExpr[] = [
  { kind: "string" },
  { kind: "number" },
  { kind: "boolean" },
  { kind: "null" },
  { kind: "array", items: { kind: "unknown", any: false } },
  { kind: "record", value: { kind: "unknown", any: false } },
];

function contained(a: Placed, b: Placed, question: Question): boolean {
  const inner = resolved(a);
  const outer = resolved(b);
  if (outer.expr.kind === "unknown" || isNever(inner.expr)) return true;
  const pair = `${typeText(a.expr)} in ${typeText(b.expr)}`;
  if (question.assumed.has(pair)) return true;
  question.assumed.add(pair);

  const at = (expr: TypeExpr): Placed => ({ expr, model: inner.model });
  const to = (expr: TypeExpr): Placed => ({ expr, model: outer.model });
  if (outer.expr.kind === "checked")
    return checkedContained(inner, outer.expr, to, question);
  if (inner.expr.kind === "checked")
    return contained(at(inner.expr.type), outer, question);
  const variants = variantsOf(inner.expr, outer.expr);
  if (variants !== undefined)
    return variants.every((variant) => contained(at(variant), outer, question));
  if (outer.expr.kind === "union")
    return outer.expr.members.some((member) =>
      // An attempt that fails must leave no assumption behind.
      contained(inner, to(member), {
        exact: question.exact,
        assumed: new Set(question.assumed),
      }),
    );
  if (outer.expr.kind === "intersection" && !isObject(inner))
    return outer.expr.members.every((member) =>
      contained(inner, to(member), question),
    );
  return isObject(inner)
    ? isObject(outer) && objectContained(inner, outer, question)
    : valueContained(inner, outer, question);
}

/** What limits and checks ask for has to be asked for already. */
function checkedContained(
  inner: Placed,
  { type, constraints, checks }: Extract<TypeExpr, { kind: "checked" }>,
  to: (expr: TypeExpr) => Placed,
  question: Question,
): boolean {
  if (!contained(inner, to(type), question)) return false;
  const given =
    inner.expr.kind === "checked"
      ? inner.expr
      : { constraints: {}, checks: [] };
  const known = new Set(given.checks.map((check) => JSON.stringify(check)));
  return (
    isWithin(given.constraints, constraints) &&
    checks.every((check) => known.has(JSON.stringify(check)))
  );
}

/** The parts of a type of which each has to be contained by itself. */
function variantsOf(
  inner: TypeExpr,
  outer: TypeExpr,
): readonly TypeExpr[] | undefined {
  if (inner.kind === "union") return inner.members;
  if (inner.kind === "unknown") return JSON_VALUES;
  if (inner.kind === "enum" && inner.open) return [{ kind: "string" }];
  if (inner.kind === "enum")
    return inner.values.map((value) => ({ kind: "literal", value }));
  if (
    inner.kind === "boolean" &&
    outer.kind !== "boolean" &&
    !isUnionOfBoolean(outer)
  )
    return [true, false].map((value) => ({ kind: "literal", value }));
  return undefined;
}

function isUnionOfBoolean(expr: TypeExpr): boolean {
  return (
    expr.kind === "union" &&
    expr.members.some((member) => member.kind === "boolean")
  );
}

function valueContained(
  inner: Placed,
  outer: Placed,
  question: Question,
): boolean {
  const [a, b] = [inner.expr, outer.expr];
  if (a.kind === "tuple") return tupleContained(a, inner, outer, question);
  if (a.kind === "array")
    return (
      b.kind === "array" &&
      contained(
        { expr: a.items, model: inner.model },
        { expr: b.items, model: outer.model },
        question,
      )
    );
  switch (b.kind) {
    case "number":
      return (
        a.kind === "number" || a.kind === "integer" || isLiteralOf(a, "number")
      );
    case "integer":
      return (
        a.kind === "integer" ||
        (a.kind === "literal" && Number.isInteger(a.value))
      );
    case "string":
    case "boolean":
      return a.kind === b.kind || isLiteralOf(a, b.kind);
    case "enum":
      return a.kind === "literal"
        ? typeof a.value === "string" && (b.open || b.values.includes(a.value))
        : a.kind === "string" && b.open;
    case "literal":
      return a.kind === "literal" && a.value === b.value;
    default:
      return a.kind === b.kind;
  }
}

/** A tuple in a tuple of the same length, or one whose items an array takes. */
function tupleContained(
  a: Extract<TypeExpr, { kind: "tuple" }>,
  inner: Placed,
  outer: Placed,
  question: Question,
): boolean {
  const b = outer.expr;
  const fits = (from: TypeExpr, to: TypeExpr): boolean =>
    contained(
      { expr: from, model: inner.model },
      { expr: to, model: outer.model },
      question,
    );
  const all = [...a.items, ...(a.rest ? [a.rest] : [])];
  if (b.kind === "array") return all.every((item) => fits(item, b.items));
  if (b.kind !== "tuple" || a.required < b.required) return false;
  const isEnded = a.rest === undefined || b.rest !== undefined;
  return (
    isEnded &&
    all.every((item, index) => {
      const wanted = b.items[index] ?? b.rest;
      return wanted !== undefined && fits(item, wanted);
    })
  );
}

function isLiteralOf(
  expr: TypeExpr,
  kind: "string" | "number" | "boolean",
): boolean {
  return expr.kind === "literal" && typeof expr.value === kind;
}

function objectContained(
  inner: Placed,
  outer: Placed,
  question: Question,
): boolean {
  const a = membersAt(inner);
  const b = membersAt(outer);
  const within = (from: TypeExpr, to: TypeExpr): boolean =>
    contained(
      { expr: from, model: inner.model },
      { expr: to, model: outer.model },
      question,
    );
  const own = new Map(
    a.properties.map((property) => [property.name, property]),
  );
  for (const asked of b.properties) {
    const given = own.get(asked.name);
    own.delete(asked.name);
    if (given === undefined) {
      if (!asked.optional || question.exact) return false;
      continue;
    }
    if (given.optional && !asked.optional) return false;
    if (!within(wireType(given), wireType(asked))) return false;
    if (!isWithin(given.constraints, asked.constraints)) return false;
  }
  if (question.exact && (a.rest === undefined) !== (b.rest === undefined))
    return false;
  if (b.closed && (own.size > 0 || a.rest !== undefined)) return false;
  if (question.exact && a.closed !== b.closed) return false;
  const { rest } = b;
  if (rest === undefined) return true;
  return (
    (a.rest === undefined || within(a.rest, rest)) &&
    [...own.values()].every((property) => within(wireType(property), rest))
  );
}

/** The members of an object type, by name or written out; none of any other type. */
export function membersAt({ expr, model }: Placed): Members {
  // The word `object` alone allows any member.
  return expr.kind === "object" && expr.keyword
    ? { properties: [], rest: { kind: "unknown", any: false } }
    : (flatten(model, expr) ?? { properties: [] });
}

/** True for everything that is a JSON object, written out or by name. */
export function isObject(placed: Placed): boolean {
  const { expr, model } = resolved(placed);
  switch (expr.kind) {
    case "object":
    case "record":
      return true;
    case "ref":
      return findType(model, expr.name)?.kind === "interface";
    case "intersection":
      return expr.members.every((member) => isObject({ expr: member, model }));
    default:
      return false;
  }
}

/** Follows aliases; an interface stays a reference. */
function resolved({ expr, model }: Placed): Placed {
  return { expr: resolve(model, expr), model };
}
