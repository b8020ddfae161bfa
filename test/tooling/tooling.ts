/**
 * Programs that mcp-gen is tested beside. They have a package of their own, so that
 * `npm ci` at the root stays small; tests install it when they first need it.
 */
import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readFileSync,
  rmdirSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe } from "vitest";

const folder = fileURLToPath(new URL(".", import.meta.url));

/** Where the programs' packages are, once they are installed. */
export const toolingModules: string = path.join(folder, "node_modules");

/** Whether tests must run rather than be skipped. */
export const isCi: boolean = process.env["CI"] === "true";

/** Several test files may be the first at the same time. */
const LOCK = path.join(folder, ".installing");

/** After so long, whoever has the lock is taken for dead. */
const PATIENCE_MS = 240_000;

/**
 * Path of a program.
 *
 * @param name As in `node_modules/.bin`.
 */
export function toolPath(name: string): string {
  return path.join(toolingModules, ".bin", name);
}

/**
 * `describe` for tests that need these programs. Where they cannot be installed, for
 * want of a network, the tests are skipped under a name that says so; with `CI=true`
 * that is a failure.
 */
export function describeWithTooling(name: string, define: () => void): void {
  const fault = install();
  if (fault === undefined) describe(name, define);
  else if (isCi) throw new Error(`${name}: ${fault}`);
  else describe.skip(`${name} (skipped: ${fault})`, define);
}

/** @returns why the programs cannot be had. */
function install(): string | undefined {
  const lockfile = readFileSync(path.join(folder, "package-lock.json"), "utf8");
  const marker = path.join(toolingModules, ".installed-lock.json");
  const isCurrent = (): boolean =>
    existsSync(marker) && readFileSync(marker, "utf8") === lockfile;
  if (isCurrent()) return undefined;
  takeLock();
  try {
    if (isCurrent()) return undefined;
    // Without scripts: one of them would install hooks into this very repository. Not
    // `npm ci`: the lock file leaves out the builds for other systems.
    const { status, stderr } = spawnSync(
      "npm",
      ["install", "--no-save", "--ignore-scripts", "--no-audit", "--no-fund"],
      { cwd: folder, encoding: "utf8", shell: process.platform === "win32" },
    );
    if (status !== 0)
      return `test/tooling cannot be installed: ${/^npm error (?!code )(.+)$/m.exec(stderr)?.[1] ?? stderr}`;
    writeFileSync(marker, lockfile);
    return undefined;
  } finally {
    rmdirSync(LOCK);
  }
}

function takeLock(): void {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (;;) {
    try {
      mkdirSync(LOCK);
      return;
    } catch {
      const since = statSync(LOCK, { throwIfNoEntry: false })?.mtimeMs;
      if (since !== undefined && Date.now() - since > PATIENCE_MS) {
        rmdirSync(LOCK);
        continue;
      }
      Atomics.wait(pause, 0, 0, 200);
    }
  }
}
