/**
 * A checkout brings whatever its author likes: journals, locks, links, pipes and
 * configurations. Nothing of it may reach a file outside of what a run writes, the
 * terminal, or a run's patience.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { plainColouredText } from "../../generator/cli/plain-text.js";
import { outcomeOf } from "../../generator/cli/report.js";
import { generate, pull, writePlan } from "../../generator/index.js";
import { hashText } from "../../generator/output/manifest.js";
import { mcpGen, mcpGenAsync, type Result } from "../cli/program.js";
import { smallSchema } from "../cli/schema.js";
import { failingDisk } from "../output/failing-disk.js";
import {
  outputOf,
  plant,
  readTree,
  temporaryFolder,
} from "../output/folder.js";
import { planOutput } from "../../generator/output/plan.js";
import { writePlans } from "../../generator/output/write.js";

const MINE = "mine, and nobody else's\n";
const run = ["--schema", "mcp", "--emit", "types"];
const onUnix = test.skipIf(process.platform === "win32");

interface Victim {
  /** Where the checkout is; next to it lies `home`. */
  readonly root: string;
  /** A file of the user's outside of the checkout. */
  readonly file: string;
}

/** A checkout next to a file of the user's that it must not reach. */
function checkout(tree: Readonly<Record<string, string>> = {}): Victim {
  const folder = temporaryFolder();
  const root = path.join(folder, "checkout");
  plant(root, { "mcp/schema.ts": smallSchema("New"), ...tree });
  plant(folder, { "home/profile": MINE });
  return { root, file: path.join(folder, "home/profile") };
}

function expectUntouched({ file }: Victim): void {
  expect(readTree(path.dirname(file))).toEqual({ profile: MINE });
}

/** One message, the exit code of a user's fault, and no stack. */
function expectRefused(
  { exitCode, stdout, stderr }: Result,
  want: RegExp,
): void {
  expect([exitCode, stdout]).toEqual([2, ""]);
  expect(stderr).toMatch(want);
  expect(stderr).not.toContain("    at ");
}

/** A run in this process: a process of its own takes ten times as long. */
async function generateIn(cwd: string, force = false): Promise<void> {
  const plan = await generate({ schema: "mcp", emit: ["types"], cwd });
  await writePlan(plan, { force });
}

describe("F4: a journal that a run has not left is not believed", () => {
  const entry = (name: string, kept: boolean) => ({
    path: name,
    kept,
    ...(!kept && { wanted: hashText(MINE) }),
  });
  const journals: readonly [name: string, journal: unknown][] = [
    [
      "a way out, deleting",
      { created: [], entries: [entry("../../../home/profile", false)] },
    ],
    [
      "a way out, replacing",
      { created: [], entries: [entry("../../../home/profile", true)] },
    ],
    [
      "a way out, removing folders",
      { created: ["../../../home"], entries: [] },
    ],
    [
      "an absolute path",
      { created: [], entries: [entry(path.resolve("/etc/x"), false)] },
    ],
    [
      "a file of the output",
      { created: [], entries: [entry("types.ts", true)] },
    ],
    [
      "a forged signature",
      { signature: "1:1", parents: 9, created: [], entries: [] },
    ],
    ["no journal at all", ["x"]],
    ["nothing", null],
  ];
  const owners: readonly [name: string, owner: string | undefined][] = [
    ["no owner", undefined],
    [
      "an owner that has ended",
      JSON.stringify({ pid: 2 ** 22 + 1, host: os.hostname() }),
    ],
    ["nonsense", "null"],
  ];
  for (const [what, journal] of journals)
    test.each(owners)(`${what}, %s`, async (_name, owner) => {
      const victim = checkout();
      plant(victim.root, {
        "out/.mcp-gen-mcp/journal.json": JSON.stringify(journal),
        "out/.mcp-gen-mcp/old/types.ts": "theirs\n",
        ...(owner !== undefined && { "out/.mcp-gen-mcp/owner.json": owner }),
      });
      const past = new Date(Date.now() - 90_000);
      fs.utimesSync(path.join(victim.root, "out/.mcp-gen-mcp"), past, past);
      const before = readTree(victim.root);
      await expect(generateIn(victim.root)).rejects.toThrow(
        /out\/\.mcp-gen-mcp was not left by a run of mcp-gen on this machine.* remove it\.$/,
      );
      expectUntouched(victim);
      expect(readTree(victim.root)).toEqual(before);
    });

  test("a copy of a true one is none, the true one still counts", async () => {
    const { root } = checkout();
    expect(mcpGen(root, run).exitCode).toBe(0);
    const whole = readTree(path.join(root, "out"));
    plant(root, { "mcp/schema.ts": smallSchema("Newer") });
    await mcpGenAsync(root, run, killAtRename(2));
    const staging = path.join(root, "out/.mcp-gen-mcp");
    expect(fs.existsSync(path.join(staging, "journal.json"))).toBe(true);
    const copy = `${root}-copy`;
    fs.cpSync(root, copy, { recursive: true, preserveTimestamps: true });
    expectRefused(mcpGen(copy, run), /was not left by a run/);
    fs.rmSync(copy, { recursive: true });
    plant(root, { "mcp/schema.ts": smallSchema("New") });
    expect(mcpGen(root, run)).toMatchObject({ exitCode: 0, stderr: "" });
    expect(readTree(path.join(root, "out"))).toEqual(whole);
  });

  onUnix(
    "a staging folder that is a link is removed, not what it leads to",
    () => {
      const victim = checkout({ "out/x": "" });
      fs.symlinkSync("../../home", path.join(victim.root, "out/.mcp-gen-mcp"));
      const link = path.join(victim.root, "out/.mcp-gen-mcp");
      fs.lutimesSync(link, 0, 0);
      expect(mcpGen(victim.root, run).exitCode).toBe(0);
      expectUntouched(victim);
      expect(fs.existsSync(link)).toBe(false);
    },
  );
});

