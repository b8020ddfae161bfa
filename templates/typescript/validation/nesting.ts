/** How deep JSON may be nested: what is deeper ends programs that walk it by recursion. */

/**
 * How many levels of arrays and objects a value may have. People write a few dozen;
 * common JSON readers stop at 1,000 or before.
 */
export const maxDepth = 1_000;

/** Whether a JSON value is nested more than {@link maxDepth} levels deep. An object within itself is. */
export function isTooDeep(value: unknown): boolean {
  return exceeds(value, maxDepth);
}

function exceeds(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) {
    for (const item of value) if (exceeds(item, levels - 1)) return true;
    return false;
  }
  // Faster than any list of keys; JSON values inherit none that count.
  for (const key in value) {
    if (exceeds((value as Record<string, unknown>)[key], levels - 1)) {
      return true;
    }
  }
  return false;
}
