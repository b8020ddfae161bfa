/**
 * npm as tests use it, and the packages below `test/` that hold heavy programs: they are
 * installed when a test first needs them, so that `npm ci` at the root stays small.
 */
import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readFileSync,
  rmdirSync,
  statSync,
} from "node:fs";
import path from "node:path";

/** Several test files may be the first at the same time. */
const LOCK = ".installing";

/** After so long, whoever has the lock is taken for dead. */
const PATIENCE_MS = 240_000;

/**
 * The environment for npm in another folder: a run of npm, such as that of these tests,
 * hands its own settings down, and those are the root's.
 */
export function npmEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)),
  );
}

/** Runs npm to its end. */
export function npm(
  cwd: string,
  args: readonly string[],
): {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
} {
  const { status, stdout, stderr } = spawnSync("npm", args, {
    cwd,
    encoding: "utf8",
    env: npmEnvironment(),
    shell: process.platform === "win32",
  });
  return { exitCode: status, stdout, stderr };
}

/**
 * Installs a package's dependencies, if that has not been done for its present lock file.
 *
 * @param folder Absolute path of the folder with the `package.json`.
 * @param options `scripts`: whether dependencies may run theirs.
 * @returns what npm said when it could not; undefined once they are there.
 */
export function installDependencies(
  folder: string,
  { scripts }: { readonly scripts: boolean },
): string | undefined {
  if (isInstalled(folder)) return undefined;
  const release = takeLock(path.join(folder, LOCK));
  try {
    if (isInstalled(folder)) return undefined;
    // Not `npm ci`: a lock file may lack packages for other systems.
    const { exitCode, stderr } = npm(folder, [
      "install",
      "--no-save",
      "--no-audit",
      "--no-fund",
      "--prefer-offline",
      ...(scripts ? [] : ["--ignore-scripts"]),
    ]);
    return exitCode === 0 ? undefined : stderr;
  } finally {
    release();
  }
}

/** Whether a package's dependencies are there, as its lock file has them. */
export function isInstalled(folder: string): boolean {
  const installed = path.join(folder, "node_modules/.package-lock.json");
  if (!existsSync(installed)) return false;
  const have = versions(installed);
  const wanted = versions(path.join(folder, "package-lock.json"));
  return Object.entries(wanted).every(
    ([place, version]) => have[place] === undefined || have[place] === version,
  );
}

/** Versions by path; packages of other platforms stand in the lock file alone. */
function versions(file: string): Record<string, string | undefined> {
  const { packages } = JSON.parse(readFileSync(file, "utf8")) as {
    readonly packages: Record<string, { readonly version?: string }>;
  };
  return Object.fromEntries(
    Object.entries(packages)
      .filter(([place]) => place !== "")
      .map(([place, { version }]) => [place, version]),
  );
}

function takeLock(lock: string): () => void {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (;;) {
    try {
      mkdirSync(lock);
      return () => rmdirSync(lock);
    } catch {
      const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs;
      if (since !== undefined && Date.now() - since > PATIENCE_MS)
        rmdirSync(lock);
      else Atomics.wait(pause, 0, 0, 200);
    }
  }
}
