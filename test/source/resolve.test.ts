import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { UnsupportedSchemaError, UsageError } from "../../generator/failure.js";
import { resolveSchema } from "../../generator/source/resolve.js";
import { sha256Of } from "../../generator/source/schema-text.js";

const SCHEMA = "export interface Tool {\n  name: string;\n}\n";

let root: string;
let projectDir: string;

function put(path: string, content: string | Uint8Array = SCHEMA): void {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "mcp-gen-source-"));
  projectDir = join(root, "project");
  put("project/schema/2025-11-25/schema.ts", `// 2025-11-25\n${SCHEMA}`);
  put("project/schema/not-a-revision/readme.md");
  put("project/other/own/schema.ts", `// own\n${SCHEMA}`);
  put("project/draft/schema.ts", `// a folder called draft\n${SCHEMA}`);
  put("project/plain/schema.ts");
  put("project/files/2026-06-23.schema.ts");
  put("project/files/schema.json", "{}");
  put("project/schema.ts");
  put("project/empty/schema.ts", " \n\n");
  put("project/latin/schema.ts", Uint8Array.of(0x2f, 0x2f, 0xe9, 0x0a));
  put("project/bom/schema.ts", `\u{FEFF}${SCHEMA}`);
  put("project/crlf/schema.ts", SCHEMA.replaceAll("\n", "\r\n"));
  put("project/folder.ts/readme.md");
  put("sibling/schema.ts");
});

afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

describe("resolveSchema", () => {
  test.each<[string, { name: string; path: string; schemaRoot?: string }]>([
    ["2025-11-25", { name: "2025-11-25", path: "schema/2025-11-25/schema.ts" }],
    // An embedded revision is shown alike wherever mcp-gen is installed.
    ["draft", { name: "draft", path: "mcp-gen/schema/draft/schema.ts" }],
    ["own", { name: "own", path: "other/own/schema.ts", schemaRoot: "other" }],
    ["plain", { name: "plain", path: "plain/schema.ts" }],
    ["./draft", { name: "draft", path: "draft/schema.ts" }],
    ["draft/", { name: "draft", path: "draft/schema.ts" }],
    ["plain/schema.ts", { name: "plain", path: "plain/schema.ts" }],
    [".", { name: "project", path: "schema.ts" }],
    ["schema.ts", { name: "project", path: "schema.ts" }],
    [
      "files/2026-06-23.schema.ts",
      { name: "2026-06-23.schema", path: "files/2026-06-23.schema.ts" },
    ],
    ["../sibling", { name: "sibling", path: "../sibling/schema.ts" }],
  ])("%s", (value, { name, path, schemaRoot }) => {
    const resolved = resolveSchema(value, {
      projectDir,
      ...(schemaRoot && { schemaRoot }),
    });
    expect(resolved.name).toBe(name);
    expect(resolved.source.path).toBe(path);
    expect(resolved.source.sha256).toBe(sha256Of(resolved.source.text));
  });

  test("an absolute path is shown relative to the project", () => {
    const { source } = resolveSchema(join(projectDir, "plain"), { projectDir });
    expect(source.path).toBe("plain/schema.ts");
    expect(source.examplesDir).toBe(join(projectDir, "plain"));
  });

  test("a project's own draft comes before the embedded one", () => {
    const { source } = resolveSchema("draft", {
      projectDir,
      schemaRoot: ".",
    });
    expect(source.text).toContain("a folder called draft");
  });

  test.each(["bom", "crlf"])("%s: the same text and hash as plain", (value) => {
    const { source } = resolveSchema(value, { projectDir });
    expect(source.text).toBe(SCHEMA);
    expect(source.sha256).toBe(sha256Of(SCHEMA));
  });
});

describe("what cannot be resolved", () => {
  test.each<[string, string]>([
    [
      "drfat",
      'There is no revision "drfat". Did you mean draft? Known are: 2025-11-25, draft. A file or folder is given as a path, such as ./schema.ts.',
    ],
    [
      "2025-11-26",
      'There is no revision "2025-11-26". Did you mean 2025-11-25? Known are: 2025-11-25, draft. mcp-gen pull 2025-11-26 downloads it, if it was published. A file or folder is given as a path, such as ./schema.ts.',
    ],
    [
      "not-a-revision",
      'There is no revision "not-a-revision". Known are: 2025-11-25, draft. A file or folder is given as a path, such as ./schema.ts.',
    ],
    ["./missing/schema.ts", "There is no file or folder ./missing/schema.ts."],
    ["files", "The folder files holds no schema.ts."],
    ["folder.ts", "The folder folder.ts holds no schema.ts."],
    [
      "files/schema.json",
      "files/schema.json is not a TypeScript file; mcp-gen reads the protocol's schema.ts, and a server's tools from files that end in .tools.json.",
    ],
    ["", "--schema needs a revision, a file or a folder."],
  ])("%s", (value, message) => {
    expect(() => resolveSchema(value, { projectDir })).toThrow(
      new UsageError(message),
    );
  });

  test.each<[string, string]>([
    ["empty", "empty/schema.ts is empty."],
    ["latin", "latin/schema.ts is not UTF-8 text; save it in that encoding."],
  ])("%s", (value, message) => {
    expect(() => resolveSchema(value, { projectDir })).toThrow(
      new UnsupportedSchemaError(message),
    );
  });
});
