/** Formats that can be checked, when `--formats assert` asks for it. */
import type { Constraints } from "../../../model/model.js";
import type { Scope } from "./scope.js";

const FORMATS: ReadonlyMap<string, string> = new Map([
  ["byte", "isBase64"],
  ["uri", "isUri"],
  ["uri-template", "isUriTemplate"],
]);

/** The function that checks a format; undefined where formats are only noted. */
export function formatCheck(
  { format }: Constraints,
  scope: Scope,
): string | undefined {
  const helper =
    scope.assertsFormats && format !== undefined
      ? FORMATS.get(format)
      : undefined;
  return helper === undefined ? undefined : scope.use(helper);
}

/** A pattern that can be checked; undefined for one that is no regular expression. */
export function usablePattern({ pattern }: Constraints): RegExp | undefined {
  if (pattern === undefined) return undefined;
  try {
    return new RegExp(pattern, "u");
  } catch {
    return undefined;
  }
}
