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
const STANDS_ALONE = /^\s*(?:\||#{1,6}\s|>|(?:[-*_]\s*){3,}$)/;

/** A run of words that is wrapped as one, with what its lines begin with. */
interface Paragraph {
  readonly first: string;
  readonly others: string;
  readonly words: string[];
}

/**
 * Wraps Markdown: paragraphs and list items are filled anew, everything whose line
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
  const flush = (): void => {
    if (paragraph === undefined) return;
    output.push(...fill(paragraph, width, output.length === 0 ? offset : 0));
    paragraph = undefined;
  };
  for (const line of normaliseLines(text).trim().split("\n")) {
    if (fence !== undefined) {
      output.push(fence.escape(line.trimEnd()));
      if (fence.isClosedBy(line)) fence = undefined;
    } else if (FENCE.test(line) || STANDS_ALONE.test(line)) {
      flush();
      fence = openFence(line);
      output.push(escapeTags(line.trimEnd()));
    } else if (line.trim() === "") {
      flush();
      if (output.at(-1) !== "") output.push("");
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
  if (fence !== undefined) output.push(fence.mark);
  while (output.at(-1) === "") output.pop();
  return output;
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
  return [...lines, line].map((text, index) =>
    index === 0 && FOREIGN_TAG.test(text)
      ? `@${escapeTags(text.slice(1))}`
      : escapeTags(text),
  );
}
