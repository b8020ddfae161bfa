import { describe, expect, test } from "vitest";
import {
  hashText,
  type Manifest,
  type Fingerprint,
  parseManifest,
  printManifest,
  sameFingerprint,
} from "../../generator/output/manifest.js";

const fingerprint: Fingerprint = {
  generator: "mcp-gen 1.2.3",
  schema: { path: "schema/draft/schema.ts", sha256: "ab" },
  options: { emit: "types" },
};

test("prints keys in a fixed order and files sorted", () => {
  const text = printManifest({
    fingerprint,
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
  const manifest: Manifest = { fingerprint, files: new Map([["a/b.ts", "1"]]) };
  expect(parseManifest(printManifest(manifest))).toEqual(manifest);
});

describe("parseManifest takes nothing on trust", () => {
  const printed = (files: object, more: object = {}) =>
    JSON.stringify({ ...fingerprint, files, ...more });
  const table: readonly [name: string, text: string][] = [
    ["empty text", ""],
    ["not JSON", "<<<<<<< HEAD"],
    ["another program's file", '{"name":"x"}'],
    ["a list", "[]"],
    ["another generator", printed({}, { generator: "other 1.0.0" })],
    ["a path out of the folder", printed({ "../package.json": "1" })],
    ["an absolute path", printed({ "/etc/passwd": "1" })],
    ["a Windows path", printed({ "..\\x": "1" })],
    ["a hash that is not text", printed({ "x.ts": 1 })],
    ["files as a list", printed([])],
    ["no files", JSON.stringify({ ...fingerprint })],
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

describe("sameFingerprint", () => {
  const table: readonly [name: string, other: Fingerprint, want: boolean][] = [
    ["equal", structuredClone(fingerprint), true],
    [
      "keys in another order",
      {
        ...fingerprint,
        schema: { sha256: "ab", path: "schema/draft/schema.ts" },
      },
      true,
    ],
    [
      "absent option",
      { ...fingerprint, options: { emit: "types", x: undefined } },
      true,
    ],
    ["version", { ...fingerprint, generator: "mcp-gen 1.2.4" }, false],
    [
      "schema",
      { ...fingerprint, schema: { ...fingerprint.schema, sha256: "cd" } },
      false,
    ],
    ["option", { ...fingerprint, options: {} }, false],
  ];
  test.each(table)("%s", (_name, other, want) => {
    expect(sameFingerprint(fingerprint, other)).toBe(want);
  });
});
