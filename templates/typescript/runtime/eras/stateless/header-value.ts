/**
 * Text of the message body as HTTP header values, and back.
 *
 * `Mcp-Name` and `Mcp-Param-*` mirror values of the body. What HTTP cannot carry
 * as it is travels in Base64 between two markers: `=?base64?WsO8cmljaA==?=`.
 */

const opening = "=?base64?";
const closing = "?=";

/** Everything that a header may hold unencoded: printable ASCII, no blank at an end. */
const plainText = /^(?:[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?)?$/;

/** What a received header value may be made of: printable ASCII and tabs. */
const legalValue = /^[\t\x20-\x7e]*$/;

const base64Text =
  /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

const encoder = /* @__PURE__ */ new TextEncoder();
const decoder = /* @__PURE__ */ new TextDecoder("utf-8", {
  fatal: true,
  ignoreBOM: true,
});

/**
 * Writes a text as a header value.
 *
 * Plain when HTTP passes it on unchanged; Base64 between the markers when it has
 * characters outside printable ASCII, begins or ends with a blank, or could be
 * taken for an encoded value itself. So a line break in a tool's name can never
 * start a header of its own. A lone surrogate becomes U+FFFD, as UTF-8 has no
 * form for it.
 */
export function encodeHeaderValue(text: string): string {
  if (
    plainText.test(text) &&
    !(text.startsWith(opening) && text.endsWith(closing))
  ) {
    return text;
  }
  let binary = "";
  for (const byte of encoder.encode(text)) {
    binary += String.fromCharCode(byte);
  }
  return opening + btoa(binary) + closing;
}

/**
 * Reads a header value that {@link encodeHeaderValue}, or any other client, wrote.
 *
 * Blanks around it are not part of it. The markers count only in exactly their
 * own spelling; what lacks one of them is plain text.
 *
 * @returns the text, or `undefined` when the value holds an illegal character or
 *   something between the markers that is not the padded Base64 of UTF-8.
 */
export function decodeHeaderValue(value: string): string | undefined {
  if (!legalValue.test(value)) {
    return undefined;
  }
  const text = trimBlanks(value);
  if (
    text.length < opening.length + closing.length ||
    !text.startsWith(opening) ||
    !text.endsWith(closing)
  ) {
    return text;
  }
  const encoded = text.slice(opening.length, -closing.length);
  if (!base64Text.test(encoded)) {
    return undefined;
  }
  const binary = atob(encoded);
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index += 1) {
    bytes[index] = binary.charCodeAt(index);
  }
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Cuts spaces and tabs, the only blanks of HTTP, from both ends. */
export function trimBlanks(value: string): string {
  let start = 0;
  let end = value.length;
  while (start < end && isBlank(value.charCodeAt(start))) {
    start += 1;
  }
  while (end > start && isBlank(value.charCodeAt(end - 1))) {
    end -= 1;
  }
  return value.slice(start, end);
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09;
}
