import { describe, expect, test } from "vitest";
import { nearest } from "../../generator/suggestion.js";
import {
  isBygoneDraft,
  isWithin,
  revisionDate,
} from "../../generator/model/revisions.js";

describe("revisions", () => {
  test("stand in the order of their history", () => {
    const history = [
      "1",
      "2024-10-07",
      "2024-11-05",
      "DRAFT-2025-v1",
      "DRAFT-2025-v2",
      "DRAFT-2025-v3",
      "DRAFT-2026-v1",
      "2027-01-01",
      "draft",
    ];
    const dates = history.map(revisionDate);
    expect([...dates].sort()).toEqual(dates);
    expect(new Set(dates).size).toBe(dates.length);
  });

  test.each([
    ["DRAFT-2025-v1", "2025-03-26"],
    ["DRAFT-2025-v2", "2025-06-18"],
    ["DRAFT-2025-v3", "2025-11-25"],
    ["DRAFT-2026-v1", "2026-07-28"],
    ["2025-06-18", "2025-06-18"],
  ])("%s leads up to %s", (version, revision) => {
    expect(revisionDate(version)).toBe(revision);
  });

  test.each([
    ["2025-06-18", { since: "2025-06-18", until: "2025-06-18" }, true],
    ["2025-03-26", { since: "2025-06-18" }, false],
    ["2025-11-25", { until: "2025-06-18" }, false],
    ["1", { until: "2024-11-05" }, true],
    ["unheard-of", { since: "2026-07-28" }, true],
    ["2025-03-26", {}, true],
  ])("%s within %o: %s", (version, range, want) => {
    expect(isWithin(version, range)).toBe(want);
  });

  test.each([
    ["1", true],
    ["2024-10-07", true],
    ["2024-11-05", false],
    ["DRAFT-2025-v3", true],
    ["DRAFT-2026-v1", true],
    ["2026-07-28", false],
    ["DRAFT-2027-v1", false],
    ["draft", false],
  ])("%s was a draft of what is released: %s", (version, want) => {
    expect(isBygoneDraft(version)).toBe(want);
  });
});

describe("nearest", () => {
  test.each([
    ["drfat", ["draft", "2025-11-25"], "draft"],
    ["2025-11-26", ["2025-06-18", "2025-11-25"], "2025-11-25"],
    ["depricated", ["deprecated", "default"], "deprecated"],
    ["Tol", ["Tool", "Role"], "Tool"],
    ["DRAFT", ["draft"], "draft"],
    ["somethingElse", ["draft"], undefined],
    ["x", ["y"], undefined],
    ["x", [], undefined],
  ])("%s among %o is %s", (word, candidates, want) => {
    expect(nearest(word, candidates)).toBe(want);
  });
});
