/** The package manager of a project, and how it runs the mcp-gen that is installed. */
import { existsSync, readFileSync } from "node:fs";
import nodePath from "node:path";
import { PACKAGE_FILE } from "../config/configuration.js";
import { searchedFolders } from "../config/find.js";

/** The package managers that are known, each with its lockfiles. */
const LOCKFILES: Readonly<Record<PackageManager, readonly string[]>> = {
  pnpm: ["pnpm-lock.yaml"],
  yarn: ["yarn.lock", ".pnp.cjs"],
  bun: ["bun.lock", "bun.lockb"],
  npm: ["package-lock.json", "npm-shrinkwrap.json"],
};

/** A package manager. */
export type PackageManager = "npm" | "pnpm" | "yarn" | "bun";

/** How each runs a program that is installed. */
const RUNNERS: Readonly<Record<PackageManager, string>> = {
  npm: "npx",
  pnpm: "pnpm exec",
  // Berry finds it without node_modules, too.
  yarn: "yarn run",
  bun: "bun run",
};

/**
 * Finds the package manager of a folder: by `packageManager` in `package.json`, else by
 * its lockfile, in the folder or above it in the repository; npm where nothing says.
 *
 * @param folder Absolute path.
 */
export function packageManagerOf(folder: string): PackageManager {
  for (const place of searchedFolders(folder)) {
    const found = namedIn(place) ?? lockedIn(place);
    if (found !== undefined) return found;
  }
  return "npm";
}

/** What comes before the name of a program that is installed, as people type it. */
export function runnerOf(manager: PackageManager): string {
  return RUNNERS[manager];
}

/** The same for hooks: a commit should not download a program. */
export function hookRunnerOf(manager: PackageManager): string {
  return manager === "npm" ? "npx --no-install" : RUNNERS[manager];
}

function namedIn(folder: string): PackageManager | undefined {
  try {
    const text = readFileSync(nodePath.join(folder, PACKAGE_FILE), "utf8");
    const { packageManager } = JSON.parse(text) as Record<string, unknown>;
    const [name = ""] = String(packageManager ?? "").split("@");
    return name in LOCKFILES ? (name as PackageManager) : undefined;
  } catch {
    // No such file, or one that package managers have a word to say about.
    return undefined;
  }
}

function lockedIn(folder: string): PackageManager | undefined {
  const names = Object.keys(LOCKFILES) as readonly PackageManager[];
  return names.find((name) =>
    LOCKFILES[name].some((file) => existsSync(nodePath.join(folder, file))),
  );
}
