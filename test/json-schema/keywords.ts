/** One schema for each keyword, with values that fit and values that do not. */

import type { Schema } from "./sample.js";

/** A schema and what it is to say of some values. */
export interface KeywordCase {
  readonly name: string;
  readonly schema: Schema;
  readonly valid: readonly unknown[];
  readonly invalid: readonly unknown[];
}

const DRAFT_07 = "http://json-schema.org/draft-07/schema#";
const DRAFT_2019 = "https://json-schema.org/draft/2019-09/schema";
const tree = {
  type: "object",
  properties: {
    value: { type: "integer" },
    children: { type: "array", items: { $ref: "#" } },
  },
  required: ["value"],
  additionalProperties: false,
};

export const KEYWORDS: readonly KeywordCase[] = [
  {
    name: "true",
    schema: true,
    valid: [null, 1, "a", [], {}],
    invalid: [],
  },
  { name: "false", schema: false, valid: [], invalid: [null, 1, "a", [], {}] },
  {
    name: "type",
    schema: { type: "integer" },
    valid: [1, 1.0, -3],
    invalid: [1.5, "1", null, true, [], {}],
  },
  {
    name: "type as a list",
    schema: { type: ["string", "null", "array"] },
    valid: ["", null, [], [1]],
    invalid: [1, {}, false],
  },
  {
    name: "nullable",
    schema: { type: "string", nullable: true },
    valid: ["a", null],
    invalid: [1, {}],
  },
  {
    name: "enum of several types",
    schema: { enum: ["a", 1, null, true, { a: [1] }, [2]] },
    valid: ["a", 1, null, true, { a: [1] }, [2]],
    invalid: ["b", 2, false, {}, { a: [2] }, { a: [1], b: 1 }, [], [2, 2]],
  },
  {
    name: "enum within limits",
    schema: { type: "string", enum: ["a", "abc", 7], minLength: 2 },
    valid: ["abc"],
    invalid: ["a", 7, "abcd"],
  },
  {
    name: "const of an object",
    schema: { const: { a: { b: null }, c: [1, "x"] } },
    valid: [{ a: { b: null }, c: [1, "x"] }],
    invalid: [{}, { a: {}, c: [1, "x"] }, { a: { b: null }, c: [1] }, null],
  },
  {
    name: "const of false",
    schema: { const: false },
    valid: [false],
    invalid: [0, "", null, true, []],
  },
  {
    name: "properties and required",
    schema: {
      properties: { a: { type: "string" }, toString: { type: "number" } },
      required: ["a", "other"],
    },
    valid: [
      { a: "", other: null },
      7,
      "x",
      [],
      { a: "", other: 1, toString: 1 },
    ],
    invalid: [
      {},
      { a: "" },
      { a: 1, other: 1 },
      { a: "", other: 1, toString: "" },
    ],
  },
  {
    name: "a property called __proto__",
    schema: {
      type: "object",
      properties: JSON.parse('{"__proto__":{"type":"string"}}'),
      required: ["__proto__"],
      additionalProperties: false,
    },
    valid: [JSON.parse('{"__proto__":"a"}')],
    invalid: [
      {},
      JSON.parse('{"__proto__":1}'),
      JSON.parse('{"__proto__":"a","b":1}'),
    ],
  },
  {
    name: "additionalProperties: false",
    schema: {
      type: "object",
      properties: { a: {}, b: { type: "string" } },
      additionalProperties: false,
    },
    valid: [{}, { a: 1 }, { a: 1, b: "" }],
    invalid: [{ c: 1 }, { b: 1 }, { a: 1, constructor: 1 }, []],
  },
  {
    name: "additionalProperties: false alone",
    schema: { type: "object", additionalProperties: false },
    valid: [{}],
    invalid: [{ a: 1 }, null],
  },
  {
    name: "additionalProperties with a schema",
    schema: {
      type: "object",
      properties: { a: { type: "string" } },
      additionalProperties: { type: "number", minimum: 1 },
    },
    valid: [{}, { a: "" }, { a: "", b: 1 }, { b: 2 }],
    invalid: [{ b: 0 }, { b: "" }, { a: 1 }],
  },
  {
    name: "patternProperties",
    schema: {
      type: "object",
      properties: { "x-a": { type: "string" } },
      patternProperties: {
        "^x-": { minLength: 2 },
        "\\d$": { type: "integer" },
      },
      additionalProperties: false,
    },
    valid: [{}, { "x-a": "ab", a1: 1 }, { "x-1": 4 }],
    invalid: [{ "x-a": "a" }, { "x-a": 1 }, { "x-1": "ab" }, { b: 1 }],
  },
  {
    name: "propertyNames",
    schema: {
      type: "object",
      propertyNames: { pattern: "^[a-z]+$", maxLength: 3 },
    },
    valid: [{}, { a: 1, abc: 2 }],
    invalid: [{ A: 1 }, { abcd: 1 }, { "": 1 }],
  },
  {
    name: "minProperties and maxProperties",
    schema: { type: "object", minProperties: 1, maxProperties: 2 },
    valid: [{ a: 1 }, { a: 1, b: 2 }],
    invalid: [{}, { a: 1, b: 2, c: 3 }],
  },
  {
    name: "items",
    schema: { type: "array", items: { type: "string", minLength: 1 } },
    valid: [[], ["a"]],
    invalid: [[""], ["a", 1], {}],
  },
  {
    name: "minItems, maxItems and uniqueItems",
    schema: { type: "array", minItems: 1, maxItems: 3, uniqueItems: true },
    valid: [[1], [1, "1", true], [{ a: 1, b: 2 }, { a: 1 }], [[1], [2]]],
    invalid: [
      [],
      [1, 2, 3, 4],
      [1, 1],
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      [[1], [1]],
    ],
  },
  {
    name: "prefixItems",
    schema: {
      prefixItems: [{ type: "string" }, { type: "integer" }],
      items: { type: "boolean" },
    },
    valid: [[], ["a"], ["a", 1], ["a", 1, true, false], "no array"],
    invalid: [[1], ["a", "b"], ["a", 1, 1]],
  },
  {
    name: "prefixItems and nothing else",
    schema: {
      type: "array",
      prefixItems: [{}, { const: 2 }],
      items: false,
      minItems: 1,
    },
    valid: [[1], [null, 2]],
    invalid: [[], [1, 3], [1, 2, 3]],
  },
  {
    name: "items as a list, in draft-07",
    schema: {
      $schema: DRAFT_07,
      items: [{ type: "string" }],
      additionalItems: { type: "null" },
    },
    valid: [[], ["a"], ["a", null]],
    invalid: [[1], ["a", 1]],
  },
  {
    name: "contains with counts",
    schema: {
      type: "array",
      contains: { minimum: 5 },
      minContains: 2,
      maxContains: 3,
    },
    valid: [
      [5, 6],
      [1, 5, 6, 7],
    ],
    invalid: [[], [5], [5, 6, 7, 8]],
  },
  {
    name: "minContains of 0",
    schema: { contains: { const: 1 }, minContains: 0, maxContains: 1 },
    valid: [[], [2], [1]],
    invalid: [[1, 1]],
  },
  {
    name: "string limits",
    schema: {
      type: "string",
      minLength: 2,
      maxLength: 3,
      pattern: "^\\p{L}+$",
    },
    valid: ["ab", "äöü"],
    invalid: ["a", "abcd", "a1", "\u{1f600}\u{1f600}"],
  },
  {
    name: "length in characters",
    schema: { maxLength: 1 },
    valid: ["\u{1f600}", "", 12345],
    invalid: ["ab"],
  },
  {
    name: "a pattern without the flag u",
    schema: { type: "string", pattern: "^\\-[\\w-.]+$" },
    valid: ["-a-.b"],
    invalid: ["a", "-"],
  },
  {
    name: "bounds",
    schema: { minimum: 1, maximum: 3, exclusiveMaximum: 3 },
    valid: [1, 2.9, "x"],
    invalid: [0.9, 3, 4],
  },
  {
    name: "exclusive bounds",
    schema: { type: "number", exclusiveMinimum: 0, maximum: 10 },
    valid: [0.1, 10],
    invalid: [0, -1, 10.1, "1"],
  },
  {
    name: "multipleOf",
    schema: { multipleOf: 0.01 },
    valid: [0, 4.19, 0.07, 19.99, "x"],
    invalid: [0.001, 4.195],
  },
  {
    name: "allOf",
    schema: {
      allOf: [
        { properties: { a: { minimum: 2 } }, required: ["a"] },
        { properties: { a: { minimum: 5, maximum: 8 } } },
      ],
    },
    valid: [{ a: 5 }, { a: "x" }, 1],
    invalid: [{}, { a: 3 }, { a: 9 }],
  },
  {
    name: "allOf with closed objects",
    schema: {
      type: "object",
      properties: { a: {} },
      allOf: [{ properties: { b: {} }, additionalProperties: false }],
    },
    valid: [{}, { b: 1 }],
    invalid: [{ a: 1 }, { a: 1, b: 1 }],
  },
  {
    name: "anyOf",
    schema: { anyOf: [{ type: "integer" }, { minimum: 2 }] },
    valid: [1, 2.5, 3, "x"],
    invalid: [1.5],
  },
  {
    name: "anyOf of required properties",
    schema: {
      type: "object",
      properties: { a: { type: "string" }, b: { type: "string" } },
      anyOf: [{ required: ["a"] }, { required: ["b"] }],
    },
    valid: [{ a: "" }, { b: "" }, { a: "", b: "" }],
    invalid: [{}, { a: 1 }, { c: 1 }],
  },
  {
    name: "oneOf",
    schema: { oneOf: [{ type: "integer" }, { minimum: 2 }] },
    valid: [1, 2.5],
    invalid: [3, 1.5],
  },
  {
    name: "oneOf told apart by a property",
    schema: {
      oneOf: [
        {
          type: "object",
          properties: { t: { const: "a" }, x: { type: "number" } },
          required: ["t", "x"],
        },
        { type: "object", properties: { t: { const: "b" } }, required: ["t"] },
      ],
    },
    valid: [{ t: "a", x: 1 }, { t: "b" }],
    invalid: [{ t: "a" }, { t: "c" }, {}, 1],
  },
  {
    name: "oneOf with true",
    schema: { oneOf: [true, { type: "string" }] },
    valid: [1, null],
    invalid: ["a"],
  },
  {
    name: "not",
    schema: { not: { type: "object", required: ["a"] } },
    valid: [{}, 1, { b: 1 }],
    invalid: [{ a: 1 }],
  },
  {
    name: "if, then, else",
    schema: {
      type: "object",
      properties: { kind: { enum: ["a", "b"] } },
      if: { properties: { kind: { const: "a" } }, required: ["kind"] },
      then: { required: ["x"] },
      else: { properties: { x: false } },
    },
    valid: [{ kind: "a", x: 1 }, { kind: "b" }, {}],
    invalid: [{ kind: "a" }, { kind: "b", x: 1 }, { x: 1 }],
  },
  {
    name: "then without if",
    schema: { then: { const: 1 }, else: { const: 2 } },
    valid: [1, 2, 3],
    invalid: [],
  },
  {
    name: "dependentRequired",
    schema: { dependentRequired: { a: ["b", "c"] } },
    valid: [{}, { b: 1 }, { a: 1, b: 1, c: 1 }, "x"],
    invalid: [{ a: 1 }, { a: 1, b: 1 }],
  },
  {
    name: "dependentSchemas",
    schema: {
      dependentSchemas: { a: { properties: { b: { type: "string" } } } },
    },
    valid: [{}, { b: 1 }, { a: 1, b: "" }],
    invalid: [{ a: 1, b: 1 }],
  },
  {
    name: "dependencies, in draft-07",
    schema: {
      $schema: DRAFT_07,
      dependencies: { a: ["b"], c: { required: ["d"] } },
    },
    valid: [{}, { a: 1, b: 1 }, { c: 1, d: 1 }],
    invalid: [{ a: 1 }, { c: 1 }],
  },
  {
    name: "$ref to a definition",
    schema: {
      properties: {
        a: { $ref: "#/$defs/Name" },
        b: { $ref: "#/$defs/a~1b%25" },
      },
      $defs: {
        Name: { type: "string", minLength: 1 },
        "a/b%": { type: "null" },
      },
    },
    valid: [{}, { a: "x", b: null }],
    invalid: [{ a: "" }, { b: 1 }],
  },
  {
    name: "$ref next to other keywords",
    schema: {
      $ref: "#/$defs/low",
      minimum: 2,
      $defs: { low: { type: "integer", maximum: 5 } },
    },
    valid: [2, 5],
    invalid: [1, 6, 2.5, "x"],
  },
  {
    name: "$ref next to other keywords, in draft-07",
    schema: {
      $schema: DRAFT_07,
      properties: { a: { $ref: "#/definitions/low", minimum: 2 } },
      definitions: { low: { type: "integer", maximum: 5 } },
    },
    valid: [{ a: 1 }, { a: 5 }],
    invalid: [{ a: 6 }, { a: "x" }],
  },
  {
    name: "recursion",
    schema: tree,
    valid: [{ value: 1 }, { value: 1, children: [{ value: 2, children: [] }] }],
    invalid: [
      {},
      { value: 1, children: [{}] },
      { value: 1, children: [{ value: 1, x: 1 }] },
    ],
  },
  {
    name: "$id and $anchor",
    schema: {
      $id: "https://example.com/root.json",
      properties: {
        a: { $ref: "item.json" },
        b: { $ref: "#local" },
        c: { $ref: "item.json#/$defs/deep" },
      },
      $defs: {
        item: {
          $id: "item.json",
          type: "string",
          $defs: { deep: { type: "boolean" } },
        },
        other: { $anchor: "local", type: "number" },
      },
    },
    valid: [{ a: "", b: 1, c: true }],
    invalid: [{ a: 1 }, { b: "" }, { c: 1 }],
  },
  {
    name: "2019-09",
    schema: {
      $schema: DRAFT_2019,
      items: [{ type: "string" }],
      additionalItems: false,
      $ref: "#/$defs/list",
      $defs: { list: { type: "array" } },
    },
    valid: [[], ["a"]],
    invalid: [[1], ["a", "b"], "x"],
  },
  {
    name: "unevaluatedProperties where nothing else looks at the value",
    schema: {
      type: "object",
      properties: { a: {} },
      unevaluatedProperties: false,
    },
    valid: [{}, { a: 1 }],
    invalid: [{ b: 1 }],
  },
  {
    name: "formats are annotations",
    schema: { type: "string", format: "email" },
    valid: ["a@b.c", "nothing of the kind"],
    invalid: [1],
  },
  {
    name: "pydantic's optional",
    schema: {
      title: "Args",
      type: "object",
      properties: {
        limit: {
          anyOf: [{ type: "integer", minimum: 1 }, { type: "null" }],
          default: null,
          title: "Limit",
        },
      },
    },
    valid: [{}, { limit: null }, { limit: 3 }],
    invalid: [{ limit: 0 }, { limit: "3" }],
  },
];
