/**
 * Markdown of the schema, wrapped to a width and kept from meaning anything to the
 * compilers that read comments.
 */

/** Control characters and those that reorder the text around them; never line breaks. */
const INVISIBLE =
  // eslint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** LF line breaks, whatever ended the lines before, and nothing that cannot be seen. */
export function normaliseLines(text: string): string {
  return text.replace(/\r\n?|[\u2028\u2029]/g, "\n").replace(INVISIBLE, "");
}

/** The text on one line, without surrounding or repeated blanks. */
export function oneLine(text: string): string {
  return normaliseLines(text).replace(/\s+/g, " ").trim();
}

/**
 * An `@` at the start of a word would start a tag, and may after a brace: compilers
 * look neither for code spans nor for fences.
 */
export function escapeTags(line: string): string {
  return line.replace(/(^|\s|\{)@(?=\S)(?!(?<=\{@)link\s)/g, "$1\\@");
}

/** As {@link escapeTags}, by an escape that leaves the JSON what it was. */
export function escapeTagsInJson(line: string): string {
  return line.replace(/(^|[\s{])@(?=\S)/g, "$1\\u0040");
}

/**
 * A block tag that the model keeps as text because it means nothing to it, such as
 * `@remarks`. Those that the model knows are printed from there, never from text.
 */
const FOREIGN_TAG =
  /^@(?!(?:deprecated|internal|default|example|category|see|format|pattern|m(?:in|ax)\w+|nullable|TJS-\w+|ts-[\w-]+)\b)[A-Za-z][\w-]*(?=\s|$)/;

const FENCE = /^\s*(`{3,}|~{3,})\s*(\S*)/;
const LIST_ITEM = /^\s*(?:[-*+]|(\d{1,9})[.)])\s+(?=\S)/;
const STANDS_ALONE = /^\s*(?:\||#{1,6}\s|>|[-*_]\s*[-*_]\s*[-*_][-*_\s]*$)/;

/** A run of words that is wrapped as one, with what its lines begin with. */
interface Paragraph {
  readonly first: string;
  readonly others: string;
  readonly words: string[];
}

/**
 * Wraps Markdown: paragraphs and list items are filled again, everything whose line
 * breaks mean something (code, tables, headings, quotes) is kept. No line starts a
 * tag, but one that the text begins a paragraph with and the model does not know.
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
  let fence: Fence | undefined;
  // Where the text of the innermost list item begins, and whether code is being read
  // that is marked by four columns more than that.
  let margin = 0;
  let isCode = false;
  const flush = (): void => {
    if (paragraph === undefined) return;
    for (const line of fill(paragraph, width, output.length === 0 ? offset : 0))
      output.push(line);
    paragraph = undefined;
  };
  const lines = linesOf(text);
  for (const [index, line] of lines.entries()) {
    const indentation = indentationOf(line);
    if (fence !== undefined) {
      output.push(fence.escape(line.trimEnd()));
      if (fence.isClosedBy(line)) fence = undefined;
    } else if (line.trim() === "") {
      flush();
      if (output.at(-1) !== "" && output.length > 0) output.push("");
    } else if (
      paragraph === undefined &&
      indentation >= margin + CODE_INDENTATION &&
      (isCode || (output.at(-1) ?? "") === "")
    ) {
      isCode = true;
      output.push(escapeTags(line.trimEnd()));
    } else if (FENCE.test(line) || STANDS_ALONE.test(line)) {
      flush();
      isCode = false;
      fence = openFence(line);
      output.push(escapeTags(line.trimEnd()));
    } else {
      isCode = false;
      const marker = listMarker(line, paragraph);
      if (
        marker !== undefined ||
        paragraph === undefined ||
        FOREIGN_TAG.test(line)
      ) {
        flush();
        if (marker !== undefined) margin = marker.length;
        else if (indentation < margin) margin = 0;
        paragraph = startParagraph(line, marker);
      } else {
        for (const word of splitWords(line)) paragraph.words.push(word);
      }
      if (/(?: {2}|\\)$/.test(line)) {
        if (line.endsWith("  ") && goesOn(lines[index + 1], paragraph))
          // Blanks at the end of a line do not survive most editors.
          paragraph.words.push(`${paragraph.words.pop() ?? ""}\\`);
        flush();
      }
    }
  }
  flush();
  if (fence !== undefined) output.push(fence.mark);
  while (output.at(-1) === "") output.pop();
  return output;
}

/** Columns that make code of a line, beyond those of the text around it. */
const CODE_INDENTATION = 4;

/** The lines of a text without blank ones around them. */
function linesOf(text: string): readonly string[] {
  const lines = normaliseLines(text).split("\n");
  let [start, end] = [0, lines.length];
  while (lines[start]?.trim() === "") start++;
  while (end > start && lines[end - 1]?.trim() === "") end--;
  return lines.slice(start, end);
}

/** Columns of blanks that a line begins with; a tab leads to the next multiple of four. */
function indentationOf(line: string): number {
  let columns = 0;
  for (const character of line) {
    if (character === " ") columns++;
    else if (character === "\t") columns += 4 - (columns % 4);
    else break;
  }
  return columns;
}

/** True for a line that belongs to the paragraph above it. */
function goesOn(line: string | undefined, paragraph: Paragraph): boolean {
  return (
    line !== undefined &&
    line.trim() !== "" &&
    !FENCE.test(line) &&
    !STANDS_ALONE.test(line) &&
    !FOREIGN_TAG.test(line) &&
    listMarker(line, paragraph) === undefined
  );
}

/** A block of code that is being read. */
interface Fence {
  readonly mark: string;
  readonly escape: (line: string) => string;
  readonly isClosedBy: (line: string) => boolean;
}

function openFence(line: string): Fence | undefined {
  const [, mark, language = ""] = FENCE.exec(line) ?? [];
  if (mark === undefined) return undefined;
  return {
    mark,
    escape: language.startsWith("json") ? escapeTagsInJson : escapeTags,
    isClosedBy: (other) =>
      /^\s*(`+|~+)\s*$/.exec(other)?.[1]?.startsWith(mark) ?? false,
  };
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

/**
 * Words, where `{@link A | b c}` and `` `a b` `` are one each. By hand and in one pass:
 * a comment may be one line of megabytes, which a pattern with choices does not survive.
 */
function splitWords(line: string): string[] {
  const words: string[] = [];
  const spans = spansOf(line);
  const piece = /[^\s{`]+|\{@|`+|\S|\s+/y;
  let start: number | undefined;
  for (let index = 0; index < line.length; index = piece.lastIndex) {
    piece.lastIndex = index;
    piece.exec(line);
    if (/\s/.test(line[index] ?? "")) {
      if (start !== undefined) words.push(line.slice(start, index));
      start = undefined;
      continue;
    }
    start ??= index;
    piece.lastIndex = spans.get(index) ?? piece.lastIndex;
  }
  if (start !== undefined) words.push(line.slice(start));
  return words;
}

/** Ends of inline tags and code spans by their starts. */
function spansOf(line: string): ReadonlyMap<number, number> {
  const spans = new Map<number, number>();
  // From the right, so that each finds the nearest end behind it.
  const closing = new Map<string, number>();
  for (const { 0: mark, index } of [...line.matchAll(/`+|\{@|\}/g)].reverse()) {
    const end = closing.get(mark === "{@" ? "}" : mark);
    if (mark !== "}" && end !== undefined) spans.set(index, end);
    if (mark !== "{@") closing.set(mark, index + mark.length);
  }
  return spans;
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
  return [...lines, line].map((text, index) =>
    index === 0 && FOREIGN_TAG.test(text)
      ? `@${escapeTags(text.slice(1))}`
      : escapeTags(text),
  );
}
