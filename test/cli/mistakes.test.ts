import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import {
  plant,
  readTree,
  temporaryFolder,
  type Tree,
} from "../output/folder.js";
import { mcpGen } from "./program.js";
import { smallSchema } from "./schema.js";

/** What a user gets wrong, and the one line that says so. */
interface Mistake {
  readonly name: string;
  readonly args: readonly string[];
  readonly tree?: Tree;
  readonly exitCode?: number;
  readonly message: string;
}

const mistakes: readonly Mistake[] = [
  {
    name: "unknown option",
    args: ["--shcema", "draft"],
    message: "There is no option --shcema. Did you mean --schema?",
  },
  {
    name: "option in another spelling",
    args: ["--importExtension", ".ts"],
    message:
      "There is no option --importExtension. Did you mean --import-extension?",
  },
  {
    name: "unknown option, nothing like it",
    args: ["--frobnicate"],
    message: "There is no option --frobnicate.",
  },
  {
    name: "unknown letter",
    args: ["-x"],
    message: "There is no option -x.",
  },
  {
    name: "unknown command",
    args: ["modle"],
    message: 'There is no command "modle". Did you mean model?',
  },
  {
    name: "a misspelt word of other programs",
    args: ["chekc"],
    message: 'There is no command "chekc". Did you mean check?',
  },
  {
    name: "a schema without its option",
    args: ["draft"],
    message:
      'There is no command "draft". A schema is given as --schema draft.',
  },
  {
    name: "an option of another command",
    args: ["model", "--out", "x"],
    message: "There is no option --out.",
  },
  {
    name: "several models",
    args: ["model", "--schema", "draft", "--schema", "mcp"],
    message:
      "The model of one schema is printed at a time; choose it with --schema.",
  },
  { name: "no value", args: ["--out"], message: "--out has no value." },
  {
    name: "an empty part",
    args: ["--emit", "types,"],
    message: "--emit has no value.",
  },
  {
    name: "a misspelt revision to download",
    args: ["pull", "drft"],
    message: 'There is no revision "drft". Did you mean draft?',
  },
  {
    name: "an option in place of a value",
    args: ["--out", "--check"],
    message: "--out has no value.",
  },
  {
    name: "a value twice",
    args: ["--out", "a", "--out", "b"],
    message: "--out is given 2 times.",
  },
  {
    name: "not a choice",
    args: ["--import-extension", "js"],
    message:
      '--import-extension is auto, .js, .ts or none, not "js". Did you mean .js?',
  },
  {
    name: "unknown part",
    args: ["--schema", "mcp", "--emit", "types,validator"],
    message:
      '--emit is types, errors, methods, validators, client, server, legacy or json-schema, not "validator". Did you mean validators?',
  },
  {
    name: "both ways of writing nothing",
    args: ["--check", "--dry-run"],
    message: "--check and --dry-run cannot be used together.",
  },
  {
    name: "staying to write nothing",
    args: ["--watch", "--check"],
    message: "--check and --watch cannot be used together.",
  },
  {
    name: "a configuration that is not there",
    args: ["--config", "nowhere.json"],
    message: "There is no configuration nowhere.json.",
  },
  {
    name: "one name for several outputs",
    args: ["--schema", "draft", "--schema", "mcp", "--name", "x"],
    message: "--name names one output, but 2 schemas are given.",
  },
  {
    name: "a name that is a path",
    args: ["--name", "../x"],
    message: '--name "../x" has a character that separates folders.',
  },
  {
    name: "a name that Windows reserves",
    args: ["--name", "aux"],
    message: '--name "aux" has a name that Windows reserves.',
  },
  {
    name: "two schemas for one folder",
    args: ["--schema", "mcp", "--schema", "other/mcp"],
    tree: { "other/mcp/schema.ts": smallSchema() },
    message:
      "Two schemas have the same output folder: mcp/schema.ts (out/mcp), other/mcp/schema.ts (out/mcp); generate them one by one with --name, or name them in a configuration.",
  },
  {
    name: "unknown revision",
    args: ["--schema", "darft"],
    message:
      'There is no revision "darft". Did you mean draft? Known are: 2025-11-25, draft. A file or folder is given as a path, such as ./schema.ts.',
  },
  {
    name: "missing file",
    args: ["--schema", "./nowhere.ts"],
    message: "There is no file or folder ./nowhere.ts.",
  },
  {
    name: "a file in place of a folder",
    args: ["--schema", "mcp/schema.ts/draft"],
    message: "There is no file or folder mcp/schema.ts/draft.",
  },
  {
    name: "folder without a schema",
    args: ["--schema", "./empty"],
    tree: { "empty/": "" },
    message: "The folder ./empty holds no schema.ts.",
  },
  {
    name: "the JSON copy of the schema",
    args: ["--schema", "schema.json"],
    tree: { "schema.json": "{}" },
    message:
      "schema.json is not a TypeScript file; mcp-gen reads the protocol's schema.ts, and a server's tools from files that end in .tools.json.",
  },
  {
    name: "empty schema",
    args: ["--schema", "blank.ts"],
    tree: { "blank.ts": " \n" },
    exitCode: 3,
    message: "blank.ts is empty. Nothing was written.",
  },
  {
    name: "schema without types",
    args: ["--schema", "values.ts"],
    tree: { "values.ts": "export const A = 1;\n" },
    exitCode: 3,
    message:
      "values.ts exports no interface and no type alias, so there is no protocol in it. Nothing was written.",
  },
  {
    name: "the output folder is a file",
    args: ["--schema", "mcp"],
    tree: { "out/mcp": "theirs" },
    message: "out/mcp is a file, not a folder.",
  },
  {
    name: "the output's parent is a file",
    args: ["--schema", "mcp"],
    tree: { out: "theirs" },
    message:
      "out/mcp cannot be a folder: a file stands where one of its parent folders should be.",
  },
  {
    name: "a folder where a file is generated",
    args: ["--schema", "mcp", "--emit", "types"],
    tree: { "out/mcp/types.ts/": "" },
    message:
      "out/mcp/types.ts is not a file, but mcp-gen writes a file of that name.",
  },
  {
    name: "the schema in its own output",
    args: ["--schema", "mcp", "--out", "."],
    message:
      "mcp/schema.ts lies in its own output folder mcp; choose another --out or --name.",
  },
  {
    name: "someone else's file",
    args: ["--schema", "mcp", "--emit", "types"],
    tree: { "out/mcp/types.ts": "theirs\n", "out/mcp/notes.txt": "theirs\n" },
    message:
      "Nothing was written. Only --force replaces files not made by mcp-gen: out/mcp/types.ts.",
  },
  {
    name: "a manifest with merge conflicts",
    args: ["--schema", "mcp", "--emit", "types"],
    tree: { "out/mcp/mcp-gen.json": "<<<<<<< ours\n" },
    message:
      "Nothing was written. Only --force replaces files not made by mcp-gen: out/mcp/mcp-gen.json.",
  },
];

