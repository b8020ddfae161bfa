/** `--language js`: the same output as JavaScript, run as it is. */
import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { emitFiles } from "../../generator/emit/emit.js";
import { defaultParts } from "../../generator/emit/parts.js";
import {
  toJavaScript,
  toJavaScriptSource,
} from "../../generator/javascript/translate.js";
import { builtInTemplates } from "../../generator/source/built-in-templates.js";
import { mcpGen } from "../cli/program.js";
import { plant, readTree, temporaryFolder } from "../output/folder.js";
import { embeddedModel, legacyModel } from "../shared.js";
import { generateTools } from "../tools/generated.js";
import { fastest, strictest, Workspace } from "../types/compile.js";

const file = (text: string, name = "a.ts") => ({
  path: name,
  text,
  formatted: true,
});

describe("a file", () => {
  test("becomes its code and its declarations, comments and blank lines where they were", () => {
    const text = [
      "// Banner",
      "/* eslint-disable */",
      "",
      "/** About the file. */",
      'import type { A } from "./c.js";',
      'import { type B, b } from "./b.js";',
      "",
      "/** Has text. */",
      "export class Box {",
      "  /** Its text. */",
      "  readonly text: string = `one",
      "",
      "two`;",
      "",
      "  /** Both. */",
      "  with(a: A): [A, B] {",
      "    const first = a;",
      "",
      "    // The second is always the same.",
      "    return [first, b];",
      "  }",
      "}",
      "",
      "/** Its kinds. */",
      'export type Kind = "small";',
      "",
    ].join("\n");
    const [code, declarations, ...others] = toJavaScript([
      file(text),
      { path: "schema.json", text: "{}", formatted: true },
    ]);
    expect(others).toEqual([
      { path: "schema.json", text: "{}", formatted: true },
    ]);
    expect(code?.path).toBe("a.js");
    expect(code?.text.split("\n").map((line) => line.trim())).toEqual([
      "// Banner",
      "/* eslint-disable */",
      "",
      'import { b } from "./b.js";',
      "",
      "/** Has text. */",
      "export class Box {",
      "/** Its text. */",
      "text = `one",
      "",
      "two`;",
      "",
      "/** Both. */",
      "with(a) {",
      "const first = a;",
      "",
      "// The second is always the same.",
      "return [first, b];",
      "}",
      "}",
      "",
    ]);
    expect(declarations?.path).toBe("a.d.ts");
    expect(declarations?.text).toContain(
      "/** Its text. */\n    readonly text: string;\n\n",
    );
    expect(declarations?.text).toContain(
      '\n/** Its kinds. */\nexport type Kind = "small";',
    );
  });

  test("that people go on with keeps types as comments", () => {
    const text = [
      'import type { ServerHandlers } from "../out/server.js";',
      'import type { Tool } from "../out/types.js";',
      "",
      "/** One. */",
      'const one: Tool = { name: "one" };',
      "const all: readonly Tool[] = [one];",
      "",
      "/**",
      " * Handlers of tools.",
      " */",
      "export const tools: ServerHandlers = { listTools: () => ({ tools: all }) };",
      "",
    ].join("\n");
    expect(toJavaScriptSource(file(text)).text.split("\n")).toEqual([
      "/**",
      " * One.",
      " *",
      ' * @type {import("../out/types.js").Tool}',
      " */",
      'const one = { name: "one" };',
      '/** @type {readonly import("../out/types.js").Tool[]} */',
      "const all = [one];",
      "",
      "/**",
      " * Handlers of tools.",
      " *",
      ' * @type {import("../out/server.js").ServerHandlers}',
      " */",
      "export const tools = { listTools: () => ({ tools: all }) };",
      "",
    ]);
  });

  test("of a user's template that cannot be translated is their mistake", () => {
    const broken = { ...file("export const a = ;\n"), template: "t/a.ts.hbs" };
    expect(() => toJavaScript([broken])).toThrow(
      "t/a.ts.hbs makes a file that cannot be translated to JavaScript: a.ts:1:18: Expression expected.",
    );
  });
});

