/**
 * What the official suite needs, in a package of its own: it is heavy, and `node@22`
 * among the root's packages would be the Node of every npm script.
 */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { installDependencies } from "../npm.js";

const folder: string = fileURLToPath(new URL(".", import.meta.url));

/** Node 22: the suite does not start on Node 20. What it tests runs on this Node. */
export const suiteNode: string = `${folder}node_modules/node/bin/node${
  process.platform === "win32" ? ".exe" : ""
}`;

/** The suite's program. */
export const suiteProgram: string = `${folder}node_modules/@modelcontextprotocol/conformance/dist/index.js`;

/** The worker runtime's module. */
export const miniflareModule: string = `${folder}node_modules/miniflare/dist/src/index.js`;

/**
 * Installs the package if that has not been done for its present lock file.
 *
 * @throws {Error} If npm cannot: without the suite there is nothing to test.
 */
export function installSuite(): void {
  const fault = installDependencies(folder, { scripts: true });
  const needed = [suiteNode, suiteProgram, miniflareModule];
  if (fault === undefined && needed.every((file) => existsSync(file))) return;
  throw new Error(
    `The conformance suite could not be installed in test/conformance:\n${fault ?? "Not every program is there."}`,
  );
}
