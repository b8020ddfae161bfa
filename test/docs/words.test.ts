/**
 * Messages, comments and pages are in the trade's English: phrases that readers stumbled
 * over do not come back. What is below `templates/` is read by users as well.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { repositoryPath } from "../shared.js";

/** Each phrase, and what to write in its place. */
const BANNED: readonly (readonly [phrase: RegExp, better: string])[] = [
  // "There is no tool" and "is no longer" are plain English.
  [/(?<!\b[Tt]here )\b(?:is|are|was|were) no (?!longer\b|more\b)/, "is not a"],
  [/\banew\b/, "again, re-"],
  [/\b(?:told|tells?) of\b/, "receives, reports, is called with"],
  [/\b[Ww]hat was thrown\b/, "the thrown value"],
  [/\bstands? for\b/, "is, means, represents"],
  [/\b[Ff]oreign\b/, "unknown, third-party"],
  [/\b[Bb]eside\b/, "in addition to, next to, compared with"],
  [/\b[Mm]end\b/, "fix"],
  [/\bin good order\b/, "gracefully"],
  [/\bIs \S+ meant\?/, "Did you mean X?"],
];

/** Files that are held to it, by the folders that git lists. */
function filesOf(...patterns: readonly string[]): readonly string[] {
  return execFileSync("git", ["ls-files", "--", ...patterns], {
    cwd: repositoryPath,
    encoding: "utf8",
  })
    .split("\n")
    .filter((path) => path !== "");
}

/** Every line with a banned phrase. */
function findings(paths: readonly string[]): readonly string[] {
  return paths.flatMap((path) =>
    readFileSync(join(repositoryPath, path), "utf8")
      .split("\n")
      .flatMap((line, index) =>
        BANNED.filter(([phrase]) => phrase.test(line)).map(
          ([, better]) => `${path}:${index + 1}: ${line.trim()} (${better})`,
        ),
      ),
  );
}

describe("banned phrases", () => {
  test.each<[string, readonly string[]]>([
    ["pages", ["*.md"]],
    ["the generator", ["generator/*.ts"]],
    ["templates and the runtime", ["templates/*.hbs", "templates/*.ts"]],
    ["embedded schemas", ["schema/*.ts"]],
    ["examples", ["examples/*.ts"]],
    // Golden files hold the comments of schemas that are read for their form.
    ["tests", ["test/*.ts", ":!test/golden", ":!test/docs/words.test.ts"]],
    ["benchmarks", ["bench/*.ts"]],
  ])("are not in %s", (_name, patterns) => {
    const paths = filesOf(...patterns);
    expect(paths.length).toBeGreaterThan(1);
    expect(findings(paths)).toEqual([]);
  });

  test("are found", () => {
    const found = (line: string): boolean =>
      BANNED.some(([phrase]) => phrase.test(line));
    expect(found("x is no TypeScript file")).toBe(true);
    expect(found("There is no file x")).toBe(false);
    expect(found("it is no longer there")).toBe(false);
    expect(found("Is out meant?")).toBe(true);
  });
});
