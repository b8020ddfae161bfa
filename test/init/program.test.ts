import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { mcpGen } from "../cli/program.js";
import {
  plant,
  readTree,
  temporaryFolder,
  type Tree,
} from "../output/folder.js";

const schemaPath = "./node_modules/mcp-gen/schema/config.schema.json";

function repository(tree: Tree = {}): string {
  const root = temporaryFolder();
  plant(root, {
    ".git/HEAD": "ref: refs/heads/main\n",
    "package.json": '{\n  "name": "x"\n}\n',
    ...tree,
  });
  return root;
}

/** Runs `init` in a folder, twice: the second time it changes nothing. */
function init(folder: string, args: readonly string[], root = folder): string {
  const first = mcpGen(folder, ["init", ...args]);
  expect([first.exitCode, first.stderr]).toEqual([0, ""]);
  const tree = readTree(root);
  const second = mcpGen(folder, ["init", ...args]);
  expect([second.exitCode, second.stderr]).toEqual([0, ""]);
  expect(second.stdout).toMatch(/^(?:.*: left as it is\n)+$/);
  expect(readTree(root)).toEqual(tree);
  return first.stdout;
}

test("writes a configuration and scripts, and shows what it wrote", () => {
  const root = repository();
  expect(init(root, [])).toBe(`mcp-gen.config.json: created
--- /dev/null
+++ mcp-gen.config.json\tafter
@@ -0,0 +1,5 @@
+{
+  "$schema": "${schemaPath}",
+  "schema": "draft",
+  "out": "out"
+}

package.json: added to
--- package.json\tbefore
+++ package.json\tafter
@@ -1,3 +1,7 @@
 {
-  "name": "x"
+  "name": "x",
+  "scripts": {
+    "generate": "mcp-gen",
+    "generate:check": "mcp-gen --check"
+  }
 }

.gitattributes: created
--- /dev/null
+++ .gitattributes\tafter
@@ -0,0 +1,1 @@
+/out/draft/** linguist-generated

Next: npx mcp-gen
`);
  expect(Object.keys(readTree(root))).toEqual([
    ".git/HEAD",
    ".gitattributes",
    "mcp-gen.config.json",
    "package.json",
  ]);
  // What it wrote works.
  expect(mcpGen(root, ["--emit", "types"]).exitCode).toBe(0);
  expect(mcpGen(root, ["--emit", "types", "--check"]).exitCode).toBe(0);
});

test("the configuration says what the command line says", () => {
  const root = repository({ "package.json": '{\n\t"name": "x"\n}\n' });
  const args =
    "--schema draft --schema 2025-11-25 --out src/protocol --emit types,errors --import-extension .ts --no-format";
  init(root, args.split(" "));
  expect(fs.readFileSync(path.join(root, "mcp-gen.config.json"), "utf8")).toBe(
    `${JSON.stringify(
      {
        $schema: schemaPath,
        schema: ["draft", "2025-11-25"],
        out: "src/protocol",
        emit: ["types", "errors"],
        importExtension: ".ts",
        format: false,
      },
      undefined,
      "\t",
    )}\n`,
  );
});

test("a package of a workspace names the JSON Schema where it is installed", () => {
  const root = repository({
    "node_modules/mcp-gen/schema/config.schema.json": "{}",
    "packages/a/package.json": "{}",
  });
  const folder = path.join(root, "packages/a");
  init(folder, [], root);
  expect(
    JSON.parse(
      fs.readFileSync(path.join(folder, "mcp-gen.config.json"), "utf8"),
    ),
  ).toMatchObject({
    $schema: "../../node_modules/mcp-gen/schema/config.schema.json",
  });
});

test.each<[string, Tree, string]>([
  [
    "a file",
    { "mcp-gen.config.json": '{"schema":"draft"}' },
    "mcp-gen.config.json",
  ],
  [
    "a key of package.json",
    {
      "package.json":
        '{ "mcp-gen": {}, "scripts": { "generate": "mcp-gen", "generate:check": "mcp-gen --check" } }',
    },
    "package.json",
  ],
])("a configuration that is there stays: %s", (_name, tree, file) => {
  const root = repository(tree);
  const stdout = init(root, ["--out", "other"]);
  expect(stdout).toContain(`${file}: left as it is\n`);
  expect(readTree(root)[file]).toBe(tree[file]);
});

