/** Documentation comments -> {@link Documentation}. */
import type { ts } from "ts-morph";
import { UnsupportedSchemaError } from "../../failure.js";
import type { Documentation, Example } from "../../model/model.js";
import { parseComment, type Comment, type CommentTag } from "./comment.js";
import { compiler } from "./compiler.js";
import type { Reading } from "./reading.js";
import { isKnownTag, warnOfUnknownTags } from "./tags.js";

const NOTHING: Comment = { text: "", tags: [] };

/**
 * Comments between a declaration and what comes before it. One that begins on the
 * line where that ends belongs to the declaration only if this begins there too.
 */
function commentsBefore(
  { source: { text }, file }: Reading,
  node: ts.Node,
): readonly ts.CommentRange[] {
  const fullStart = node.getFullStart();
  const sameLine = compiler.getTrailingCommentRanges(text, fullStart) ?? [];
  const end = sameLine.at(-1)?.end ?? fullStart;
  const beginsThere = !text.slice(end, node.getStart(file)).includes("\n");
  return [
    ...(beginsThere ? sameLine : []),
    ...(compiler.getLeadingCommentRanges(text, fullStart) ?? []),
  ];
}

/**
 * The documentation comment in front of a declaration: the last of several.
 * A plain comment is none, and neither is one with a third star.
 */
export function commentBefore(reading: Reading, node: ts.Node): Comment {
  const { text } = reading.source;
  const range = [...commentsBefore(reading, node)]
    .reverse()
    .find(({ pos }) => /^\/\*\*[^*/]/.test(text.slice(pos, pos + 4)));
  if (range === undefined) return NOTHING;
  if (range.end - range.pos > MAX_COMMENT) throw tooLong(reading, range.pos);
  const comment = parseComment(text.slice(range.pos, range.end), range.pos);
  warnOfUnknownTags(comment, reading.report);
  return comment;
}

/** In UTF-16 units; the longest that a schema of the protocol has is 6,000 long. */
const MAX_COMMENT = 1_000_000;

function tooLong(
  { source, file }: Reading,
  start: number,
): UnsupportedSchemaError {
  const { line, character } = file.getLineAndCharacterOfPosition(start);
  return new UnsupportedSchemaError(
    `${source.path}:${line + 1}:${character + 1}: The comment is longer than a million characters; shorten it.`,
  );
}

/** First line and body of a tag as one text. */
function whole({ line, body }: CommentTag): string {
  return [line, body].filter((part) => part !== "").join("\n");
}

const INCLUDE = /\{@includeCode\s([^{}]*)\}/;

function readExample(reading: Reading, tag: CommentTag): Example {
  const [include] = INCLUDE.exec(whole(tag))?.[1]?.match(/\S+/) ?? [];
  if (include === undefined) {
    return tag.body === ""
      ? { title: "", text: tag.line }
      : { title: tag.line, text: tag.body };
  }
  const title = tag.line.replace(INCLUDE, "").trim();
  const text = reading.example(include);
  return text === undefined ? { title, include } : { title, text, include };
}

/**
 * The text, and below it the tags that have no meaning of their own in the model. What
 * `@description` says is text like any other.
 */
function textOf({ text, tags }: Comment): string {
  const unknown = tags
    .filter(({ name }) => !isKnownTag(name))
    .map((tag) =>
      tag.name === "description"
        ? whole(tag)
        : `@${tag.name} ${whole(tag)}`.trimEnd(),
    );
  return [...(text === "" ? [] : [text]), ...unknown].join("\n\n");
}

/** What a comment says, constraints aside. */
export function readDocumentation(
  reading: Reading,
  comment: Comment,
): Documentation {
  const named = (name: string): CommentTag[] =>
    comment.tags.filter((tag) => tag.name === name);
  const deprecated = named("deprecated")[0];
  const category = named("category")[0];
  const standard = named("default")[0];
  return {
    text: textOf(comment),
    ...(deprecated && { deprecated: whole(deprecated) }),
    internal: named("internal").length > 0,
    ...(category && { category: whole(category) }),
    ...(standard && { default: whole(standard) }),
    see: named("see").map(whole),
    examples: named("example").map((tag) => readExample(reading, tag)),
  };
}
