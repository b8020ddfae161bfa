/** Reports about generated code in other people's checkouts: watched, and judged by hooks. */
import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { mcpGen } from "../cli/program.js";
import { smallSchema } from "../cli/schema.js";
import { Watching } from "../cli/watch/watching.js";
import { Repository } from "../hooks/repository.js";
import { plant, temporaryFolder } from "../output/folder.js";

test("Q57: links to a schema and to its folder are watched, absolute paths too", async () => {
  const [root, elsewhere] = [temporaryFolder(), temporaryFolder()];
  plant(root, {
    "one/schema.ts": smallSchema(),
    "two/schema.ts": smallSchema("Pointed"),
    "three/real.ts": smallSchema("Target"),
  });
  const at = (file: string): string => path.join(root, file);
  const types = (): string => fs.readFileSync(at("out/mcp/types.ts"), "utf8");
  fs.symlinkSync(at("one"), at("mcp"), "junction");
  const watching = new Watching(elsewhere, [
    "--schema",
    at("mcp/schema.ts"),
    "--out",
    at("out"),
    "--emit",
    "types",
  ]);
  await watching.until(/Watching for changes/);
  const steps: readonly (readonly [string, () => void])[] = [
    [
      "InTarget",
      () => fs.writeFileSync(at("one/schema.ts"), smallSchema("InTarget")),
    ],
    [
      "Pointed",
      () => {
        fs.rmSync(at("mcp"));
        fs.symlinkSync(at("two"), at("mcp"), "junction");
      },
    ],
    [
      "Target",
      () => {
        fs.rmSync(at("two/schema.ts"));
        fs.symlinkSync(at("three/real.ts"), at("two/schema.ts"));
      },
    ],
    [
      "Replaced",
      () => {
        fs.writeFileSync(at("three/new.ts"), smallSchema("Replaced"));
        fs.renameSync(at("three/new.ts"), at("three/real.ts"));
      },
    ],
  ];
  for (const [name, change] of steps) {
    change();
    await watching.until(/0 created, \d updated, /);
    expect(types()).toContain(`interface ${name} `);
  }
  expect(await watching.end("SIGINT")).toBe(0);
});

test("Q59: a hook of a package two folders down, and in a second worktree", () => {
  const repository = new Repository();
  const proto = path.join(repository.folder, "packages/proto");
  repository.write({
    "packages/proto/package.json": '{ "type": "module" }\n',
    "packages/proto/mcp-gen.config.json":
      '{ "schema": "./mcp/schema.ts", "emit": "types" }\n',
    "packages/proto/mcp/schema.ts": smallSchema(),
    "hooks/pre-commit":
      '#!/bin/sh\ncd packages/proto && "$MCP_GEN" --check --staged\n',
  });
  fs.chmodSync(path.join(repository.folder, "hooks/pre-commit"), 0o755);
  const generate = (): void => {
    expect(mcpGen(proto, []).exitCode).toBe(0);
  };
  const commit = (folder: string): number | null =>
    repository.run("env", [
      `MCP_GEN=${path.join(repository.folder, "node_modules/.bin/mcp-gen")}`,
      "git",
      "-C",
      folder,
      "commit",
      "--message",
      "Change",
    ]).exitCode;
  generate();
  repository.git("config", "core.hooksPath", `${repository.folder}/hooks`);
  repository.git("add", "--all");
  expect(commit(repository.folder)).toBe(0);

  // Stale, then generated but not staged: refused, and nothing is put aside.
  repository.write({ "packages/proto/mcp/schema.ts": smallSchema("Added") });
  repository.git("add", "packages/proto/mcp");
  expect(commit(repository.folder)).not.toBe(0);
  generate();
  expect(commit(repository.folder)).not.toBe(0);
  expect(repository.read("packages/proto/out/mcp/types.ts")).toContain("Added");
  repository.git("add", "--all");
  expect(commit(repository.folder)).toBe(0);

  const second = path.join(temporaryFolder(), "second");
  repository.git("worktree", "add", "--quiet", "-b", "other", second);
  fs.writeFileSync(
    path.join(second, "packages/proto/mcp/schema.ts"),
    smallSchema("Other"),
  );
  repository.git("-C", second, "add", "--all");
  expect(commit(second)).not.toBe(0);
  expect(mcpGen(path.join(second, "packages/proto"), []).exitCode).toBe(0);
  repository.git("-C", second, "add", "--all");
  expect(commit(second)).toBe(0);
});
