/** Results that are not quite what the schema says and can be read all the same. */
import { clientRequests, type ClientRequestTypes } from "../../../methods.js";

/**
 * A copy of a result with the faults mended that a client has to bear: no
 * `resultType` is a complete result of an older revision, hints on caching that
 * are absent or odd keep nothing, and a cursor that is null is none
 * (specification: basic/index, server/utilities/caching, server/utilities/pagination).
 */
export function readLeniently(
  method: keyof ClientRequestTypes,
  received: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const result: Record<string, unknown> = { ...received };
  result["resultType"] ??= "complete";
  const { cacheable, paginated } = clientRequests[method];
  if (cacheable) {
    const { ttlMs, cacheScope } = result;
    if (typeof ttlMs !== "number" || !(ttlMs >= 0)) result["ttlMs"] = 0;
    if (cacheScope !== "public") result["cacheScope"] = "private";
  }
  if (paginated && result["nextCursor"] === null) delete result["nextCursor"];
  return result;
}
