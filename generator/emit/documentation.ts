/**
 * Documentation of the schema as JSDoc comments.
 *
 * The text is foreign: nothing in it may end the comment, start a tag of its own or
 * point to a name that the output does not have.
 */
import type { Constraints, Documentation, Example } from "../model/model.js";
import { type Layout, fitted } from "./layout.js";

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
  const description = markdown(documentation.text).trim();
  const tags = tagsOf(documentation, constraints, markdown);
  if (description === "" && tags.length === 0) return undefined;
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

/** Text as `//` lines, one for each line of it; for banners. */
export function lineComment(text: string): string {
  return normaliseLines(text)
    .split("\n")
    .map((line) => `// ${line}`.trimEnd())
    .join("\n");
}

/** Foreign words for a place inside a comment of ours. */
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
function constraintTags(constraints: Constraints): string[] {
  const { format, pattern, nullable, jsonType, ...limits } = constraints;
  return [
    ...(format === undefined ? [] : [`@format ${escapeTags(oneLine(format))}`]),
    ...(pattern === undefined
      ? []
      : [`@pattern ${escapeTags(oneLine(pattern))}`]),
    ...Object.entries(limits).map(([name, limit]) => `@${name} ${limit}`),
    ...(nullable === undefined ? [] : ["@nullable"]),
    ...(jsonType === undefined
      ? []
      : [`@TJS-type ${escapeTags(oneLine(jsonType))}`]),
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

/** As {@link escapeTags}, by an escape that leaves the JSON what it was. */
function escapeTagsInJson(line: string): string {
  return line.replace(/([\s{])@(?=\S)/g, "$1\\u0040");
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const LINK = /\{@link(?:code|plain)?\s+([^\s|}]+)\s*\|?\s*([^}]*)\}/g;
const INCLUDE = /\{@includeCode\b[^}]*\}/g;

/** Keeps links that lead somewhere; the others keep their words only. */
function resolveLinks(text: string, isLinkable: LinkScope): string {
  return text
    .replace(INCLUDE, "")
    .replace(LINK, (_link, target: string, label: string) => {
      const words = label.replace(/\s+/g, " ").trim();
      if (/^https?:\/\//.test(target) || isLinkable(target)) {
        return words === ""
          ? `{@link ${target}}`
          : `{@link ${target} | ${words}}`;
      }
      return words === "" ? `\`${target}\`` : words;
    });
}

/** Control characters and those that reorder the text around them; never line breaks. */
const INVISIBLE =
  // eslint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

function normaliseLines(text: string): string {
  return text.replace(/\r\n?|[\u2028\u2029]/g, "\n").replace(INVISIBLE, "");
}

function oneLine(text: string): string {
  return normaliseLines(text).replace(/\s+/g, " ").trim();
}

/** Whatever a line holds, the comment goes on after it. */
function defuse(line: string): string {
  return line.replaceAll("*/", "*\\/");
}

/**
 * An `@` at the start of a word would start a tag, and may after a brace: compilers
 * look neither for code spans nor for fences.
 */
function escapeTags(line: string): string {
  return line.replace(/(^|\s|\{)@(?=\S)(?!(?<=\{@)link\s)/g, "$1\\@");
}

/**
 * A block tag that the model keeps as text because it means nothing to it, such as
 * `@remarks`. Those that the model knows are printed from there, never from text.
 */
const FOREIGN_TAG =
  /^@(?!(?:deprecated|internal|default|example|category|see|format|pattern|m(?:in|ax)\w+|nullable|TJS-\w+|ts-[\w-]+)\b)[A-Za-z][\w-]*(?=\s|$)/;

const FENCE = /^\s*(`{3,}|~{3,})/;
const LIST_ITEM = /^\s*(?:[-*+]|(\d{1,9})[.)])\s+(?=\S)/;
const STANDS_ALONE = /^\s*(?:\||#{1,6}\s|>|(?:[-*_]\s*){3,}$)/;

/** A run of words that is wrapped as one, with what its lines begin with. */
interface Paragraph {
  readonly first: string;
  readonly others: string;
  readonly words: string[];
}

/**
 * Wraps Markdown: paragraphs and list items are filled anew, everything whose line
 * breaks mean something (code, tables, headings, quotes) is kept.
 *
 * @param width Columns for each line.
 * @param offset Columns already used on the first line.
 */
export function fillMarkdown(
  text: string,
  width: number,
  offset = 0,
): string[] {
  const output: string[] = [];
  let paragraph: Paragraph | undefined;
  let fence: string | undefined;
  const flush = (): void => {
    if (paragraph === undefined) return;
    output.push(...fill(paragraph, width, output.length === 0 ? offset : 0));
    paragraph = undefined;
  };
  for (const line of normaliseLines(text).trim().split("\n")) {
    const opening = FENCE.exec(line)?.[1];
    if (fence !== undefined) {
      output.push(line.trimEnd());
      if (opening?.startsWith(fence) && line.trim() === opening) {
        fence = undefined;
      }
    } else if (opening !== undefined) {
      flush();
      fence = opening;
      output.push(line.trimEnd());
    } else if (line.trim() === "") {
      flush();
      if (output.at(-1) !== "") output.push("");
    } else if (STANDS_ALONE.test(line)) {
      flush();
      output.push(line.trimEnd());
    } else {
      const marker = listMarker(line, paragraph);
      if (
        marker !== undefined ||
        paragraph === undefined ||
        FOREIGN_TAG.test(line)
      ) {
        flush();
        paragraph = startParagraph(line, marker);
      } else {
        paragraph.words.push(...splitWords(line));
      }
      if (/(?: {2}|\\)$/.test(line)) flush();
    }
  }
  flush();
  if (fence !== undefined) output.push(fence);
  while (output.at(-1) === "") output.pop();
  return output.map((line) =>
    FOREIGN_TAG.test(line) ? `@${escapeTags(line.slice(1))}` : escapeTags(line),
  );
}

/**
 * What a list item's line begins with. Inside a paragraph, a number opens a list only
 * if it is 1, as in Markdown: a sentence may well end in a number.
 */
function listMarker(
  line: string,
  open: Paragraph | undefined,
): string | undefined {
  const [marker, number] = LIST_ITEM.exec(line) ?? [];
  const inSentence = open !== undefined && !LIST_ITEM.test(`${open.first}x`);
  if (inSentence && number !== undefined && number !== "1") return undefined;
  return marker;
}

function startParagraph(line: string, marker: string | undefined): Paragraph {
  const indentation = /^\s*/.exec(line)?.[0] ?? "";
  const first = marker ?? indentation;
  const words = splitWords(line.slice(first.length));
  return { first, others: " ".repeat(first.length), words };
}

/** Words, where `{@link A | b c}` and `` `a b` `` are one each. */
function splitWords(line: string): string[] {
  return line.match(/(?:\{@[^}]*\}|(`+)(?:(?!\1)[^])*?\1(?!`)|\S)+/g) ?? [];
}

/** Words that mean something else to Markdown at the start of a line. */
const STARTS_BLOCK = /^(?:[-+*>|]|#{1,6}|1[.)])$|^(?:```|~~~|\||>)/;

function fill(
  { first, others, words }: Paragraph,
  width: number,
  offset: number,
): string[] {
  const lines: string[] = [];
  let line = first;
  let isEmpty = true;
  let left = width - first.length - offset;
  for (const word of words) {
    if (isEmpty || word.length + 1 <= left || STARTS_BLOCK.test(word)) {
      line += isEmpty ? word : ` ${word}`;
      left -= word.length + (isEmpty ? 0 : 1);
    } else {
      lines.push(line);
      line = others + word;
      left = width - line.length;
    }
    isEmpty = false;
  }
  return [...lines, line];
}
