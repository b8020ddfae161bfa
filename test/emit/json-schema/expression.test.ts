import { describe, expect, it } from "vitest";
import { schemaOfExpression } from "../../../generator/emit/json-schema/expression.js";
import type {
  Constraints,
  Property,
  TypeExpr,
} from "../../../generator/model/model.js";

function property(
  name: string,
  type: TypeExpr,
  more: { optional?: boolean; constraints?: Constraints } = {},
): Property {
  return {
    name,
    type,
    optional: more.optional ?? false,
    constraints: more.constraints ?? {},
    documentation: { text: "", internal: false, see: [], examples: [] },
    position: { line: 1, column: 1 },
  };
}

function object(properties: readonly Property[], rest?: TypeExpr): TypeExpr {
  return { kind: "object", properties, keyword: false, ...(rest && { rest }) };
}

const string: TypeExpr = { kind: "string" };
const number: TypeExpr = { kind: "number" };
const nothing: TypeExpr = { kind: "null" };
const unknown: TypeExpr = { kind: "unknown", any: false };
const name: TypeExpr = { kind: "ref", name: "Name" };

const cases: [title: string, given: TypeExpr, want: object][] = [
  ["a string", string, { type: "string" }],
  ["a number, fractions included", number, { type: "number" }],
  ["an integer", { kind: "integer" }, { type: "integer" }],
  ["null", nothing, { type: "null" }],
  ["anything", unknown, {}],
  [
    "a literal",
    { kind: "literal", value: -32700, constant: "PARSE_ERROR" },
    { type: "number", const: -32700 },
  ],
  [
    "a closed enum",
    { kind: "enum", values: ["a", "b"], open: false },
    { type: "string", enum: ["a", "b"] },
  ],
  [
    "an open enum, which keeps the literals that upstream's schema loses",
    { kind: "enum", values: ["a"], open: true },
    { anyOf: [{ type: "string", enum: ["a"] }, { type: "string" }] },
  ],
  [
    "an array",
    { kind: "array", items: name },
    { type: "array", items: { $ref: "#/$defs/Name" } },
  ],
  [
    "a record",
    { kind: "record", value: number },
    { type: "object", additionalProperties: { type: "number" } },
  ],
  ["any object", object([]), { type: "object" }],
  [
    "an object with a required unknown and an optional member",
    object([
      property("data", unknown),
      property("x", string, { optional: true }),
    ]),
    {
      type: "object",
      properties: { data: {}, x: { type: "string" } },
      required: ["data"],
    },
  ],
  [
    "an object with an index signature",
    object([property("a", string)], number),
    {
      type: "object",
      properties: { a: { type: "string" } },
      required: ["a"],
      additionalProperties: { type: "number" },
    },
  ],
  [
    "limits from tags",
    object([
      property("n", number, { constraints: { minimum: 0, maximum: 1 } }),
      property(
        "list",
        { kind: "array", items: string },
        { constraints: { maxItems: 100 } },
      ),
    ]),
    {
      type: "object",
      properties: {
        n: { type: "number", minimum: 0, maximum: 1 },
        list: { type: "array", items: { type: "string" }, maxItems: 100 },
      },
      required: ["n", "list"],
    },
  ],
  [
    "what a tag calls nullable, once",
    object([
      property("a", number, { constraints: { nullable: true, minimum: 0 } }),
      property("b", name, { constraints: { nullable: true } }),
      property(
        "c",
        { kind: "union", members: [number, nothing] },
        { constraints: { nullable: true } },
      ),
    ]),
    {
      type: "object",
      properties: {
        a: { type: ["number", "null"], minimum: 0 },
        b: { anyOf: [{ $ref: "#/$defs/Name" }, { type: "null" }] },
        c: { type: ["number", "null"] },
      },
      required: ["a", "b", "c"],
    },
  ],
  [
    "a union of plain types",
    { kind: "union", members: [string, { kind: "integer" }, nothing] },
    { type: ["string", "integer", "null"] },
  ],
  [
    "a union of plain and other types, in the schema's order",
    { kind: "union", members: [name, string, number] },
    { anyOf: [{ $ref: "#/$defs/Name" }, { type: ["string", "number"] }] },
  ],
  [
    "an intersection of objects, flattened",
    {
      kind: "intersection",
      members: [
        object([property("code", number), property("message", string)]),
        object([property("code", { kind: "literal", value: 7 })]),
      ],
    },
    {
      type: "object",
      properties: {
        code: { type: "number", const: 7 },
        message: { type: "string" },
      },
      required: ["code", "message"],
    },
  ],
  [
    "an intersection that is not a single object",
    { kind: "intersection", members: [name, string] },
    { allOf: [{ $ref: "#/$defs/Name" }, { type: "string" }] },
  ],
];

describe("schemaOfExpression", () => {
  it.each(cases)("states %s", (_title, given, want) => {
    const context = { model: { types: [] }, annotate: () => ({}) };
    expect(schemaOfExpression(given, context)).toEqual(want);
  });
});
