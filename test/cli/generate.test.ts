import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { MANIFEST } from "../../generator/output/manifest.js";
import { plant, readTree, temporaryFolder } from "../output/folder.js";
import { mcpGen, mcpGenAsync, program, withoutTimes } from "./program.js";
import { smallSchema } from "./schema.js";

/** A project with one schema, `mcp/schema.ts`. */
function project(...types: string[]): string {
  const root = temporaryFolder();
  plant(root, { "mcp/schema.ts": smallSchema(...types) });
  return root;
}

const small = ["--schema", "mcp/schema.ts", "--emit", "types"];

describe("writing", () => {
  test("the embedded draft, by default", () => {
    const root = temporaryFolder();
    const { exitCode, stdout, stderr } = mcpGen(root, []);
    expect(stderr).toBe("");
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(
      /^out\/draft: \d+ created, 0 updated, 0 unchanged, 0 deleted in [\d.]+ m?s$/m,
    );
    const tree = readTree(path.join(root, "out/draft"));
    expect(Object.keys(tree)).toContain("types.ts");
    expect(tree[MANIFEST]).not.toContain(root);
    expect(stdout).toContain(`  create  ${Object.keys(tree)[0]}\n`);
    const inRuntime = Object.keys(tree).filter((file) =>
      file.startsWith("runtime/"),
    );
    expect(stdout).toContain(
      `  create  runtime/ (${inRuntime.length} files)\n`,
    );
    expect(stdout).not.toContain(inRuntime[0]);
  });

  test("names each file that was edited, in subfolders too", () => {
    const root = temporaryFolder();
    mcpGen(root, ["--quiet"]);
    const folder = path.join(root, "out/draft/runtime/protocol");
    const edited = fs.readdirSync(folder).slice(0, 5);
    for (const file of edited) fs.appendFileSync(path.join(folder, file), "//");
    const { stdout } = mcpGen(root, ["--dry-run"]);
    expect(stdout.match(/(?<= edited by hand {2}).*/g)).toEqual(
      edited.map((file) => `runtime/protocol/${file}`),
    );
  });

  test("says which parts the revision cannot have, until everything is in place", () => {
    const root = project();
    const all = ["--schema", "mcp/schema.ts"];
    const line =
      "out/mcp has no client, no server, and no legacy: Revision 2099-01-01 has no CallToolResult, which the client and the server of its era rely on.";
    expect(mcpGen(root, [...all, "--dry-run"]).stdout).toContain(line);
    expect(mcpGen(root, all).stdout.split("\n")).toContain(line);
    expect(mcpGen(root, all).stdout).not.toContain("client");
    expect(mcpGen(root, [...all, "--emit", "errors"]).stdout).not.toContain(
      "client",
    );
    const json = mcpGen(root, [...all, "--json"]).stdout;
    expect(JSON.parse(json).outputs[0].omissions).toMatchObject([
      { parts: ["client", "server", "legacy"] },
    ]);
  });

  test("what happened to each file, and to how many", () => {
    const root = project();
    const first = mcpGen(root, small);
    expect(withoutTimes(first.stdout)).toBe(
      [
        "out/mcp",
        "  create  index.ts",
        "  create  mcp-gen.schema.txt",
        "  create  package.json",
        "  create  types.ts",
        "  create  mcp-gen.json",
        "out/mcp: 5 created, 0 updated, 0 unchanged, 0 deleted in TIME",
        "Imports end in .js: there is no tsconfig.json.",
        "Next: import from out/mcp/index.ts.",
        "",
      ].join("\n"),
    );
    plant(root, { "mcp/schema.ts": smallSchema("Added") });
    const second = mcpGen(root, [...small, "--emit", "errors"]);
    expect(withoutTimes(second.stdout)).toBe(
      [
        "out/mcp",
        "  create  errors.ts",
        "  update  index.ts",
        "  update  mcp-gen.schema.txt",
        "  update  types.ts",
        "  update  mcp-gen.json",
        "out/mcp: 1 created, 4 updated, 1 unchanged, 0 deleted in TIME",
        "",
        "2099-01-01 (out/mcp/mcp-gen.schema.txt) -> 2099-01-01 (mcp/schema.ts)",
        "1 change: 0 break clients, 0 break servers, 1 breaks neither.",
        "C: breaks clients, S: breaks servers, +: new, -: gone, ~: other",
        "",
        "Types",
        "     + Added  was added",
        "",
      ].join("\n"),
    );
    const third = mcpGen(root, small);
    expect(withoutTimes(third.stdout)).toContain("  delete  errors.ts\n");
  });

  test("several schemas, one plan", () => {
    const root = project();
    plant(root, { "schema/2099-01-01/schema.ts": smallSchema("Other") });
    const { stdout, exitCode } = mcpGen(root, [
      "--schema",
      "mcp",
      "--schema",
      "2099-01-01",
      "--emit",
      "types",
      "--out",
      "generated/protocol",
    ]);
    expect(exitCode).toBe(0);
    expect(withoutTimes(stdout)).toMatch(
      /^generated\/protocol\/mcp\n(?: {2}create .*\n){5}generated\/protocol\/2099-01-01\n(?: {2}create .*\n){5}generated\/protocol\/mcp, generated\/protocol\/2099-01-01: 10 created, 0 updated, 0 unchanged, 0 deleted in TIME\nImports end in \.js: there is no tsconfig\.json\.\nNext: import from generated\/protocol\/mcp\/index\.ts\.\n$/,
    );
  });

  test("the name can be chosen", () => {
    const root = project();
    mcpGen(root, [...small, "--name", "v1"]);
    expect(fs.readdirSync(path.join(root, "out"))).toEqual(["v1"]);
  });

  test("the bytes depend on neither folder nor time nor order of options", () => {
    const [one, two] = [project(), project()];
    const placed = ["--out", "deep/er", "--name", "x"];
    mcpGen(one, [
      ...placed,
      "--schema",
      "mcp/schema.ts",
      "--emit",
      "types,errors",
    ]);
    mcpGen(two, [
      "--emit",
      "errors",
      "--emit",
      "types",
      "--schema",
      "./mcp/schema.ts",
      "--name",
      "x",
      "--out",
      "./deep/er/",
    ]);
    expect(readTree(path.join(two, "deep/er/x"))).toEqual(
      readTree(path.join(one, "deep/er/x")),
    );
  });

  test("neither do they on where a schema outside of the project lies", () => {
    const elsewhere = project();
    const schema = path.join(elsewhere, "mcp/schema.ts");
    const trees = ["near", "far/far/away"].map((folder) => {
      const root = temporaryFolder();
      plant(root, { [`${folder}/`]: "" });
      const cwd = path.join(root, folder);
      mcpGen(cwd, ["--schema", schema, "--emit", "types"]);
      return readTree(path.join(cwd, "out/mcp"));
    });
    expect(trees[0]?.["types.ts"]).toContain("--schema mcp/schema.ts ");
    expect(trees[1]).toEqual(trees[0]);
  });

  test("a path with spaces and letters of the world", () => {
    const root = temporaryFolder();
    plant(root, { "mein Protokoll/größe/schema.ts": smallSchema() });
    const { exitCode, stderr } = mcpGen(path.join(root, "mein Protokoll"), [
      "--schema",
      "größe",
      "--emit",
      "types",
      "--out",
      "zu Hause",
    ]);
    expect([exitCode, stderr]).toEqual([0, ""]);
    expect(
      Object.keys(readTree(path.join(root, "mein Protokoll/zu Hause/größe"))),
    ).toEqual([
      "index.ts",
      "mcp-gen.json",
      "mcp-gen.schema.txt",
      "package.json",
      "types.ts",
    ]);
  });

  test("the project's prettier configuration holds, unless it is not wanted", () => {
    const root = project();
    plant(root, { ".prettierrc": '{ "tabWidth": 8 }' });
    const types = path.join(root, "out/mcp/types.ts");
    mcpGen(root, small);
    expect(fs.readFileSync(types, "utf8")).toMatch(/^ {8}\w/m);
    mcpGen(root, [...small, "--no-format"]);
    expect(fs.readFileSync(types, "utf8")).toMatch(/^ {2}\w/m);
  });
});

