import { createRequire } from "node:module";
import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { codeText, hashCode } from "../../generator/output/code-text.js";
import { mcpGen } from "../cli/program.js";
import { smallSchema } from "../cli/schema.js";
import { repositoryPath } from "../shared.js";
import { plant, temporaryFolder } from "./folder.js";

const prettier = createRequire(import.meta.url)(
  "prettier",
) as typeof import("prettier");

describe("codeText", () => {
  test.each([
    ["white space", "a  =\n b", "a = b"],
    ["semicolons", "a = b;\nc = d;", "a = b\nc = d"],
    ["quotes", `'it\\'s "x"'`, `"it's \\"x\\""`],
    ["trailing commas", "f(a, b,\n)", "f(a, b)"],
    ["bars of unions", "type A =\n  | 'a'\n  | 'b';", 'type A = "a" | "b"'],
    [
      "margins of comments",
      "/**\n   * a\n   * b\n   */",
      "/**\n * a\n * b\n */",
    ],
  ])("does not count %s", (_name, one, other) => {
    expect(codeText(one)).toBe(codeText(other));
  });

  test.each([
    ["white space in texts", '"a b"', '"ab"'],
    ["white space in templates", "`a b`", "`a  b`"],
    ["white space between names", "a b", "ab"],
    ["words of comments", "// a b", "// a c"],
    ["commas between members", "[a, b]", "[a b]"],
    ["white space in regular expressions", "x = /a b/", "x = /a  b/"],
    ["signs", "a + b", "a - b"],
    ["bars between members", "a | b", "a b"],
  ])("counts %s", (_name, one, other) => {
    expect(codeText(one)).not.toBe(codeText(other));
  });

  test("nothing that prettier does to the embedded draft's output is an edit", async () => {
    const folder = path.join(repositoryPath, "out/draft");
    const files = [
      "types.ts",
      "errors.ts",
      "validators.ts",
      "client.ts",
      "server.ts",
      "validation.ts",
    ];
    for (const file of files) {
      const text = fs.readFileSync(path.join(folder, file), "utf8");
      for (const options of [
        { singleQuote: true, semi: false, trailingComma: "none" as const },
        { useTabs: true, printWidth: 60 },
        { tabWidth: 8, printWidth: 200, bracketSpacing: false },
      ]) {
        const other = await prettier.format(text, {
          parser: "typescript",
          ...options,
        });
        expect(other).not.toBe(text);
        expect(codeText(other), file).toBe(codeText(text));
        expect(hashCode(other), file).toBe(hashCode(text));
      }
    }
  });
});

describe("a formatter that goes over the output", () => {
  const run = ["--schema", "mcp", "--emit", "types,errors"];
  async function formatted(): Promise<string> {
    const root = temporaryFolder();
    plant(root, { "mcp/schema.ts": smallSchema("Old") });
    expect(mcpGen(root, run).exitCode).toBe(0);
    for (const name of [
      "types.ts",
      "errors.ts",
      "package.json",
      "mcp-gen.json",
    ]) {
      const file = path.join(root, "out/mcp", name);
      const text = fs.readFileSync(file, "utf8");
      const other = await prettier.format(text, {
        filepath: file,
        useTabs: true,
        singleQuote: true,
        semi: false,
        objectWrap: "collapse",
      });
      fs.writeFileSync(file, other);
    }
    return root;
  }

  test("Q39: breaks neither --check nor a run, and stays", async () => {
    const root = await formatted();
    const types = fs.readFileSync(path.join(root, "out/mcp/types.ts"), "utf8");
    expect(types).toContain("\t");
    expect(mcpGen(root, [...run, "--check"])).toMatchObject({ exitCode: 0 });
    expect(mcpGen(root, run)).toMatchObject({ exitCode: 0, stderr: "" });
    expect(fs.readFileSync(path.join(root, "out/mcp/types.ts"), "utf8")).toBe(
      types,
    );
  });

  test("is not an edit by hand when the schema moves", async () => {
    const root = await formatted();
    plant(root, { "mcp/schema.ts": smallSchema("New") });
    expect(mcpGen(root, [...run, "--check"]).exitCode).toBe(1);
    expect(mcpGen(root, run)).toMatchObject({ exitCode: 0, stderr: "" });
    expect(
      fs.readFileSync(path.join(root, "out/mcp/types.ts"), "utf8"),
    ).toContain("interface New");
  });

  test("does not hide an edit", async () => {
    const root = await formatted();
    fs.appendFileSync(path.join(root, "out/mcp/types.ts"), "// mine\n");
    expect(mcpGen(root, [...run, "--check"]).exitCode).toBe(1);
    expect(mcpGen(root, run).stderr).toContain(
      "edited by hand: out/mcp/types.ts",
    );
  });
});
