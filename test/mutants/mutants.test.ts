/** `npm run mutants` breaks the generated code; here it is only seen that it still can. */
import { describe, expect, test } from "vitest";
import { suites } from "./suites.js";
import { Declarations } from "./place.js";

describe.each(suites)("mutants of $name", (suite) => {
  const declarations = new Declarations(suite.files());
  const ids = new Set(suite.requirements);

  test.each(suite.mutants)(
    "$within: $fault",
    ({ within, text, becomes, probes }) => {
      const { source, start, end } = declarations.find(within, text);
      expect(becomes).not.toBe(source.slice(start, end));
      expect(probes.filter((id) => !ids.has(id))).toEqual([]);
    },
  );
  test("are many, and no two are the same", () => {
    expect(suite.mutants.length).toBeGreaterThanOrEqual(20);
    const faults = suite.mutants.map(({ within, text, becomes }) =>
      JSON.stringify([within, text, becomes]),
    );
    expect(new Set(faults).size).toBe(suite.mutants.length);
  });
});
