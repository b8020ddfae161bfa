/** Tests that install packages need a registry; which one is npm's own business. */
import { describeUnless, mustRunAll } from "../needs.js";
import { npm } from "../npm.js";
import { repositoryPath } from "../shared.js";

let reachable: boolean | undefined;

/** Asks for one small package, once for each test file, and does not wait long. */
function hasRegistry(): boolean {
  reachable ??=
    npm(repositoryPath, [
      "view",
      "handlebars",
      "version",
      "--prefer-online",
      "--fetch-retries=0",
      "--fetch-timeout=10000",
    ]).exitCode === 0;
  return reachable;
}

/** `describe` for tests that install packages; see `needs.ts`. */
export function describeWithRegistry(name: string, define: () => void): void {
  const usable = mustRunAll || hasRegistry();
  describeUnless(usable ? undefined : "no package registry", name, define);
}
