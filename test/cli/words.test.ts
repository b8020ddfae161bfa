/** Words that people type by habit. */
import { describe, expect, test } from "vitest";
import { resolveSchema } from "../../generator/source/resolve.js";
import { plant, temporaryFolder } from "../output/folder.js";
import { mcpGen } from "./program.js";
import { smallSchema } from "./schema.js";

describe("words of other programs", () => {
  test("generate, check, help and version", () => {
    const root = temporaryFolder();
    plant(root, { "mcp/schema.ts": smallSchema() });
    const more = ["--schema", "mcp", "--emit", "types"];
    expect(mcpGen(root, ["check", ...more])).toEqual({
      exitCode: 1,
      stdout: "out/mcp: no output yet; run mcp-gen\n",
      stderr: "",
    });
    expect(mcpGen(root, ["generate", ...more]).exitCode).toBe(0);
    expect(mcpGen(root, ["check", ...more]).exitCode).toBe(0);
    const { stdout: help } = mcpGen(root, ["--help"]);
    expect(mcpGen(root, ["-h"]).stdout).toBe(help);
    expect(mcpGen(root, ["help"]).stdout).toBe(help);
    expect(mcpGen(root, ["help", "pull"]).stdout).toBe(
      mcpGen(root, ["pull", "--help"]).stdout,
    );
    expect(mcpGen(root, ["-v"]).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});

describe("revisions by the version that they state", () => {
  const at = (value: string, tree: Readonly<Record<string, string>> = {}) => {
    const projectDir = temporaryFolder();
    plant(projectDir, tree);
    const { name, source } = resolveSchema(value, { projectDir });
    return [name, source.path];
  };

  test.each([
    ["2026-07-28", "mcp-gen/schema/draft/schema.ts"],
    ["latest", "mcp-gen/schema/draft/schema.ts"],
    ["2025-11-25", "mcp-gen/schema/2025-11-25/schema.ts"],
  ])("%s is %s", (value, path) => {
    expect(at(value)).toEqual([value, path]);
  });

  test("a project's own comes first", () => {
    const own = { "schema/2026-07-28/schema.ts": smallSchema() };
    expect(at("2026-07-28", own)[1]).toBe("schema/2026-07-28/schema.ts");
    expect(at("latest", { "schema/next/schema.ts": smallSchema() })[1]).toBe(
      "schema/next/schema.ts",
    );
  });

  test("others are unknown", () => {
    expect(() => at("2031-01-01")).toThrow(/There is no revision "2031-01-01"/);
  });
});
