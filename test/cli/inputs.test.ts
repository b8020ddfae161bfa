import path from "node:path";
import { describe, expect, test } from "vitest";
import { plant, temporaryFolder, type Tree } from "../output/folder.js";
import { mcpGen } from "./program.js";
import { smallSchema } from "./schema.js";

const including = smallSchema().replace(
  "export interface PingRequest",
  `/**
 * Ping.
 * @example A ping
 * {@includeCode ./examples/Ping/ping.json}
 * @example Another
 * {@includeCode ./pong.json}
 */
export interface PingRequest`,
);

/** What a project prints for `inputs` and `outputs`. */
const cases: readonly {
  readonly name: string;
  readonly tree: Tree;
  readonly cwd?: string;
  readonly args?: readonly string[];
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
}[] = [
  {
    name: "nothing but the program: one's own draft would come first",
    tree: {},
    inputs: ["schema/draft/schema.ts"],
    outputs: ["out/draft/**"],
  },
  {
    name: "a configuration, examples, a lock, templates, prettier's configurations",
    tree: {
      "mcp-gen.config.json": JSON.stringify({
        out: "src/protocol",
        templates: "templates",
        outputs: [
          { schema: "draft", handlers: "src/handlers" },
          { schema: "./own/schema.ts", name: "mine", format: false },
        ],
      }),
      "schema/draft/schema.ts": including,
      "schema/mcp-gen.lock.json": "{}",
      ".prettierrc": "{}",
      "src/.editorconfig": "",
    },
    inputs: [
      ".prettierrc",
      "mcp-gen.config.json",
      "own/schema.ts",
      "schema/draft/examples/**",
      "schema/draft/pong.json",
      "schema/draft/schema.ts",
      "schema/mcp-gen.lock.json",
      "src/.editorconfig",
      "templates/**",
    ],
    outputs: ["src/protocol/draft/**", "src/protocol/mine/**"],
  },
  {
    name: "the key of package.json; a schema that cannot be read, or is not there",
    tree: {
      "package.json": '{ "mcp-gen": { "schema": ["a.ts", "b.ts"] } }',
      "a.ts": "type A = [",
    },
    inputs: ["a.ts", "b.ts", "package.json"],
    outputs: ["out/a/**", "out/b/**"],
  },
  {
    name: "options on top",
    tree: { "mcp-gen.config.json": '{ "schema": "draft" }' },
    args: ["--schema-root", "mcp", "--out", "lib"],
    inputs: ["mcp-gen.config.json", "mcp/draft/schema.ts"],
    outputs: ["lib/draft/**"],
  },
  {
    name: "a word that may be a revision or a folder",
    tree: { "later/": "" },
    args: ["--schema", "later"],
    inputs: ["later/schema.ts", "schema/later/schema.ts"],
    outputs: ["out/later/**"],
  },
  {
    name: "from a package of a workspace, with files above it",
    tree: { "mcp-gen.config.json": '{ "schema": "./s.ts" }', "a/b/": "" },
    cwd: "a/b",
    inputs: ["../../mcp-gen.config.json", "../../s.ts"],
    outputs: ["../../out/s/**"],
  },
  {
    name: "names with what has a meaning in globs",
    tree: {},
    args: ["--schema", "a [b]/{c}.ts", "--out", "(d)"],
    inputs: ["a \\[b\\]/\\{c\\}.ts"],
    outputs: ["\\(d\\)/\\{c\\}/**"],
  },
];

describe.each(cases)("$name", ({ tree, cwd = "", args = [], ...want }) => {
  test.each(["inputs", "outputs"] as const)("%s", (command) => {
    const root = temporaryFolder();
    plant(root, tree);
    const folder = path.join(root, cwd);
    const lines = mcpGen(folder, [command, ...args]);
    expect(lines).toEqual({
      exitCode: 0,
      stdout: want[command].map((line) => `${line}\n`).join(""),
      stderr: "",
    });
    const json = mcpGen(folder, [command, ...args, "--json"]);
    expect(JSON.parse(json.stdout)).toEqual(want[command]);
  });
});

describe("--nx", () => {
  const tree: Tree = {
    "nx.json": "{}",
    "mcp/schema.ts": smallSchema(),
    "packages/a/mcp-gen.config.json": '{ "schema": "../../mcp/schema.ts" }',
  };

  test("knows the folders of the project and of the workspace", () => {
    const root = temporaryFolder();
    plant(root, tree);
    const cwd = path.join(root, "packages/a");
    expect(mcpGen(cwd, ["inputs", "--nx"]).stdout).toBe(
      "{projectRoot}/mcp-gen.config.json\n{workspaceRoot}/mcp/schema.ts\n",
    );
    expect(mcpGen(cwd, ["outputs", "--nx"]).stdout).toBe(
      "{projectRoot}/out/mcp/**\n",
    );
  });

  test("cannot name what lies outside of the workspace", () => {
    const root = temporaryFolder();
    const { "nx.json": _nx, ...others } = tree;
    plant(root, others);
    const result = mcpGen(path.join(root, "packages/a"), ["inputs", "--nx"]);
    expect([result.exitCode, result.stdout]).toEqual([2, ""]);
    expect(result.stderr).toMatch(
      /^mcp-gen: .*schema\.ts lies outside of the project, and there is no nx\.json above both\.\n$/,
    );
  });
});

test.each(["inputs", "outputs"])("%s of a broken configuration", (command) => {
  const root = temporaryFolder();
  plant(root, { "mcp-gen.config.json": '{ "otu": "x" }' });
  expect(mcpGen(root, [command])).toEqual({
    exitCode: 2,
    stdout: "",
    stderr:
      "mcp-gen: mcp-gen.config.json:1:3: There is no key otu. Did you mean out?\n",
  });
});
