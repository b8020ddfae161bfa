/** One text for equal JSON values. */
import { stringify } from "./json-text.js";

/**
 * JSON with the keys of all objects in order, so that equal values have equal
 * texts. Properties that are undefined are left out, as JSON does.
 *
 * @throws {NestingError} if the value is nested too deeply
 */
export function canonicalJson(value: unknown): string {
  return stringify(value, (_key, member) =>
    typeof member === "object" && member !== null && !Array.isArray(member)
      ? Object.fromEntries(
          Object.entries(member).sort(([a], [b]) =>
            a < b ? -1 : a > b ? 1 : 0,
          ),
        )
      : member,
  );
}
