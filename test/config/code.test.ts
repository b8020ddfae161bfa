/** Configurations with comments, and those that are programs. */
import { symlinkSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { generate, loadConfig, readModel } from "../../generator/index.js";
import type { GenerateOptions } from "../../generator/outputs.js";
import { mcpGen } from "../cli/program.js";
import { smallSchema } from "../cli/schema.js";
import { plant, temporaryFolder, type Tree } from "../output/folder.js";
import { repositoryPath } from "../shared.js";

function project(tree: Tree): string {
  const root = temporaryFolder();
  plant(root, {
    "mcp/schema.ts": smallSchema(),
    "package.json": '{ "type": "commonjs" }',
    "node_modules/": "",
    ...tree,
  });
  const modules = path.join(root, "node_modules/mcp-gen");
  symlinkSync(repositoryPath, modules, "junction");
  return root;
}

const outputs = `{ schema: ["mcp/schema.ts"], out: "src", emit: "types" }`;

const languages: readonly (readonly [file: string, text: string])[] = [
  [
    "mcp-gen.config.jsonc",
    '{\n  // Ours.\n  "schema": "mcp/schema.ts", "out": "src", "emit": ["types",],\n}\n',
  ],
  [
    "mcp-gen.config.mjs",
    `import { defineConfig } from "mcp-gen/config";\nexport default defineConfig(${outputs});\n`,
  ],
  [
    "mcp-gen.config.ts",
    `import { defineConfig, type UserConfig } from "mcp-gen/config";\nimport { out } from "./names.ts";\nconst config: UserConfig = { ...${outputs}, out, name: undefined as never };\nexport default defineConfig(config);\n`,
  ],
];

test.each(languages)("%s", (file, text) => {
  const root = project({
    [file]: text,
    "names.ts": 'export const out: string = "src";\n',
  });
  const first = mcpGen(root, []);
  expect([first.exitCode, first.stderr]).toEqual([0, ""]);
  expect(first.stdout).toMatch(/^src\/mcp: 5 created/m);
  // A run that has nothing to do is over before the program is loaded.
  const second = mcpGen(root, ["--check"]);
  expect([second.exitCode, second.stderr]).toEqual([0, ""]);
  expect(second.stdout).toContain("src/mcp: all 5 files are up to date");
  expect(mcpGen(root, ["inputs"]).stdout).toContain(file);
});

test("a program that has changed since is loaded again", async () => {
  const cwd = project({
    "mcp-gen.config.mjs": 'export default { out: "a" };\n',
  });
  expect((await loadConfig({ cwd }))?.defaults.out).toBe("a");
  await new Promise((resolve) => setTimeout(resolve, 20));
  plant(cwd, { "mcp-gen.config.mjs": 'export default { out: "b" };\n' });
  expect((await loadConfig({ cwd }))?.defaults.out).toBe("b");
});

describe("what is wrong", () => {
  test.each<[string, Tree, readonly string[], string]>([
    [
      "comments in JSON",
      { "mcp-gen.config.json": '{\n  // Ours.\n  "out": "src" }' },
      [],
      "mcp-gen.config.json:2:3: Not valid JSON: invalid comment token. Comments and trailing commas are for mcp-gen.config.jsonc.",
    ],
    [
      "half of a JSONC",
      { "mcp-gen.config.jsonc": '{ /* a */ "out": ' },
      [],
      "mcp-gen.config.jsonc:1:18: Not valid JSON: value expected.",
    ],
    [
      "a key of JSONC that does not exist",
      { "mcp-gen.config.jsonc": '{\n  // a\n  "otu": "src" }' },
      [],
      "mcp-gen.config.jsonc:3:3: There is no key otu. Did you mean out?",
    ],
    [
      "a key of a program that does not exist",
      { "mcp-gen.config.mjs": 'export default { otu: "src" };' },
      [],
      "mcp-gen.config.mjs: There is no key otu. Did you mean out?",
    ],
    [
      "no default export",
      { "mcp-gen.config.mjs": 'export const out = "src";' },
      [],
      "mcp-gen.config.mjs: It has no default export: export default defineConfig({ ... }).",
    ],
    [
      "a function",
      { "mcp-gen.config.mjs": "export default () => ({});" },
      [],
      "mcp-gen.config.mjs: A configuration is an object, not a function.",
    ],
    [
      "an error",
      { "mcp-gen.config.mjs": 'throw new Error("Not today.");' },
      [],
      "mcp-gen.config.mjs: It does not load: Not today.",
    ],
    [
      "await at the top level",
      { "mcp-gen.config.mjs": "export default await {};" },
      [],
      "mcp-gen.config.mjs: It awaits something at its top level, which a configuration cannot do.",
    ],
    [
      "a language that is not read",
      { "mcp-gen.config.yaml": "out: src" },
      [],
      "mcp-gen.config.yaml is not read. Call it mcp-gen.config.json, mcp-gen.config.jsonc, mcp-gen.config.mjs or mcp-gen.config.ts.",
    ],
    [
      "two",
      { "mcp-gen.config.ts": "", "mcp-gen.config.json": "{}" },
      [],
      "mcp-gen.config.json and mcp-gen.config.ts are two configurations of one folder; keep one.",
    ],
    [
      "a program that must not run",
      { "mcp-gen.config.mjs": 'throw new Error("It runs.");' },
      ["--trust-config=false"],
      "mcp-gen.config.mjs is a program, and --trust-config=false runs none.",
    ],
  ])("%s", (_name, tree, args, want) => {
    expect(mcpGen(project(tree), args)).toEqual({
      exitCode: 2,
      stdout: "",
      stderr: `mcp-gen: ${want}\n`,
    });
  });
});

describe("options of the library", () => {
  test.each<[object, string]>([
    [{ scheme: "draft" }, "There is no option scheme. Did you mean schema?"],
    [{ schema: 5 }, "schema is a string or a list of strings, not 5."],
    [
      { format: "no", cwd: 1 },
      'cwd is a text, not 1.\nformat is true or false, not "no".',
    ],
    [
      { xyz: 1 },
      "There is no option xyz. Options are: schema, schemaRoot, out, name,",
    ],
    [
      { "no-format": true },
      "There is no option no-format. Did you mean format?",
    ],
  ])("generate(%j)", async (options, want) => {
    await expect(generate(options as GenerateOptions)).rejects.toThrow(want);
  });

  test("other functions", async () => {
    await expect(readModel({ shema: "draft" } as never)).rejects.toThrow(
      "There is no option shema. Did you mean schema?",
    );
    await expect(loadConfig({ confg: "x" } as never)).rejects.toThrow(
      "There is no option confg. Did you mean config?",
    );
  });
});
