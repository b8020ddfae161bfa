export const LATEST_PROTOCOL_VERSION = "2026-07-28";

/**
 * Examples.
 *
 * @example Included
 * {@includeCode ./included.json}
 *
 * @example Missing
 * {@includeCode ./missing.json}
 *
 * @example Outside
 * {@includeCode ../interface/schema.ts}
 *
 * @example Written out
 * ```json
 * { "@key": "no tag",
 * @neither
 * }
 * ```
 *
 * @example { "alone": true }
 */
export interface Tool {
  name: string;
}
