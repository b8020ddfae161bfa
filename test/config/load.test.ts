import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { ConfigurationError, loadConfig } from "../../generator/index.js";
import { plant, temporaryFolder, type Tree } from "../output/folder.js";

/** What a folder's configuration is called, `undefined` for none. */
async function fileFor(
  root: string,
  cwd: string,
  config?: string,
): Promise<string | undefined> {
  const found = await loadConfig({
    cwd: path.join(root, cwd),
    ...(config !== undefined && { config }),
  });
  return found === undefined ? undefined : path.relative(root, found.file);
}

const OWN = "mcp-gen.config.json";

describe("which configuration holds", () => {
  const places: readonly {
    readonly name: string;
    readonly tree: Tree;
    readonly cwd?: string;
    readonly config?: string;
    readonly want: string | undefined;
  }[] = [
    { name: "none", tree: { "package.json": "{}" }, want: undefined },
    { name: "the file", tree: { [OWN]: "{}" }, want: OWN },
    {
      name: "the key of package.json",
      tree: { "package.json": '{ "mcp-gen": {} }' },
      want: "package.json",
    },
    {
      name: "a package that only depends on mcp-gen",
      tree: { "package.json": '{ "devDependencies": { "mcp-gen": "1" } }' },
      want: undefined,
    },
    {
      name: "a broken package.json that only depends on mcp-gen",
      tree: { "package.json": '{ "devDependencies": { "mcp-gen": "1" },,' },
      want: undefined,
    },
    {
      name: "one above",
      tree: { [OWN]: "{}", "a/b/": "" },
      cwd: "a/b",
      want: OWN,
    },
    {
      name: "the nearest of several",
      tree: { [OWN]: "{}", "a/package.json": '{ "mcp-gen": {} }', "a/b/": "" },
      cwd: "a/b",
      want: "a/package.json",
    },
    {
      name: "one next to the repository's .git",
      tree: { "repo/.git/HEAD": "", [`repo/${OWN}`]: "{}", "repo/a/": "" },
      cwd: "repo/a",
      want: `repo/${OWN}`,
    },
    {
      name: "none outside of the repository",
      tree: { "repo/.git/HEAD": "", [OWN]: "{}", "repo/a/": "" },
      cwd: "repo/a",
      want: undefined,
    },
    {
      name: "none outside of a worktree, whose .git is a file",
      tree: { "repo/.git": "gitdir: x", [OWN]: "{}" },
      cwd: "repo",
      want: undefined,
    },
    {
      name: "the one that is named, whatever is nearer",
      tree: { [OWN]: "{}", "a/other.json": "{}", "b/": "" },
      cwd: "b",
      config: "../a/other.json",
      want: "a/other.json",
    },
    {
      name: "a package.json that is named",
      tree: { "a/package.json": '{ "mcp-gen": {} }' },
      config: "a/package.json",
      want: "a/package.json",
    },
  ];
  test.each(places)("$name", async ({ tree, cwd = "", config, want }) => {
    const root = temporaryFolder();
    plant(root, tree);
    expect(await fileFor(root, cwd, config)).toBe(
      want === undefined ? undefined : path.normalize(want),
    );
  });

  test("two in one folder are one too many", async () => {
    const root = temporaryFolder();
    plant(root, {
      [OWN]: "{}",
      "package.json": '{ "mcp-gen": {} }',
      "a/": "",
    });
    await expect(loadConfig({ cwd: path.join(root, "a") })).rejects.toThrow(
      `${root.replaceAll("\\", "/")}/mcp-gen.config.json and the key "mcp-gen" of ${root.replaceAll("\\", "/")}/package.json are two configurations of one folder; keep one.`,
    );
  });
});

describe("what it says", () => {
  test("options for generate, with the folder that paths start from", async () => {
    const root = temporaryFolder();
    plant(root, {
      [OWN]: `\uFEFF${JSON.stringify({
        $schema: "./schema.json",
        out: "src",
        format: false,
        outputs: [{ schema: "draft" }, { schema: "2025-11-25", out: "old" }],
      })}`,
      "a/": "",
    });
    expect(await loadConfig({ cwd: path.join(root, "a") })).toEqual({
      file: path.join(root, OWN),
      folder: root,
      defaults: { cwd: root, out: "src", format: false },
      outputs: [
        {
          cwd: root,
          out: "src",
          format: false,
          schema: ["draft"],
          configuration: "mcp-gen.config.json",
        },
        {
          cwd: root,
          out: "old",
          format: false,
          schema: ["2025-11-25"],
          configuration: "mcp-gen.config.json",
        },
      ],
    });
  });

  test("without outputs, one set of options", async () => {
    const root = temporaryFolder();
    plant(root, {
      "package.json": '{ "mcp-gen": { "schema": "x.ts", "emit": "types" } }',
    });
    expect(await loadConfig({ cwd: root })).toEqual({
      file: path.join(root, "package.json"),
      folder: root,
      defaults: { cwd: root, schema: ["x.ts"], emit: ["types"] },
      outputs: [
        {
          cwd: root,
          schema: ["x.ts"],
          emit: ["types"],
          configuration: "package.json",
        },
      ],
    });
  });
});

