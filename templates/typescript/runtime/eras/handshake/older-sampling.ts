/** What sampling in older revisions cannot carry (specification 2025-11-25: changelog). */
import { isObject } from "../../protocol/message.js";
import type { HandshakeVersion } from "./facts.js";
import { hasCapabilityPath } from "./versions.js";

/** Kinds of blocks that came together with several blocks in a message. */
const TOOL_BLOCKS: readonly unknown[] = ["tool_use", "tool_result"];

/**
 * Why a revision has no words for messages of sampling, or for an answer.
 *
 * @param messages - Whatever has `content`.
 * @returns undefined if it has.
 */
export function samplingProblem(
  version: HandshakeVersion,
  messages: unknown,
): string | undefined {
  if (hasCapabilityPath(version, "sampling.tools")) return undefined;
  if (!Array.isArray(messages)) return undefined;
  for (const message of messages) {
    const content: unknown = isObject(message) ? message["content"] : undefined;
    if (Array.isArray(content)) {
      return `in ${version.version} a message has one block of content.`;
    }
    if (isObject(content) && TOOL_BLOCKS.includes(content["type"])) {
      return `in ${version.version} no message is about tools.`;
    }
  }
  return undefined;
}
