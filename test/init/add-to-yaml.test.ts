import { describe, expect, test } from "vitest";
import {
  addToYaml,
  type YamlAddition,
} from "../../generator/init/add-to-yaml.js";

const command: YamlAddition = {
  path: ["pre-commit", "commands"],
  key: "mcp-gen",
  value: { run: "check" },
};
const repo: YamlAddition = {
  path: ["repos"],
  value: { repo: "local", hooks: [{ id: "mcp-gen" }] },
};

/** Files before and after; undefined for one that cannot be added to. */
const cases: readonly (readonly [
  name: string,
  addition: YamlAddition,
  given: string,
  want: string | undefined,
])[] = [
  [
    "a new file",
    command,
    "",
    "pre-commit:\n  commands:\n    mcp-gen:\n      run: check\n",
  ],
  [
    "a file with comments only, and no newline at its end",
    command,
    "# ours",
    "# ours\npre-commit:\n  commands:\n    mcp-gen:\n      run: check\n",
  ],
  [
    "other hooks only",
    command,
    "pre-push:\n    commands:\n        a:\n            run: b\n",
    "pre-push:\n    commands:\n        a:\n            run: b\npre-commit:\n  commands:\n    mcp-gen:\n      run: check\n",
  ],
  [
    "the hook, without commands",
    command,
    "pre-commit:\n    parallel: true # yes\n\npre-push: {}\n",
    "pre-commit:\n    parallel: true # yes\n    commands:\n      mcp-gen:\n        run: check\n\npre-push: {}\n",
  ],
  [
    "commands with a text of several lines, and comments around",
    command,
    "# a\npre-commit:\n  commands:\n    lint: # b\n      run: |\n        one\n        two\n# c\npre-push: {}\n",
    "# a\npre-commit:\n  commands:\n    lint: # b\n      run: |\n        one\n        two\n    mcp-gen:\n      run: check\n# c\npre-push: {}\n",
  ],
  [
    "a last command that is written in braces",
    command,
    "pre-commit:\n  commands:\n    a: { run: b }",
    "pre-commit:\n  commands:\n    a: { run: b }\n    mcp-gen:\n      run: check\n",
  ],
  [
    "an indented list",
    repo,
    "repos:\n  - repo: x\n    hooks:\n      - id: a # b\n\n# end\n",
    "repos:\n  - repo: x\n    hooks:\n      - id: a # b\n  - repo: local\n    hooks:\n      - id: mcp-gen\n\n# end\n",
  ],
  [
    "a list that is not indented, with something behind",
    repo,
    "repos:\n- repo: x\n  hooks:\n  - id: a\n    args: [b,\n      c]\nci: {}\n",
    "repos:\n- repo: x\n  hooks:\n  - id: a\n    args: [b,\n      c]\n- repo: local\n  hooks:\n    - id: mcp-gen\nci: {}\n",
  ],
  [
    "no list yet",
    repo,
    "ci:\n  skip: [a]\n",
    "ci:\n  skip: [a]\nrepos:\n  - repo: local\n    hooks:\n      - id: mcp-gen\n",
  ],
  ["a list in brackets", repo, "repos: []\n", undefined],
  ["a map in braces", command, "pre-commit: { commands: {} }\n", undefined],
  ["a key without a value", repo, "repos:\n", undefined],
  ["something else in the place", repo, "repos: none\n", undefined],
  ["no YAML", repo, "repos: [\n", undefined],
];

describe("adds to YAML and leaves the rest as it is written", () => {
  test.each(cases)("%s", (_name, addition, given, want) => {
    expect(addToYaml(given, addition)).toBe(want);
  });

  test.each(cases.filter(([, , given]) => given.includes("\n")))(
    "%s, with CRLF",
    (_name, addition, given, want) => {
      const after = addToYaml(given.replaceAll("\n", "\r\n"), addition);
      expect(after?.replaceAll("\r\n", "\n")).toBe(want);
    },
  );
});