describe("nothing to do", () => {
  test.each([
    [
      "plain",
      [],
      /^out\/mcp: 0 created, 0 updated, 5 unchanged, 0 deleted in TIME\n$/,
    ],
    ["check", ["--check"], /^out\/mcp: all 5 files are up to date \(TIME\)\n$/],
    [
      "dry run",
      ["--dry-run"],
      /^out\/mcp: would create 0, update 0, leave 5, delete 0 \(TIME\)\n$/,
    ],
    ["quiet", ["--quiet"], /^$/],
  ])("%s: the short way says what the long way says", (_name, more, want) => {
    const root = project();
    mcpGen(root, small);
    const past = new Date(2001, 1, 1);
    for (const name of ["types.ts", "index.ts", MANIFEST])
      fs.utimesSync(path.join(root, "out/mcp", name), past, past);
    // An unusual spelling that only the full parser understands.
    const long = mcpGen(root, [...small, ...more, "--force=false"]);
    const short = mcpGen(root, [...small, ...more]);
    for (const { exitCode, stdout, stderr } of [long, short]) {
      expect(withoutTimes(stdout)).toMatch(want);
      expect([exitCode, stderr]).toEqual([0, ""]);
    }
    for (const name of ["types.ts", "index.ts", MANIFEST])
      expect(fs.statSync(path.join(root, "out/mcp", name)).mtime).toEqual(past);
  });

  test("loads neither compiler nor formatter nor yargs", () => {
    const root = project();
    mcpGen(root, small);
    plant(root, {
      "spy.cjs": `const fs = require("node:fs");
const read = [];
for (const name of ["openSync", "readFileSync"]) {
  const call = fs[name];
  fs[name] = (file, ...more) => {
    read.push(file);
    return call(file, ...more);
  };
}
process.on("exit", () => {
  const files = [...Object.keys(require.cache), ...read].join("\\n");
  fs.writeFileSync("loaded.txt", files);
});
const { register } = require("node:module");
register("data:text/javascript," + encodeURIComponent(\`
import { appendFileSync } from "node:fs";
export function load(url, context, next) {
  appendFileSync("esm.txt", url + "\\\\n");
  return next(url, context);
}\`), "file:///");
`,
    });
    const spied = (args: readonly string[]) =>
      mcpGen(root, args, { NODE_OPTIONS: "--require ./spy.cjs" });
    const seen = (file: string) =>
      fs.readFileSync(path.join(root, file), "utf8");
    const { exitCode } = spied(small);
    expect(exitCode).toBe(0);
    expect(seen("loaded.txt")).toContain("bin.cjs");
    expect(seen("loaded.txt")).not.toMatch(
      /program|typescript|ts-morph|prettier|yargs|handlebars/,
    );
    expect(fs.existsSync(path.join(root, "esm.txt"))).toBe(false);
    // The same spy does see runs that have work to do.
    fs.rmSync(path.join(root, "out"), { recursive: true });
    spied(small);
    for (const name of ["program.cjs", "typescript.js", "handlebars"])
      expect(seen("loaded.txt")).toContain(name);
    spied(["--help"]);
    expect(seen("esm.txt")).toMatch(/yargs/);
  });

  const disturbances: readonly [string, (root: string) => void, string[]?][] = [
    [
      "the schema changes",
      (root) => plant(root, { "mcp/schema.ts": smallSchema("Added") }),
    ],
    [
      "a file is gone",
      (root) => fs.rmSync(path.join(root, "out/mcp/types.ts")),
    ],
    [
      "the manifest is gone",
      (root) => fs.rmSync(path.join(root, "out/mcp", MANIFEST)),
    ],
    [
      "a prettier configuration appears",
      (root) => plant(root, { ".prettierrc": '{ "tabWidth": 8 }' }),
    ],
    ["another option is given", () => undefined, ["--import-extension", ".ts"]],
    ["another part is wanted", () => undefined, ["--emit", "errors"]],
    [
      "another version made it",
      (root) => {
        const file = path.join(root, "out/mcp", MANIFEST);
        const text = fs.readFileSync(file, "utf8");
        fs.writeFileSync(file, text.replace(/mcp-gen [\d.]+/, "mcp-gen 0.0.0"));
      },
    ],
  ];
  test.each(disturbances)("is over when %s", (_name, disturb, more = []) => {
    const root = project();
    mcpGen(root, small);
    expect(mcpGen(root, [...small, "--check"]).exitCode).toBe(0);
    disturb(root);
    expect(mcpGen(root, [...small, ...more, "--check"]).exitCode).toBe(1);
    const { stdout, exitCode } = mcpGen(root, [...small, ...more]);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^ {2}(?:create|update) /m);
    expect(mcpGen(root, [...small, ...more, "--check"]).exitCode).toBe(0);
  });

  test("a change of an example that the schema includes counts", () => {
    const root = temporaryFolder();
    plant(root, {
      "mcp/schema.ts": smallSchema().replace(
        "export interface PingRequest",
        "/**\n * Ping.\n * @example A ping\n * {@includeCode ./examples/ping.json}\n */\nexport interface PingRequest",
      ),
      "mcp/examples/ping.json": '{ "method": "ping" }\n',
    });
    mcpGen(root, small);
    expect(mcpGen(root, [...small, "--check"]).exitCode).toBe(0);
    plant(root, {
      "mcp/examples/ping.json": '{ "method": "ping", "id": 1 }\n',
    });
    const { exitCode, stdout } = mcpGen(root, [...small, "--check"]);
    expect(exitCode).toBe(1);
    expect(stdout).toContain('"id": 1');
  });
});

