/** What a documentation comment becomes in a JSON Schema: `description`, `deprecated`, `default`. */
import type { Documentation } from "../../model/model.js";
import type { Json } from "./print.js";
import type { JsonSchema } from "./schema.js";

/**
 * The annotation keywords of a documented type or property.
 *
 * A reason for a deprecation follows the description as a paragraph of its
 * own, because JSON Schema's `deprecated` is a mere flag.
 *
 * @param isType says whether a name is one of the document's types: links to
 * those become links to their schemas
 */
export function annotationsOf(
  documentation: Documentation,
  isType: (name: string) => boolean,
): JsonSchema {
  const { text, deprecated } = documentation;
  const paragraphs = [text];
  if (deprecated) {
    const saysSo = /^deprecated\b/i.test(deprecated);
    paragraphs.push(saysSo ? deprecated : `Deprecated: ${deprecated}`);
  }
  const description = paragraphs
    .filter((paragraph) => paragraph !== "")
    .map((paragraph) => withMarkdownLinks(paragraph, isType))
    .join("\n\n");
  const byDefault = parsedDefault(documentation.default);
  return {
    ...(description !== "" && { description }),
    ...(deprecated !== undefined && { deprecated: true }),
    ...(byDefault !== undefined && { default: byDefault }),
  };
}

/** Turns TSDoc's `{@link Target | text}` into Markdown links. */
function withMarkdownLinks(
  text: string,
  isType: (name: string) => boolean,
): string {
  return text.replace(
    /\{@link(?:code|plain)?\s+([^\s|{}]+)([^{}]*)\}/g,
    (_link, target: string, rest: string) => {
      const words = rest.trimStart().replace(/^\|/, "").trim();
      const label = words || (URL.canParse(target) ? target : `\`${target}\``);
      if (isType(target)) return `[${label}](#/$defs/${target})`;
      return URL.canParse(target) ? `[${label}](${target})` : label;
    },
  );
}

/** The value of an `@default` tag; nothing when its text is prose instead of JSON. */
function parsedDefault(text: string | undefined): Json | undefined {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
