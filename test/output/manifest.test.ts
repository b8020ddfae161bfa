import { describe, expect, test } from "vitest";
import {
  hashText,
  type Manifest,
  type Origin,
  parseManifest,
  printManifest,
  sameOrigin,
} from "../../generator/output/manifest.js";

const origin: Origin = {
  generator: "mcp-gen 1.2.3",
  schema: { path: "schema/draft/schema.ts", sha256: "ab" },
  options: { emit: "types" },
};

test("prints keys in a fixed order and files sorted", () => {
  const text = printManifest({
    origin,
    files: new Map([
      ["types.ts", "2"],
      ["errors.ts", "1"],
    ]),
  });
  expect(text).toBe(`{
  "generator": "mcp-gen 1.2.3",
  "schema": {
    "path": "schema/draft/schema.ts",
    "sha256": "ab"
  },
  "options": {
    "emit": "types"
  },
  "files": {
    "errors.ts": "1",
    "types.ts": "2"
  }
}
`);
});

test("reads back what it prints", () => {
  const manifest: Manifest = { origin, files: new Map([["a/b.ts", "1"]]) };
  expect(parseManifest(printManifest(manifest))).toEqual(manifest);
});

describe("parseManifest takes nothing on trust", () => {
  const printed = (files: object, more: object = {}) =>
    JSON.stringify({ ...origin, files, ...more });
  const table: readonly [name: string, text: string][] = [
    ["empty text", ""],
    ["not JSON", "<<<<<<< HEAD"],
    ["another program's file", '{"name":"x"}'],
    ["a list", "[]"],
    ["another generator", printed({}, { generator: "other 1.0.0" })],
    ["a path out of the folder", printed({ "../package.json": "1" })],
    ["an absolute path", printed({ "/etc/passwd": "1" })],
    ["a Windows path", printed({ "..\\x": "1" })],
    ["a hash that is no text", printed({ "x.ts": 1 })],
    ["files as a list", printed([])],
    ["no files", JSON.stringify({ ...origin })],
  ];
  test.each(table)("%s", (_name, text) => {
    expect(parseManifest(text)).toBeUndefined();
  });
  test("while a complete one is read", () => {
    expect(parseManifest(printed({ "x.ts": "1" }))?.files.get("x.ts")).toBe(
      "1",
    );
  });
});

test("line endings do not change a hash", () => {
  expect(hashText("a\r\nb\r\n")).toBe(hashText("a\nb\n"));
  expect(hashText("a\nb")).not.toBe(hashText("a\nb\n"));
});

describe("sameOrigin", () => {
  const table: readonly [name: string, other: Origin, want: boolean][] = [
    ["equal", structuredClone(origin), true],
    [
      "keys in another order",
      { ...origin, schema: { sha256: "ab", path: "schema/draft/schema.ts" } },
      true,
    ],
    [
      "absent option",
      { ...origin, options: { emit: "types", x: undefined } },
      true,
    ],
    ["version", { ...origin, generator: "mcp-gen 1.2.4" }, false],
    [
      "schema",
      { ...origin, schema: { ...origin.schema, sha256: "cd" } },
      false,
    ],
    ["option", { ...origin, options: {} }, false],
  ];
  test.each(table)("%s", (_name, other, want) => {
    expect(sameOrigin(origin, other)).toBe(want);
  });
});
