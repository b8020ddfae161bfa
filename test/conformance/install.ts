/**
 * What the official suite needs, in a package of its own: it is heavy, and `node@22`
 * among the root's packages would be the Node of every npm script.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

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
  const needed = [suiteNode, suiteProgram, miniflareModule];
  if (needed.every((file) => existsSync(file)) && isCurrent()) return;
  const { status, stderr } = spawnSync(
    process.platform === "win32" ? "npm.cmd" : "npm",
    ["ci", "--no-audit", "--no-fund", "--prefer-offline"],
    {
      cwd: folder,
      encoding: "utf8",
      // A run of npm hands its own settings down, and those are the root's.
      env: Object.fromEntries(
        Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)),
      ),
      shell: process.platform === "win32",
    },
  );
  if (status !== 0 || !needed.every((file) => existsSync(file))) {
    throw new Error(
      `The conformance suite could not be installed (npm ci in test/conformance):\n${stderr}`,
    );
  }
}

/** True if what is installed is what the lock file says. */
function isCurrent(): boolean {
  const installed = versions("node_modules/.package-lock.json");
  return Object.entries(versions("package-lock.json")).every(
    ([path, version]) =>
      installed[path] === undefined || installed[path] === version,
  );
}

/** Versions by path; packages of other platforms stand in the lock file alone. */
function versions(lockFile: string): Record<string, string | undefined> {
  const { packages } = JSON.parse(
    readFileSync(`${folder}${lockFile}`, "utf8"),
  ) as { packages: Record<string, { version?: string }> };
  return Object.fromEntries(
    Object.entries(packages).map(([path, { version }]) => [path, version]),
  );
}
