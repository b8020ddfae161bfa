/** Ids of the faults and checks that reports from the field gave, and the tests that name them. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryPath, sharedPath } from "../shared.js";

/**
 * Every id of the shared lists: `Q01` of the reports, `fault never` for a folder of the
 * faults, `fault diff 1` for a row of their table of comparisons.
 */
export function reportIds(): readonly string[] {
  const reports = readFileSync(sharedPath("cases/reports.jsonl"), "utf8")
    .trim()
    .split("\n")
    .map((line) => (JSON.parse(line) as { id: string }).id);
  const faults = readdirSync(sharedPath("cases/faults"), {
    withFileTypes: true,
  })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `fault ${name}`);
  // The first two lines of the table are its head.
  const comparisons = readFileSync(sharedPath("cases/faults/diff.md"), "utf8")
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .slice(2)
    .map((_, row) => `fault diff ${row + 1}`);
  return [...reports, ...faults, ...comparisons];
}

/** A test's title that begins with an id: `test("Q01: ...`, `test(\n  "fault never: ...`. */
const TITLE = /\btest\(\s*["'`](Q\d+|fault [a-z-]+(?: \d+)?):/g;

/** The ids that titles of tests begin with, each as often as it is used. */
export function testedIds(): readonly string[] {
  const folder = join(repositoryPath, "test");
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter(
      (path) => path.endsWith(".test.ts") && !path.includes("node_modules"),
    )
    .flatMap((path) =>
      [...readFileSync(join(folder, path), "utf8").matchAll(TITLE)].map(
        ([, id = ""]) => id,
      ),
    );
}

/**
 * The ids that wait for their test, by area: one file an area, one id a line. When all
 * are tested there is no such file.
 */
export function openIds(): readonly string[] {
  const folder = join(repositoryPath, "test/reports/open");
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((file) =>
    readFileSync(join(folder, file), "utf8").split(/\s*\n/).filter(Boolean),
  );
}