test("a project without package.json, in no repository", () => {
  const root = temporaryFolder();
  expect(init(root, ["--hook", "husky"])).toContain(
    "Next: npx mcp-gen; npx husky\n",
  );
  expect(Object.keys(readTree(root))).toEqual([
    ".husky/pre-commit",
    "mcp-gen.config.json",
  ]);
});

test("scripts of theirs stay, and are named", () => {
  const root = repository({
    "package.json": '{ "scripts": { "generate": "prisma generate" } }\n',
  });
  const { stdout } = mcpGen(root, ["init"]);
  expect(stdout).toContain(
    "The script generate is one of yours: left as it is\n",
  );
  expect(readTree(root)["package.json"]).toBe(
    '{ "scripts": { "generate": "prisma generate","generate:check":"mcp-gen --check" } }\n',
  );
});

describe("hooks", () => {
  const check = "npx --no-install mcp-gen --check --staged";

  test.each([
    [
      "lefthook",
      "lefthook.yml",
      `pre-commit:\n  commands:\n    mcp-gen:\n      run: ${check}\n`,
      "npx lefthook install",
    ],
    ["husky", ".husky/pre-commit", `${check}\n`, "npx husky"],
    [
      "pre-commit",
      ".pre-commit-config.yaml",
      `repos:\n  - repo: local\n    hooks:\n      - id: mcp-gen\n        name: mcp-gen\n        entry: ${check}\n        language: system\n        pass_filenames: false\n`,
      "pre-commit install",
    ],
  ])("%s: a new file", (hook, file, text, install) => {
    const root = repository();
    expect(init(root, ["--hook", hook])).toContain(
      `Next: npx mcp-gen; ${install}\n`,
    );
    expect(readTree(root)[file]).toBe(text);
    const isProgram = (fs.statSync(path.join(root, file)).mode & 0o111) !== 0;
    if (process.platform !== "win32") expect(isProgram).toBe(hook === "husky");
  });

  test.each<[string, string, string, string]>([
    [
      "lefthook",
      ".config/lefthook.yaml",
      "# ours\npre-commit:\n  commands:\n    lint:\n      run: x\n",
      `# ours\npre-commit:\n  commands:\n    lint:\n      run: x\n    mcp-gen:\n      run: ${check}\n`,
    ],
    ["husky", ".husky/pre-commit", "npm test", `npm test\n${check}\n`],
  ])("%s: added to the one of theirs", (hook, file, before, after) => {
    const root = repository({ [file]: before });
    fs.chmodSync(path.join(root, file), 0o755);
    init(root, ["--hook", hook]);
    expect(readTree(root)[file]).toBe(after);
    expect(fs.statSync(path.join(root, file)).mode & 0o777).toBe(0o755);
  });

  test("one that runs mcp-gen already stays", () => {
    const root = repository({
      "lefthook.toml": '[pre-commit.commands.x]\nrun = "npx mcp-gen"\n',
    });
    expect(init(root, ["--hook", "lefthook"])).toContain(
      "lefthook.toml: left as it is\n",
    );
  });

  test("belong to the repository, and check each of its packages", () => {
    const root = repository({
      "packages/a/package.json": "{}",
      "packages/b c/package.json": "{}",
    });
    for (const name of ["a", "b c"])
      init(path.join(root, "packages", name), ["--hook", "lefthook"], root);
    expect(readTree(root)["lefthook.yml"]).toBe(
      [
        "pre-commit:",
        "  commands:",
        "    mcp-gen-packages-a:",
        `      run: ${check} --config packages/a/mcp-gen.config.json`,
        "    mcp-gen-packages-b-c:",
        `      run: ${check} --config "packages/b c/mcp-gen.config.json"`,
        "",
      ].join("\n"),
    );
  });
});

test("configuration and scripts in one file; git learns of all outputs", () => {
  const root = repository({
    "package.json":
      '{\n  "mcp-gen": {\n    "out": "src",\n    "outputs": [{}, { "schema": "mcp/schema.ts", "name": "x" }]\n  }\n}\n',
  });
  const stdout = init(root, ["--hook", "husky"]);
  expect(stdout.match(/^package\.json: .*$/gm)).toEqual([
    "package.json: added to",
  ]);
  expect(readTree(root)[".gitattributes"]).toBe(
    "/src/draft/** linguist-generated\n/src/x/** linguist-generated\n",
  );
});

