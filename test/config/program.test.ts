/** The program with a configuration, as a user runs it. */
import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { mcpGen, withoutTimes } from "../cli/program.js";
import { smallSchema } from "../cli/schema.js";
import { plant, readTree, temporaryFolder } from "../output/folder.js";

const OWN = "mcp-gen.config.json";

/** A project with two schemas and a configuration. */
function project(config: unknown, file = OWN): string {
  const root = temporaryFolder();
  plant(root, {
    "mcp/schema.ts": smallSchema(),
    "revisions/old/schema.ts": smallSchema("Old"),
    "deep/er/": "",
    [file]: JSON.stringify(config),
  });
  return root;
}

const two = {
  schemaRoot: "revisions",
  out: "src",
  emit: "types",
  outputs: [
    { schema: "mcp/schema.ts" },
    { schema: "old", name: "legacy", importExtension: ".ts" },
  ],
};

describe("several outputs", () => {
  test.each([
    [OWN, two],
    ["package.json", { name: "x", "mcp-gen": two }],
  ])("in %s: the same output from whatever folder", (file, config) => {
    const [one, other] = [project(config, file), project(config, file)];
    const first = mcpGen(one, []);
    const deep = mcpGen(path.join(other, "deep/er"), []);
    for (const { exitCode, stdout, stderr } of [first, deep]) {
      expect([exitCode, stderr]).toEqual([0, ""]);
      expect(stdout).toMatch(/^src\/mcp\n/);
      expect(stdout).toMatch(/^src\/mcp, src\/legacy: 10 created, /m);
    }
    expect(readTree(other)).toEqual(readTree(one));
    const index = fs.readFileSync(
      path.join(one, "src/legacy/index.ts"),
      "utf8",
    );
    expect(index).toContain('"./types.ts"');
    expect(index).toContain("// Command: npx mcp-gen\n");
  });

  test("nothing to do: neither compiler nor parser is loaded", () => {
    const root = project(two);
    mcpGen(root, []);
    plant(root, {
      "spy.cjs": `const { appendFileSync } = require("node:fs");
process.on("exit", () => appendFileSync("loaded.txt", Object.keys(require.cache).join("\\n")));
require("node:module").register("data:text/javascript," + encodeURIComponent(\`
import { appendFileSync } from "node:fs";
export function load(url, context, next) {
  appendFileSync("loaded.txt", "esm " + url + "\\\\n");
  return next(url, context);
}\`), "file:///");
`,
    });
    const spied = (args: readonly string[]) =>
      mcpGen(root, args, { NODE_OPTIONS: "--require ./spy.cjs" });
    const plain = spied([]);
    const check = spied(["--check", "--config", OWN]);
    expect([plain.exitCode, check.exitCode]).toEqual([0, 0]);
    expect(withoutTimes(plain.stdout)).toBe(
      "src/mcp, src/legacy: 0 created, 0 updated, 10 unchanged, 0 deleted in TIME\n",
    );
    expect(withoutTimes(check.stdout)).toBe(
      "src/mcp, src/legacy: all 10 files are up to date (TIME)\n",
    );
    const loaded = fs.readFileSync(path.join(root, "loaded.txt"), "utf8");
    expect(loaded).toContain("bin.cjs");
    expect(loaded).not.toMatch(/^esm |typescript|ts-morph|jsonc|yargs/m);
  });

  test("a change of the configuration counts", () => {
    const root = project(two);
    mcpGen(root, []);
    plant(root, { [OWN]: JSON.stringify({ ...two, emit: ["errors"] }) });
    const check = mcpGen(root, ["--check"]);
    expect(check.exitCode).toBe(1);
    expect(check.stdout).toContain("src/mcp/errors.ts: missing\n");
    expect(check.stdout).toContain("src/legacy/errors.ts: missing\n");
    expect(mcpGen(root, []).exitCode).toBe(0);
    expect(mcpGen(root, ["--check"]).exitCode).toBe(0);
  });

  test.each<[name: string, args: readonly string[], want: string]>([
    [
      "options",
      ["--schema", "old", "--out", "./lib/x/", "--name", "mcp"],
      "--schema old --schema-root revisions --out lib/x --name mcp",
    ],
    ["another configuration", ["--config", "o.json"], "--config o.json"],
    [
      "a configuration and the same again",
      ["--schema", "mcp/schema.ts", "--emit", "types"],
      "",
    ],
    [
      "a configuration and something else",
      ["--schema", "mcp/schema.ts", "--emit", "errors"],
      "--schema mcp/schema.ts --schema-root revisions --emit errors --out src",
    ],
  ])(
    "the command that files of %s name makes them again",
    (name, given, want) => {
      const root = project(two);
      plant(root, { "o.json": JSON.stringify({ ...two, out: "o" }) });
      if (name === "options") {
        fs.rmSync(path.join(root, OWN));
        given = [...given, "--schema-root", "revisions"];
      }
      expect(mcpGen(root, given)).toMatchObject({ exitCode: 0 });
      const before = readTree(root);
      const [file = ""] = Object.keys(before).filter((path) =>
        path.endsWith("/index.ts"),
      );
      const [, command = "?"] =
        /^\/\/ Command: npx mcp-gen ?(.*)$/m.exec(before[file] ?? "") ?? [];
      expect(command).toBe(want);
      fs.rmSync(path.join(root, path.dirname(file)), { recursive: true });
      const again = mcpGen(root, command.split(" ").filter(Boolean));
      expect([again.exitCode, again.stderr]).toEqual([0, ""]);
      expect(readTree(root)).toMatchObject(before);
    },
  );

  test("Q17: the command that files name makes them again", () => {
    const root = project(two);
    mcpGen(root, []);
    const before = readTree(root);
    const [, command = ""] =
      /^\/\/ Command: npx mcp-gen ?(.*)$/m.exec(
        before["src/legacy/types.ts"] ?? "",
      ) ?? [];
    // The configuration says it all.
    const args = command.split(" ").filter(Boolean);
    expect(args).toEqual([]);
    fs.rmSync(path.join(root, "src/legacy"), { recursive: true });
    const again = mcpGen(root, args);
    expect([again.exitCode, again.stderr]).toEqual([0, ""]);
    expect(readTree(root)).toEqual(before);
  });

  test("one that cannot be generated keeps all from being written", () => {
    const root = project(two);
    plant(root, {
      "revisions/old/schema.ts": smallSchema().concat(
        "\nexport type Pair = [string, number];\n",
      ),
    });
    const { exitCode, stderr } = mcpGen(root, []);
    expect(exitCode).toBe(3);
    expect(stderr).toContain(
      "revisions/old/schema.ts cannot be read: one error.",
    );
    expect(fs.existsSync(path.join(root, "src"))).toBe(false);
  });
});

