import { describe, expect, it } from "vitest";
import { annotationsOf } from "../../../generator/emit/json-schema/annotations.js";
import type { Documentation } from "../../../generator/model/model.js";

const cases: [string, given: Partial<Documentation>, want: object][] = [
  ["nothing where nothing is documented", {}, {}],
  ["the description", { text: "A name." }, { description: "A name." }],
  [
    "a deprecation and its reason",
    { text: "Old.", deprecated: "Use `other`." },
    { description: "Old.\n\nDeprecated: Use `other`.", deprecated: true },
  ],
  [
    "a reason that says so itself",
    { deprecated: "Deprecated as of 2026-07-28." },
    { description: "Deprecated as of 2026-07-28.", deprecated: true },
  ],
  ["a deprecation without a word", { deprecated: "" }, { deprecated: true }],
  ["a default that is JSON", { default: "false" }, { default: false }],
  ["no default that is prose", { default: "the first one" }, {}],
  [
    "links to types as links into the document",
    { text: "See {@link Tool}, {@link Tool | the tool} and {@linkcode Gone}." },
    {
      description:
        "See [`Tool`](#/$defs/Tool), [the tool](#/$defs/Tool) and `Gone`.",
    },
  ],
  [
    "links to pages as Markdown",
    { text: "{@link https://example.com/a | A page}, {@link https://b.test/}" },
    {
      description:
        "[A page](https://example.com/a), [https://b.test/](https://b.test/)",
    },
  ],
];

describe("annotationsOf", () => {
  it.each(cases)("gives %s", (_title, given, want) => {
    const documentation: Documentation = {
      text: "",
      internal: false,
      see: [],
      examples: [],
      ...given,
    };
    expect(annotationsOf(documentation, (name) => name === "Tool")).toEqual(
      want,
    );
  });
});
