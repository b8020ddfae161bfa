import { expect, test } from "vitest";
import { UsageError } from "../../generator/failure.js";
import {
  checkTemplatePaths,
  type PlacedFile,
} from "../../generator/output/template-paths.js";

const ours: readonly PlacedFile[] = [
  { path: "types.ts" },
  { path: "client.ts", template: "t/typescript/client.ts.hbs" },
  { path: "runtime/era.ts" },
  { path: "mcp-gen.json" },
];

test.each(["python/types.py", "types.py", "runtime/more.ts", "types.ts.md"])(
  "%s has a place",
  (path) => {
    const files = [...ours, { path, template: `t/${path}.hbs` }];
    expect(() => checkTemplatePaths(files)).not.toThrow();
  },
);

test.each([
  ["types.ts", "and mcp-gen makes types.ts"],
  ["Types.ts", "and mcp-gen makes types.ts"],
  [
    "client.ts",
    "t/typescript/client.ts.hbs makes client.ts, and t/client.ts.hbs",
  ],
  ["mcp-gen.json", "and mcp-gen makes mcp-gen.json"],
  ["types.ts/a.py", "and mcp-gen makes types.ts"],
  ["runtime", "and mcp-gen makes runtime/era.ts"],
])("%s is taken", (path, want) => {
  const files = [...ours, { path, template: `t/${path}.hbs` }];
  expect(() => checkTemplatePaths(files)).toThrow(UsageError);
  expect(() => checkTemplatePaths(files)).toThrow(want);
});

test.each([
  ["con.py", "has a name that Windows reserves"],
  ["a?.py", "has a character that Windows forbids"],
  ["a/", "has an empty segment"],
])("%s cannot be stored everywhere", (path, want) => {
  expect(() => checkTemplatePaths([{ path, template: "t/x.hbs" }])).toThrow(
    new UsageError(`t/x.hbs cannot make "${path}": the path ${want}.`),
  );
});
