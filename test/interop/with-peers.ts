/** Tests that need the peers: required when `CI` is `true`, else skipped where they cannot be had. */
import { beforeAll, describe } from "vitest";
import { isCi } from "../npm.js";
import { installPeers } from "./peers.js";

const problem = installPeers();

/**
 * `describe` for tests that need the peers. Where they cannot be installed, tests are
 * skipped under a name that says so; with `CI=true` that is a failure.
 */
export function describeWithPeers(name: string, define: () => void): void {
  if (problem === undefined) {
    describe(name, define);
  } else if (isCi) {
    describe(name, () => {
      beforeAll(() => {
        throw new Error(`The peers could not be installed:\n${problem}`);
      });
      define();
    });
  } else {
    describe.skip(`${name} (skipped: npm cannot install test/interop)`, define);
  }
}