describe("one line, the right exit code, and nothing written", () => {
  test.each(mistakes)("$name", ({ args, tree = {}, exitCode = 2, message }) => {
    const root = temporaryFolder();
    plant(root, { "mcp/schema.ts": smallSchema(), ...tree });
    const before = readTree(root);
    const result = mcpGen(root, args);
    expect(result.stdout).toBe("");
    expect(result.stderr).toMatch(/^mcp-gen: .*\n$/);
    expect(result.stderr.slice("mcp-gen: ".length, -1)).toEqual(message);
    expect(result.exitCode).toBe(exitCode);
    expect(readTree(root)).toEqual(before);
  });

  test("a schema that is not UTF-8", () => {
    const root = temporaryFolder();
    fs.writeFileSync(path.join(root, "x.ts"), Buffer.from([0x2f, 0x2f, 0xff]));
    expect(mcpGen(root, ["--schema", "x.ts"])).toEqual({
      exitCode: 3,
      stdout: "",
      stderr:
        "mcp-gen: x.ts is not UTF-8 text; save it in that encoding. Nothing was written.\n",
    });
  });

  test("a link inside the output folder", () => {
    const root = temporaryFolder();
    plant(root, {
      "mcp/schema.ts": smallSchema(),
      "theirs.ts": "theirs\n",
      "out/mcp/": "",
    });
    fs.symlinkSync("../../theirs.ts", path.join(root, "out/mcp/types.ts"));
    const { exitCode, stderr } = mcpGen(root, ["--schema", "mcp", "--force"]);
    expect([exitCode, stderr]).toEqual([
      2,
      "mcp-gen: out/mcp/types.ts is a symbolic link; mcp-gen does not write through links inside its folder, so remove it.\n",
    ]);
    expect(fs.readFileSync(path.join(root, "theirs.ts"), "utf8")).toBe(
      "theirs\n",
    );
  });

  test("a prettier configuration that does not work", () => {
    const root = temporaryFolder();
    plant(root, {
      "mcp/schema.ts": smallSchema(),
      ".prettierrc": "{ nonsense",
    });
    const { exitCode, stderr } = mcpGen(root, ["--schema", "mcp"]);
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(
      /^mcp-gen: The prettier configuration for the output folder does not work: .* Fix it, or use --no-format\.\n$/,
    );
  });

  // prettier paints this message where it believes in colours, as it does in CI.
  test("a prettier option with a wrong value, told without colours", () => {
    const root = temporaryFolder();
    plant(root, {
      "mcp/schema.ts": smallSchema(),
      ".prettierrc": '{ "semi": "maybe" }',
    });
    const { exitCode, stderr } = mcpGen(root, ["--schema", "mcp"], {
      CI: "true",
      NO_COLOR: undefined,
      FORCE_COLOR: "1",
    });
    expect(exitCode).toBe(2);
    expect(stderr).toBe(
      'mcp-gen: The prettier configuration for the output folder does not work: Invalid semi value. Expected true or false, but received "maybe". Fix it, or use --no-format.\n',
    );
  });
});