/** Kills the process at its n-th renaming of a file. */
function killAtRename(nth: number): NodeJS.ProcessEnv {
  const code = `
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
const rename = fs.renameSync;
let count = 0;
fs.renameSync = (...args) => {
  if (!String(args[1]).includes(".cache") && count++ === ${nth}) {
    process.kill(process.pid, "SIGKILL");
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5000);
  }
  return rename(...args);
};
syncBuiltinESMExports();`;
  return {
    NODE_OPTIONS: `--import "data:text/javascript,${encodeURIComponent(code)}"`,
  };
}

/** A lock of one revision, `mcp`, with the files given. */
function lockOf(
  files: Readonly<Record<string, string>>,
  entry: object = {},
  name = "mcp",
): string {
  return JSON.stringify({
    format: 1,
    revisions: {
      [name]: {
        from: "https://example.com",
        ...entry,
        files: Object.fromEntries(
          Object.entries(files).map(([file, text]) => [
            file,
            {
              sha256: createHash("sha256").update(text).digest("hex"),
              bytes: text.length,
            },
          ]),
        ),
      },
    },
  });
}

describe("F4: a lock is not believed", () => {
  const ways = [
    "../../../home/profile",
    "a/../../../../home/profile",
    "/etc/hostname",
    "..\\..\\home\\profile",
    "C:\\x",
    "a//b",
    "",
    "nul",
  ];
  test.each(ways)("pull deletes nothing at %j, forced or not", async (way) => {
    const victim = checkout({
      "upstream/mcp/schema.ts": smallSchema("Newer"),
      "schema/mcp/schema.ts": smallSchema("New"),
      "schema/mcp-gen.lock.json": lockOf({
        "schema.ts": smallSchema("New"),
        [way]: MINE,
      }),
    });
    const before = readTree(victim.root);
    const refused =
      /^schema\/mcp-gen\.lock\.json names a file .*Restore it, or delete it and pull again\.$/;
    const cwd = victim.root;
    for (const how of [{}, { force: true }])
      await expect(
        pull({ revision: "mcp", from: "upstream", cwd, ...how }),
      ).rejects.toThrow(refused);
    await expect(pull({ revision: "mcp", accept: true, cwd })).rejects.toThrow(
      refused,
    );
    await expect(generateIn(cwd)).rejects.toThrow(refused);
    expectUntouched(victim);
    expect(readTree(victim.root)).toEqual(before);
  });

  test.each([
    ["a revision with a way out", lockOf({}, {}, "../x"), /names a revision/],
    ["a revision like an option", lockOf({}, {}, "--force"), /like an option/],
    [
      "a commit that is none",
      lockOf({}, { commit: "x; rm -rf ~" }),
      /malformed/,
    ],
    ["an origin of two lines", lockOf({}, { from: "a\nb" }), /malformed/],
    ["an origin that paints", lockOf({}, { from: "\u001b[2J" }), /malformed/],
  ])("%s", async (_name, lock, want) => {
    const { root } = checkout({
      "schema/mcp/schema.ts": smallSchema("New"),
      "schema/mcp-gen.lock.json": lock,
    });
    await expect(generateIn(root)).rejects.toThrow(want);
  });

  onUnix("what a message advises is what it says, to a shell too", () => {
    const from =
      "https://x/\"; touch pwned; echo $(touch pwned) `touch pwned` '";
    const { root } = checkout({
      "schema/mcp/schema.ts": smallSchema("New"),
      "schema/mcp-gen.lock.json": lockOf({ "schema.ts": "other" }, { from }),
    });
    const { stderr } = mcpGen(root, run);
    const [, command = ""] =
      /Get it back with: (.*)\. Or accept/.exec(stderr) ?? [];
    const shell = command.replace("mcp-gen", "printf '%s\\n'");
    const { stdout } = spawnSync("sh", ["-c", shell], {
      cwd: root,
      encoding: "utf8",
    });
    expect(stdout.trimEnd().split("\n")).toEqual([
      "pull",
      "mcp",
      "--from",
      from,
      "--force",
    ]);
    expect(fs.existsSync(path.join(root, "pwned"))).toBe(false);
  });

  test("an origin cannot become another option", () => {
    const { root } = checkout({
      "schema/mcp/schema.ts": smallSchema("New"),
      "schema/mcp-gen.lock.json": lockOf(
        { "schema.ts": "other" },
        { from: "--schema-root=/" },
      ),
    });
    expect(mcpGen(root, run).stderr).toContain(
      "--from=--schema-root=/ --force",
    );
  });
});

