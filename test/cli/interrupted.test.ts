import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import {
  plant,
  readTree,
  temporaryFolder,
  type Tree,
} from "../output/folder.js";
import { mcpGen, mcpGenAsync } from "./program.js";
import { smallSchema } from "./schema.js";

const run = ["--schema", "mcp", "--emit", "types"];

/** A module that sends this process a signal at its n-th renaming of a file. */
function signalAtRename(
  nth: number,
  signal: NodeJS.Signals,
): NodeJS.ProcessEnv {
  const code = `
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
const rename = fs.renameSync;
let count = 0;
fs.renameSync = (...args) => {
  if (!String(args[1]).includes(".cache") && count++ === ${nth}) {
    process.kill(process.pid, ${JSON.stringify(signal)});
    // A signal that cannot be held ends the process here.
    if (${JSON.stringify(signal)} === "SIGKILL") Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5000);
  }
  return rename(...args);
};
syncBuiltinESMExports();`;
  const url = `data:text/javascript,${encodeURIComponent(code)}`;
  return { NODE_OPTIONS: `--import "${url}"` };
}

/** A project whose output is one schema behind. */
function outdatedProject(): { root: string; old: Tree } {
  const root = temporaryFolder();
  plant(root, { "mcp/schema.ts": smallSchema("Old") });
  expect(mcpGen(root, run).exitCode).toBe(0);
  const old = readTree(path.join(root, "out"));
  plant(root, { "mcp/schema.ts": smallSchema("New") });
  return { root, old };
}

/** What the output is to become. */
function wantedOutput(): Tree {
  const root = temporaryFolder();
  plant(root, { "mcp/schema.ts": smallSchema("New") });
  mcpGen(root, run);
  return readTree(path.join(root, "out"));
}

describe("killed", () => {
  test("at any renaming: the next run completes the work, or undoes it", async () => {
    const wanted = wantedOutput();
    let killed = 0;
    for (let nth = 0; nth < 12; nth++) {
      const { root, old } = outdatedProject();
      const env = signalAtRename(nth, "SIGKILL");
      const { signal } = await mcpGenAsync(root, run, env);
      if (signal === null) break;
      killed++;
      const again = mcpGen(root, run);
      expect([again.exitCode, again.stderr]).toEqual([0, ""]);
      expect(readTree(path.join(root, "out"))).toEqual(wanted);
      // Back to the old schema at once, as after a revert: nothing counts as edited.
      const other = outdatedProject();
      await mcpGenAsync(other.root, run, env);
      plant(other.root, { "mcp/schema.ts": smallSchema("Old") });
      const reverted = mcpGen(other.root, run);
      expect([reverted.exitCode, reverted.stderr]).toEqual([0, ""]);
      expect(readTree(path.join(other.root, "out"))).toEqual(old);
    }
    expect(killed).toBe(4);
  });

  test("on the first run: the folder is there as a whole or not at all", async () => {
    const wanted = wantedOutput();
    for (let nth = 0; nth < 2; nth++) {
      const root = temporaryFolder();
      plant(root, { "mcp/schema.ts": smallSchema("New") });
      const env = signalAtRename(nth, "SIGKILL");
      expect((await mcpGenAsync(root, run, env)).signal).toBe("SIGKILL");
      expect(fs.existsSync(path.join(root, "out/mcp"))).toBe(false);
      expect(mcpGen(root, run).exitCode).toBe(0);
      expect(readTree(path.join(root, "out"))).toEqual(wanted);
    }
  });
});

test.each(["SIGINT", "SIGTERM"] as const)(
  "%s in the middle: the files are put in place first, then the process ends by it",
  async (name) => {
    const wanted = wantedOutput();
    const { root } = outdatedProject();
    const { signal } = await mcpGenAsync(root, run, signalAtRename(2, name));
    expect(signal).toBe(name);
    expect(readTree(path.join(root, "out"))).toEqual(wanted);
  },
);
