/** What `npm run bench:validate` times is worth timing only if it is judged rightly. */
import { beforeAll, describe, expect, it } from "vitest";
import { handwrittenChecks } from "../../bench/validate/handwritten.js";
import { median, ratio, timed } from "../../bench/validate/measure.js";
import { allRows } from "../../bench/validate/messages.js";
import { importValidators, type TypeValidators } from "../compiled-output.js";
import { embeddedModel } from "../shared.js";

describe("messages of bench/validate", () => {
  let validatorsOf: (typeName: string) => TypeValidators;
  beforeAll(async () => {
    validatorsOf = await importValidators(embeddedModel());
  });

  it.each(allRows())("$name: valid, and broken at one place", (row) => {
    const { is, validate } = validatorsOf(row.type);
    const floor = handwrittenChecks[row.type];
    for (const text of row.texts) {
      expect(is(JSON.parse(text)), text).toBe(true);
      expect(floor?.(JSON.parse(text)), text).toBe(true);
    }
    row.brokenTexts.forEach((text, index) => {
      const result = validate(JSON.parse(text));
      const paths = result.success ? [] : result.issues.map((i) => i.path);
      expect(paths.map((path) => path.join("/"))).toEqual([row.faults[index]]);
      expect(floor?.(JSON.parse(text)), text).toBe(false);
    });
  });

  it.each(allRows().filter(({ name }) => name.endsWith("shapes")))(
    "$name: each in another shape",
    ({ texts }) => {
      expect(new Set(texts).size).toBe(16);
    },
  );
});

describe("measure", () => {
  it("gives one time a round for each candidate", () => {
    const timings = timed(
      [
        { name: "a", call: (turn) => turn },
        { name: "b", call: (turn) => [turn] },
      ],
      { rounds: 3, slice: 0.05, warmUp: 5 },
    );
    expect([...timings.keys()]).toEqual(["a", "b"]);
    for (const times of timings.values()) {
      expect(times).toHaveLength(3);
      expect(times.every((time) => time > 0)).toBe(true);
    }
  });

  it("compares candidates round by round", () => {
    const timings = new Map([
      ["fast", [1, 2, 30]],
      ["slow", [10, 40, 60]],
    ]);
    expect(ratio(timings, "slow", "fast")).toBe(10);
  });

  it.each([
    [[3, 1, 2], 2],
    [[4, 1, 2, 3], 2.5],
  ])("the median of %j is %d", (numbers, want) => {
    expect(median(numbers)).toBe(want);
  });
});
