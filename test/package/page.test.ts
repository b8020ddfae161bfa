/** `scripts/package-page.mjs`: what the published package says of where it comes from. */
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { plant, readTree, temporaryFolder } from "../output/folder.js";
import { repositoryPath } from "../shared.js";

const original = {
  "package.json": `${JSON.stringify(
    {
      name: "sample",
      files: ["docs", "README.md"],
      scripts: { prepare: "npm run build" },
      devDependencies: { typescript: "7" },
    },
    undefined,
    2,
  )}\n`,
  "README.md":
    "[Docs](docs/a.md#b), [help](CONTRIBUTING.md#ask), [site](https://example.com), [here](#x) ![chart](bench/a.svg)\n",
  "docs/a.md": "[Readme](../README.md) and [`examples`](../examples)\n",
  "CONTRIBUTING.md": "",
};

/** A repository with that remote, or none. */
function repository(remote: string | undefined): string {
  const folder = temporaryFolder();
  plant(folder, { ...original, "scripts/": "" });
  cpSync(
    path.join(repositoryPath, "scripts/package-page.mjs"),
    path.join(folder, "scripts/package-page.mjs"),
  );
  const git = (...args: readonly string[]) =>
    execFileSync("git", args, { cwd: folder, stdio: "ignore" });
  git("init", "--quiet");
  if (remote !== undefined) git("remote", "add", "origin", remote);
  return folder;
}

function run(folder: string, step: string): void {
  const { status, stderr } = spawnSync(
    process.execPath,
    ["scripts/package-page.mjs", step],
    { cwd: folder, encoding: "utf8" },
  );
  expect([status, stderr]).toEqual([0, ""]);
}

const read = (folder: string, file: string): string =>
  readFileSync(path.join(folder, file), "utf8");

describe("git's remote", () => {
  test.each([
    ["https://github.com/acme/mcp-gen.git", "https://github.com/acme/mcp-gen"],
    [
      "https://ada:secret@github.com/acme/mcp-gen",
      "https://github.com/acme/mcp-gen",
    ],
    [
      "git@gitlab.com:acme/tools/mcp-gen.git",
      "https://gitlab.com/acme/tools/mcp-gen",
    ],
    [
      "ssh://git@git.example.org:2222/acme/mcp-gen.git",
      "https://git.example.org/acme/mcp-gen",
    ],
  ])("%s is %s", (remote, page) => {
    const folder = repository(remote);
    run(folder, "prepare");
    expect(JSON.parse(read(folder, "package.json"))).toEqual({
      name: "sample",
      files: ["docs", "README.md"],
      repository: { type: "git", url: `git+${page}.git` },
      homepage: `${page}#readme`,
      bugs: `${page}/issues`,
    });
    expect(read(folder, "README.md")).toBe(
      `[Docs](docs/a.md#b), [help](${page}/blob/HEAD/CONTRIBUTING.md#ask), [site](https://example.com), [here](#x) ![chart](${page}/raw/HEAD/bench/a.svg)\n`,
    );
  });

  test.each([
    [undefined],
    ["/srv/git/mcp-gen.git"],
    ["../mcp-gen"],
    ["file:///srv/mcp-gen"],
  ])("%s gives no page", (remote) => {
    const folder = repository(remote);
    run(folder, "prepare");
    expect(JSON.parse(read(folder, "package.json"))).toEqual({
      name: "sample",
      files: ["docs", "README.md"],
    });
    expect(read(folder, "docs/a.md")).toBe(
      "[Readme](../README.md) and `examples`\n",
    );
    expect(read(folder, "README.md")).toBe(
      "[Docs](docs/a.md#b), help, [site](https://example.com), [here](#x) \n",
    );
  });
});

test("everything is as it was afterwards, also after a run that was stopped", () => {
  const folder = repository(undefined);
  const before = readTree(folder);
  run(folder, "prepare");
  run(folder, "prepare");
  run(folder, "restore");
  expect(readTree(folder)).toEqual(before);
});
