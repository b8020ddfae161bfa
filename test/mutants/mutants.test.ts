/** `npm run mutants` breaks the generated code; here it is only seen that it still can. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { rules } from "../requirements/rules.js";
import { repositoryPath } from "../shared.js";
import { mutants } from "./mutants.js";

describe("mutants", () => {
  test.each(mutants)("$file: $fault", ({ file, text, becomes, probes }) => {
    const source = readFileSync(
      join(repositoryPath, "out/draft", file),
      "utf8",
    );
    expect(source.split(text)).toHaveLength(2);
    expect(becomes).not.toBe(text);
    const ids = new Set(rules.map(({ id }) => id));
    expect(probes.filter((id) => !ids.has(id))).toEqual([]);
  });
  test("are many, and no two are the same", () => {
    expect(mutants.length).toBeGreaterThanOrEqual(40);
    const faults = mutants.map(({ file, text, becomes }) =>
      JSON.stringify([file, text, becomes]),
    );
    expect(new Set(faults).size).toBe(mutants.length);
  });
});
