/** What servers ask users for (specification: client/elicitation). */
import { validate } from "./explain.js";
import { isFields, ownValue } from "./fields.js";
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
    isFields(params) && ownValue(params, "mode") === "url"
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
