/**
 * Each id of the shared lists of reports and faults has one test, whose title begins with
 * it. It stands where tests of its subject are; new ones without a better place are in
 * this folder, a file for each area.
 */
import { expect, test } from "vitest";
import { describeWithShared } from "../shared.js";
import { openIds, reportIds, testedIds } from "./report-list.js";

describeWithShared("reports and faults", () => {
  test("each has one test, or is listed as open", () => {
    expect([...testedIds(), ...openIds()].sort()).toEqual(
      [...reportIds()].sort(),
    );
  });
});
