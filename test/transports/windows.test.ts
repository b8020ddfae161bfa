/** How programs are started on Windows. */
import { describe, expect, test } from "vitest";
import { windowsStart } from "../../out/draft/runtime/stdio/windows.js";

const files = new Set([
  "C:\\nodejs\\node.exe",
  "C:\\nodejs\\npx.cmd",
  "C:\\tools\\npx.exe",
  "C:\\my tools\\serve.bat",
  "C:\\tools\\python3.11.exe",
]);
const env = {
  Path: "C:\\nodejs;;C:\\my tools\\;C:\\tools",
  ComSpec: "C:\\Windows\\cmd.exe",
};
const start = (command: string, args: readonly string[] = []) =>
  windowsStart(command, args, env, (path) => files.has(path));

/** The command line that the interpreter gets. */
function lineOf(command: string, args: readonly string[] = []): string {
  const { args: given } = start(command, args);
  expect(given.slice(0, -1)).toEqual(["/e:ON", "/v:OFF", "/d", "/s", "/c"]);
  const line = given.at(-1) ?? "";
  expect(line.startsWith('"') && line.endsWith('"')).toBe(true);
  return line.slice(1, -1);
}

describe("windowsStart", () => {
  test.each([
    ["node"],
    ["node.exe"],
    ["C:\\tools\\npx.exe"],
    ["C:\\tools\\python3.11"],
    ["nowhere.exe"],
  ])("starts the program %s as it is", (command) => {
    const args = ["a b", "%PATH%", '"'];
    expect(start(command, args)).toEqual({ command, args, found: true });
  });

  test.each([
    ["npx", "C:\\nodejs\\npx.cmd"],
    ["npx.cmd", "C:\\nodejs\\npx.cmd"],
    ["NPX.CMD", "NPX.CMD"],
    ["serve", '"C:\\my tools\\serve.bat"'],
    ["C:\\my tools\\serve", '"C:\\my tools\\serve.bat"'],
    ["nowhere", "nowhere"],
    ["nowhere.cmd", "nowhere.cmd"],
  ])("has the interpreter start %s", (command, line) => {
    const how = start(command, ["-y"]);
    expect(how).toMatchObject({
      command: "C:\\Windows\\cmd.exe",
      windowsVerbatimArguments: true,
      found: !line.startsWith("nowhere") && !line.startsWith("NPX"),
    });
    expect(lineOf(command, ["-y"])).toBe(`${line} -y`);
  });

  test.each([
    ["@scope/name", "@scope/name"],
    ["C:\\dir\\file.txt", "C:\\dir\\file.txt"],
    ["", '""'],
    ["a b", '"a b"'],
    ["a&calc", '"a&calc"'],
    ["a|b>c<d^e(f)", '"a|b>c<d^e(f)"'],
    ['say "hi"', '"say ""hi"""'],
    ['"&calc&"', '"""&calc&"""'],
    ['\\"', '"\\\\"""'],
    ["C:\\my dir\\", '"C:\\my dir\\\\"'],
    ["dir\\", '"dir\\\\"'],
    ["%PATH%", '"%%cd:~,%PATH%%cd:~,%"'],
    ["!x!", '"!x!"'],
    ["日本", '"日本"'],
  ])("quotes the argument %j", (argument, quoted) => {
    expect(lineOf("npx", [argument])).toBe(`C:\\nodejs\\npx.cmd ${quoted}`);
  });

  test.each(["a\nb", "a\rb", "a\0b"])("refuses the argument %j", (argument) => {
    expect(() => start("npx", [argument])).toThrow("line break");
    expect(start("node", [argument]).args).toEqual([argument]);
  });

  test("knows the extensions of PATHEXT, and some without it", () => {
    const own = { PATH: "C:\\nodejs", PATHEXT: ".XYZ" };
    const isFile = (path: string): boolean => path === "C:\\nodejs\\a.xyz";
    expect(windowsStart("a", [], own, isFile).command).toBe("a");
    expect(windowsStart("npx", [], own, isFile)).toMatchObject({
      command: "cmd.exe",
      found: false,
    });
  });
});