describe("F4: nothing is written through a link", () => {
  const links: readonly [name: string, link: string, to: string][] = [
    ["the schema root", "schema", "../home"],
    ["a revision", "schema/mcp", "../../home"],
    ["the examples", "schema/mcp/examples", "../../../home"],
    ["a schema", "schema/mcp/schema.ts", "../../../home/profile"],
    ["the lock", "schema/mcp-gen.lock.json", "../../home/profile"],
  ];
  const upstream = {
    "upstream/mcp/schema.ts": smallSchema("Newer"),
    "upstream/mcp/examples/profile": "theirs\n",
  };
  onUnix.each(links)("%s, pull, forced or not", async (_name, link, to) => {
    const victim = checkout(upstream);
    const place = path.join(victim.root, link);
    fs.mkdirSync(path.dirname(place), { recursive: true });
    fs.symlinkSync(to, place);
    for (const force of [false, true])
      await expect(
        pull({
          revision: "mcp",
          from: "upstream",
          examples: true,
          cwd: victim.root,
          force,
        }),
      ).rejects.toThrow(/is a symbolic link/);
    expectUntouched(victim);
  });

  onUnix("an output folder that leads to files of others", async () => {
    const victim = checkout({ "out/": "" });
    fs.symlinkSync("../../home", path.join(victim.root, "out/mcp"));
    await expect(generateIn(victim.root, true)).rejects.toThrow(
      /^out\/mcp leads out of the project, through a symbolic link, to .*home/,
    );
    expectUntouched(victim);
  });

  onUnix("a folder of handlers that leads to files of others", () => {
    const victim = checkout();
    fs.symlinkSync("../home", path.join(victim.root, "handlers"));
    expectRefused(
      mcpGen(victim.root, ["--schema", "draft", "--handlers", "handlers"]),
      /handlers leads out of the project/,
    );
    expectUntouched(victim);
  });

  onUnix("an example that is a link to a secret is not documentation", () => {
    const victim = checkout({
      "mcp/schema.ts": smallSchema("New").replace(
        "export interface",
        "/** @example x\\n * {@includeCode examples/x.json} */\nexport interface",
      ),
    });
    plant(victim.root, { "mcp/examples/": "" });
    fs.symlinkSync(
      "../../../home/profile",
      path.join(victim.root, "mcp/examples/x.json"),
    );
    expect(mcpGen(victim.root, run).exitCode).toBe(0);
    const text = Object.values(readTree(path.join(victim.root, "out"))).join(
      "",
    );
    expect(text).not.toContain(MINE.trim());
  });

  onUnix("a template that is a link to a secret is refused", () => {
    const victim = checkout({ "templates/": "" });
    fs.symlinkSync(
      "../../home/profile",
      path.join(victim.root, "templates/a.hbs"),
    );
    expectRefused(
      mcpGen(victim.root, [...run, "--templates", "templates"]),
      /templates\/a\.hbs is a link that leads out of the folder of templates/,
    );
  });
});

