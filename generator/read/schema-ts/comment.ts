/**
 * Splits a documentation comment into its description and block tags.
 *
 * TypeScript's own JSDoc parser ends a tag at the next `@`, even inside a regular
 * expression, so the raw text is read here: only an `@` that opens a line opens a tag.
 */

import { isLimitTag, limitTags } from "./limit-tags.js";

/** A block tag: `@name`, and all that follows up to the next one. */
export interface CommentTag {
  readonly name: string;
  /** The rest of the tag's first line. */
  readonly line: string;
  /** The lines below it, joined by LF, without surrounding blank ones. */
  readonly body: string;
  /** Offset of the `@` in the schema's text. */
  readonly start: number;
  /** Offset of the end of the name. */
  readonly end: number;
}

/** A documentation comment. */
export interface Comment {
  /** The lines before the first tag, without the comment's stars. */
  readonly text: string;
  readonly tags: readonly CommentTag[];
}

/** Tags without a value: what follows on their line is another tag. */
const FLAGS: ReadonlySet<string> = new Set(["internal", "nullable"]);

/** A tag that opens a line; `@scope/package` is none. */
const OPENING = /^@([A-Za-z$_][\w$-]*(?:\.[\w$-]+)*:?)(?![\w$/-])[ \t]*(.*)$/s;

/** Where a tag follows another one, or a sentence, on the same line: only what cannot be prose. */
const NEXT = new RegExp(
  `[ \\t]+(?=@(?:${[...limitTags, ...FLAGS].join("|")})(?:[ \\t:]|$))`,
);

/** A line's text, and the limits in tags that it ends with: `Up to ten. @maximum 10`. */
const TRAILING = new RegExp(
  `^([^@]*?\\S)[ \\t]+(@(?:${limitTags.join("|")})[ \\t]*[ \\t:][ \\t]*[^\\s@]+(?:[ \\t]+@.*)?[ \\t]*)$`,
);
const FENCE = /^(?:```|~~~)/;

interface Line {
  readonly text: string;
  readonly start: number;
}

/** The comment's lines without stars and the one blank after each. */
function linesOf(raw: string, start: number): Line[] {
  const inner = raw.slice("/**".length, -"*/".length);
  const lines: Line[] = [];
  let offset = start + "/**".length;
  for (const [index, line] of inner.split("\n").entries()) {
    const margin =
      (index === 0 ? /^[ \t]*/ : /^[ \t]*(?:\*[ \t]?)?/).exec(line)?.[0] ?? "";
    lines.push({
      text: withHardBreak(line.slice(margin.length)),
      start: offset + margin.length,
    });
    offset += line.length + 1;
  }
  return lines;
}

/** The last characters of a line. */
function endOf({ text, start }: Line, length: number): Line {
  const from = text.length - length;
  return { text: text.slice(from), start: start + from };
}

/** The line without blanks at its end, but for the two that break it in Markdown. */
function withHardBreak(line: string): string {
  const text = line.trimEnd();
  return text !== "" && line.startsWith("  ", text.length) ? `${text}  ` : text;
}

function joined(lines: readonly string[]): string {
  let [start, end] = [0, lines.length];
  while (lines[start]?.trim() === "") start++;
  while (end > start && lines[end - 1]?.trim() === "") end--;
  return lines.slice(start, end).join("\n");
}

/**
 * Reads a comment.
 *
 * @param raw The comment from its opening slash to its closing one.
 * @param start The comment's offset in the schema's text.
 */
export function parseComment(raw: string, start: number): Comment {
  const description: string[] = [];
  const tags: { tag: Omit<CommentTag, "body">; body: string[] }[] = [];
  let fenced = false;
  for (const line of linesOf(raw, start)) {
    let rest = line;
    let opening = fenced ? null : OPENING.exec(rest.text);
    if (opening === null) {
      const [, text = line.text, trailing] =
        (fenced || tags.length > 0 ? null : TRAILING.exec(line.text)) ?? [];
      (tags.at(-1)?.body ?? description).push(text);
      if (FENCE.test(line.text.trimStart())) fenced = !fenced;
      if (trailing !== undefined) {
        rest = endOf(line, trailing.length);
        opening = OPENING.exec(trailing);
      }
    }
    while (opening !== null) {
      const [, written = "", whole = ""] = opening;
      const name = written.replace(/:$/, "");
      const isLimit = isLimitTag(name);
      const next = isLimit || name === "default" ? NEXT.exec(whole) : null;
      const value = next === null ? whole : whole.slice(0, next.index);
      tags.push({
        tag: {
          name: isLimit ? name : written,
          // `@format : uri`
          line: isLimit ? value.replace(/^:[ \t]*/, "").trimEnd() : value,
          start: rest.start,
          end: rest.start + 1 + written.length,
        },
        body: [],
      });
      rest = endOf(
        rest,
        next === null
          ? whole.length
          : whole.length - next.index - next[0].length,
      );
      opening =
        next !== null || FLAGS.has(name) ? OPENING.exec(rest.text) : null;
    }
  }
  return {
    text: joined(description),
    tags: tags.map(({ tag, body }) => ({ ...tag, body: joined(body) })),
  };
}