describe("every part", () => {
  const workspace = new Workspace();
  const tools = generateTools([{ name: "a", inputSchema: { type: "object" } }]);
  afterAll(() => workspace.remove());

  test.each(["draft", "2025-11-25"])(
    "of %s has types as strict as those of TypeScript, and the same names",
    async (revision) => {
      const files = emitFiles(embeddedModel(revision), {
        builtInTemplates,
        legacyModel,
        parts: defaultParts,
        importExtension: ".js",
        formats: "annotate",
        banner: "Made for a test.",
      });
      const scripts = toJavaScript(files);
      expect(scripts.map(({ path: name }) => name).sort()).toEqual(
        files
          .flatMap(({ path: name }) => [
            name.replace(/ts$/, "js"),
            name.replace(/ts$/, "d.ts"),
          ])
          .sort(),
      );
      for (const { path: name, text } of scripts)
        workspace.write(`${revision}/${name}`, text);
      for (const { path: name, text } of toJavaScript(tools.files))
        workspace.write(`${revision}/tools/${name}`, text);
      workspace.write(
        `${revision}/user.ts`,
        [
          'import { Client, type CallToolResult } from "./index.js";',
          "export const call = (client: Client): Promise<CallToolResult> =>",
          '  client.callTool({ name: "greet" }) as Promise<CallToolResult>;',
          "// @ts-expect-error: a tool has a name",
          "export const wrong = (client: Client) => client.callTool({});",
          "",
        ].join("\n"),
      );
      const options = {
        ...strictest,
        isolatedDeclarations: false,
        lib: ["ES2022", "DOM"],
      };
      expect(await workspace.compile(fastest, revision, options)).toEqual([]);
      const { href } = pathToFileURL(
        path.join(workspace.path, revision, "index.js"),
      );
      const exported = Object.keys(
        (await import(/* @vite-ignore */ href)) as object,
      );
      const own =
        revision === "draft"
          ? Object.keys(await import("../../out/draft/index.js"))
          : ["Client", "createMcpServer", "isCallToolResult"];
      expect(exported).toEqual(expect.arrayContaining(own));
    },
  );
});