describe("F4: control characters do not reach the terminal", () => {
  const CONTROL =
    // oxlint-disable-next-line no-control-regex
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;
  const evil = "\u001b]0;owned\u0007\u001b[2J\u009b31m\u202e";

  test.each([
    [
      "a schema's fault",
      {
        "mcp/schema.ts": `${smallSchema("New")}export type A = [string, "${evil}"];\n`,
      },
      run,
    ],
    [
      "a misspelt tag",
      {
        "mcp/schema.ts": `${smallSchema("New")}/** @depricated ${evil} */\nexport type A = string;\n`,
      },
      run,
    ],
    [
      "a lock",
      {
        "schema/mcp/schema.ts": smallSchema("New"),
        "schema/mcp-gen.lock.json": lockOf({ [`a${evil}`]: "x" }),
      },
      run,
    ],
    [
      "a configuration",
      { "mcp-gen.config.json": JSON.stringify({ [evil]: evil, out: [evil] }) },
      run,
    ],
    ["a template", { "t/a.hbs": `{{${evil}}}` }, [...run, "--templates", "t"]],
    [
      "a name of a folder",
      { [`schema/${"a\u001b[2J"}/schema.ts`]: "x" },
      ["--schema", "b"],
    ],
    [
      "an edited file, checked",
      { "out/mcp/types.ts": evil },
      [...run, "--check"],
    ],
    [
      "a difference",
      {
        "a/schema.ts": smallSchema("A"),
        "b/schema.ts": `${smallSchema("A")}/** ${evil} */\nexport interface B { "${evil}": string }\n`,
      },
      ["diff", "./a", "./b"],
    ],
    ["an argument", {}, ["--schema", evil]],
  ])("of %s", (_name, tree, args) => {
    const { root } = checkout(tree);
    const { stdout, stderr } = mcpGen(root, args);
    expect(stdout + stderr).not.toBe("");
    expect(stdout).not.toMatch(CONTROL);
    expect(stderr).not.toMatch(CONTROL);
  });
});

test("F4: where there are colours, the report's own are all", () => {
  const paint = "\u001b[31m";
  const { stdout, coloured } = outcomeOf(
    {
      mode: "check",
      durationMs: 1,
      warnings: [],
      outputs: [{ folder: paint, files: [], omissions: [] }],
      outOfDate: [
        { path: `a${paint}`, state: "stale", diff: `-${paint}\n+x\u0007` },
      ],
    },
    { report: "text", colour: () => true },
  );
  expect(coloured).toBe(true);
  expect(plainColouredText(stdout)).toBe(stdout);
  expect(stdout.split("\n").slice(0, 3)).toEqual([
    "a\\u001b[31m: stale",
    "\u001b[31m-\\u001b[31m\u001b[0m",
    "\u001b[32m+x\\u0007\u001b[0m",
  ]);
});

