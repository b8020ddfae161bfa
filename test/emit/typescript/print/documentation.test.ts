import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import type ts from "typescript-6";
import { layoutDocumentation } from "../../../../generator/emit/typescript/print/documentation.js";
import { printLayout } from "../../../../generator/emit/typescript/print/layout.js";
import { fillMarkdown } from "../../../../generator/emit/typescript/print/markdown.js";
import type {
  Constraints,
  Documentation,
} from "../../../../generator/model/model.js";
import { says } from "../../sample-model.js";

const compiler = createRequire(import.meta.url)("typescript-6") as typeof ts;

function comment(
  documentation: Documentation,
  constraints: Constraints = {},
): string | undefined {
  const layout = layoutDocumentation(documentation, constraints, (path) =>
    ["Tool", "Tool.name"].includes(path),
  );
  return layout && printLayout(layout);
}

const lines = (...given: string[]): string => given.join("\n");
const block = (...given: string[]): string =>
  lines("/**", ...given.map((line) => ` * ${line}`.trimEnd()), " */");

describe("documentation", () => {
  it.each<
    [string, { given: Documentation; limits?: Constraints; want?: string }]
  >([
    ["nothing", { given: says("") }],
    ["one line", { given: says("A tool."), want: "/** A tool. */" }],
    [
      "a line that is just too long for one",
      {
        given: says("x".repeat(74)),
        want: block("x".repeat(74)),
      },
    ],
    [
      "paragraphs, filled again",
      {
        given: says(lines("One", "two.", "", "", `${"word ".repeat(20)}end.`)),
        want: block(
          "One two.",
          "",
          `${"word ".repeat(14)}word`,
          `${"word ".repeat(5)}end.`,
        ),
      },
    ],
    [
      "tags in their order",
      {
        given: says("Text.", {
          internal: true,
          deprecated: "Use another.",
          category: "Tools",
          default: "false",
          see: ["{@link Tool}"],
        }),
        limits: {
          format: "uri",
          pattern: "^a @b$",
          minimum: 0,
          nullable: true,
          jsonType: "integer",
        },
        want: block(
          "Text.",
          "",
          "@default false",
          "@format uri",
          "@pattern ^a \\@b$",
          "@minimum 0",
          "@nullable",
          "@TJS-type integer",
          "@see {@link Tool}",
          "@category Tools",
          "@deprecated Use another.",
          "@internal",
        ),
      },
    ],
    [
      "an empty @deprecated",
      { given: says("", { deprecated: "" }), want: "/** @deprecated */" },
    ],
    [
      "a tag that the model does not know",
      {
        given: says("Text.\n\n@remarks More."),
        want: block("Text.", "", "@remarks More."),
      },
    ],
    [
      "a list, its items hanging, and no list where a sentence ends in a number",
      {
        given: says(
          lines("Status", "404. Then:", "- one", `- ${"word ".repeat(16)}`),
        ),
        want: block(
          "Status 404. Then:",
          "- one",
          `- ${"word ".repeat(14)}word`,
          "  word",
        ),
      },
    ],
    [
      "tables, headings, quotes and code as they are",
      {
        given: says(
          lines(
            "# Head",
            "> quote",
            "| a | b |",
            "",
            "```ts",
            "let  x =  1;",
            "",
            "```",
          ),
        ),
        want: block(
          "# Head",
          "> quote",
          "| a | b |",
          "",
          "```ts",
          "let  x =  1;",
          "",
          "```",
        ),
      },
    ],
    [
      "a fence that is never closed",
      { given: says("```\ncode"), want: block("```", "code", "```") },
    ],
    [
      "links: to what exists, to the web, to nothing",
      {
        given: says(
          "{@link Tool} {@link Tool.name | its name} {@link https://a.example/b | the page} {@link Gone} {@link Tool.gone|gone  too} {@link Tool#x}",
        ),
        want: block(
          "{@link Tool} {@link Tool.name | its name}",
          "{@link https://a.example/b | the page} `Gone` gone too `Tool#x`",
        ),
      },
    ],
    [
      "a link is never broken over two lines",
      {
        given: says(`${"x".repeat(60)} {@link Tool | a long label}`),
        want: block("x".repeat(60), "{@link Tool | a long label}"),
      },
    ],
  ])("%s", (_name, { given, limits, want }) => {
    expect(comment(given, limits)).toBe(want);
  });

  it.each<
    [string, { given: Documentation["examples"][number]; want?: string }]
  >([
    [
      "JSON",
      {
        given: { title: "Valid", text: '{\n  "a": 1\n}\n', include: "a.json" },
        want: block("@example Valid", "```json", "{", '  "a": 1', "}", "```"),
      },
    ],
    [
      "JSON that would end the comment or start a tag",
      {
        given: { title: "", text: '"*/ @internal"' },
        want: block("@example", "```json", '"*\\/ \\u0040internal"', "```"),
      },
    ],
    [
      "text with a fence of its own",
      {
        given: { title: "T", text: "```ts\ncall();\n```" },
        want: block("@example T", "```ts", "call();", "```"),
      },
    ],
    [
      "text with fences inside",
      {
        given: { title: "T", text: "a\n```\nb" },
        want: block("@example T", "````", "a", "```", "b", "````"),
      },
    ],
    [
      "a title alone",
      { given: { title: "just this" }, want: "/** @example just this */" },
    ],
    [
      "an include that was not found",
      { given: { title: "Lost", include: "lost.json" } },
    ],
  ])("an example: %s", (_name, { given, want }) => {
    expect(comment(says("", { examples: [given] }))).toBe(want);
  });

  it("an escape in an example keeps its JSON", () => {
    const text = '{ "a": "*/ @b", "c": " @d" }';
    const printed =
      comment(says("", { examples: [{ title: "", text }] })) ?? "";
    const [, json = ""] = /```json\n \* (.*)\n/.exec(printed) ?? [];
    expect(JSON.parse(json)).toEqual(JSON.parse(text));
  });
});

describe("whatever the text says, the comment is one comment and has no tag from it", () => {
  it.each([
    "*/ export const pwned = 1; /*",
    "**/",
    "* /",
    "a\u2028*/\u2029b",
    "@deprecated at the start",
    "in @deprecated the middle",
    "`in code @deprecated span`",
    "``in code @deprecated span``",
    "line\n@internal",
    "```\n@internal\n x @deprecated\n```",
    "{@foo bar @deprecated}",
    "{@deprecated}",
    "{@linked Tool}",
    "{@link Tool | */ @deprecated}",
    "{@link */}",
    "{@includeCode x} @deprecated",
    "| table @deprecated |",
    `${"word ".repeat(14)}@deprecated`,
    `${"word ".repeat(14)}@anything`,
    "```json\n@anything\n```",
    '```json\n{ "a": " @internal" }\n````',
    "\u202eright to left\u0000",
    "@ts-ignore",
    "\\",
    "*",
    "/",
  ])("%j", (text) => {
    const documentation = says(text, {
      see: [text],
      default: text,
      category: text,
      examples: [{ title: text }, { title: "x", text }],
    });
    const source = `${comment(documentation, { format: text, pattern: text })}\nexport type Only = 1;\n`;
    const file = compiler.createSourceFile("x.ts", source, 99, true);
    expect(file.statements).toHaveLength(1);
    const tags = compiler.getJSDocTags(file.statements[0] as ts.Statement);
    expect(new Set(tags.map(({ tagName }) => tagName.text))).toEqual(
      new Set(["default", "format", "pattern", "see", "example", "category"]),
    );
    expect(source).not.toMatch(/[\u2028\u2029\u202e\0]/);
    expect(source.match(/\*\//g)).toHaveLength(1);
  });
});

describe("fillMarkdown", () => {
  it("never starts a line with what Markdown reads as a block", () => {
    const words = "- + * # 1. > | ``` ".repeat(12);
    for (let width = 20; width < 60; width++) {
      const [, ...rest] = fillMarkdown(`text ${words}`, width);
      for (const line of rest)
        expect(line).not.toMatch(/^(?:[-+*#>|]|1\.|```)/);
    }
  });

  it("loses no word", () => {
    const text = "a `b c` {@link D | e} f-g, *h* _i_ [j k](l)";
    for (let width = 4; width < 50; width++) {
      expect(fillMarkdown(text, width).join(" ")).toBe(text);
    }
  });
});