describe("a schema that is not supported", () => {
  const broken = smallSchema().concat(
    "\nexport type Pair = [string, number];\n",
    "\nexport type Lookup<T> = { [key: string]: T };\n",
  );

  test("every fault is shown where it is, then one line sums up", () => {
    const root = temporaryFolder();
    plant(root, { "mcp/schema.ts": broken, "two.ts": broken });
    const { exitCode, stdout, stderr } = mcpGen(root, [
      "--schema",
      "mcp/schema.ts",
      "--schema",
      "two.ts",
    ]);
    expect(exitCode).toBe(3);
    expect(stdout).toBe("");
    const places = [
      ...stderr.matchAll(/^(\S+):(\d+):(\d+) - error (MCPGEN1\d\d): /gm),
    ];
    expect(places.map(([, file, line]) => [file, line])).toEqual([
      ["mcp/schema.ts", "20"],
      ["mcp/schema.ts", "22"],
      ["two.ts", "20"],
      ["two.ts", "22"],
    ]);
    expect(stderr).toMatch(
      /\nmcp-gen: mcp\/schema\.ts cannot be read: 2 errors\. two\.ts cannot be read: 2 errors\. Nothing was written\.\n$/,
    );
    expect(stderr).toMatch(
      /^ {2}export type Pair = \[string, number\];\n {2} +\^~*\n {2}\S/m,
    );
    expect(fs.existsSync(path.join(root, "out"))).toBe(false);
  });

  test("it is the same for --check and in JSON", () => {
    const root = temporaryFolder();
    plant(root, { "mcp/schema.ts": broken });
    const { exitCode, stdout, stderr } = mcpGen(root, [
      "--schema",
      "mcp/schema.ts",
      "--check",
      "--json",
    ]);
    expect([exitCode, stderr]).toEqual([3, ""]);
    expect(JSON.parse(stdout)).toMatchObject({
      exitCode: 3,
      error: "mcp/schema.ts cannot be read: 2 errors. Nothing was written.",
      diagnostics: [
        { file: "mcp/schema.ts", line: 20, severity: "error" },
        { file: "mcp/schema.ts", line: 22, severity: "error" },
      ],
    });
  });

  test("an output that was good stays", () => {
    const root = temporaryFolder();
    plant(root, { "mcp/schema.ts": smallSchema() });
    mcpGen(root, ["--schema", "mcp"]);
    const before = readTree(path.join(root, "out"));
    plant(root, { "mcp/schema.ts": broken });
    expect(mcpGen(root, ["--schema", "mcp"]).exitCode).toBe(3);
    expect(readTree(path.join(root, "out"))).toEqual(before);
  });

  test("a rule of the prose that does not fit is left out, or refused", () => {
    const root = temporaryFolder();
    const draft = fs.readFileSync(
      new URL("../../schema/draft/schema.ts", import.meta.url),
      "utf8",
    );
    plant(root, {
      "mcp/schema.ts": draft.replace(
        /(interface Root \{[^}]*?)uri: string/s,
        "$1uri?: string",
      ),
    });
    const args = ["--schema", "mcp", "--emit", "types"];
    const warned = mcpGen(root, args);
    expect(warned.exitCode).toBe(0);
    expect(warned.stderr).toMatch(
      /^mcp\/schema\.ts:\d+:\d+ - warning MCPGEN140: The rule "root-uri-file" of the specification's page client\/roots expects /,
    );
    expect(warned.stderr).toContain("--strict");
    // Though nothing has changed since.
    const refused = mcpGen(root, [...args, "--strict"]);
    expect([refused.exitCode, refused.stdout]).toEqual([3, ""]);
    expect(refused.stderr).toContain(" - error MCPGEN140: ");
    plant(root, {
      "mcp-gen.config.json":
        '{ "schema": "mcp", "emit": "types", "strict": true }',
    });
    expect(mcpGen(root, ["--check"]).exitCode).toBe(3);
  });

  test("a warning is told, and the work is done", () => {
    const root = temporaryFolder();
    plant(root, {
      "mcp/schema.ts": smallSchema("Odd").replace(
        "  value: string;",
        "  /** @format nonsense */\n  value: string;",
      ),
    });
    const { exitCode, stdout, stderr } = mcpGen(root, ["--schema", "mcp"]);
    expect(exitCode).toBe(0);
    expect(stdout).toContain(" created, ");
    expect(stderr).toMatch(/^mcp\/schema\.ts:\d+:\d+ - warning MCPGEN1\d\d: /);
  });
});