describe("the program", () => {
  let root = "";
  const run = ["--language", "js", "--no-format", "--handlers", "src"];

  beforeAll(() => {
    root = fs.realpathSync(
      fs.mkdtempSync(path.join(import.meta.dirname, "tmp-")),
    );
  });
  afterAll(() => fs.rmSync(root, { recursive: true, force: true }));

  test("writes what Node runs with nothing in between", () => {
    plant(root, { "package.json": '{ "type": "module" }\n', ".git/": "" });
    const { stdout, stderr } = mcpGen(root, run);
    expect([stderr, stdout]).toEqual([
      "",
      expect.stringContaining("src: 5 created"),
    ]);
    const names = Object.keys(readTree(path.join(root, "out/draft")));
    expect(names.filter((name) => /(?<!\.d)\.ts$/.test(name))).toEqual([]);
    expect(names).toEqual(
      expect.arrayContaining(["client.js", "client.d.ts", "package.json"]),
    );
    plant(root, {
      "main.js": `
        import { Client, stdioTransport } from "./out/draft/index.js";
        const client = new Client(
          stdioTransport({ command: process.execPath, args: ["src/server.js"] }),
          { info: { name: "reader", version: "1.0.0" } },
        );
        const { content } = await client.callTool({ name: "greet", arguments: { name: "Ada" } });
        console.log(content[0].text);
        await client.close();
      `,
    });
    const main = execFileSync(process.execPath, ["main.js"], {
      cwd: root,
      encoding: "utf8",
    });
    expect(main).toBe("Hello, Ada!\n");
  });

  test("writes what CommonJS can require", () => {
    plant(root, {
      "main.cjs": `
        const { memoryClient, createMcpServer } = require("./out/draft/index.js");
        const handlers = { listTools: () => ({ tools: [{ name: "greet", inputSchema: { type: "object" } }] }) };
        const server = createMcpServer({ info: { name: "demo", version: "1" }, handlers });
        memoryClient(server).listTools().then(({ tools }) => console.log(tools[0].name));
      `,
    });
    const { stdout, status } = spawnSync(process.execPath, ["main.cjs"], {
      cwd: root,
      encoding: "utf8",
    });
    expect([status, stdout]).toEqual([0, "greet\n"]);
  });

  test("checks it, and finds what was edited", () => {
    expect(mcpGen(root, [...run, "--check"]).exitCode).toBe(0);
    fs.appendFileSync(path.join(root, "out/draft/client.js"), "edited();\n");
    const { exitCode, stdout } = mcpGen(root, [...run, "--check"]);
    expect([exitCode, stdout]).toEqual([
      1,
      expect.stringContaining("-edited();"),
    ]);
    expect(mcpGen(root, [...run, "--force", "--quiet"]).exitCode).toBe(0);
  });

  test("leaves and finds handlers in JavaScript", () => {
    const { "tools.js": tools = "" } = readTree(path.join(root, "src"));
    plant(root, { "src/tools.js": tools.replace("listTools()", "other()") });
    const { stdout } = mcpGen(root, run);
    expect(stdout).toContain("src: 0 created, 5 unchanged");
    expect(stdout).toContain("src/tools.js lacks: listTools");
    fs.rmSync(path.join(root, "src/prompts.js"));
    fs.rmSync(path.join(root, "src/server.js"));
    expect(
      mcpGen(root, [
        "handlers",
        "--language",
        "js",
        "--handlers",
        "src",
        "--add",
        "listPrompts",
      ]).stdout,
    ).toContain("src/prompts.js");
    const text = fs.readFileSync(path.join(root, "src/prompts.js"), "utf8");
    expect(text).toContain(
      '@type {import("../out/draft/server.js").ServerHandlers}',
    );
  });

  test("turns an output into JavaScript and back", () => {
    const folder = temporaryFolder();
    const small = ["--emit", "errors"];
    plant(folder, {
      "mcp-gen.config.json": '{ "language": "js", "emit": "errors" }',
    });
    mcpGen(folder, small);
    const scripts = Object.keys(readTree(path.join(folder, "out/draft")));
    expect(scripts).toContain("errors.d.ts");
    plant(folder, { "mcp-gen.config.json": '{ "emit": "errors" }' });
    mcpGen(folder, small);
    const names = Object.keys(readTree(path.join(folder, "out/draft")));
    expect(names).toContain("errors.ts");
    expect(names.filter((name) => /js$|\.d\.ts$/.test(name))).toEqual([]);
  });

  test("writes a server's tools and their stubs", async () => {
    const folder = temporaryFolder();
    plant(folder, {
      "package.json": '{ "type": "module" }',
      "demo.json": JSON.stringify({
        tools: [{ name: "search", inputSchema: { type: "object" } }],
      }),
    });
    const tools = ["tools", "--file", "demo.json", "--language", "js"];
    const { stdout } = mcpGen(folder, [
      ...tools,
      "--no-format",
      "--handlers",
      "h",
    ]);
    expect(stdout).toContain("h: 1 created, 0 unchanged");
    expect(mcpGen(folder, [...tools, "--no-format", "--check"]).exitCode).toBe(
      0,
    );
    const { href } = pathToFileURL(path.join(folder, "h/demo-tools.js"));
    const { demoTools } = (await import(/* @vite-ignore */ href)) as {
      readonly demoTools: { listTools(): { tools: readonly object[] } };
    };
    expect(demoTools.listTools().tools).toMatchObject([{ name: "search" }]);
  });

  test("makes no JavaScript that names TypeScript", () => {
    const { exitCode, stderr } = mcpGen(temporaryFolder(), [
      "--language",
      "js",
      "--import-extension",
      ".ts",
    ]);
    expect([exitCode, stderr]).toEqual([
      2,
      "mcp-gen: --language js writes files that name each other with .js; leave out --import-extension .ts.\n",
    ]);
  });
});
