/**
 * The hooks that `docs/recipes.md` describes, in repositories of their own: a commit
 * that changes the schema alone is refused, and goes through once that is repaired.
 */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { describeUnless } from "../needs.js";
import { temporaryFolder } from "../output/folder.js";
import { repositoryPath } from "../shared.js";
import {
  describeWithTooling,
  toolingModules,
  toolPath,
} from "../tooling/tooling.js";
import { recipe } from "./recipe.js";
import { gitIdentity, Repository } from "./repository.js";

const TYPES = "out/mcp/types.ts";

/** The way of every hook that checks. */
function expectRefusedUntilRepaired(
  repository: Repository,
  { seesFolder }: { readonly seesFolder: boolean },
): void {
  const before = repository.commits;
  repository.changeSchema("Added");
  const refused = repository.commit();
  expect(refused.output).toContain("out/mcp/types.ts: stale");
  expect(refused.exitCode).not.toBe(0);
  expect(repository.commits).toBe(before);
  expect(repository.read(TYPES)).not.toContain("Added");

  repository.generate();
  if (seesFolder) {
    // Generated, but not a part of the commit.
    const halfway = repository.commit();
    expect(halfway.output).toContain(`${TYPES}: stale`);
    expect(halfway.output).toContain("then git add out/mcp");
    expect(halfway.exitCode).not.toBe(0);
    expect(repository.commits).toBe(before);
  }

  repository.git("add", "--all");
  const accepted = repository.commit();
  expect(accepted).toMatchObject({ exitCode: 0 });
  expect(repository.commits).toBe(before + 1);
  expect(repository.committed(TYPES)).toContain("export interface Added {");

  repository.write({ "notes.md": "No matter for the protocol.\n" });
  repository.git("add", "notes.md");
  expect(repository.commit()).toMatchObject({ exitCode: 0 });

  repository.write({ [TYPES]: `${repository.read(TYPES)}// by hand\n` });
  repository.git("add", "--all");
  const edited = repository.commit();
  expect(edited.output).toContain("out/mcp/types.ts: edited");
  expect(edited.exitCode).not.toBe(0);
  expect(repository.commits).toBe(before + 2);
}

/** The way of every hook that generates and stages. */
function expectTakenAlong(repository: Repository): void {
  const before = repository.commits;
  repository.changeSchema("Added");
  expect(repository.commit()).toMatchObject({ exitCode: 0 });
  expect(repository.commits).toBe(before + 1);
  expect(repository.committed(TYPES)).toContain("export interface Added {");
  expect(repository.git("status", "--porcelain", "--", "out", "mcp")).toBe("");

  repository.write({ "mcp/schema.ts": "export interface Broken {" });
  repository.git("add", "--all");
  const broken = repository.commit();
  expect(broken.output).toContain("mcp/schema.ts:1:");
  expect(broken.exitCode).not.toBe(0);
  expect(repository.commits).toBe(before + 1);
}

describeWithTooling("lefthook", () => {
  /** A repository in which lefthook has installed the hook. */
  function withLefthook(configuration: string): Repository {
    const repository = new Repository();
    repository.write({ "lefthook.yml": configuration });
    link(repository, "lefthook");
    link(repository, `lefthook-${process.platform}-${process.arch}`);
    repository.git("add", "--all");
    const { exitCode, output } = repository.run(toolPath("lefthook"), [
      "install",
    ]);
    expect(output).toContain("pre-commit");
    expect(exitCode).toBe(0);
    return repository;
  }

  test("checks", () => {
    const repository = withLefthook(recipe("lefthook", 0));
    expectRefusedUntilRepaired(repository, { seesFolder: true });
  }, 120_000);

  test("generates", () => {
    expectTakenAlong(withLefthook(recipe("lefthook", 1)));
  }, 120_000);
});

