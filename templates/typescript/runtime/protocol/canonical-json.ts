/** One text for equal JSON values. */

/**
 * JSON with the keys of all objects in order, so that equal values have equal
 * texts. Members that are undefined are left out, as JSON does.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) =>
    typeof member === "object" && member !== null && !Array.isArray(member)
      ? Object.fromEntries(
          Object.entries(member).sort(([a], [b]) =>
            a < b ? -1 : a > b ? 1 : 0,
          ),
        )
      : member,
  );
}