test.each<[string, Tree, string | undefined]>([
  ["without prettier", {}, undefined],
  [
    "with prettier",
    { "package.json": '{ "devDependencies": { "prettier": "3" } }' },
    "/out/draft/\n",
  ],
  [
    "with a list of theirs",
    { ".prettierignore": "dist/" },
    "dist/\n/out/draft/\n",
  ],
  ["named already", { ".prettierignore": "out/draft\n" }, "out/draft\n"],
])("the output is not prettier's: %s", (_name, tree, want) => {
  const root = repository(tree);
  init(root, []);
  expect(readTree(root)[".prettierignore"]).toBe(want);
});

test.each<[string, Tree, string, string]>([
  ["nothing says", {}, "npx --no-install", "npx"],
  ["a lockfile", { "pnpm-lock.yaml": "" }, "pnpm exec", "pnpm exec"],
  ["Plug'n'Play", { ".pnp.cjs": "" }, "yarn run", "yarn run"],
  ["bun", { "bun.lock": "" }, "bun run", "bun run"],
  [
    "packageManager, before a lockfile",
    {
      "package.json": '{ "packageManager": "yarn@4.1.0" }',
      "package-lock.json": "{}",
    },
    "yarn run",
    "yarn run",
  ],
])("the package manager runs mcp-gen: %s", (_name, tree, hook, typed) => {
  const root = repository(tree);
  expect(init(root, ["--hook", "husky"])).toContain(
    `Next: ${typed} mcp-gen; ${typed} husky\n`,
  );
  expect(readTree(root)[".husky/pre-commit"]).toBe(
    `${hook} mcp-gen --check --staged\n`,
  );
});

test("the package manager is that of the repository", () => {
  const root = repository({
    "yarn.lock": "",
    "packages/a/package.json": "{}",
  });
  init(path.join(root, "packages/a"), ["--hook", "husky"], root);
  expect(readTree(root)[".husky/pre-commit"]).toBe(
    "yarn run mcp-gen --check --staged --config packages/a/mcp-gen.config.json\n",
  );
});

describe("what is wrong", () => {
  test.each<[string, Tree, readonly string[], RegExp]>([
    [
      "a configuration that says what it must not",
      { "mcp-gen.config.json": '{ "otu": 1 }' },
      [],
      /^mcp-gen: mcp-gen\.config\.json:1:3: There is no key otu\. Did you mean out\?\n$/,
    ],
    [
      "a package.json that is none",
      { "package.json": "{" },
      [],
      /^mcp-gen: package\.json is not valid JSON: .*\n$/,
    ],
    [
      "a hook's file that cannot be added to",
      { ".pre-commit-config.yaml": "repos: []\n" },
      ["--hook", "pre-commit"],
      /^mcp-gen: Nothing was written: \.pre-commit-config\.yaml cannot be added to\. It needs what this is in YAML:\nrepos:\n {2}- repo: local\n/,
    ],
    [
      "a hook's file in another language",
      { "lefthook.json": "{}" },
      ["--hook", "lefthook"],
      /^mcp-gen: Nothing was written: lefthook\.json cannot be added to\. /,
    ],
    [
      "an unknown hook",
      {},
      ["--hook", "huskie"],
      /^mcp-gen: --hook is lefthook, husky or pre-commit, not "huskie"\. Did you mean husky\?\n$/,
    ],
    [
      "a folder in the place of the configuration",
      { "mcp-gen.config.json/": "" },
      [],
      /^mcp-gen: .*mcp-gen\.config\.json.*\n$/,
    ],
  ])("%s: nothing is written", (_name, tree, args, message) => {
    const root = repository(tree);
    const before = readTree(root);
    const { exitCode, stdout, stderr } = mcpGen(root, ["init", ...args]);
    expect(stderr).toMatch(message);
    expect([exitCode, stdout]).toEqual([2, ""]);
    expect(readTree(root)).toEqual(before);
  });
});