describe("--check", () => {
  test("lists every file that is out of date, with a diff, and writes nothing", () => {
    const root = project("Removed");
    mcpGen(root, [...small, "--emit", "errors"]);
    const out = path.join(root, "out/mcp");
    plant(root, { "mcp/schema.ts": smallSchema("Added") });
    fs.rmSync(path.join(out, "index.ts"));
    const before = readTree(root);
    const { exitCode, stdout } = mcpGen(root, [...small, "--check"]);
    expect(exitCode).toBe(1);
    expect(readTree(root)).toEqual(before);
    expect(stdout).toContain(
      "out/mcp/errors.ts: extra\n--- out/mcp/errors.ts\ton disk\n+++ /dev/null\n",
    );
    expect(stdout).toContain(
      "out/mcp/index.ts: missing\n--- /dev/null\n+++ out/mcp/index.ts\tas generated\n",
    );
    expect(stdout).toContain(
      "out/mcp/types.ts: stale\n--- out/mcp/types.ts\ton disk\n+++ out/mcp/types.ts\tas generated\n@@ ",
    );
    expect(stdout).toMatch(/^-export interface Removed \{$/m);
    expect(stdout).toMatch(/^\+export interface Added \{$/m);
    expect(stdout).toMatch(/^\.\.\. \d+ more lines$/m);
    expect(withoutTimes(stdout)).toMatch(
      /\nout\/mcp: 5 of 6 files are out of date \(TIME\); run mcp-gen without --check\n$/,
    );
  });

  test("tells a hand-edited file from a stale one", () => {
    const root = project();
    mcpGen(root, small);
    fs.appendFileSync(path.join(root, "out/mcp/types.ts"), "// mine\n");
    const { exitCode, stdout } = mcpGen(root, [...small, "--check"]);
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/^out\/mcp\/types\.ts: edited\n/);
    expect(stdout).toMatch(/^-\/\/ mine$/m);
    expect(withoutTimes(stdout)).toMatch(
      /1 of 5 files are out of date \(TIME\); run mcp-gen --force, which replaces edited files too\n$/,
    );
  });

  test("every kind of difference, in every output, in one run", () => {
    const root = project("Old");
    plant(root, {
      "mcp-gen.config.json": JSON.stringify({
        outputs: [
          { schema: "mcp", emit: ["types", "errors"] },
          { schema: "mcp", name: "small", emit: "types" },
        ],
      }),
    });
    mcpGen(root, []);
    expect(mcpGen(root, ["--check"]).exitCode).toBe(0);
    plant(root, {
      "mcp/schema.ts": smallSchema("New"),
      "mcp-gen.config.json": JSON.stringify({
        outputs: [
          { schema: "mcp", emit: "types" },
          { schema: "mcp", name: "small", emit: ["types", "errors"] },
        ],
      }),
      "out/small/errors.ts": "theirs\n",
    });
    fs.rmSync(path.join(root, "out/mcp/index.ts"));
    fs.appendFileSync(path.join(root, "out/small/types.ts"), "// mine\n");
    const before = readTree(root);
    const { exitCode, stdout } = mcpGen(root, ["--check"]);
    expect(exitCode).toBe(1);
    expect(readTree(root)).toEqual(before);
    expect(stdout.match(/^out\/\S+: .*$/gm)).toEqual([
      "out/mcp/errors.ts: extra",
      "out/mcp/index.ts: missing",
      "out/mcp/mcp-gen.schema.txt: stale",
      "out/mcp/types.ts: stale",
      "out/mcp/mcp-gen.json: stale",
      "out/small/errors.ts: unmanaged",
      "out/small/index.ts: stale",
      "out/small/mcp-gen.schema.txt: stale",
      "out/small/types.ts: edited",
      "out/small/mcp-gen.json: stale",
    ]);
    expect(stdout).toMatch(/: 10 of 12 files are out of date /);
    // Nobody reads the manifest.
    for (const diff of stdout.split(/^out\/\S+: \w+\n/m).slice(1))
      expect(diff).toMatch(/^(?:--- .*\n\+\+\+ .*\n@@ |\n)/);
    expect(stdout).not.toContain("--- out/mcp/mcp-gen.json");
  });

  test("line endings do not count", () => {
    const root = project();
    mcpGen(root, small);
    for (const [name, text] of Object.entries(
      readTree(path.join(root, "out/mcp")),
    ))
      plant(root, { [`out/mcp/${name}`]: text.replaceAll("\n", "\r\n") });
    for (const args of [small, [...small, "--force=false"]])
      expect(mcpGen(root, [...args, "--check"])).toMatchObject({
        exitCode: 0,
        stderr: "",
      });
  });
});

describe("--dry-run", () => {
  test("prints the plan and writes nothing", () => {
    const root = project();
    const { exitCode, stdout } = mcpGen(root, [...small, "--dry-run"]);
    expect(exitCode).toBe(0);
    expect(withoutTimes(stdout)).toMatch(
      /^out\/mcp\n {2}create {2}index\.ts\n[^]*\nout\/mcp: would create 5, update 0, leave 0, delete 0 \(TIME\)\n$/,
    );
    expect(fs.existsSync(path.join(root, "out"))).toBe(false);
  });

  test("says that the run would be refused, and why", () => {
    const root = project();
    plant(root, { "out/mcp/types.ts": "theirs\n" });
    const { exitCode, stdout, stderr } = mcpGen(root, [...small, "--dry-run"]);
    expect(exitCode).toBe(2);
    expect(stdout).toContain("  not made by mcp-gen  types.ts\n");
    expect(stderr).toBe(
      "mcp-gen: Nothing was written. Only --force replaces files not made by mcp-gen: out/mcp/types.ts.\n",
    );
    expect(mcpGen(root, [...small, "--dry-run", "--force"]).exitCode).toBe(0);
  });
});

describe("a file edited by hand", () => {
  test("stops the run; --force replaces it", () => {
    const root = project();
    mcpGen(root, small);
    const types = path.join(root, "out/mcp/types.ts");
    fs.appendFileSync(types, "// mine\n");
    const before = readTree(root);
    expect(mcpGen(root, small)).toEqual({
      exitCode: 2,
      stdout: "",
      stderr:
        "mcp-gen: Nothing was written. Only --force replaces files edited by hand: out/mcp/types.ts.\n",
    });
    expect(readTree(root)).toEqual(before);
    const { exitCode, stdout } = mcpGen(root, [...small, "--force"]);
    expect(exitCode).toBe(0);
    expect(withoutTimes(stdout)).toContain(
      "0 created, 1 updated, 4 unchanged, 0 deleted",
    );
    expect(fs.readFileSync(types, "utf8")).not.toContain("mine");
  });
});

describe("--json", () => {
  test("a run", () => {
    const root = project();
    const { exitCode, stdout, stderr } = mcpGen(root, [...small, "--json"]);
    expect([exitCode, stderr]).toEqual([0, ""]);
    expect(JSON.parse(stdout)).toEqual({
      exitCode: 0,
      mode: "write",
      created: 5,
      updated: 0,
      unchanged: 0,
      deleted: 0,
      durationMs: expect.any(Number),
      outputs: [
        {
          folder: "out/mcp",
          imports: { extension: ".js", reason: "there is no tsconfig.json" },
          files: [
            { path: "index.ts", state: "create" },
            { path: "mcp-gen.schema.txt", state: "create" },
            { path: "package.json", state: "create" },
            { path: "types.ts", state: "create" },
            { path: "mcp-gen.json", state: "create" },
          ],
        },
      ],
      protocolChanges: [],
      warnings: [],
    });
    expect(JSON.parse(mcpGen(root, [...small, "--json"]).stdout)).toMatchObject(
      { exitCode: 0, created: 0, unchanged: 5, protocolChanges: [] },
    );
  });

  test("a check", () => {
    const root = project();
    const { exitCode, stdout } = mcpGen(root, [...small, "--json", "--check"]);
    expect(exitCode).toBe(1);
    const { outOfDate } = JSON.parse(stdout) as {
      outOfDate: { path: string; state: string; diff: string }[];
    };
    expect(outOfDate.map(({ path, state }) => [path, state])).toEqual([
      ["out/mcp/index.ts", "missing"],
      ["out/mcp/mcp-gen.schema.txt", "missing"],
      ["out/mcp/package.json", "missing"],
      ["out/mcp/types.ts", "missing"],
      ["out/mcp/mcp-gen.json", "missing"],
    ]);
    expect(outOfDate[0]?.diff).toMatch(/^--- \/dev\/null\n/);
  });

  test.each([
    [["--formats", "x"], '--formats is annotate or assert, not "x".'],
    [["--watch"], "--watch and --json cannot be used together."],
  ])("a mistake: %j", (args, error) => {
    const root = project();
    expect(JSON.parse(mcpGen(root, ["--json", ...args]).stdout)).toEqual({
      exitCode: 2,
      error,
      diagnostics: [],
    });
  });
});

describe("colours", () => {
  test("none without a terminal, and none with NO_COLOR", () => {
    const root = project();
    for (const env of [{}, { NO_COLOR: "1" }])
      expect(mcpGen(root, [...small, "--dry-run"], env).stdout).not.toContain(
        "\u001b",
      );
  });
});

describe("model", () => {
  test("prints the protocol model as JSON", () => {
    const root = project();
    const { exitCode, stdout, stderr } = mcpGen(root, [
      "model",
      "--schema",
      "mcp/schema.ts",
    ]);
    expect([exitCode, stderr]).toEqual([0, ""]);
    expect(JSON.parse(stdout)).toMatchObject({
      format: 1,
      version: "2099-01-01",
      source: { path: "mcp/schema.ts" },
    });
    expect(fs.readdirSync(root)).toEqual(["mcp"]);
  });

  test("a reader that goes away early is not an error", async () => {
    const child = spawn(process.execPath, [program, "model"]);
    let stderr = "";
    child.stderr.on("data", (chunk) => (stderr += String(chunk)));
    child.stdout.once("data", () => child.stdout.destroy());
    const [exitCode] = (await once(child, "close")) as [number];
    expect([exitCode, stderr]).toEqual([0, ""]);
  });
});

test("eight processes at once leave one whole output", async () => {
  const root = project();
  const results = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      mcpGenAsync(root, [
        ...small,
        "--import-extension",
        index % 2 === 0 ? ".js" : ".ts",
        "--force",
      ]),
    ),
  );
  expect(results.map(({ exitCode, stderr }) => [exitCode, stderr])).toEqual(
    results.map(() => [0, ""]),
  );
  expect(fs.readdirSync(path.join(root, "out"))).toEqual(["mcp"]);
  const isTs = fs
    .readFileSync(path.join(root, "out/mcp/index.ts"), "utf8")
    .includes("./types.ts");
  // Banners name the command, so the check has to be that of the last to write.
  const args = ["--import-extension", isTs ? ".ts" : ".js"];
  expect(mcpGen(root, [...small, ...args, "--check"]).exitCode).toBe(0);
});
