/** Text as content of messages and results: made, and read. */

/** A block of text, as results of tools and messages of prompts hold it. */
export interface TextBlock {
  type: "text";
  text: string;
}

/** Makes a block of text: `{ content: [text("Hello")] }`. */
export function text(words: string): TextBlock {
  return { type: "text", text: words };
}

/**
 * The text of a tool's result, or of a message: its blocks of text, each beginning a new
 * line. Other content is passed over.
 */
export function textOf(source: { readonly content: unknown }): string {
  const { content } = source;
  const blocks: readonly unknown[] = Array.isArray(content)
    ? content
    : [content];
  return blocks
    .filter(isText)
    .map((block) => block.text)
    .join("\n");
}

function isText(block: unknown): block is TextBlock {
  return (
    typeof block === "object" &&
    block !== null &&
    Reflect.get(block, "type") === "text" &&
    typeof Reflect.get(block, "text") === "string"
  );
}
