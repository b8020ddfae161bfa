/** Shell completion, and what terminals show. */
import { spawnSync } from "node:child_process";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { describeUnless } from "../needs.js";
import { plant, temporaryFolder } from "../output/folder.js";
import { mcpGen, program } from "./program.js";
import { smallSchema } from "./schema.js";

describe("completion", () => {
  test("prints a script for bash and zsh", () => {
    const { exitCode, stdout } = mcpGen(temporaryFolder(), ["completion"]);
    expect(exitCode).toBe(0);
    expect(stdout).toContain("mcp-gen --get-yargs-completions");
  });

  test.each<[string, readonly string[]]>([
    ["--sch", ["--schema", "--schema-root"]],
    ["in", ["init", "inputs"]],
    ["pull --f", ["--from", "--force"]],
    ["init --hook ", ["lefthook", "husky", "pre-commit"]],
    ["--formats a", ["annotate", "assert"]],
    ["--schema x", []],
  ])("mcp-gen %s", (line, want) => {
    const words = line.split(" ");
    const { stdout } = mcpGen(temporaryFolder(), [
      "--get-yargs-completions",
      "mcp-gen",
      ...words,
    ]);
    expect(stdout.split("\n").filter(Boolean)).toEqual(want);
  });
});

const hasTerminal =
  process.platform === "linux" &&
  spawnSync("script", ["--version"]).status === 0;

describeUnless(
  hasTerminal ? undefined : "no script(1) for a terminal",
  "a terminal",
  () => {
    /** All that a run shows on a terminal, stdout and stderr together. */
    function shown(args: string, env: NodeJS.ProcessEnv = {}): string {
      const root = temporaryFolder();
      plant(root, { "mcp/schema.ts": smallSchema() });
      const { CI: _ci, ...others } = process.env;
      const command = `"${process.execPath}" "${program}" --schema mcp ${args}`;
      return spawnSync("script", ["-qec", command, path.join(root, "log")], {
        cwd: root,
        encoding: "utf8",
        env: { ...others, TERM: "xterm", NO_COLOR: "1", ...env },
        timeout: 60_000,
      }).stdout;
    }

    const clear = "\r\u001b[K";

    test("shows a spinner after half a second, and leaves nothing of it", () => {
      const folder = temporaryFolder();
      // Its first write takes more than a second.
      plant(folder, {
        "slow.cjs": `
          const fs = require("node:fs");
          const { writeFileSync } = fs;
          const state = new Int32Array(new SharedArrayBuffer(4));
          fs.writeFileSync = (...args) => {
            fs.writeFileSync = writeFileSync;
            Atomics.wait(state, 0, 0, 1200);
            writeFileSync(...args);
          };`,
      });
      const slow = path.join(folder, "slow.cjs");
      const text = shown("--emit types", { NODE_OPTIONS: `--require ${slow}` });
      expect(text).toContain(`${clear}⠋ mcp-gen is at work`);
      const rest = text.slice(text.lastIndexOf(clear));
      expect(rest).not.toContain("at work");
      expect(rest).toMatch(/out\/mcp: \d+ created/);
    });

    test.each(["--quiet", "--json"])("%s: none", (option) => {
      expect(shown(`--emit types ${option}`)).not.toContain("at work");
    });
  },
);
