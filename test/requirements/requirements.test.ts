/** Each requirement, probed on generated code; `npm run requirements` prints the table. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { describeWithShared, repositoryPath, sharedPath } from "../shared.js";
import { probes } from "./all-probes.js";
import { lists } from "./lists.js";
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

describe.each(lists)("the list: $title", ({ name, file, rules, groups }) => {
  const probed = new Set(groups.flatMap(({ ids }) => [...ids]));

  test("every probe has a rule", () => {
    const ids = new Set(rules.map(({ id }) => id));
    expect([...probed].filter((id) => !ids.has(id))).toEqual([]);
  });

  test("docs/requirements.md has a row for each, and none that fails here", () => {
    const page = readFileSync(
      join(repositoryPath, "docs/requirements.md"),
      "utf8",
    );
    const [, table = ""] = page.split(new RegExp(`<!-- ${name}: \\w+ -->`));
    const rows = table
      .split("\n")
      .map((line) => line.split("|").map((cell) => cell.trim()))
      .filter(([, id = ""]) => /^[A-Z]+\d+$/.test(id));
    expect(rows.map(([, id, rule, ours]) => [id, rule, ours])).toEqual(
      rules.map(({ id, rule }) => [id, rule, probed.has(id) ? "yes" : "-"]),
    );
  });

  describeWithShared("in the specification's folder", () => {
    test("has no requirement that is missing here", () => {
      const listed = readFileSync(sharedPath(`spec/${file}`), "utf8")
        .split("\n")
        .flatMap((line) => /^\| ([A-Z]+\d+) \|/.exec(line)?.[1] ?? []);
      expect(rules.map(({ id }) => id)).toEqual(listed);
    });
  });
});

test("every requirement of revision 2026-07-28 has a probe", () => {
  const ids = new Set(probes.map(({ id }) => id));
  expect(rules.filter(({ id }) => !ids.has(id))).toEqual([]);
});