describe("the command line is on top", () => {
  test("of one value", () => {
    const root = project(two);
    mcpGen(root, ["--import-extension", "none", "--out", "lib"]);
    for (const name of ["mcp", "legacy"])
      expect(
        fs.readFileSync(path.join(root, `lib/${name}/index.ts`), "utf8"),
      ).toContain('"./types"');
    expect(fs.existsSync(path.join(root, "src"))).toBe(false);
  });

  test("paths start from the working folder, and a schema chooses", () => {
    const root = project(two);
    const { exitCode, stderr } = mcpGen(path.join(root, "deep"), [
      "--schema",
      "old",
      "--out",
      "here",
    ]);
    expect([exitCode, stderr]).toEqual([0, ""]);
    expect(fs.readdirSync(path.join(root, "deep/here"))).toEqual(["legacy"]);
  });

  test("another configuration", () => {
    const root = project(two);
    plant(root, {
      "deep/other.json": '{ "schema": "../mcp", "emit": "types" }',
    });
    const { exitCode, stderr } = mcpGen(root, ["--config", "deep/other.json"]);
    expect([exitCode, stderr]).toEqual([0, ""]);
    expect(fs.readdirSync(path.join(root, "deep/out"))).toEqual(["mcp"]);
  });
});

describe("other commands", () => {
  test("model prints the one output's, and asks for one of several", () => {
    const root = project({ schema: "mcp" });
    expect(JSON.parse(mcpGen(root, ["model"]).stdout)).toMatchObject({
      source: { path: "mcp/schema.ts" },
    });
    const many = project(two);
    expect(mcpGen(many, ["model"])).toEqual({
      exitCode: 2,
      stdout: "",
      stderr:
        "mcp-gen: The model of one schema is printed at a time; choose it with --schema.\n",
    });
    expect(
      JSON.parse(mcpGen(many, ["model", "--schema", "old"]).stdout),
    ).toMatchObject({ source: { path: "revisions/old/schema.ts" } });
  });

  test("handlers are those of the one output that has some", () => {
    const root = temporaryFolder();
    plant(root, {
      [OWN]: JSON.stringify({
        outputs: [
          { schema: "draft", handlers: "src/handlers" },
          { schema: "draft", name: "types", emit: "types" },
        ],
      }),
      "deep/": "",
    });
    const { exitCode, stdout, stderr } = mcpGen(path.join(root, "deep"), [
      "handlers",
    ]);
    expect([exitCode, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^src\/handlers has no .*tools\.ts/);
    plant(root, { [OWN]: JSON.stringify({ outputs: [{}, { name: "x" }] }) });
    expect(mcpGen(root, ["handlers"])).toEqual({
      exitCode: 2,
      stdout: "",
      stderr:
        "mcp-gen: The configuration has several outputs; choose one with --schema.\n",
    });
  });

  test("diff and pull know the schema root, from whatever folder", () => {
    const root = project(two);
    for (const cwd of [root, path.join(root, "deep")]) {
      const { exitCode, stdout } = mcpGen(cwd, [
        "diff",
        "old",
        path.join(root, "mcp"),
      ]);
      expect(exitCode).toBe(0);
      expect(stdout).toContain("- Old");
    }
    const mirror = temporaryFolder();
    plant(mirror, { "newer/schema.ts": smallSchema("Newer") });
    const pulled = mcpGen(path.join(root, "deep"), [
      "pull",
      "newer",
      "--from",
      mirror,
    ]);
    expect([pulled.exitCode, pulled.stderr]).toEqual([0, ""]);
    expect(fs.readdirSync(path.join(root, "revisions"))).toEqual([
      "mcp-gen.lock.json",
      "newer",
      "old",
    ]);
  });
});

describe("what is wrong", () => {
  test.each([
    ["--check"],
    ["--dry-run"],
    ["--quiet"],
    ["model"],
    ["diff", "a", "b"],
  ])(
    "%s: each fault where it stands, exit code 2, nothing written",
    (...args) => {
      const root = project({});
      plant(root, { [OWN]: '{\n  "otu": "src",\n  "format": 1\n}\n' });
      const before = readTree(root);
      expect(mcpGen(path.join(root, "deep"), args)).toEqual({
        exitCode: 2,
        stdout: "",
        stderr: [
          `mcp-gen: ${root.replaceAll("\\", "/")}/${OWN}:2:3: There is no key otu. Did you mean out?`,
          `${root.replaceAll("\\", "/")}/${OWN}:3:13: format is true or false, not 1.`,
          "",
        ].join("\n"),
      });
      expect(readTree(root)).toEqual(before);
    },
  );

  test("in JSON", () => {
    const root = project({ outputs: [{}, { name: 3 }] });
    const { exitCode, stdout, stderr } = mcpGen(root, ["--json"]);
    expect([exitCode, stderr]).toEqual([2, ""]);
    expect(JSON.parse(stdout)).toEqual({
      exitCode: 2,
      error: `${OWN}:1:24: outputs[1].name is a text, not 3.`,
      diagnostics: [],
    });
  });

  test("two outputs for one folder", () => {
    const root = project({ outputs: [{ schema: "mcp" }, { schema: "./mcp" }] });
    expect(mcpGen(root, []).stderr).toBe(
      "mcp-gen: Two schemas have the same output folder: mcp/schema.ts (out/mcp), mcp/schema.ts (out/mcp); generate them one by one with --name, or name them in a configuration.\n",
    );
  });

  test("two outputs for one folder of handlers", () => {
    const root = project({
      outputs: [
        { schema: "mcp", handlers: "h" },
        { schema: "mcp", name: "x", handlers: "./h" },
      ],
    });
    expect(mcpGen(root, [])).toEqual({
      exitCode: 2,
      stdout: "",
      stderr:
        "mcp-gen: The handlers in h cannot be those of two outputs; give each its own folder.\n",
    });
  });
});
