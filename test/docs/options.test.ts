/** The pages name every command, option and exit code, and none that is not there. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ExitCode } from "../../generator/failure.js";
import { optionTable } from "../../generator/config/options.js";
import { mcpGen } from "../cli/program.js";
import { repositoryPath } from "../shared.js";

/** Each command, and the page that documents its options. */
const commands = [
  ["", "docs/cli.md"],
  ["init", "docs/cli.md"],
  ["model", "docs/cli.md"],
  ["diff", "docs/diff.md"],
  ["pull", "docs/pull.md"],
  ["tools", "docs/tools.md"],
  ["handlers", "docs/handlers.md"],
  ["inputs", "docs/recipes.md"],
  ["outputs", "docs/recipes.md"],
  ["completion", "docs/cli.md"],
] as const;

function pageText(path: string): string {
  return readFileSync(join(repositoryPath, path), "utf8");
}

const helps = new Map<string, string>();

function helpOf(command: string): string {
  const known = helps.get(command);
  if (known !== undefined) return known;
  const args = command === "" ? ["--help"] : [command, "--help"];
  const { exitCode, stdout, stderr } = mcpGen(repositoryPath, args);
  expect([exitCode, stderr]).toEqual([0, ""]);
  helps.set(command, stdout);
  return stdout;
}

/** Names with their dashes, as a text has them; what follows `npm run` is another's. */
function optionsIn(text: string): ReadonlySet<string> {
  const ours = text.replace(/(?:npm run [\w:]+ --|npx tsc) [^`\n]*/g, "");
  return new Set(ours.match(/(?<![\w-])--[a-z][A-Za-z-]*[a-z]/g));
}

describe("help", () => {
  test.each(commands)("of '%s' fits a screen and has examples", (command) => {
    const help = helpOf(command);
    const lines = help.trimEnd().split("\n");
    expect(lines.length).toBeLessThanOrEqual(48);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(
      80,
    );
    expect(help).toContain("Examples:\n  mcp-gen ");
  });

  test("lists the commands that docs/cli.md has", () => {
    const listed = [...helpOf("").matchAll(/^ {2}mcp-gen (\w+)  /gm)];
    expect(listed.map(([, word]) => word)).toEqual(
      commands.map(([word]) => word).filter((word) => word !== ""),
    );
    for (const [, word] of listed)
      expect(pageText("docs/cli.md")).toMatch(
        new RegExp(String.raw`\`mcp-gen ${word}\b`),
      );
  });
});

describe("options", () => {
  test.each(commands)("of '%s' are in %s", (command, page) => {
    const documented = optionsIn(`${pageText("docs/cli.md")}${pageText(page)}`);
    const given = [...helpOf(command).matchAll(/^ {2}(--[a-z-]+)/gm)];
    expect(given.length).toBeGreaterThan(1);
    const missing = given
      .map(([, option = ""]) => option)
      .filter((option) => !documented.has(option));
    expect(missing).toEqual([]);
  });

  test.each(["README.md", "docs/cli.md"])("that %s has exist", (page) => {
    const known = new Set([
      ...Object.keys(optionTable).map((name) => `--${name}`),
      ...commands.flatMap(([command]) => [...optionsIn(helpOf(command))]),
    ]);
    // Those of other programs.
    const others = ["--save-dev", "--skipValidation"];
    const unknown = [...optionsIn(pageText(page))].filter(
      (option) => !known.has(option) && !others.includes(option),
    );
    expect(unknown).toEqual([]);
  });

  test("have the defaults that docs/cli.md says", () => {
    const rows = new Map(
      [
        ...pageText("docs/cli.md").matchAll(
          /^\| `(--[a-z-]+)[^|`]*(?:\\\|[^|`]*)*` +\|.*\| *(.*?) *\|$/gm,
        ),
      ].map(([, option = "", fallback = ""]) => [option, fallback]),
    );
    for (const [name, { fallback = "" }] of Object.entries(optionTable)) {
      const said = rows.get(`--${name}`)?.replaceAll("`", "");
      // Parts have no word for what is emitted when nobody chooses.
      if (name !== "emit") expect([name, said]).toEqual([name, fallback]);
    }
  });
});

test("exit codes are those of docs/cli.md", () => {
  const codes = [...pageText("docs/cli.md").matchAll(/^\| (\d+) +\|/gm)];
  expect(codes.map(([, code]) => Number(code))).toEqual(
    Object.values(ExitCode),
  );
});
