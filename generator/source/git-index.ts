/** What git would commit: the index of a repository, as files in a folder. */
import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import os from "node:os";
import nodePath from "node:path";
import { UsageError } from "../failure.js";

/** A listing of a large repository. */
const MAX_BYTES = 256 * 1024 * 1024;

/** The index of a repository. */
export class GitIndex {
  /** Absolute path of the repository's top folder, without links. */
  readonly top: string;

  /**
   * @param folder A folder of the repository.
   * @throws UsageError when there is no repository, or no git.
   */
  constructor(folder: string) {
    const top = runGit(folder, ["rev-parse", "--show-toplevel"]);
    if (top === undefined)
      throw new UsageError(
        `--staged compares with git's index, but ${folder} is not in a git repository, or git is not installed.`,
      );
    this.top = realpathSync(top.trim());
  }

  /**
   * Files that are not what the index has, new ones included, ignored ones not.
   * Absolute paths.
   */
  changedInFolder(): readonly string[] {
    const listed = this.#git([
      "status",
      "--porcelain=v1",
      "-z",
      "--untracked-files=all",
      "--no-renames",
      "--ignore-submodules=all",
    ]);
    // "XY path": Y is what the folder has changed since; "??" is new.
    return listed
      .split("\0")
      .filter((entry) => entry.length > 3 && entry[1] !== " ")
      .map((entry) => nodePath.join(this.top, entry.slice(3)));
  }

  /**
   * Writes the files of the index to a folder of their own. What packages have
   * installed is linked there, so that plugins of formatters are found.
   *
   * @returns Absolute path of the folder, which the caller removes.
   */
  checkOut(): string {
    const folder = realpathSync(
      mkdtempSync(nodePath.join(os.tmpdir(), "mcp-gen-staged-")),
    );
    try {
      this.#git(["checkout-index", "--all", "--quiet", `--prefix=${folder}/`]);
      // The end of the search for a configuration, as in the repository.
      mkdirSync(nodePath.join(folder, ".git"));
      for (const path of this.#packages()) linkModules(this.top, folder, path);
      return folder;
    } catch (error) {
      rmSync(folder, { recursive: true, force: true });
      throw error;
    }
  }

  /** Folders with a `package.json`, relative to the top, the top itself among them. */
  #packages(): readonly string[] {
    const files = this.#git(["ls-files", "-z", "--", "*package.json"]);
    const folders = files
      .split("\0")
      .filter((file) => nodePath.posix.basename(file) === "package.json")
      .map((file) => nodePath.posix.dirname(file));
    return [...new Set([".", ...folders])];
  }

  #git(args: readonly string[]): string {
    const output = runGit(this.top, args);
    if (output === undefined)
      throw new UsageError(
        `git ${args[0] ?? ""} has failed in ${this.top}; --staged needs it.`,
      );
    return output;
  }
}

function linkModules(top: string, folder: string, path: string): void {
  const [from, to] = [top, folder].map((each) =>
    nodePath.join(each, path, "node_modules"),
  ) as [string, string];
  if (!existsSync(from) || existsSync(to)) return;
  mkdirSync(nodePath.dirname(to), { recursive: true });
  symlinkSync(from, to, "junction");
}

/**
 * The rule by which git ignores files of a folder, e.g. `.gitignore:3: out/`.
 *
 * @param file Absolute path of a file that is, or would be, there.
 * @returns undefined when git knows the file, ignores nothing, or is not there.
 */
export function ignoringRule(file: string): string | undefined {
  let folder = nodePath.dirname(file);
  while (!existsSync(folder)) {
    const parent = nodePath.dirname(folder);
    if (parent === folder) return undefined;
    folder = parent;
  }
  const output = runGit(folder, ["check-ignore", "-v", "--", file]);
  const [, source, line, rule] = /^(.*?):(\d+):(.*)\t/.exec(output ?? "") ?? [];
  // A rule that begins with "!" takes files in again.
  if (source === undefined || rule?.startsWith("!") === true) return undefined;
  return `${source}:${line}: ${rule}`;
}

/**
 * The environment for git. For hooks in further worktrees git names its folder but not
 * the top, and would then take the folder that a hook has changed to for the top.
 */
function gitEnvironment(): NodeJS.ProcessEnv {
  const { GIT_DIR, ...others } = process.env;
  const isWhole =
    GIT_DIR !== undefined && others["GIT_WORK_TREE"] !== undefined;
  return { ...others, ...(isWhole && { GIT_DIR }), LC_ALL: "C" };
}

/** What git prints; undefined when it fails. */
function runGit(folder: string, args: readonly string[]): string | undefined {
  const { status, stdout } = spawnSync(
    "git",
    ["--no-optional-locks", ...args],
    {
      cwd: folder,
      encoding: "utf8",
      env: gitEnvironment(),
      maxBuffer: MAX_BYTES,
      stdio: ["ignore", "pipe", "ignore"],
    },
  );
  return status === 0 ? stdout : undefined;
}
