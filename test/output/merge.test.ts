/** Two branches that each change the schema and the output, and are merged by git. */
import { spawnSync } from "node:child_process";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { mcpGen } from "../cli/program.js";
import { smallSchema } from "../cli/schema.js";
import { plant, readTree, temporaryFolder } from "./folder.js";

const run = ["--schema", "mcp"];

function git(cwd: string, ...args: readonly string[]): string {
  const who = ["-c", "user.name=a", "-c", "user.email=a@b.c"];
  const { stdout } = spawnSync("git", [...who, ...args], {
    cwd,
    encoding: "utf8",
  });
  return stdout;
}

/** One type in the middle and one at the end: what git can merge in the schema. */
const base = smallSchema("Middle", "Between", "Last");
const left = base.replace(
  "\n/** Added. */\nexport interface Middle",
  "\n/** Left. */\nexport interface Left {\n  value: string;\n}\n\n/** Added. */\nexport interface Middle",
);
const right = `${base}\n/** Right. */\nexport interface Right {\n  value: string;\n}\n`;

function commitOf(root: string, schema: string): void {
  plant(root, { "mcp/schema.ts": schema });
  expect(mcpGen(root, run).exitCode).toBe(0);
  git(root, "add", "-A");
  git(root, "commit", "-qm", "x");
}

describe("two branches that add one interface each", () => {
  const root = (): string => {
    const folder = temporaryFolder();
    git(folder, "init", "-q", "-b", "main");
    commitOf(folder, base);
    git(folder, "checkout", "-qb", "left");
    commitOf(folder, left);
    git(folder, "checkout", "-qb", "right", "main");
    commitOf(folder, right);
    return folder;
  };

  test("Q18: merge as the schema does, but for the manifest; the next run settles that", () => {
    const folder = root();
    expect(git(folder, "show", "--stat=200", "--format=", "left")).not.toMatch(
      /runtime|errors\.ts|methods\.ts/,
    );
    const said = git(folder, "merge", "left", "-m", "both");
    expect(said.match(/CONFLICT .* in (.*)/g)).toEqual([
      "CONFLICT (content): Merge conflict in out/mcp/mcp-gen.json",
    ]);
    const checked = mcpGen(folder, [...run, "--check"]);
    expect([checked.exitCode, checked.stdout]).toEqual([
      1,
      expect.stringMatching(/^out\/mcp\/mcp-gen\.json: has merge conflicts$/m),
    ]);
    const types = readTree(folder)["out/mcp/types.ts"];
    expect(mcpGen(folder, run)).toMatchObject({ exitCode: 0, stderr: "" });
    expect(readTree(folder)["out/mcp/types.ts"]).toBe(types);
    const fresh = temporaryFolder();
    plant(fresh, { "mcp/schema.ts": readTree(folder)["mcp/schema.ts"] ?? "" });
    mcpGen(fresh, run);
    expect(readTree(path.join(folder, "out"))).toEqual(
      readTree(path.join(fresh, "out")),
    );
  });
});
