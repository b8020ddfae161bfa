import { describe, expect, it } from "vitest";
import {
  type ImportExtension,
  rewriteImportExtensions,
} from "../../../generator/emit/typescript/import-extension.js";

const SOURCE = `import type { Tool } from "./types.js";
import { a } from "../errors.js";
import "./side-effect.js";
import {
  one,
  two,
} from "./runtime/message.js";
export type * from "./types.js";
export * from "./errors.js";
export { x } from "./x.js";
import { spawn } from "node:child_process";
import other from "other/file.js";
// import { a } from "./comment.js";
 * from "./in-comment.js";
const text = 'import { a } from "./string.js";';
const more = "x from \\"./escaped.js\\";";
`;

describe("rewriteImportExtensions", () => {
  it.each<[ImportExtension, (name: string) => string]>([
    [".js", (name) => `${name}.js`],
    [".ts", (name) => `${name}.ts`],
  ])("%s", (extension, want) => {
    const rewritten = rewriteImportExtensions(SOURCE, extension);
    const touched = [
      "./types",
      "../errors",
      "./side-effect",
      "./runtime/message",
      "./errors",
      "./x",
    ];
    let expected = SOURCE;
    for (const name of touched) {
      expected = expected.replaceAll(`"${name}.js"`, `"${want(name)}"`);
    }
    expect(rewritten).toBe(expected);
  });

  it("none, which joins a list that now fits its line", () => {
    const rewritten = rewriteImportExtensions(SOURCE, "none");
    expect(rewritten).toContain(
      'import { one, two } from "./runtime/message";\n',
    );
    expect(rewritten).toContain('import "./side-effect";\n');
    expect(rewritten).toContain('"other/file.js"');
    expect(rewritten).toContain('"./comment.js"');
    expect(rewritten).toContain("./string.js");
  });

  it("none, which leaves a list that does not fit", () => {
    const names = ["a", "b", "c"].map((letter) => letter.repeat(25));
    const list = `import type {\n${names.map((name) => `  ${name},\n`).join("")}} from "./types.js";\n`;
    expect(rewriteImportExtensions(list, "none")).toBe(
      list.replace("./types.js", "./types"),
    );
  });
});
