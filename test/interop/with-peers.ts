/** Tests that need the peers. */
import { describeUnless } from "../needs.js";
import { installPeers } from "./peers.js";

const problem = installPeers();

/** `describe` for tests that need the peers; see `needs.ts`. */
export function describeWithPeers(name: string, define: () => void): void {
  describeUnless(
    problem === undefined
      ? undefined
      : `npm cannot install test/interop: ${problem}`,
    name,
    define,
  );
}
