/** What servers ask of clients: elicitation and sampling. */
import { validate } from "./explain.js";
import { isObject, ownValue } from "./json.js";
import { isUri } from "./formats.js";
import { type Issue, issueAt } from "./issue.js";
import type { TypeShape } from "./shape.js";

/** What is wrong with the params of an elicitation; beyond their type, a `url` must be one. */
export function elicitationIssues(
  params: unknown,
  type: TypeShape,
): readonly Issue[] {
  const result = validate(params, type);
  if (!result.success) return result.issues;
  const url =
    isObject(params) && ownValue(params, "mode") === "url"
      ? ownValue(params, "url")
      : undefined;
  if (typeof url !== "string" || isWebUrl(url)) return [];
  return [
    issueAt(["url"], "wrong_format", "URL", "expected a URL with a host"),
  ];
}

/** Whether a browser could open a string: `https://` and a host; `http` is for development. */
function isWebUrl(text: string): boolean {
  return /^https?:\/\/[^/?#]/i.test(text) && isUri(text);
}

/**
 * What is wrong with the tool traffic in a list of sampling messages that are
 * valid one by one: a user message with a tool result holds nothing else, and an
 * assistant message that uses tools is followed by exactly their results.
 *
 * @returns Issues with paths into the list; none when all is well.
 */
export function checkSamplingMessages(
  messages: readonly unknown[],
): readonly Issue[] {
  const issues: Issue[] = [];
  let open: readonly unknown[] = [];
  messages.forEach((message, index) => {
    const blocks = blocksOf(message);
    const results = blocks.filter(({ type }) => type === "tool_result");
    const uses = blocks.filter(({ type }) => type === "tool_use");
    const role = isObject(message) ? message["role"] : undefined;
    const rule = (expected: string, complaint: string): void => {
      issues.push(issueAt([index, "content"], "rule", expected, complaint));
    };
    if (uses.length > 0 && role !== "assistant") {
      rule("no tool_use", "only an assistant message uses tools");
    }
    if (results.length > 0 && role !== "user") {
      rule("no tool_result", "only a user message holds tool results");
    } else if (results.length > 0 && results.length < blocks.length) {
      rule(
        "tool_result only",
        "a message with tool results holds nothing else",
      );
    }
    const answered = results.map(({ toolUseId }) => toolUseId);
    for (const id of open) {
      if (!answered.includes(id)) {
        rule(
          `tool_result of ${String(id)}`,
          `no result for tool use ${String(id)}`,
        );
      }
    }
    answered.forEach((id, at) => {
      if (answered.indexOf(id) < at) {
        rule("one tool_result each", `two results for tool use ${String(id)}`);
      } else if (!open.includes(id)) {
        rule(
          "tool_use before",
          `result for ${String(id)}, which the message before does not use`,
        );
      }
    });
    open = uses.map(({ id }) => id);
  });
  if (open.length > 0) {
    issues.push(
      issueAt(
        [messages.length],
        "rule",
        "tool results",
        "the results of the last tool uses are missing",
      ),
    );
  }
  return issues;
}

interface Block {
  readonly type?: unknown;
  readonly id?: unknown;
  readonly toolUseId?: unknown;
}

/** The content of a message, which is one block or a list of them. */
function blocksOf(message: unknown): readonly Block[] {
  if (!isObject(message)) return [];
  const { content } = message;
  const blocks: readonly unknown[] = Array.isArray(content)
    ? content
    : [content];
  return blocks.filter(isObject);
}
