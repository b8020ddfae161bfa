/** Each construct of a schema: what its validators accept, and what they say about the rest. */
import { beforeAll, describe, expect, it } from "vitest";
import {
  loadValidators,
  messages,
  modelOfText,
  type Validators,
} from "./load.js";

const SCHEMA = `
/* eslint-disable */
export interface Leaves {
  text: string;
  count: number;
  /** @TJS-type integer */
  whole: number;
  flag: boolean;
  nothing: null;
  any: unknown;
  one: "one";
  level: "low" | "high";
  open: "a" | "b" | string;
  maybe?: string;
}
export interface Limits {
  /**
   * @minimum 0
   * @maximum 1
   */
  ratio?: number;
  /**
   * @TJS-type integer
   * @minimum 1
   */
  whole?: number;
  /**
   * @minLength 2
   * @maxLength 3
   */
  text?: string;
  /** @pattern ^a+$ */
  form?: string;
  /**
   * @minItems 1
   * @maxItems 2
   */
  list?: string[];
  /**
   * @nullable
   */
  none?: string;
  /** @minimum 0 */
  either?: string | number;
}
export interface Holder {
  list: string[];
  nested: number[][];
  items: Item[];
  inline: { a: string; b?: { c: number } };
  record?: { [key: string]: number };
  mixed?: { known: string; [key: string]: string | number };
  bag?: { [key: string]: unknown };
  bare?: object;
  empty?: {};
}
export interface Item { id: string; }
export interface Child extends Item, Omit<Leaves, "text" | "count"> { own: boolean; }
export type Both = Item & { extra: number };
export type Name = string;
export type Level = "debug" | "info" | "notice" | "warning" | "error";
export interface Cat { kind: "cat"; lives: number; }
export interface Dog { kind: "dog"; name: string; }
export type Animal = Cat | Dog;
export interface Form { mode?: "form"; fields: string[]; }
export interface Link { mode: "url"; url: string; }
export type Question = Form | Link;
export interface Success { result: string; }
export interface Failure { error: { code: number }; }
export type Outcome = Success | Failure;
export type Content = Animal | Animal[] | string;
export interface Node { value: string; children?: Node[]; next?: Node | null; }
export type Tree = string | { [key: string]: Tree } | Tree[];
export interface Odd {
  constructor?: string;
  toString?: string;
  "with space"?: string;
  default?: string;
  value?: string;
}
export interface Strict { hasOwnProperty: string; __proto__: number; }
`;

let validators: Validators;

beforeAll(async () => {
  validators = await loadValidators(modelOfText(SCHEMA));
});

const leaves = {
  text: "",
  count: 1.5,
  whole: 3,
  flag: false,
  nothing: null,
  any: null,
  one: "one",
  level: "low",
  open: "z",
};
const holder = {
  list: [],
  nested: [[1], []],
  items: [{ id: "1" }],
  inline: { a: "" },
};

const ACCEPTED: readonly (readonly [type: string, value: unknown])[] = [
  ["Leaves", leaves],
  ["Leaves", { ...leaves, unknown: 1, maybe: undefined }],
  ["Leaves", { ...leaves, any: [] }],
  ["Leaves", { ...leaves, count: Number.MAX_VALUE, whole: 2 ** 60 }],
  ["Leaves", { ...leaves, whole: -0 }],
  ["Limits", {}],
  [
    "Limits",
    { ratio: 1, whole: 1, text: "ab", form: "aa", list: ["x"], none: null },
  ],
  ["Limits", { text: "\u{1F600}\u{1F600}" }],
  ["Limits", { either: "-1" }],
  ["Holder", holder],
  ["Holder", { ...holder, record: {}, mixed: { known: "", x: 1, y: "" } }],
  ["Holder", { ...holder, bag: { a: null }, bare: { a: 1 }, empty: {} }],
  ["Child", { ...leaves, id: "1", own: true }],
  ["Both", { id: "1", extra: 2 }],
  ["Name", ""],
  ["Level", "notice"],
  ["Animal", { kind: "dog", name: "Rex", lives: "many" }],
  ["Question", { fields: [] }],
  ["Question", { mode: "form", fields: [] }],
  ["Question", { mode: "url", url: "" }],
  ["Outcome", { error: { code: 1 }, result: 7 }],
  ["Content", "text"],
  ["Content", [{ kind: "cat", lives: 9 }]],
  [
    "Node",
    { value: "", children: [{ value: "", next: null }], next: { value: "" } },
  ],
  ["Tree", { a: [["x"], { b: "" }] }],
  ["Odd", {}],
  ["Odd", { constructor: "", "with space": "", default: "", value: "" }],
  ["Strict", JSON.parse('{"hasOwnProperty":"","__proto__":1}')],
];

