import { describe, expect, test } from "vitest";
import type { TypeExpr } from "../../generator/model/model.js";
import {
  intersectionOf,
  intersectTypes,
  unionOf,
} from "../../generator/model/normalise.js";
import { printType } from "./print.js";

const STRING: TypeExpr = { kind: "string" };
const NUMBER: TypeExpr = { kind: "number" };
const INTEGER: TypeExpr = { kind: "integer" };
const BOOLEAN: TypeExpr = { kind: "boolean" };
const NULL: TypeExpr = { kind: "null" };
const UNKNOWN: TypeExpr = { kind: "unknown", any: false };
const ANY: TypeExpr = { kind: "unknown", any: true };
const A: TypeExpr = { kind: "ref", name: "A" };
const B: TypeExpr = { kind: "ref", name: "B" };

function literal(
  value: string | number | boolean,
  constant?: string,
): TypeExpr {
  return { kind: "literal", value, ...(constant && { constant }) };
}
function enumOf(...values: readonly string[]): TypeExpr {
  return { kind: "enum", values, open: false };
}
function openEnum(...values: readonly string[]): TypeExpr {
  return { kind: "enum", values, open: true };
}

describe("unionOf", () => {
  test.each<[string, readonly TypeExpr[], TypeExpr]>([
    ["one member", [A], A],
    ["equal members", [A, B, A], { kind: "union", members: [A, B] }],
    [
      "unions inside",
      [{ kind: "union", members: [A, NULL] }, B],
      { kind: "union", members: [A, NULL, B] },
    ],
    ["string literals", [literal("b"), literal("a")], enumOf("b", "a")],
    [
      "one string literal",
      [literal("a"), NULL],
      { kind: "union", members: [literal("a"), NULL] },
    ],
    [
      "literals before string",
      [literal("a"), literal("b"), STRING],
      openEnum("a", "b"),
    ],
    ["string before a literal", [STRING, literal("a")], openEnum("a")],
    ["enums", [enumOf("a", "b"), enumOf("b", "c")], enumOf("a", "b", "c")],
    [
      "an open enum and a closed one",
      [openEnum("a"), enumOf("b")],
      openEnum("a", "b"),
    ],
    [
      "strings among others, at the place of the first",
      [NUMBER, literal("a"), NULL, literal("b")],
      { kind: "union", members: [NUMBER, enumOf("a", "b"), NULL] },
    ],
    [
      "constants, which keep their names",
      [literal("x", "X"), literal("y", "Y")],
      { kind: "union", members: [literal("x", "X"), literal("y", "Y")] },
    ],
    [
      "constants next to string, where names mean nothing",
      [literal("x", "X"), STRING],
      openEnum("x"),
    ],
    ["true and false", [literal(true), literal(false)], BOOLEAN],
    [
      "boolean and true",
      [BOOLEAN, literal(true), NULL],
      { kind: "union", members: [BOOLEAN, NULL] },
    ],
    [
      "numbers, which stay apart",
      [literal(1), literal(2)],
      { kind: "union", members: [literal(1), literal(2)] },
    ],
    ["something unknown", [STRING, UNKNOWN, A], UNKNOWN],
    ["something any", [A, ANY], ANY],
  ])("%s", (_, given, want) => {
    expect(unionOf(given)).toEqual(want);
  });
});

describe("intersectionOf", () => {
  test.each<[string, readonly TypeExpr[], TypeExpr]>([
    ["one member", [A], A],
    [
      "intersections inside",
      [{ kind: "intersection", members: [A, B] }, A],
      { kind: "intersection", members: [A, B] },
    ],
    ["something unknown", [UNKNOWN, A], A],
    ["nothing but unknown", [UNKNOWN, UNKNOWN], UNKNOWN],
  ])("%s", (_, given, want) => {
    expect(intersectionOf(given)).toEqual(want);
  });
});

describe("intersectTypes", () => {
  test.each<[TypeExpr, TypeExpr, TypeExpr]>([
    [UNKNOWN, A, A],
    [ANY, STRING, STRING],
    [NUMBER, literal(-1, "CODE"), literal(-1, "CODE")],
    [NUMBER, INTEGER, INTEGER],
    [INTEGER, literal(2), literal(2)],
    [STRING, enumOf("a", "b"), enumOf("a", "b")],
    [openEnum("a"), literal("z"), literal("z")],
    [enumOf("a", "b"), literal("a"), literal("a")],
    [enumOf("a", "b", "c"), enumOf("a", "c"), enumOf("a", "c")],
    [BOOLEAN, literal(true), literal(true)],
    [A, A, A],
    [A, B, { kind: "intersection", members: [A, B] }],
    [
      enumOf("a"),
      literal("b"),
      { kind: "intersection", members: [enumOf("a"), literal("b")] },
    ],
  ])("$0 and $1, in either order", (left, right, want) => {
    expect(printType(intersectTypes(left, right))).toBe(printType(want));
    const swapped = intersectTypes(right, left);
    expect(new Set(membersOf(swapped))).toEqual(new Set(membersOf(want)));
  });
});

function membersOf(type: TypeExpr): readonly string[] {
  return type.kind === "intersection"
    ? type.members.map(printType)
    : [printType(type)];
}
