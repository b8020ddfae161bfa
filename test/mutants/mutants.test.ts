/** `npm run mutants` breaks the generated code; here it is only seen that it still can. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { rules } from "../requirements/rules.js";
import { repositoryPath } from "../shared.js";
import { mutants } from "./mutants.js";
import { Declarations } from "./place.js";

const declarations = new Declarations(join(repositoryPath, "out/draft"));

describe("mutants", () => {
  test.each(mutants)("$within: $fault", ({ within, text, becomes, probes }) => {
    const { source, start, end } = declarations.find(within, text);
    expect(becomes).not.toBe(source.slice(start, end));
    const ids = new Set(rules.map(({ id }) => id));
    expect(probes.filter((id) => !ids.has(id))).toEqual([]);
  });
  test("are many, and no two are the same", () => {
    expect(mutants.length).toBeGreaterThanOrEqual(40);
    const faults = mutants.map(({ within, text, becomes }) =>
      JSON.stringify([within, text, becomes]),
    );
    expect(new Set(faults).size).toBe(mutants.length);
  });
});
