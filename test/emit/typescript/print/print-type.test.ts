import { describe, expect, it } from "vitest";
import type {
  InterfaceDeclaration,
  TypeExpr,
} from "../../../../generator/model/model.js";
import { printType } from "../../../../generator/emit/typescript/print/print-type.js";
import {
  anAlias,
  anInterface,
  emitted,
  modelOf,
  property,
  says,
} from "../../sample-model.js";

const string: TypeExpr = { kind: "string" };
const nothing: TypeExpr = { kind: "null" };
const unknown: TypeExpr = { kind: "unknown", any: false };
const ref = (name: string): TypeExpr => ({ kind: "ref", name });
const array = (items: TypeExpr): TypeExpr => ({ kind: "array", items });
const union = (...members: TypeExpr[]): TypeExpr => ({
  kind: "union",
  members,
});
const both = (...members: TypeExpr[]): TypeExpr => ({
  kind: "intersection",
  members,
});
const oneOf = (...values: string[]): TypeExpr => ({
  kind: "enum",
  values,
  open: false,
});
const literal = (value: string | number | boolean): TypeExpr => ({
  kind: "literal",
  value,
});

describe("printType", () => {
  it.each<[string, { given: TypeExpr; want: string }]>([
    ["string", { given: string, want: "string" }],
    ["integer", { given: { kind: "integer" }, want: "number" }],
    ["null", { given: nothing, want: "null" }],
    ["unknown", { given: unknown, want: "unknown" }],
    ["any", { given: { kind: "unknown", any: true }, want: "any" }],
    [
      "literals",
      { given: union(literal(-1), literal(true)), want: "-1 | true" },
    ],
    [
      "the value of a constant",
      {
        given: { kind: "literal", value: "2.0", constant: "JSONRPC_VERSION" },
        want: '"2.0"',
      },
    ],
    ["an enum", { given: oneOf("a", "b"), want: '"a" | "b"' }],
    [
      "an open enum, which keeps its literals",
      {
        given: { kind: "enum", values: ["a"], open: true },
        want: '"a" | (string & {})',
      },
    ],
    [
      "an open enum in a union",
      {
        given: union({ kind: "enum", values: ["a"], open: true }, nothing),
        want: '"a" | (string & {}) | null',
      },
    ],
    ["an array", { given: array(ref("Tool")), want: "Tool[]" }],
    ["an array of arrays", { given: array(array(string)), want: "string[][]" }],
    [
      "an array of a union",
      { given: array(union(string, nothing)), want: "(string | null)[]" },
    ],
    [
      "an array of an enum",
      { given: array(oneOf("a", "b")), want: '("a" | "b")[]' },
    ],
    ["an array of an enum of one", { given: array(oneOf("a")), want: '"a"[]' }],
    [
      "an array of an intersection",
      { given: array(both(ref("A"), ref("B"))), want: "(A & B)[]" },
    ],
    [
      "an intersection in a union",
      {
        given: union(both(ref("A"), ref("B")), string),
        want: "(A & B) | string",
      },
    ],
    [
      "a union in an intersection",
      {
        given: both(union(ref("A"), string), ref("B")),
        want: "(A | string) & B",
      },
    ],
    [
      "a record",
      {
        given: { kind: "record", value: string },
        want: "{ [key: string]: string }",
      },
    ],
    [
      "the word object",
      {
        given: { kind: "object", properties: [], keyword: true },
        want: "object",
      },
    ],
    [
      "an object without members",
      { given: { kind: "object", properties: [], keyword: false }, want: "{}" },
    ],
    [
      "an object with members next to an index signature",
      {
        given: {
          kind: "object",
          keyword: false,
          properties: [
            property("type", literal("object")),
            property("$schema", string, { optional: true }),
          ],
          rest: unknown,
        },
        want: '{ type: "object"; $schema?: string; [key: string]: unknown }',
      },
    ],
    [
      "keys that are not identifiers",
      {
        given: {
          kind: "object",
          keyword: false,
          properties: [
            property("a/b", string),
            property("class", string),
            property("__proto__", string),
            property("1", string),
            property("", string),
          ],
        },
        want: '{ "a/b": string; class: string; __proto__: string; "1": string; "": string }',
      },
    ],
  ])("%s", (_name, { given, want }) => {
    expect(printType(given).replace(/\n\s*/g, " ").replace("; }", " }")).toBe(
      want,
    );
  });

  it.each<[string, string]>([
    ["plain", '"plain"'],
    ["it's", '"it\'s"'],
    ['say "x"', "'say \"x\"'"],
    ["'\"", '"\'\\""'],
    ["\\", '"\\\\"'],
    ["`${x}`", '"`${x}`"'],
    ["*/", '"*/"'],
    ["a\nb\tc", '"a\\nb\\tc"'],
    ["\u2028\u2029", '"\\u2028\\u2029"'],
    ["\u202eabc", '"\\u202eabc"'],
    ["\ud800", '"\\ud800"'],
    ["😀", '"😀"'],
  ])("the literal %j", (value, want) => {
    expect(printType(literal(value))).toBe(want);
  });
});

describe("types.ts", () => {
  const types = (...given: Parameters<typeof modelOf>[0]["types"] & object) =>
    (emitted(modelOf({ types: given }), ["types"]).get("types.ts") ?? "")
      .split("\n\n")
      .slice(2)
      .join("\n\n");

  const heirs = (
    name: string,
    more: Partial<InterfaceDeclaration>,
  ): InterfaceDeclaration => anInterface(name, [], more);

  it.each<[string, { given: InterfaceDeclaration; want: string }]>([
    [
      "an empty body",
      {
        given: heirs("A", { extends: [{ name: "B", omit: [] }] }),
        want: "export interface A extends B {}\n",
      },
    ],
    [
      "two supertypes, one with members left out",
      {
        given: heirs("A", {
          extends: [
            { name: "B", omit: ["error", "x-y"] },
            { name: "C", omit: [] },
          ],
        }),
        want: 'export interface A extends Omit<B, "error" | "x-y">, C {}\n',
      },
    ],
    [
      "an index signature of its own",
      {
        given: anInterface("A", [property("a", string, { optional: true })], {
          rest: unknown,
        }),
        want: "export interface A {\n  a?: string;\n  [key: string]: unknown;\n}\n",
      },
    ],
    [
      "documentation of members inside members",
      {
        given: anInterface("A", [
          property("a", {
            kind: "object",
            keyword: false,
            properties: [
              property("b", string, { documentation: says("About b.") }),
            ],
          }),
        ]),
        want: "export interface A {\n  a: {\n    /** About b. */\n    b: string;\n  };\n}\n",
      },
    ],
    [
      "a union too wide for its line",
      {
        given: anInterface("A", [
          property(
            "content",
            union(...["x", "y", "z"].map((letter) => ref(letter.repeat(30)))),
          ),
        ]),
        want: `export interface A {\n  content:\n    | ${"x".repeat(30)}\n    | ${"y".repeat(30)}\n    | ${"z".repeat(30)};\n}\n`,
      },
    ],
  ])("%s", (_name, { given, want }) => {
    expect(types(given)).toBe(want);
  });

  it("keeps the order of the schema, and what each declaration is", () => {
    expect(
      types(
        anAlias("B", string, says("", { internal: true })),
        anInterface("A", [], { documentation: says("", { deprecated: "" }) }),
      ),
    ).toBe(
      "/** @internal */\nexport type B = string;\n\n/** @deprecated */\nexport interface A {}\n",
    );
  });
});
