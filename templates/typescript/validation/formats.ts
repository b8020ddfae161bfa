/** Forms of strings: URIs, Base64, and where icons may come from. */

/** Whether a string is a URI with a scheme (RFC 3986): characters and escapes are checked, no scheme's own rules. */
export function isUri(text: string): boolean {
  return (
    /^[A-Za-z][A-Za-z0-9+.-]*:[!#$%&'()*+,\-./0-9:;=?@A-Z[\]_a-z~]*$/.test(
      text,
    ) && hasWholeEscapes(text)
  );
}

/** Whether a string is a URI template (RFC 6570), as far as its characters and braces go. */
export function isUriTemplate(text: string): boolean {
  return (
    /^(?:[^\s"'<>\\^`{|}]|\{[+#./;?&=,!@|]?[A-Za-z0-9_.%,:*]+\})*$/.test(
      text,
    ) && hasWholeEscapes(text)
  );
}

/** Whether a string is Base64 with the standard alphabet and padding (RFC 4648). */
export function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
}

function hasWholeEscapes(text: string): boolean {
  return !/%(?![0-9A-Fa-f]{2})/.test(text);
}

/**
 * Whether an icon may be fetched from here: an `https:` URL with a host, or a `data:`
 * URI. Ask this before an icon is shown: other schemes could run code or read files.
 */
export function isIconSource(src: string): boolean {
  return /^(?:https:\/\/[^/?#\s]|data:[^\s,]*,)/i.test(src);
}
