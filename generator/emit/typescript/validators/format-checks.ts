/** Formats that can be checked, when `--formats assert` asks for it. */
import type { Limits } from "../../../model/constraints.js";
import type { Scope } from "./scope.js";

const FORMATS: ReadonlyMap<string, string> = new Map([
  ["byte", "isBase64"],
  ["uri", "isUri"],
  ["uri-template", "isUriTemplate"],
]);

/** The function that checks a format; undefined where formats are only noted. */
export function formatCheck(
  { format }: Limits,
  scope: Scope,
): string | undefined {
  const helper =
    scope.assertsFormats && format !== undefined
      ? FORMATS.get(format)
      : undefined;
  return helper === undefined ? undefined : scope.use(helper);
}

/** A pattern that can be checked; undefined for one that is not a regular expression. */
export function usablePattern({ pattern }: Limits): RegExp | undefined {
  return pattern === undefined ? undefined : expressionOf(pattern);
}

/** A pattern as a regular expression literal, with the flag `u` where it allows that. */
export function printPattern(pattern: string): string {
  return String(expressionOf(pattern) ?? /(?!)/);
}

function expressionOf(pattern: string): RegExp | undefined {
  for (const flags of ["u", ""]) {
    try {
      return new RegExp(pattern, flags);
    } catch {
      // It may be one without the flag.
    }
  }
  return undefined;
}