describeWithTooling("husky", () => {
  /** A repository in which husky has installed the hook. */
  function withHusky(hook: string): Repository {
    const repository = new Repository();
    link(repository, "husky");
    const { exitCode, output } = repository.run(process.execPath, [
      path.join(toolingModules, "husky/bin.js"),
    ]);
    expect(output).toBe("");
    expect(exitCode).toBe(0);
    repository.write({ ".husky/pre-commit": hook });
    chmodSync(path.join(repository.folder, ".husky/pre-commit"), 0o755);
    repository.git("add", "--all");
    return repository;
  }

  test("checks", () => {
    const repository = withHusky(recipe("husky", 0));
    expectRefusedUntilRepaired(repository, { seesFolder: true });
  }, 120_000);

  test("generates", () => {
    expectTakenAlong(withHusky(recipe("husky", 1)));
  }, 120_000);
});

const hasPreCommit = spawnSync("pre-commit", ["--version"]).status === 0;

/** The framework is a Python program: `.ci/run` installs it, but not every machine may. */
function describeWithPreCommit(name: string, define: () => void): void {
  describeUnless(hasPreCommit ? undefined : "no pre-commit", name, define);
}

describeWithPreCommit("pre-commit", () => {
  const check = recipe("pre-commit").replace(/<.*>/, `file://${released()}`);

  /** A repository in which the framework has installed the hook. */
  function withPreCommit(configuration: string): Repository {
    const repository = new Repository({ PRE_COMMIT_HOME: temporaryFolder() });
    repository.write({ ".pre-commit-config.yaml": configuration });
    repository.git("add", "--all");
    const { exitCode, output } = repository.run("pre-commit", [
      "install",
      "--install-hooks",
    ]);
    if (exitCode !== 0) throw new Error(output);
    return repository;
  }

  test("checks", () => {
    expectRefusedUntilRepaired(withPreCommit(check), { seesFolder: false });
  }, 120_000);

  test("generates", () => {
    const generate = check.replace("id: mcp-gen-check", "id: mcp-gen");
    expect(generate).not.toBe(check);
    const repository = withPreCommit(generate);
    const before = repository.commits;
    repository.changeSchema("Added");
    const refused = repository.commit();
    expect(refused.output).toContain("files were modified by this hook");
    expect(repository.commits).toBe(before);
    expect(repository.read(TYPES)).toContain("export interface Added {");
    repository.git("add", "--all");
    expect(repository.commit()).toMatchObject({ exitCode: 0 });
    expect(repository.committed(TYPES)).toContain("export interface Added {");
  }, 120_000);

  test("does not look at what is not staged", () => {
    const repository = withPreCommit(check);
    repository.changeSchema("Added");
    repository.generate();
    const refused = repository.commit();
    expect(refused.output).toContain("out/mcp/types.ts: stale");
    expect(refused.exitCode).not.toBe(0);
    expect(repository.read(TYPES)).toContain("export interface Added {");
  }, 120_000);
});

/** A repository with a tag, of which the framework clones the hooks. */
function released(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), "mcp-gen-test-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const files = [".pre-commit-hooks.yaml", "scripts/pre-commit.sh"];
  for (const file of files)
    cpSync(path.join(repositoryPath, file), path.join(folder, file));
  const git = (...args: readonly string[]): void => {
    const { status, stderr } = spawnSync("git", args, {
      cwd: folder,
      encoding: "utf8",
      env: { ...process.env, ...gitIdentity(folder) },
    });
    if (status !== 0) throw new Error(stderr);
  };
  git("init", "--quiet");
  git("add", "--all");
  git("commit", "--quiet", "--message", "Release");
  git("tag", "v0.1.0");
  return folder;
}

function link(repository: Repository, name: string): void {
  const modules = path.join(repository.folder, "node_modules");
  mkdirSync(modules, { recursive: true });
  symlinkSync(
    path.join(toolingModules, name),
    path.join(modules, name),
    "junction",
  );
}