const REFUSED: readonly (readonly [
  type: string,
  value: unknown,
  ...messages: string[],
])[] = [
  ["Leaves", null, "expected object, got null"],
  ["Leaves", [], "expected object, got array"],
  ["Leaves", undefined, "required object is missing"],
  ["Leaves", () => 1, "expected object, got function"],
  [
    "Leaves",
    {},
    "text: required string is missing",
    "count: required number is missing",
    "whole: required integer is missing",
    "flag: required boolean is missing",
    "nothing: required null is missing",
    "any: required value is missing",
    'one: required "one" is missing',
    'level: required "low" | "high" is missing',
    "open: required string is missing",
  ],
  ["Leaves", { ...leaves, any: undefined }, "any: required value is missing"],
  ["Leaves", { ...leaves, text: null }, "text: expected string, got null"],
  ["Leaves", { ...leaves, count: NaN }, "count: expected number, got NaN"],
  [
    "Leaves",
    { ...leaves, count: -Infinity },
    "count: expected number, got -Infinity",
  ],
  [
    "Leaves",
    { ...leaves, count: Symbol() },
    "count: expected number, got symbol",
  ],
  ["Leaves", { ...leaves, whole: 0.5 }, "whole: expected integer, got 0.5"],
  ["Leaves", { ...leaves, flag: 0 }, "flag: expected boolean, got number"],
  ["Leaves", { ...leaves, nothing: 0 }, "nothing: expected null, got number"],
  ["Leaves", { ...leaves, one: "two" }, 'one: expected "one", got "two"'],
  [
    "Leaves",
    { ...leaves, level: [] },
    'level: expected "low" | "high", got 0 items',
  ],
  ["Leaves", { ...leaves, open: 1 }, "open: expected string, got number"],
  ["Leaves", { ...leaves, maybe: null }, "maybe: expected string, got null"],
  ["Limits", { ratio: -0.1 }, "ratio: expected number of at least 0, got -0.1"],
  ["Limits", { ratio: 1.1 }, "ratio: expected number of at most 1, got 1.1"],
  ["Limits", { whole: 0 }, "whole: expected integer of at least 1, got 0"],
  ["Limits", { whole: 1.5 }, "whole: expected integer, got 1.5"],
  [
    "Limits",
    { text: "\u{1F600}" },
    'text: expected string of at least 2 characters, got "\u{1F600}"',
  ],
  [
    "Limits",
    { text: "abcd" },
    'text: expected string of at most 3 characters, got "abcd"',
  ],
  [
    "Limits",
    { form: "ab" },
    'form: expected string that matches ^a+$, got "ab"',
  ],
  ["Limits", { list: [] }, "list: expected at least 1 items, got 0 items"],
  [
    "Limits",
    { list: ["", "", ""] },
    "list: expected at most 2 items, got 3 items",
  ],
  ["Limits", { none: 1 }, "none: expected string | null, got number"],
  [
    "Limits",
    { either: -1 },
    "either: expected string | number of at least 0, got -1",
  ],
  [
    "Holder",
    { ...holder, list: [1, "", 2] },
    "list[0]: expected string, got number",
    "list[2]: expected string, got number",
  ],
  [
    "Holder",
    { ...holder, list: { length: 0 } },
    "list: expected array, got object",
  ],
  [
    "Holder",
    { ...holder, nested: [[], ["1"]] },
    "nested[1][0]: expected number, got string",
  ],
  [
    "Holder",
    { ...holder, items: [{}] },
    "items[0].id: required string is missing",
  ],
  [
    "Holder",
    { ...holder, inline: { b: {} } },
    "inline.a: required string is missing",
    "inline.b.c: required number is missing",
  ],
  [
    "Holder",
    { ...holder, record: { a: 1, b: "2" } },
    "record.b: expected number, got string",
  ],
  [
    "Holder",
    { ...holder, mixed: { x: true } },
    "mixed.known: required string is missing",
    "mixed.x: expected string | number, got boolean",
  ],
  ["Holder", { ...holder, bag: [] }, "bag: expected object, got array"],
  ["Holder", { ...holder, bare: "x" }, "bare: expected object, got string"],
  ["Holder", { ...holder, empty: null }, "empty: expected object, got null"],
  [
    "Child",
    { id: 1 },
    "id: expected string, got number",
    "whole: required integer is missing",
    "flag: required boolean is missing",
    "nothing: required null is missing",
    "any: required value is missing",
    'one: required "one" is missing',
    'level: required "low" | "high" is missing',
    "open: required string is missing",
    "own: required boolean is missing",
  ],
  ["Both", { id: "1" }, "extra: required number is missing"],
  ["Name", 1, "expected string, got number"],
  [
    "Level",
    "trace",
    'expected "debug" | "info" | "notice" | "warning" | "error", got "trace"',
  ],
  ["Animal", { kind: "dog" }, "name: required string is missing (Dog)"],
  ["Animal", { kind: "cow" }, 'kind: expected "cat" | "dog", got "cow"'],
  ["Animal", {}, 'kind: required "cat" | "dog" is missing'],
  ["Animal", "cat", "expected object, got string"],
  ["Question", { url: "" }, "fields: required array is missing (Form)"],
  ["Question", { mode: "url" }, "url: required string is missing (Link)"],
  ["Outcome", { error: {} }, "error.code: required number is missing"],
  ["Outcome", { result: 1 }, "result: expected string, got number (Success)"],
  ["Content", [{ kind: "cat" }], "[0].lives: required number is missing (Cat)"],
  [
    "Content",
    { kind: "dog", name: 1 },
    "name: expected string, got number (Dog)",
  ],
  ["Content", 1, "expected object | array | string, got number"],
  [
    "Node",
    { value: "", children: [{ value: 1 }] },
    "children[0].value: expected string, got number",
  ],
  [
    "Tree",
    { a: [["x"], { b: 1 }] },
    "a[1].b: expected string | object | array, got number",
  ],
  ["Odd", { constructor: 1 }, "constructor: expected string, got number"],
  ["Odd", { toString: null }, "toString: expected string, got null"],
  ["Odd", { "with space": 1 }, '["with space"]: expected string, got number'],
  [
    "Strict",
    {},
    "hasOwnProperty: required string is missing",
    "__proto__: required number is missing",
  ],
];

