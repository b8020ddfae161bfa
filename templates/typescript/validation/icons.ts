/** Where icons may come from (specification: basic/index). */

/**
 * Whether an icon may be fetched from here: an `https:` URL with a host, or a `data:`
 * URI. Whoever shows icons asks this first; other schemes could run code or read files.
 */
export function isIconSource(src: string): boolean {
  return /^(?:https:\/\/[^/?#\s]|data:[^\s,]*,)/i.test(src);
}
