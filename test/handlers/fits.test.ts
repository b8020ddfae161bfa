/** Whether examples are values of a schema's types. */
import { expect, test } from "vitest";
import { fits, type Json } from "../../generator/handlers/fits.js";
import type { TypeExpr } from "../../generator/model/model.js";
import { embeddedModel } from "../shared.js";

const ref = (name: string): TypeExpr => ({ kind: "ref", name });
const text: Json = { type: "text", text: "x" };

const table: readonly (readonly [
  value: Json,
  type: TypeExpr,
  want: boolean,
])[] = [
  ["x", { kind: "string" }, true],
  [1, { kind: "string" }, false],
  [1.5, { kind: "number" }, true],
  [1.5, { kind: "integer" }, false],
  [2, { kind: "integer" }, true],
  [null, { kind: "null" }, true],
  [null, { kind: "unknown", any: false }, true],
  ["a", { kind: "literal", value: "a" }, true],
  ["b", { kind: "literal", value: "a" }, false],
  ["b", { kind: "enum", values: ["a"], open: false }, false],
  ["b", { kind: "enum", values: ["a"], open: true }, true],
  [["x"], { kind: "array", items: { kind: "string" } }, true],
  [["x", 1], { kind: "array", items: { kind: "string" } }, false],
  [{ a: 1 }, { kind: "record", value: { kind: "number" } }, true],
  [{ a: "1" }, { kind: "record", value: { kind: "number" } }, false],
  [[], { kind: "record", value: { kind: "number" } }, false],
  [{}, { kind: "object", properties: [], keyword: true }, true],
  [text, ref("TextContent"), true],
  [{ type: "text" }, ref("TextContent"), false],
  [{ type: "text", text: 1 }, ref("TextContent"), false],
  // Literals may not have members that their type does not name.
  [{ type: "text", text: "x", more: 1 }, ref("TextContent"), false],
  [text, ref("ContentBlock"), true],
  [{ type: "poem", text: "x" }, ref("ContentBlock"), false],
  [{ uri: "x:y", name: "y" }, ref("Resource"), true],
  [{ uri: "x:y" }, ref("Resource"), false],
  [{ role: "user", content: text }, ref("PromptMessage"), true],
  [{ role: "poet", content: text }, ref("PromptMessage"), false],
  [{ contents: [{ uri: "x:y", text: "" }] }, ref("ReadResourceResult"), false],
  [{}, ref("NobodyKnows"), false],
];

test.each(table)("%j is a %j: %s", (value, type, want) => {
  expect(fits(embeddedModel(), value, type)).toBe(want);
});

test("members that the runtime fills in may be missing, at the top only", () => {
  const omissible = ["cacheScope", "resultType", "ttlMs", "uri"];
  const of = (contents: Json): boolean =>
    fits(embeddedModel(), { contents }, ref("ReadResourceResult"), omissible);
  expect(of([{ uri: "x:y", text: "" }])).toBe(true);
  expect(of([{ text: "" }])).toBe(false);
});