describe("a fault of mcp-gen", () => {
  /** Makes the built program fail in a place where no user is to blame. */
  const breakIt = {
    NODE_OPTIONS:
      "--import \"data:text/javascript,import fs from 'node:fs'; import { syncBuiltinESMExports } from 'node:module'; const stat = fs.statSync; fs.statSync = (path, ...rest) => { if (String(path).endsWith('.hbs')) throw new TypeError('broken on purpose'); return stat(path, ...rest); }; syncBuiltinESMExports();\"",
  };

  test("is one line and how to report it", () => {
    const root = temporaryFolder();
    plant(root, { "mcp/schema.ts": smallSchema() });
    expect(mcpGen(root, ["--schema", "mcp"], breakIt)).toEqual({
      exitCode: 70,
      stdout: "",
      stderr:
        "mcp-gen: Internal error: broken on purpose\nThis is a fault of mcp-gen. Please report it with the command, the schema and what DEBUG=mcp-gen prints.\n",
    });
    expect(fs.existsSync(path.join(root, "out"))).toBe(false);
  });

  test("shows the stack on request", () => {
    const root = temporaryFolder();
    plant(root, { "mcp/schema.ts": smallSchema() });
    const { stderr } = mcpGen(root, ["--schema", "mcp"], {
      ...breakIt,
      DEBUG: "mcp-gen",
    });
    expect(stderr).toMatch(
      /^mcp-gen: Internal error: TypeError: broken on purpose\n {4}at /,
    );
  });
});

describe("help", () => {
  test.each([[["--help"]], [["model", "--help"]]])(
    "%j fits a screen",
    (args) => {
      const { exitCode, stdout, stderr } = mcpGen(temporaryFolder(), args);
      expect([exitCode, stderr]).toEqual([0, ""]);
      const lines = stdout.trimEnd().split("\n");
      expect(lines.length).toBeLessThanOrEqual(48);
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(
        80,
      );
      expect(stdout).toContain("Examples:\n  mcp-gen ");
    },
  );

  test("does not depend on the language of the system", () => {
    const root = temporaryFolder();
    expect(mcpGen(root, ["--help"], { LC_ALL: "de_DE.UTF-8" }).stdout).toBe(
      mcpGen(root, ["--help"]).stdout,
    );
  });

  test("--version", () => {
    const { version } = JSON.parse(
      fs.readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
    ) as { version: string };
    expect(mcpGen(temporaryFolder(), ["--version"])).toEqual({
      exitCode: 0,
      stdout: `${version}\n`,
      stderr: "",
    });
  });
});
