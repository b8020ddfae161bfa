/** Which updates a subscription to a resource speaks of. */

/**
 * True if a subscription to `subscribed` speaks of `uri`: the same resource, or
 * one below it, since an update may name a part of what was asked for.
 */
export function covers(subscribed: string, uri: string): boolean {
  if (subscribed === uri) return true;
  return uri.startsWith(
    subscribed.endsWith("/") ? subscribed : `${subscribed}/`,
  );
}