describe("F22: what cannot be read ends at once, with a message", () => {
  const DEEP = 100_000;
  const huge = "word ".repeat(2_000_000);
  const nested = (open: string, close: string): string =>
    `{"out":${open.repeat(DEEP)}1${close.repeat(DEEP)}}`;

  test.each([
    ["a comment of 10 MB", huge],
    ["one word of 10 MB", "a".repeat(10_000_000)],
    ["links that are not closed", "{@link ".repeat(1_400_000)],
    ["flags without end", ` * ${"@internal ".repeat(1_000_000)}`],
  ])("%s", (_name, comment) => {
    const { root } = checkout({
      "mcp/schema.ts": `${smallSchema("New")}/** ${comment} */\nexport interface A {}\n`,
    });
    const { exitCode, stderr } = mcpGen(root, run);
    expect(exitCode).toBe(3);
    expect(stderr).toMatch(
      /^mcp-gen: mcp\/schema\.ts:\d+:1: The comment is longer/,
    );
  });

  test.each([
    ["lists", nested("[", "]")],
    ["objects", nested('{"a":', "}")],
    ["lists that stay open", "[".repeat(DEEP)],
  ])("a configuration of nested %s", (_name, text) => {
    const { root } = checkout({ "mcp-gen.config.json": text });
    expectRefused(mcpGen(root, run), /^mcp-gen: mcp-gen\.config\.json: /);
  });

  test.each([
    ["blocks", "{{#if schema}}".repeat(20_000) + "{{/if}}".repeat(20_000)],
    ["calls", `{{x ${"(x ".repeat(20_000)}${")".repeat(20_000)}}}`],
    ["alternatives", `{{#if a}}${"{{else if a}}".repeat(20_000)}{{/if}}`],
  ])("a template of nested %s", (_name, text) => {
    const { root } = checkout({ "t/a.md.hbs": text });
    expectRefused(
      mcpGen(root, [...run, "--templates", "t"]),
      /^mcp-gen: t\/a\.md\.hbs:1:\d+: more than 100 blocks or calls are nested here\.\n$/,
    );
  });

  onUnix("a template that leads nowhere", () => {
    const { root } = checkout({ "t/a.md.hbs": "a" });
    fs.symlinkSync("nowhere", path.join(root, "t/b.md.hbs"));
    expectRefused(mcpGen(root, [...run, "--templates", "t"]), /leads nowhere/);
  });

  const pipes: readonly [name: string, args: readonly string[]][] = [
    ["mcp-gen.config.json", run],
    ["t/a.md.hbs", [...run, "--templates", "t"]],
    ["x.json", [...run, "--config", "x.json"]],
    ["p/schema.ts", ["--schema", "p"]],
    ["x.ts", ["--schema", "x.ts"]],
    [
      "schema/mcp-gen.lock.json",
      ["--schema", "mcp", "--schema-root", "schema"],
    ],
    ["out/mcp/types.ts", run],
    ["out/mcp/mcp-gen.json", [...run, "--check"]],
    ["handlers/tools.ts", ["--schema", "draft", "--handlers", "handlers"]],
  ];
  onUnix.each(pipes)("a pipe as %s", (name, args) => {
    const { root } = checkout({ "schema/mcp/schema.ts": smallSchema("New") });
    const pipe = path.join(root, name);
    fs.mkdirSync(path.dirname(pipe), { recursive: true });
    fs.rmSync(pipe, { force: true });
    expect(spawnSync("mkfifo", [pipe]).status).toBe(0);
    const { exitCode, stderr } = mcpGen(root, args);
    expect([exitCode, stderr]).toEqual([
      2,
      expect.stringMatching(/^mcp-gen: /),
    ]);
  });

  onUnix.each([
    "mcp/examples/x.json",
    ".prettierrc",
    ".editorconfig",
    "package.json",
  ])("a pipe as %s is passed over", (name) => {
    const { root } = checkout({
      "mcp/schema.ts": `/** @example {@includeCode examples/x.json} */\n${smallSchema("New")}`,
    });
    const pipe = path.join(root, name);
    fs.mkdirSync(path.dirname(pipe), { recursive: true });
    expect(spawnSync("mkfifo", [pipe]).status).toBe(0);
    expect(mcpGen(root, run)).toMatchObject({ exitCode: 0 });
  });

  onUnix.each(["/dev/zero", "/dev/null", "/dev/tty"])(
    "%s as a configuration",
    (device) => {
      const { root } = checkout();
      expectRefused(
        mcpGen(root, [...run, "--config", device]),
        /cannot be read/,
      );
    },
  );

  test
    .skipIf(process.platform !== "linux")
    .each(["/proc/x", "/proc/self/x/y", "/dev/null/x"])(
    "%s as the output",
    (out) => {
      const { root } = checkout();
      expectRefused(mcpGen(root, [...run, "--out", out]), /cannot be/);
    },
  );
});

