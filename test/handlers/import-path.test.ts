import nodePath from "node:path";
import { describe, expect, test } from "vitest";
import { importPath } from "../../generator/handlers/import-path.js";

describe("importPath", () => {
  const posix: readonly [from: string, to: string, want: string][] = [
    ["/p/src/handlers", "/p/out/draft", "../../out/draft"],
    ["/p/src", "/p/src/draft", "./draft"],
    ["/p/src", "/p", ".."],
    ["/p/src", "/p/src/..draft", "./..draft"],
  ];
  test.each(posix)("posix, from %s to %s", (from, to, want) => {
    expect(importPath(from, to, nodePath.posix)).toBe(want);
  });

  const windows: readonly [from: string, to: string, want: string][] = [
    ["C:\\p\\src\\handlers", "C:\\p\\out\\draft", "../../out/draft"],
    ["C:\\p\\src", "c:\\P\\src\\draft", "./draft"],
    ["\\\\server\\share\\src", "\\\\server\\share\\out", "../out"],
  ];
  test.each(windows)("windows, from %s to %s", (from, to, want) => {
    expect(importPath(from, to, nodePath.win32)).toBe(want);
  });

  test("is refused between drives", () => {
    expect(() => importPath("C:\\p", "D:\\out", nodePath.win32)).toThrow(
      /There is no relative path from C:\\p to D:\\out/,
    );
  });
});
