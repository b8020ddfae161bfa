/**
 * The normal forms of type expressions, so that everyone after `read` meets
 * each meaning in one spelling only.
 */
import type { Property, TypeExpr } from "./model.js";

type Members = readonly TypeExpr[];

const STRING: TypeExpr = { kind: "string" };
const BOOLEAN: TypeExpr = { kind: "boolean" };

/** The type that no value has: a union without members. */
export const NEVER: TypeExpr = { kind: "union", members: [] };

/** Whether no value has the type. */
export function isNever(type: TypeExpr): boolean {
  return type.kind === "union" && type.members.length === 0;
}

function sameAll(left: Members, right: Members): boolean {
  return (
    left.length === right.length &&
    left.every((item, index) => {
      const other = right[index];
      return other !== undefined && sameType(item, other);
    })
  );
}

function sameOptional(
  left: TypeExpr | undefined,
  right: TypeExpr | undefined,
): boolean {
  return left === undefined || right === undefined
    ? left === right
    : sameType(left, right);
}

/** Whether two pieces of the model are written alike. */
function sameJson(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

function sameProperties(
  left: readonly Property[],
  right: readonly Property[],
): boolean {
  return (
    left.length === right.length &&
    left.every((property, index) => {
      const other = right[index];
      return (
        other !== undefined &&
        property.name === other.name &&
        property.optional === other.optional &&
        sameType(property.type, other.type)
      );
    })
  );
}

/** Whether two expressions are written alike, documentation and positions aside. */
export function sameType(left: TypeExpr, right: TypeExpr): boolean {
  switch (left.kind) {
    case "string":
    case "number":
    case "integer":
    case "boolean":
    case "null":
      return left.kind === right.kind;
    case "unknown":
      return right.kind === "unknown" && left.any === right.any;
    case "literal":
      return (
        right.kind === "literal" &&
        left.value === right.value &&
        left.constant === right.constant
      );
    case "enum":
      return (
        right.kind === "enum" &&
        left.open === right.open &&
        left.values.length === right.values.length &&
        left.values.every((value, index) => value === right.values[index])
      );
    case "array":
      return (
        right.kind === "array" &&
        left.readonly === right.readonly &&
        sameType(left.items, right.items)
      );
    case "tuple":
      return (
        right.kind === "tuple" &&
        left.required === right.required &&
        sameAll(left.items, right.items) &&
        sameOptional(left.rest, right.rest)
      );
    case "checked":
      return (
        right.kind === "checked" &&
        sameType(left.type, right.type) &&
        sameJson(left.constraints, right.constraints) &&
        sameJson(left.checks, right.checks)
      );
    case "record":
      return (
        right.kind === "record" &&
        left.orUndefined === right.orUndefined &&
        sameType(left.value, right.value)
      );
    case "object":
      return (
        right.kind === "object" &&
        left.keyword === right.keyword &&
        left.closed === right.closed &&
        left.restOrUndefined === right.restOrUndefined &&
        sameOptional(left.rest, right.rest) &&
        sameProperties(left.properties, right.properties)
      );
    case "union":
      return right.kind === "union" && sameAll(left.members, right.members);
    case "intersection":
      return (
        right.kind === "intersection" && sameAll(left.members, right.members)
      );
    case "ref":
      return right.kind === "ref" && left.name === right.name;
  }
}

function withoutRepeats(members: Members): TypeExpr[] {
  const kept: TypeExpr[] = [];
  for (const member of members) {
    if (!kept.some((other) => sameType(other, member))) kept.push(member);
  }
  return kept;
}

function stringLiterals(member: TypeExpr, open: boolean): readonly string[] {
  if (member.kind === "enum") return member.values;
  // Next to plain `string` a constant's name has nothing left to narrow.
  return member.kind === "literal" &&
    typeof member.value === "string" &&
    (open || member.constant === undefined)
    ? [member.value]
    : [];
}

/** Merges string literals, enums and plain `string` into one member, at the place of the first. */
function mergeStrings(members: Members): TypeExpr[] {
  const open = members.some(
    (member) =>
      member.kind === "string" || (member.kind === "enum" && member.open),
  );
  const values = [
    ...new Set(members.flatMap((member) => stringLiterals(member, open))),
  ];
  const [only] = values;
  let merged: TypeExpr | undefined;
  if (only === undefined) merged = open ? STRING : undefined;
  else if (values.length === 1 && !open) {
    merged = { kind: "literal", value: only };
  } else merged = { kind: "enum", values, open };
  if (merged === undefined) return [...members];

  const result: TypeExpr[] = [];
  let placed = false;
  for (const member of members) {
    const isString =
      member.kind === "string" || stringLiterals(member, open).length > 0;
    if (!isString) result.push(member);
    else if (!placed) {
      result.push(merged);
      placed = true;
    }
  }
  return result;
}

/** `true | false` is `boolean`, which also swallows either literal. */
function mergeBooleans(members: Members): TypeExpr[] {
  const isLiteral = (member: TypeExpr): boolean =>
    member.kind === "literal" && typeof member.value === "boolean";
  const literals = withoutRepeats(members.filter(isLiteral));
  const whole =
    literals.length === 2 || members.some(({ kind }) => kind === "boolean");
  return whole
    ? withoutRepeats(
        members.map((member) => (isLiteral(member) ? BOOLEAN : member)),
      )
    : [...members];
}

/**
 * The union of `members` in normal form: flat, without repeats, its string
 * literals in one `enum` (open when plain `string` is a member), no union at all
 * where one member remains. An unknown member makes the whole unknown; without any
 * member it is {@link NEVER}.
 */
export function unionOf(members: Members): TypeExpr {
  const flat = members.flatMap((member) =>
    member.kind === "union" ? member.members : [member],
  );
  const unknown = flat.find(({ kind }) => kind === "unknown");
  if (unknown !== undefined) return unknown;
  const merged = withoutRepeats(mergeBooleans(mergeStrings(flat)));
  const [first] = merged;
  return first !== undefined && merged.length === 1
    ? first
    : { kind: "union", members: merged };
}

/** The intersection of `members` in normal form: flat, without repeats and `unknown`; nothing is of a type and of none. */
export function intersectionOf(members: Members): TypeExpr {
  const flat = members.flatMap((member) =>
    member.kind === "intersection" ? member.members : [member],
  );
  if (flat.some(isNever)) return NEVER;
  const telling = withoutRepeats(flat.filter(({ kind }) => kind !== "unknown"));
  const [first] = telling.length > 0 ? telling : flat;
  return first !== undefined && telling.length <= 1
    ? first
    : { kind: "intersection", members: telling };
}

function isBaseOf(base: TypeExpr, narrow: TypeExpr): boolean {
  switch (base.kind) {
    case "string":
      return (
        narrow.kind === "enum" ||
        (narrow.kind === "literal" && typeof narrow.value === "string")
      );
    case "enum":
      return (
        (narrow.kind === "literal" &&
          typeof narrow.value === "string" &&
          (base.open || base.values.includes(narrow.value))) ||
        (narrow.kind === "enum" &&
          (base.open ||
            (!narrow.open &&
              narrow.values.every((value) => base.values.includes(value)))))
      );
    case "number":
      return (
        narrow.kind === "integer" ||
        (narrow.kind === "literal" && typeof narrow.value === "number")
      );
    case "integer":
      return narrow.kind === "literal" && Number.isInteger(narrow.value);
    case "boolean":
      return narrow.kind === "literal" && typeof narrow.value === "boolean";
    default:
      return false;
  }
}

/** What a value must be to satisfy both types: the narrower one where it is known. */
export function intersectTypes(left: TypeExpr, right: TypeExpr): TypeExpr {
  if (isBaseOf(left, right)) return right;
  if (isBaseOf(right, left)) return left;
  return intersectionOf([left, right]);
}
