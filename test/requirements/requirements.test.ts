/** Each requirement, probed on generated code; `npm run requirements` prints the table. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { describeWithShared, repositoryPath, sharedPath } from "../shared.js";
import { probes } from "./all-probes.js";
import { ours } from "./ours/subject.js";
import { nothingToCheck } from "./probe.js";
import { rules } from "./rules.js";

const subject = ours();
afterAll(() => subject.stop());

for (const { id, rule } of rules) {
  describe(`${id} ${rule}`, () => {
    for (const probe of probes.filter((each) => each.id === id)) {
      const { side, way, claim } = probe;
      test(`${id} ${[side, way].filter(Boolean).join(" over ")}: ${claim}`, async () => {
        expect(await probe.run(subject)).not.toBe(nothingToCheck);
      });
    }
  });
}

test("every rule has probes, and every probe a rule", () => {
  const probed = new Set(probes.map(({ id }) => id));
  expect([...probed].sort()).toEqual(rules.map(({ id }) => id).sort());
});

test("docs/requirements.md has a row for each, and none that fails here", () => {
  const rows = readFileSync(
    join(repositoryPath, "docs/requirements.md"),
    "utf8",
  )
    .split("\n")
    .map((line) => line.split("|").map((cell) => cell.trim()))
    .filter(([, id = ""]) => /^[A-Z]\d+$/.test(id));
  expect(rows.map(([, id, rule, ours]) => [id, rule, ours])).toEqual(
    rules.map(({ id, rule }) => [id, rule, "yes"]),
  );
});

describeWithShared("the shared list", () => {
  test("has no requirement that is missing here", () => {
    const listed = readFileSync(sharedPath("spec/REQUIREMENTS.md"), "utf8")
      .split("\n")
      .flatMap((line) => /^\| ([A-Z]\d+) \|/.exec(line)?.[1] ?? []);
    expect(rules.map(({ id }) => id)).toEqual(listed);
  });
});
