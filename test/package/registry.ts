/** Tests that install packages need a registry; which one is npm's own business. */
import { describe } from "vitest";
import { isCi, npm } from "../npm.js";
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

/**
 * `describe` for tests that install packages. Without a registry they are skipped,
 * under a name that says so; with `CI=true` they run, and fail.
 */
export function describeWithRegistry(name: string, define: () => void): void {
  if (isCi || hasRegistry()) describe(name, define);
  else describe.skip(`${name} (skipped: no package registry)`, define);
}
