import { format } from "prettier";
import { describe, expect, it } from "vitest";
import {
  printJson,
  type Json,
} from "../../../generator/emit/json-schema/print.js";

const word = (length: number): string => "x".repeat(length);

/** Arrays and objects of every length around the width at which lines break. */
const cases: [string, Json][] = [
  ["scalars", ["a", 1, true, null]],
  ["empty containers", { list: [], object: {}, nested: [{}, []] }],
  ["an object in an object", { a: { b: { c: "d" } } }],
  ["objects in a list", [{ a: 1 }, { b: { c: [] } }, { d: 1, e: 2 }]],
  ["a key that needs escapes", { 'a"\n': "\u2028" }],
  ...Array.from({ length: 8 }, (_, more): [string, Json] => [
    `lines of ${76 + more} columns`,
    {
      list: [word(30), word(30 + more)],
      last: [{ $ref: word(28) }, { $ref: word(16 + more) }],
      single: { $ref: word(56 + more) },
      end: [word(30), word(31 + more)],
    },
  ]),
];

describe("printJson", () => {
  it.each(cases)("prints %s as prettier does", async (_title, value) => {
    const text = printJson(value);
    expect(JSON.parse(text)).toEqual(value);
    expect(await format(text, { parser: "json" })).toBe(text);
  });
});
