/**
 * What is left out of results, or said in other words, for clients of older revisions.
 * Unknown properties do no harm, but kinds of content blocks that a client does not
 * know do.
 */
import { hasOwn, isObject } from "../../protocol/message.js";
import type { HandshakeVersion } from "./facts.js";

type Fields = Readonly<Record<string, unknown>>;

/** A result as a client of a revision can read it; the same object where nothing changes. */
export function resultForVersion(
  result: Record<string, unknown>,
  version: HandshakeVersion,
): Record<string, unknown> {
  const changed: Record<string, unknown> = {};
  const content = blocksForVersion(result["content"], version);
  if (content !== result["content"]) changed["content"] = content;
  const messages = messagesForVersion(result["messages"], version);
  if (messages !== result["messages"]) changed["messages"] = messages;
  const tools = toolsForVersion(result["tools"], version);
  if (tools !== result["tools"]) changed["tools"] = tools;
  const mapped =
    Object.keys(changed).length === 0 ? result : { ...result, ...changed };
  return structuredForVersion(mapped, version);
}

/** Structured content is an object in this era, and text says the same. */
function structuredForVersion(
  result: Record<string, unknown>,
  { structuredContent }: HandshakeVersion,
): Record<string, unknown> {
  if (!hasOwn(result, "structuredContent")) return result;
  const value = result["structuredContent"];
  if (structuredContent && isObject(value)) return result;
  const { structuredContent: _dropped, ...rest } = result;
  return rest;
}

function blocksForVersion(
  content: unknown,
  version: HandshakeVersion,
): unknown {
  if (!Array.isArray(content) || version.missingBlocks.length === 0) {
    return content;
  }
  const blocks = content.map((block: unknown) => blockFor(block, version));
  return blocks.some((block, index) => block !== content[index])
    ? blocks
    : content;
}

/** The messages of a prompt have one block each. */
function messagesForVersion(
  messages: unknown,
  version: HandshakeVersion,
): unknown {
  if (!Array.isArray(messages) || version.missingBlocks.length === 0) {
    return messages;
  }
  return messages.map((message: unknown) =>
    isObject(message)
      ? { ...message, content: blockFor(message["content"], version) }
      : message,
  );
}

function blockFor(
  block: unknown,
  { missingBlocks }: HandshakeVersion,
): unknown {
  if (!isObject(block) || !missingBlocks.includes(block["type"] as string)) {
    return block;
  }
  const { type, uri, title, name, mimeType } = block;
  const what = [title ?? name, uri].filter((each) => typeof each === "string");
  const text =
    what.length > 0
      ? what.join(": ")
      : `[${[type, mimeType].filter((each) => typeof each === "string").join(" ")}, which this revision of the protocol cannot carry]`;
  return { type: "text", text };
}

/** A tool whose output is not an object says nothing about it in this era. */
function toolsForVersion(
  tools: unknown,
  { structuredContent }: HandshakeVersion,
): unknown {
  if (!Array.isArray(tools)) return tools;
  const isKept = ({ outputSchema }: Fields): boolean =>
    outputSchema === undefined ||
    (structuredContent &&
      isObject(outputSchema) &&
      outputSchema["type"] === "object");
  if (tools.every((tool) => !isObject(tool) || isKept(tool))) return tools;
  return tools.map((tool: unknown) => {
    if (!isObject(tool) || isKept(tool)) return tool;
    const { outputSchema: _dropped, ...rest } = tool;
    return rest;
  });
}
