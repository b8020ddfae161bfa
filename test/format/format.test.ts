import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { EmittedFile } from "../../generator/emit/emitter.js";
import { formatFiles } from "../../generator/format/format.js";
import { UsageError } from "../../generator/failure.js";

const CODE = 'export const a = { b: "c" };\n';
const LONG = `export const names = [${'"name", '.repeat(10)}"last"];\n`;

const ready: EmittedFile = { path: "a.ts", text: CODE, formatted: true };
const raw: EmittedFile = { path: "b.ts", text: LONG, formatted: false };

let project: string;
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), "mcp-gen-format-"));
  mkdirSync(join(project, ".git"));
});
afterEach(() => {
  rmSync(project, { recursive: true, force: true });
});

function write(path: string, text: string): void {
  mkdirSync(dirname(join(project, path)), { recursive: true });
  writeFileSync(join(project, path), text);
}

const format = async (
  ...files: readonly EmittedFile[]
): Promise<readonly string[]> =>
  (await formatFiles(files, join(project, "out/draft"))).map(
    ({ text }) => text,
  );

describe("without a configuration", () => {
  it("text that is formatted is passed through, the rest gets the defaults", async () => {
    const strange = "export  const  strange  =  1\n";
    const [kept, changed] = await format({ ...ready, text: strange }, raw);
    expect(kept).toBe(strange);
    expect(changed).toMatch(/^export const names = \[\n {2}"name",\n/);
  });

  it("prettier is not loaded when nothing is left to format", async () => {
    const require = createRequire(import.meta.url);
    const entry = require.resolve("prettier");
    delete require.cache[entry];
    expect(await format(ready)).toEqual([ready.text]);
    expect(require.cache).not.toHaveProperty([entry]);
    await format(ready, raw);
    expect(require.cache).toHaveProperty([entry]);
  });
});

describe("with a configuration", () => {
  it.each<[string, string, string]>([
    [
      ".prettierrc",
      '{ "singleQuote": true }',
      "export const a = { b: 'c' };\n",
    ],
    [
      "package.json",
      '{ "prettier": { "semi": false } }',
      'export const a = { b: "c" }\n',
    ],
    [
      "prettier.config.mjs",
      "export default { bracketSpacing: false };",
      'export const a = {b: "c"};\n',
    ],
    [
      ".prettierrc.json",
      '{ "overrides": [{ "files": "out/draft/a.ts", "options": { "singleQuote": true } }] }',
      "export const a = { b: 'c' };\n",
    ],
    [
      "out/.prettierrc",
      '{ "singleQuote": true }',
      "export const a = { b: 'c' };\n",
    ],
    [".prettierrc", '{ "endOfLine": "crlf" }', CODE.replace("\n", "\r\n")],
    [".prettierrc", '{ "endOfLine": "auto" }', CODE],
  ])("%s %s", async (path, text, want) => {
    write(path, text);
    expect(await format(ready)).toEqual([want]);
  });

  it(".editorconfig counts too", async () => {
    write(".editorconfig", "root = true\n[*.ts]\nindent_style = tab\n");
    const [text] = await format(raw);
    expect(text).toContain('\n\t"name",\n');
  });

  it("one below the output folder's siblings does not count", async () => {
    write("src/.prettierrc", '{ "singleQuote": true }');
    expect(await format(ready)).toEqual([CODE]);
  });

  it("JSON and TypeScript are told apart by their names", async () => {
    write(".prettierrc", '{ "tabWidth": 4 }');
    const json = {
      path: "schema.json",
      text: '{"a":\n{"b":1}}',
      formatted: true,
    };
    expect(await format(json)).toEqual(['{ "a": { "b": 1 } }\n']);
  });
});

describe("a configuration that does not work is the user's to fix", () => {
  it.each<[string, string, string]>([
    [".prettierrc", "{ not json", "Flow map must end with a }"],
    [
      ".prettierrc",
      '{ "plugins": ["prettier-plugin-that-is-not-there"] }',
      "prettier-plugin-that-is-not-there",
    ],
    [".prettierrc", '{ "semi": "maybe" }', "Invalid semi value"],
    [".prettierrc", '{ "parser": "no-such-parser" }', '"no-such-parser"'],
    [
      "prettier.config.mjs",
      "throw new Error('broken on purpose');",
      "does not work: broken on purpose. Fix it",
    ],
  ])("%s %s", async (path, text, reason) => {
    write(path, text);
    const failure = await format(ready).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(UsageError);
    expect((failure as Error).message).toMatch(
      /^The prettier configuration .*[^.:]\. Fix it, or use --no-format\.$/,
    );
    expect((failure as Error).message).toContain(reason);
  });

  it("while code that cannot be parsed is not", async () => {
    const failure = await format({ ...raw, text: "export const = ;" }).catch(
      (error: unknown) => error,
    );
    expect(failure).not.toBeInstanceOf(UsageError);
    expect(failure).toBeInstanceOf(Error);
  });
});
