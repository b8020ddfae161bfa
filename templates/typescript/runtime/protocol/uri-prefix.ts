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

/**
 * All that can be subscribed to and {@link covers} `uri`: the URI itself and each one
 * above it, with and without the slash at the end. For an index of subscriptions.
 *
 * @param longest how many characters the longest subscribed URI has; longer ones are
 *   left out
 */
export function coveringUris(uri: string, longest: number): Set<string> {
  const covering = new Set<string>();
  if (uri.length <= longest) covering.add(uri);
  for (
    let slash = uri.indexOf("/");
    slash !== -1 && slash <= longest;
    slash = uri.indexOf("/", slash + 1)
  ) {
    covering.add(uri.slice(0, slash));
    if (slash < longest) covering.add(uri.slice(0, slash + 1));
  }
  return covering;
}
