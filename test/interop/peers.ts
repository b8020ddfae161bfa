/**
 * The real peers, in a package of their own (`test/interop/package.json`): they are
 * heavy, and a mere checkout has no use for them.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";

/** The folder of the package. */
export const peersFolder: string = fileURLToPath(new URL(".", import.meta.url));

/**
 * Installs the peers if that has not been done for the present lock file.
 *
 * @returns what npm said when it could not; undefined once they are there
 */
export function installPeers(): string | undefined {
  if (isInstalled()) return undefined;
  const { status, stderr } = spawnSync(
    process.platform === "win32" ? "npm.cmd" : "npm",
    // What peers do on installation is not needed, and takes long.
    ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"],
    {
      cwd: peersFolder,
      encoding: "utf8",
      // A run of npm hands its own settings down, and those are the root's.
      env: Object.fromEntries(
        Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)),
      ),
      shell: process.platform === "win32",
    },
  );
  return status === 0 ? undefined : stderr;
}

function isInstalled(): boolean {
  const installed = `${peersFolder}node_modules/.package-lock.json`;
  if (!existsSync(installed)) return false;
  const have = versions(installed);
  return Object.entries(versions(`${peersFolder}package-lock.json`)).every(
    ([path, version]) => have[path] === undefined || have[path] === version,
  );
}

/** Versions by path; packages of other platforms stand in the lock file alone. */
function versions(file: string): Record<string, string | undefined> {
  const { packages } = JSON.parse(readFileSync(file, "utf8")) as {
    packages: Record<string, { version?: string }>;
  };
  return Object.fromEntries(
    Object.entries(packages)
      .filter(([path]) => path !== "")
      .map(([path, { version }]) => [path, version]),
  );
}

/** Imports a module of a peer; the compiler must not look for its types. */
export async function peer(specifier: string): Promise<any> {
  const resolve = createRequire(`${peersFolder}package.json`);
  return import(
    /* @vite-ignore */ pathToFileURL(resolve.resolve(specifier)).href
  );
}
