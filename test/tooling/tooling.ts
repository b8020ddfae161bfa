/**
 * Programs that mcp-gen is tested next to: hooks, package managers, Turborepo, judges of
 * packages. They have a package of their own.
 */
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describeUnless } from "../needs.js";
import { installDependencies } from "../npm.js";

const folder = fileURLToPath(new URL(".", import.meta.url));

/** Where the programs' packages are, once they are installed. */
export const toolingModules: string = path.join(folder, "node_modules");

/**
 * Path of a program.
 *
 * @param name As in `node_modules/.bin`.
 */
export function toolPath(name: string): string {
  return path.join(toolingModules, ".bin", name);
}

/** `describe` for tests that need these programs; see `needs.ts`. */
export function describeWithTooling(name: string, define: () => void): void {
  // Without scripts: one of them would install hooks into this very repository.
  const fault = installDependencies(folder, { scripts: false });
  describeUnless(
    fault === undefined
      ? undefined
      : `npm cannot install test/tooling: ${fault}`,
    name,
    define,
  );
}