describe("F22: killed runs leave nothing behind for good", () => {
  test("of a pull, at any renaming: the next pull finishes it", async () => {
    let killed = 0;
    for (let nth = 0; nth < 8; nth++) {
      const { root } = checkout({
        "upstream/mcp/schema.ts": smallSchema("Newer"),
        "upstream/mcp/examples/A/a.json": "{}\n",
      });
      fs.rmSync(path.join(root, "mcp"), { recursive: true });
      const args = ["pull", "mcp", "--from", "upstream", "--examples"];
      if (nth % 2 === 1) plant(root, { "schema/other/x": "" });
      const { signal } = await mcpGenAsync(root, args, killAtRename(nth));
      if (signal === null) break;
      killed++;
      expect(mcpGen(root, args)).toMatchObject({ exitCode: 0, stderr: "" });
      expect(fs.readdirSync(root).sort()).toEqual(["schema", "upstream"]);
      expect(
        Object.keys(readTree(path.join(root, "schema"))).filter(
          (name) => !name.startsWith("other"),
        ),
      ).toEqual([
        "mcp/examples/A/a.json",
        "mcp/schema.ts",
        "mcp-gen.lock.json",
      ]);
    }
    expect(killed).toBeGreaterThan(1);
  });

  test("of a first run, when the next one fails: not even the folders above", async () => {
    const root = temporaryFolder();
    const output = {
      ...outputOf(root, { "a.ts": "a\n" }),
      folder: path.join(root, "deep/er/out"),
    };
    const { disk } = failingDisk({ at: 1, how: "killed", only: "renameSync" });
    await writePlans([planOutput(output)], { disk }).catch(() => undefined);
    expect(fs.existsSync(path.join(root, "deep/er/.mcp-gen-out"))).toBe(true);
    const full = failingDisk({ at: 2, how: "ENOSPC", only: "writeFileSync" });
    await expect(
      writePlans([planOutput(output)], { disk: full.disk }),
    ).rejects.toThrow("Nothing was changed");
    expect(fs.readdirSync(root)).toEqual([]);
  });
});

describe("F20: code of a checkout's formatter", () => {
  const code = (root: string, value: string): string =>
    `require("node:fs").writeFileSync(${JSON.stringify(path.join(root, "ran"))}, ""); module.exports = ${value};\n`;
  const plugin = "{ languages: [], parsers: {}, printers: {} }";
  const trees: readonly [
    name: string,
    tree: (root: string) => Readonly<Record<string, string>>,
  ][] = [
    [
      "prettier.config.cjs",
      (root) => ({ "prettier.config.cjs": code(root, "{}") }),
    ],
    [
      ".prettierrc.cjs above",
      (root) => ({ ".prettierrc.cjs": code(root, "{}") }),
    ],
    [
      "a package, in JSON",
      (root) => ({ ".prettierrc": '"./it.cjs"', "it.cjs": code(root, "{}") }),
    ],
    [
      "a package, in YAML",
      (root) => ({ ".prettierrc": "./it.cjs\n", "it.cjs": code(root, "{}") }),
    ],
    [
      "a package, in package.json",
      (root) => ({
        "package.json": '{ "prettier": "./it.cjs" }',
        "it.cjs": code(root, "{}"),
      }),
    ],
    [
      "a plugin",
      (root) => ({
        ".prettierrc": '{ "plugins": ["./it.cjs"] }',
        "it.cjs": code(root, plugin),
      }),
    ],
    [
      "a plugin of some files",
      (root) => ({
        ".prettierrc.yaml":
          'overrides: [{ files: "*.ts", options: { plugins: ["./it.cjs"] } }]\n',
        "it.cjs": code(root, plugin),
      }),
    ],
  ];
  test.each(trees)("%s runs, but not without trust", async (_name, tree) => {
    const { root } = checkout();
    plant(root, tree(root));
    const options = { schema: "mcp", emit: ["types"], cwd: root };
    await generate({ ...options, trustConfig: false }).catch(() => undefined);
    expect(fs.existsSync(path.join(root, "ran"))).toBe(false);
    await generate(options).catch(() => undefined);
    expect(fs.existsSync(path.join(root, "ran"))).toBe(true);
  });

  test("--trust-config=false, in --check too", () => {
    const { root } = checkout();
    plant(root, { "prettier.config.cjs": code(root, "{}") });
    const untrusting = [...run, "--trust-config=false"];
    expect(mcpGen(root, untrusting)).toMatchObject({ exitCode: 0, stderr: "" });
    expect(mcpGen(root, [...untrusting, "--check"]).exitCode).toBe(0);
    expect(fs.existsSync(path.join(root, "ran"))).toBe(false);
  });

  test("settings that are data hold without trust", async () => {
    const { root } = checkout({ ".prettierrc": "singleQuote: true\n" });
    const { outputs } = await generate({
      schema: "mcp",
      emit: ["types"],
      cwd: root,
      trustConfig: false,
    });
    const types = outputs[0]?.files.find((file) => file.path === "types.ts");
    expect(types?.wanted).toContain("'");
  });
});
