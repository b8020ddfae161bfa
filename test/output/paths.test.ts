import nodePath from "node:path";
import { describe, expect, test } from "vitest";
import {
  displayPath,
  faultOfPath,
  findCollision,
  isInside,
  placeIn,
  relativePath,
} from "../../generator/output/paths.js";

describe("faultOfPath", () => {
  const table: readonly [path: string, want: string | undefined][] = [
    ["types.ts", undefined],
    ["runtime/transport-http.ts", undefined],
    [".hidden/file", undefined],
    ["console.ts", undefined],
    ["", "is empty"],
    ["/etc/passwd", "is absolute"],
    ["../types.ts", 'has the segment ".."'],
    ["runtime/../../x.ts", 'has the segment ".."'],
    ["./types.ts", 'has the segment "."'],
    ["runtime//x.ts", "has an empty segment"],
    ["runtime/", "has an empty segment"],
    ["runtime\\x.ts", "has a character that Windows forbids"],
    ["C:/x.ts", "has a character that Windows forbids"],
    ["a\u0000b", "has a character that Windows forbids"],
    ["what?.ts", "has a character that Windows forbids"],
    ["con.ts", "has a name that Windows reserves"],
    ["NUL", "has a name that Windows reserves"],
    ["aux.d.ts", "has a name that Windows reserves"],
    ["com1.py", "has a name that Windows reserves"],
    ["python/com10.py", undefined],
    ["auxiliary.ts", undefined],
    ["für/例.py", undefined],
    ["stream:data", "has a character that Windows forbids"],
    ["runtime/LPT1", "has a name that Windows reserves"],
    ["trailing./x", "has a segment that ends in a dot or a space"],
    ["trailing ", "has a segment that ends in a dot or a space"],
  ];
  test.each(table)("%j: %s", (path, want) => {
    expect(faultOfPath(path)).toBe(want);
  });
});

describe("findCollision", () => {
  const table: readonly [string[], readonly [string, string] | undefined][] = [
    [["types.ts", "errors.ts"], undefined],
    [
      ["types.ts", "Types.ts"],
      ["types.ts", "Types.ts"],
    ],
    [["a/x.ts", "b/x.ts"], undefined],
    [
      ["Runtime/x.ts", "runtime/X.ts"],
      ["Runtime/x.ts", "runtime/X.ts"],
    ],
    // The same letter, composed and decomposed: one file on macOS.
    [
      ["\u00e9.ts", "e\u0301.ts"],
      ["\u00e9.ts", "e\u0301.ts"],
    ],
  ];
  test.each(table)("%j: %j", (paths, want) => {
    expect(findCollision(paths)).toEqual(want);
  });
});

describe("isInside", () => {
  const posix: readonly [string, string, boolean][] = [
    ["/a/b", "/a/b", true],
    ["/a/b", "/a/b/c", true],
    ["/a/b", "/a/bc", false],
    ["/a/b", "/a", false],
    ["/a/b", "/a/b/..c", true],
    ["/a/b", "/a/b/../c", false],
  ];
  test.each(posix)("posix %s, %s: %s", (folder, path, want) => {
    expect(isInside(folder, path, nodePath.posix)).toBe(want);
  });
  const windows: readonly [string, string, boolean][] = [
    ["C:\\a", "C:\\a\\b", true],
    ["C:\\a", "c:\\A\\b", true],
    ["C:\\a", "D:\\a\\b", false],
    ["C:\\a", "C:\\ab", false],
    ["C:\\a", "C:\\a\\..b", true],
    ["C:\\a", "C:\\", false],
    ["C:\\", "C:\\a", true],
    ["C:/a", "C:\\a\\b", true],
    ["\\\\server\\share\\a", "\\\\server\\share\\a\\b", true],
    ["\\\\server\\share\\a", "\\\\server\\other\\a\\b", false],
  ];
  test.each(windows)("windows %s, %s: %s", (folder, path, want) => {
    expect(isInside(folder, path, nodePath.win32)).toBe(want);
  });
});

describe("displayPath", () => {
  test("is relative below the working folder", () => {
    expect(displayPath("/p/out/draft", "/p", nodePath.posix)).toBe("out/draft");
  });
  test("names the working folder itself", () => {
    expect(displayPath("/p", "/p", nodePath.posix)).toBe(".");
  });
  test("is absolute elsewhere", () => {
    expect(displayPath("/q/out", "/p", nodePath.posix)).toBe("/q/out");
  });
  test("has forward slashes on Windows", () => {
    expect(displayPath("C:\\p\\out\\draft", "C:\\p", nodePath.win32)).toBe(
      "out/draft",
    );
    expect(displayPath("D:\\out", "C:\\p", nodePath.win32)).toBe("D:/out");
    expect(displayPath("out/draft", "C:\\p", nodePath.win32)).toBe("out/draft");
    expect(displayPath("\\\\server\\share\\out", "C:\\p", nodePath.win32)).toBe(
      "//server/share/out",
    );
  });
});

describe("relativePath", () => {
  const posix: readonly [path: string, folder: string, want: string][] = [
    ["/p/out/draft", "/p", "out/draft"],
    ["/q/templates", "/p/a", "../../q/templates"],
    ["/p", "/p", "."],
  ];
  test.each(posix)("posix %s from %s", (path, folder, want) => {
    expect(relativePath(path, folder, nodePath.posix)).toBe(want);
  });
  const windows: readonly [path: string, folder: string, want: string][] = [
    ["C:\\p\\out\\draft", "C:\\p", "out/draft"],
    ["C:\\q\\templates", "C:\\p\\a", "../../q/templates"],
    ["c:\\P\\out", "C:\\p", "out"],
    ["D:\\q\\templates", "C:\\p", "templates"],
    ["\\\\server\\share\\templates", "C:\\p", "templates"],
    ["\\\\server\\share\\p\\out", "\\\\server\\share\\p", "out"],
  ];
  test.each(windows)("windows %s from %s", (path, folder, want) => {
    expect(relativePath(path, folder, nodePath.win32)).toBe(want);
  });
});

test("placeIn uses the platform's separator", () => {
  expect(placeIn("C:\\p", "runtime/x.ts", nodePath.win32)).toBe(
    "C:\\p\\runtime\\x.ts",
  );
  expect(placeIn("/p", "", nodePath.posix)).toBe("/p");
});