describe("accepted, and given back as it is", () => {
  it.each(ACCEPTED)("%s %j", (type, value) => {
    const before = typeof value === "object" ? structuredClone(value) : value;
    expect(validators[`is${type}`](value)).toBe(true);
    const result = validators[`validate${type}`](value);
    expect(result).toEqual({ success: true, data: value });
    expect(result.data).toBe(value);
    expect(validators[`assert${type}`](value)).toBe(undefined);
    expect(validators[`${type}Schema`].parse(value)).toBe(value);
    expect(value).toEqual(before);
  });
});

describe("refused, with what is wrong and where", () => {
  it.each(REFUSED)("%s %j", (type, value, ...expected) => {
    expect(validators[`is${type}`](value)).toBe(false);
    expect(messages(validators[`validate${type}`](value))).toEqual(expected);
    expect(() => validators[`assert${type}`](value)).toThrow(
      expected.join("\n"),
    );
  });
});

describe("types that contain nothing but each other", () => {
  let lists: Validators;
  beforeAll(async () => {
    lists = await loadValidators(
      modelOfText(
        "export type List = Value[]; export type Value = null | List; export type Only = Only[];",
      ),
    );
  });

  it.each([
    ["Value", [[], [null, [null]]], true],
    ["Value", [[], [null, [1]]], false],
    ["List", null, false],
    ["Only", [[], [[]]], true],
    ["Only", [[], [[null]]], false],
  ])("is%s(%j): %s", (name, value, want) => {
    const is = lists[`is${name}`] as (value: unknown) => boolean;
    expect(is(value)).toBe(want);
  });
});
