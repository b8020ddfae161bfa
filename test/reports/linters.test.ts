/** Reports about linters: generated code switches them off for itself, and the pages say so. */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { plant, temporaryFolder } from "../output/folder.js";
import { repositoryPath } from "../shared.js";

const MARKS = [
  "/* eslint-disable */",
  "// biome-ignore-all lint: generated",
  "// biome-ignore-all assist: generated",
];

test("Q19: each generated file turns linters off, and a strict one finds nothing", () => {
  const output = path.join(repositoryPath, "out/draft");
  const files = readdirSync(output, { recursive: true, encoding: "utf8" });
  const sources = files.filter((file) => file.endsWith(".ts"));
  expect(sources.length).toBeGreaterThan(50);
  for (const file of sources) {
    const head = readFileSync(path.join(output, file), "utf8").split("\n", 6);
    expect(head, file).toEqual(expect.arrayContaining(MARKS));
  }
  // The marks are what silences it: the same text without them is full of findings.
  const folder = temporaryFolder();
  const marked = readFileSync(path.join(output, "client.ts"), "utf8");
  plant(folder, {
    "bare.ts": MARKS.reduce((text, mark) => text.replace(mark, ""), marked),
    "marked.ts": marked,
  });
  // That one rule is about the mark itself, and in no set that is recommended.
  const lint = (file: string) =>
    spawnSync(
      process.execPath,
      [
        path.join(repositoryPath, "node_modules/oxlint/bin/oxlint"),
        "--deny=all",
        "--allow=unicorn/no-abusive-eslint-disable",
        "--deny-warnings",
        file,
      ],
      { cwd: folder, encoding: "utf8" },
    ).status;
  expect(lint("bare.ts")).toBe(1);
  expect(lint("marked.ts")).toBe(0);
  const page = readFileSync(
    path.join(repositoryPath, "docs/recipes.md"),
    "utf8",
  );
  expect(page).toContain("**ESLint and Biome** need nothing");
});
