/** Schemas out of a git repository's commits. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { UnsupportedSchemaError, UsageError } from "../../generator/failure.js";
import {
  parseGitReference,
  readGitSchema,
} from "../../generator/source/git.js";

describe("a value", () => {
  it.each([
    [
      "HEAD~3:schema/draft/schema.ts",
      { commit: "HEAD~3", path: "schema/draft/schema.ts" },
    ],
    ["main:schema/draft", { commit: "main", path: "schema/draft/schema.ts" }],
    ["v1.0:./draft/", { commit: "v1.0", path: "./draft/schema.ts" }],
    [
      "HEAD:schema\\draft\\schema.ts",
      { commit: "HEAD", path: "schema/draft/schema.ts" },
    ],
    ["a:draft", { commit: "a", path: "draft/schema.ts" }],
    ["draft", undefined],
    ["./schema.ts", undefined],
    ["C:\\work\\schema.ts", undefined],
    ["c:/project/schema.ts", undefined],
    ["https://example.org/schema.ts", undefined],
    [":schema.ts", undefined],
    ["HEAD:", undefined],
  ])("%s", (value, want) => {
    expect(parseGitReference(value)).toEqual(want);
  });
});

describe("a commit", () => {
  let folder: string;
  const git = (...args: readonly string[]): void => {
    execFileSync(
      "git",
      ["-c", "user.name=t", "-c", "user.email=t@example.org", ...args],
      { cwd: folder, stdio: "ignore" },
    );
  };
  const read = (value: string, from = folder) => {
    const reference = parseGitReference(value);
    if (reference === undefined) throw new Error(`no reference: ${value}`);
    return readGitSchema(reference, from);
  };
  const fault = (value: string, from?: string): string => {
    try {
      read(value, from);
    } catch (error) {
      expect(error).toBeInstanceOf(UsageError);
      const { message } = error as UsageError;
      expect(message).not.toContain("\n");
      return message;
    }
    throw new Error(`${value} was read`);
  };

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "mcp-gen git é-"));
    git("init", "-q", "-b", "main");
    mkdirSync(join(folder, "schema/draft"), { recursive: true });
    for (const text of ["first\r\n", "second\n"]) {
      writeFileSync(join(folder, "schema/draft/schema.ts"), text);
      git("add", ".");
      git("-c", "core.autocrlf=false", "commit", "-q", "-m", text.trim());
    }
    writeFileSync(join(folder, "schema/draft/schema.ts"), "not committed\n");
    writeFileSync(join(folder, "broken.ts"), Buffer.from([0xff, 0xfe, 0x00]));
    git("add", "broken.ts");
    git("commit", "-q", "-m", "broken");
  });

  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it("has the text that was committed", () => {
    expect(read("HEAD:schema/draft/schema.ts")).toMatchObject({
      text: "second\n",
      path: "HEAD:schema/draft/schema.ts",
    });
    expect(read("main~2:schema/draft").text).toBe("first\n");
  });

  it("is found from a folder below, where ./ means that folder", () => {
    const below = join(folder, "schema");
    expect(read("HEAD:schema/draft/schema.ts", below).text).toBe("second\n");
    expect(read("HEAD:./draft/schema.ts", below).text).toBe("second\n");
  });

  it("that does not exist is refused in git's words", () => {
    expect(fault("nowhere:schema/draft/schema.ts")).toMatch(
      /^nowhere:schema\/draft\/schema\.ts cannot be read: .*nowhere/,
    );
    expect(fault("HEAD~9:schema/draft/schema.ts")).toContain("HEAD~9");
  });

  it("without the file is refused, with git's own advice", () => {
    expect(fault("HEAD:draft/schema.ts")).toMatch(/draft\/schema\.ts/);
    expect(fault("HEAD:draft/schema.ts", join(folder, "schema"))).toContain(
      "HEAD:schema/draft/schema.ts",
    );
  });

  it("is not an option of git's", () => {
    expect(fault("--batch:schema.ts")).toBe(
      "--batch:schema.ts is not a commit and a path.",
    );
  });

  it("whose file is not text is refused as a schema", () => {
    expect(() => read("HEAD:broken.ts")).toThrow(UnsupportedSchemaError);
  });

  it("outside of a repository is refused", () => {
    const outside = mkdtempSync(join(tmpdir(), "mcp-gen outside-"));
    const { GIT_DIR, GIT_CEILING_DIRECTORIES } = process.env;
    delete process.env["GIT_DIR"];
    process.env["GIT_CEILING_DIRECTORIES"] = tmpdir();
    try {
      expect(fault("HEAD:schema.ts", outside)).toMatch(/repository/);
    } finally {
      restoreVariable("GIT_DIR", GIT_DIR);
      restoreVariable("GIT_CEILING_DIRECTORIES", GIT_CEILING_DIRECTORIES);
      rmSync(outside, { recursive: true, force: true });
    }
  });

  it("cannot be read without git", () => {
    const { PATH } = process.env;
    process.env["PATH"] = "";
    try {
      expect(fault("HEAD:schema.ts")).toBe(
        "HEAD:schema.ts cannot be read: git is not installed.",
      );
    } finally {
      restoreVariable("PATH", PATH);
    }
  });
});

function restoreVariable(name: string, value: string | undefined): void {
  if (value === undefined) delete process.env[name];
  else process.env[name] = value;
}
