/**
 * Documentation of the schema as JSDoc comments.
 *
 * The text is untrusted: nothing in it may end the comment, start a tag of its own or
 * point to a name that the output does not have.
 */
import type {
  Constraints,
  Documentation,
  Example,
} from "../../../model/model.js";
import { type Layout, fitted } from "./layout.js";
import {
  escapeTags,
  escapeTagsInJson,
  fillMarkdown,
  normaliseLines,
  oneLine,
} from "./markdown.js";

/** Whether `{@link path}` finds something, e.g. `Tool` or `Tool.outputSchema`. */
export type LinkScope = (path: string) => boolean;

/**
 * The comment of a declaration or member, or `undefined` when there is nothing to say.
 *
 * @param isLinkable Links to other targets become plain text.
 */
export function layoutDocumentation(
  documentation: Documentation,
  constraints: Constraints,
  isLinkable: LinkScope,
): Layout | undefined {
  const markdown = (text: string): string => resolveLinks(text, isLinkable);
  const description = markdown(documentation.text);
  const tags = tagsOf(documentation, constraints, markdown);
  if (description.trim() === "" && tags.length === 0) return undefined;
  return fitted((width) =>
    commentLines((inner) => {
      const text = fillMarkdown(description, inner);
      const lines = tags.flatMap((tag) => tag(inner));
      return text.length > 0 && lines.length > 0
        ? [...text, "", ...lines]
        : [...text, ...lines];
    }, width),
  );
}

/**
 * A JSDoc comment around plain Markdown of our own.
 *
 * @param width Columns that the comment may take.
 * @returns Its lines, from the opening mark to the closing one.
 */
export function textComment(text: string, width: number): readonly string[] {
  return commentLines((inner) => fillMarkdown(text, inner), width);
}

/**
 * A banner as comments. What linters say of generated code is nothing for who uses it,
 * so they are told to pass the file over.
 */
export function bannerComment(banner: string): string {
  return [
    lineComment(banner),
    "/* eslint-disable */",
    // ESLint warns of a directive that nothing is disabled by: this rule always has
    // something to say.
    '/* eslint max-lines: ["warn", 5] */',
    "// biome-ignore-all lint: generated",
    "// biome-ignore-all assist: generated",
  ].join("\n");
}

/** Text as `//` lines, one for each line of it. */
export function lineComment(text: string): string {
  return normaliseLines(text)
    .split("\n")
    .map((line) => `// ${line}`.trimEnd())
    .join("\n");
}

/** Unknown words for a place inside a comment of ours. */
export function commentWords(text: string): string {
  return defuse(escapeTags(oneLine(text)));
}

function commentLines(
  body: (width: number) => readonly string[],
  width: number,
): readonly string[] {
  const lines = body(width - " * ".length).map(defuse);
  const [only = "", second] = lines;
  if (second === undefined && only.length <= width - "/**  */".length) {
    return [`/** ${only} */`];
  }
  return ["/**", ...lines.map((line) => ` * ${line}`.trimEnd()), " */"];
}

/** A block tag, as its lines in a given width. */
type Tag = (width: number) => readonly string[];

function tagsOf(
  documentation: Documentation,
  constraints: Constraints,
  markdown: (text: string) => string,
): readonly Tag[] {
  const { category, deprecated, examples, internal, see } = documentation;
  const verbatim =
    (...lines: readonly string[]): Tag =>
    () =>
      lines;
  return [
    ...filledTag("default", documentation.default),
    ...constraintTags(constraints).map((line) => verbatim(line)),
    ...see.flatMap((text) => filledTag("see", markdown(text))),
    ...examples
      .map((example) => exampleLines(example, markdown))
      .filter((lines) => lines.length > 0)
      .map((lines) => verbatim(...lines)),
    ...filledTag("category", category),
    ...filledTag("deprecated", deprecated && markdown(deprecated)),
    ...(internal ? [verbatim("@internal")] : []),
  ];
}

function filledTag(name: string, text: string | undefined): readonly Tag[] {
  if (text === undefined) return [];
  return [
    (width) => {
      const [first = "", ...rest] = fillMarkdown(text, width, name.length + 2);
      return [`@${name} ${first}`.trimEnd(), ...rest];
    },
  ];
}

/** The tags that say what a type cannot, with the names that the schema uses. */
function constraintTags(constraints: Constraints, prefix = ""): string[] {
  const { format, pattern, nullable, jsonType, items, ...limits } = constraints;
  const textTag = (name: string, text: string | undefined): string[] =>
    text === undefined
      ? []
      : [`@${prefix}${name} ${escapeTags(oneLine(text))}`];
  return [
    ...textTag("format", format),
    ...textTag("pattern", pattern),
    ...Object.entries(limits).map(([name, limit]) =>
      limit === true
        ? `@${prefix}${name}`
        : `@${prefix}${name} ${String(limit)}`,
    ),
    ...(nullable === undefined ? [] : ["@nullable"]),
    ...textTag(prefix === "" ? "TJS-type" : "type", jsonType),
    ...(items === undefined ? [] : constraintTags(items, "items.")),
  ];
}

/** An example whose included file is not at hand says nothing, so it is left out. */
function exampleLines(
  example: Example,
  markdown: (text: string) => string,
): string[] {
  if (example.text === undefined && example.include !== undefined) return [];
  const title = escapeTags(oneLine(markdown(example.title)));
  const head = title === "" ? "@example" : `@example ${title}`;
  const text = normaliseLines(example.text ?? "").replace(/^\n+|\s+$/g, "");
  return text === "" ? [head] : [head, ...fenced(text)];
}

function fenced(text: string): string[] {
  const lines = text.split("\n").map((line) => line.trimEnd());
  if (/^(`{3,}|~{3,})/.test(text)) return fillMarkdown(text, Infinity);
  const longest = Math.max(
    2,
    ...(text.match(/`+/g) ?? []).map((run) => run.length),
  );
  const fence = "`".repeat(longest + 1);
  return isJson(text)
    ? [`${fence}json`, ...lines.map(escapeTagsInJson), fence]
    : [fence, ...lines.map(escapeTags), fence];
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const LINK = /\{@link(?:code|plain)?\s+([^\s|{}]+)([^{}]*)\}/g;
const INCLUDE = /\{@includeCode\b[^{}]*\}/g;

/** Keeps links that lead somewhere; the others keep their words only. */
function resolveLinks(text: string, isLinkable: LinkScope): string {
  return text
    .replace(INCLUDE, "")
    .replace(LINK, (_link, target: string, rest: string) => {
      const label = rest.trimStart().replace(/^\|/, "");
      const words = label.replace(/\s+/g, " ").trim();
      if (/^https?:\/\//.test(target) || isLinkable(target)) {
        return words === ""
          ? `{@link ${target}}`
          : `{@link ${target} | ${words}}`;
      }
      return words === "" ? `\`${target}\`` : words;
    });
}

/** Whatever a line holds, the comment goes on after it. */
function defuse(line: string): string {
  return line.replaceAll("*/", "*\\/");
}
