/**
 * Some tests need more than the repository: input data in `../shared`, packages from a
 * registry, Chromium. Where it is missing they are skipped, under a name that says so.
 * `.ci/run` sets `MCP_GEN_TEST_ALL=true`: there, what is missing is a failure.
 */
import { describe, test } from "vitest";

/** Whether tests must run rather than be skipped. */
export const mustRunAll: boolean = process.env["MCP_GEN_TEST_ALL"] === "true";

/**
 * `describe` for tests that need something.
 *
 * @param missing - Why they cannot run, as in `no Chromium`; undefined if they can.
 * @param define - Not called where the tests are skipped.
 */
export function describeUnless(
  missing: string | undefined,
  name: string,
  define: () => void,
): void {
  if (missing === undefined) {
    describe(name, define);
  } else if (mustRunAll) {
    describe(name, () => {
      test("has what it needs", () => {
        throw new Error(`${missing}, but MCP_GEN_TEST_ALL is true`);
      });
    });
  } else {
    describe(name, () => {
      test.skip(`skipped: ${missing}`);
    });
  }
}
