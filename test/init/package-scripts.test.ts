import { describe, expect, test } from "vitest";
import { addScripts } from "../../generator/init/package-scripts.js";

/** A `package.json` before and after; everything that is there stays as it is written. */
const cases: readonly (readonly [name: string, given: string, want: string])[] =
  [
    [
      "scripts of theirs",
      '{\n  "name": "x",\n  "scripts": {\n    "build": "tsc"\n  },\n  "files": ["a", "b"]\n}\n',
      '{\n  "name": "x",\n  "scripts": {\n    "build": "tsc",\n    "generate": "mcp-gen",\n    "generate:check": "mcp-gen --check"\n  },\n  "files": ["a", "b"]\n}\n',
    ],
    [
      "no scripts, and lists on one line",
      '{\n  "name": "x",\n  "files": ["a", "b"]\n}\n',
      '{\n  "name": "x",\n  "files": ["a", "b"],\n  "scripts": {\n    "generate": "mcp-gen",\n    "generate:check": "mcp-gen --check"\n  }\n}\n',
    ],
    [
      "tabs, and no newline at the end",
      '{\n\t"name": "x"\n}',
      '{\n\t"name": "x",\n\t"scripts": {\n\t\t"generate": "mcp-gen",\n\t\t"generate:check": "mcp-gen --check"\n\t}\n}',
    ],
    [
      "four spaces, CRLF, empty scripts",
      '{\r\n    "scripts": {},\r\n    "name": "x"\r\n}\r\n',
      '{\r\n    "scripts": {\r\n        "generate": "mcp-gen",\r\n        "generate:check": "mcp-gen --check"\r\n    },\r\n    "name": "x"\r\n}\r\n',
    ],
    [
      "one line",
      '{"name":"x","scripts":{"a":"b"}}',
      '{"name":"x","scripts":{"a":"b","generate":"mcp-gen","generate:check":"mcp-gen --check"}}',
    ],
    [
      "one line without scripts",
      '{"name":"x"}\n',
      '{"name":"x","scripts":{"generate":"mcp-gen","generate:check":"mcp-gen --check"}}\n',
    ],
    [
      "nothing in it",
      "{}\n",
      '{\n  "scripts": {\n    "generate": "mcp-gen",\n    "generate:check": "mcp-gen --check"\n  }\n}\n',
    ],
    [
      "a byte order mark",
      '\uFEFF{\n  "name": "x"\n}\n',
      '\uFEFF{\n  "name": "x",\n  "scripts": {\n    "generate": "mcp-gen",\n    "generate:check": "mcp-gen --check"\n  }\n}\n',
    ],
    [
      "one of the two",
      '{\n  "scripts": {\n    "generate": "prisma generate && mcp-gen"\n  }\n}\n',
      '{\n  "scripts": {\n    "generate": "prisma generate && mcp-gen",\n    "generate:check": "mcp-gen --check"\n  }\n}\n',
    ],
  ];

describe("adds scripts", () => {
  test.each(cases)("%s", (_name, given, want) => {
    const added = addScripts(given, "package.json");
    expect(added).toEqual({ text: want, taken: [] });
    expect(addScripts(want, "package.json")).toEqual({ text: want, taken: [] });
    JSON.parse(want.replace(/^\uFEFF/, ""));
  });

  test("a script of that name that does something else stays", () => {
    const text =
      '{\n  "scripts": {\n    "generate": "prisma generate",\n    "generate:check": "mcp-gen --check --quiet"\n  }\n}\n';
    expect(addScripts(text, "package.json")).toEqual({
      text,
      taken: ["generate"],
    });
  });

  test.each([
    ["{", /^package\.json is not valid JSON: .*\.$/],
    ["[]", /^package\.json is not a JSON object\.$/],
    [
      '{ "scripts": [] }',
      /^The scripts of package\.json are not a JSON object\.$/,
    ],
  ])("refuses %j", (text, message) => {
    expect(() => addScripts(text, "package.json")).toThrow(message);
  });
});