describe("what is wrong", () => {
  /** Texts of `mcp-gen.config.json` and what is said of them. */
  const wrong: readonly (readonly [
    name: string,
    text: string,
    want: readonly string[],
  ])[] = [
    [
      "a key like another",
      '{\n  "shcema": "draft"\n}',
      ["2:3: There is no key shcema. Did you mean schema?"],
    ],
    [
      "a key like no other",
      '{ "fire": true }',
      [
        expect.stringMatching(
          /^1:3: There is no key fire\. Keys are: schema, schemaRoot, out, .*, \$schema, outputs\.$/,
        ) as string,
      ],
    ],
    [
      "options of the command line",
      '{ "import-extension": ".ts",\n  "no-format": true, "check": true }',
      [
        "1:3: There is no key import-extension. Did you mean importExtension?",
        "2:3: There is no key no-format. Did you mean format?",
        expect.stringMatching(/^2:22: There is no key check\. /) as string,
      ],
    ],
    [
      "inside a output, with everything else that is wrong",
      '{\n  "outputs": [\n    { "otu": "x" },\n    { "emit": ["types", "erorrs"],\n      "format": "no" }\n  ]\n}',
      [
        "3:7: There is no key outputs[0].otu. Did you mean out?",
        '4:25: outputs[1].emit[1] is types, errors, methods, validators, client, server, legacy or json-schema, not "erorrs". Did you mean errors?',
        '5:17: outputs[1].format is true or false, not "no".',
      ],
    ],
    ["a number for a text", '{ "out": 3 }', ["1:10: out is a text, not 3."]],
    [
      "an empty list",
      '{ "schema": [] }',
      [
        "1:13: schema is a string or a list of strings, which is not empty, not [].",
      ],
    ],
    [
      "a value that is none of the choices",
      '{ "importExtension": "js" }',
      [
        '1:22: importExtension is auto, .js, .ts or none, not "js". Did you mean .js?',
      ],
    ],
    [
      "one output's own said of all",
      '{ "name": "x", "outputs": [{}] }',
      ["1:3: name is for one output, so it belongs in one of outputs."],
    ],
    ["no object", "[]", ["1:1: A configuration is an object, not []."]],
    [
      "no JSON",
      '{\n  "out": src\n}',
      ["2:10: Not valid JSON: invalid symbol."],
    ],
    [
      "a comma too many",
      '{\n  "out": "src",\n}',
      [
        "3:1: Not valid JSON: property name expected. Comments and trailing commas are for mcp-gen.config.jsonc.",
      ],
    ],
    [
      "a comment",
      '{ // mine\n  "out": "src" }',
      [
        "1:3: Not valid JSON: invalid comment token. Comments and trailing commas are for mcp-gen.config.jsonc.",
      ],
    ],
    [
      "half of it",
      '{ "out": "s',
      ["1:10: Not valid JSON: unexpected end of string."],
    ],
    ["nothing", "", ["1:1: Not valid JSON: value expected."]],
  ];
  test.each(wrong)("%s", async (_name, text, want) => {
    const root = temporaryFolder();
    plant(root, { [OWN]: text });
    const error: unknown = await loadConfig({ cwd: root }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(ConfigurationError);
    const { message, exitCode, faults } = error as ConfigurationError;
    const lines = message.split("\n").map((line) => {
      expect(line.startsWith(`${OWN}:`)).toBe(true);
      return line.slice(OWN.length + 1);
    });
    expect(lines).toEqual(want);
    expect([exitCode, faults.length]).toEqual([2, want.length]);
  });

  test("positions in package.json are those of the file", async () => {
    const root = temporaryFolder();
    plant(root, {
      "package.json":
        '{\n  "name": "x",\n  "mcp-gen": {\n    "nmae": "y"\n  }\n}\n',
    });
    await expect(loadConfig({ cwd: root })).rejects.toThrow(
      "package.json:4:5: There is no key mcp-gen.nmae. Did you mean name?",
    );
  });

  test("a broken package.json that configures mcp-gen", async () => {
    const root = temporaryFolder();
    plant(root, { "package.json": '{\n  "mcp-gen": {\n  },\n' });
    await expect(loadConfig({ cwd: root })).rejects.toThrow(
      /^package\.json:4:1: Not valid JSON: .* expected\.$/,
    );
  });

  test("a folder of that name", async () => {
    const root = temporaryFolder();
    plant(root, { [`${OWN}/`]: "" });
    await expect(loadConfig({ cwd: root })).rejects.toThrow(
      `The configuration ${OWN} cannot be read: a folder is in the way.`,
    );
  });

  test.each([
    ["nowhere.json", {}, "There is no configuration nowhere.json."],
    [
      "a",
      { "a/": "" },
      "The configuration a cannot be read: a folder is in the way.",
    ],
    [
      "package.json",
      { "package.json": "{}" },
      "package.json:1:1: There is no key mcp-gen.",
    ],
    [
      "package.json",
      { "package.json": "null" },
      "package.json:1:1: There is no key mcp-gen.",
    ],
  ])("%s, which was named", async (config, tree, message) => {
    const root = temporaryFolder();
    plant(root, tree);
    await expect(loadConfig({ cwd: root, config })).rejects.toThrow(message);
    expect(fs.existsSync(path.join(root, "out"))).toBe(false);
  });
});
