/** What may stand in `_meta`: how keys and extensions are named, and the values of the keys for distributed tracing. */

/**
 * Whether a string may be a key of `_meta` (specification: basic/index): an
 * optional prefix of labels joined by dots and closed by a slash, then a name,
 * which may be empty.
 */
export function isMetaKey(key: string): boolean {
  const slash = key.indexOf("/");
  if (slash >= 0 && !isMetaPrefix(key.slice(0, slash))) return false;
  return isMetaName(key.slice(slash + 1));
}

/**
 * Whether a string may name an extension (specification: basic/versioning): a
 * key of `_meta` whose prefix is not left out.
 */
export function isExtensionId(id: string): boolean {
  return id.includes("/") && isMetaKey(id);
}

/** The labels of a prefix, with or without the slash that ends it; undefined when it is none. */
function labelsOf(prefix: string): readonly string[] | undefined {
  const bare = prefix.endsWith("/") ? prefix.slice(0, -1) : prefix;
  return isMetaPrefix(bare) ? bare.split(".") : undefined;
}

function isMetaPrefix(prefix: string): boolean {
  return prefix
    .split(".")
    .every((label) => /^[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?$/.test(label));
}

function isMetaName(name: string): boolean {
  return /^(?:[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)?$/.test(name);
}

/** Whether the second label of a prefix is one of these. */
export function hasSecondLabel(
  prefix: string,
  reserved: readonly string[],
): boolean {
  const label = labelsOf(prefix)?.[1];
  return label !== undefined && reserved.includes(label.toLowerCase());
}

/** Whether a label of a prefix that others follow is one of these. */
export function hasLabelBeforeAnother(
  prefix: string,
  reserved: readonly string[],
): boolean {
  const labels = labelsOf(prefix) ?? [];
  return labels
    .slice(0, -1)
    .some((label) => reserved.includes(label.toLowerCase()));
}

/**
 * Whether a string has the form of a `traceparent` (W3C Trace Context). A version
 * above `00` may go on after the flags.
 */
export function isTraceparent(text: string): boolean {
  const [, version, trace, parent, rest] =
    /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-.*)?$/.exec(
      text,
    ) ?? [];
  if (version === undefined || version === "ff") return false;
  if (/^0+$/.test(trace as string) || /^0+$/.test(parent as string)) {
    return false;
  }
  return rest === undefined || version !== "00";
}

const MAX_TRACESTATE_MEMBERS = 32;

/** Whether a string has the form of a `tracestate` (W3C Trace Context). */
export function isTracestate(text: string): boolean {
  const keys = new Set<string>();
  const members = trimmedParts(text, ",").filter((member) => member !== "");
  for (const member of members) {
    const split = member.indexOf("=");
    const key = member.slice(0, Math.max(0, split));
    const value = member.slice(split + 1);
    if (!/^[a-z0-9][a-z0-9_*/@-]{0,255}$/.test(key) || keys.has(key)) {
      return false;
    }
    // Printable ASCII but for comma and equals sign, no blank at the end.
    if (!/^[ -+\--<>-~]{0,255}[!-+\--<>-~]$/.test(value)) return false;
    keys.add(key);
  }
  return members.length <= MAX_TRACESTATE_MEMBERS;
}

/** Whether a string has the form of a `baggage` header (W3C Baggage). */
export function isBaggage(text: string): boolean {
  return trimmedParts(text, ",").every((member) => {
    const [entry = "", ...properties] = trimmedParts(member, ";");
    return isPair(entry) && properties.every(isProperty);
  });
}

function isProperty(text: string): boolean {
  return isToken(text) || isPair(text);
}

function isPair(text: string): boolean {
  const split = text.indexOf("=");
  if (split < 0 || !isToken(text.slice(0, split).trimEnd())) return false;
  // ASCII without control characters, blank, quote, comma, semicolon and backslash.
  const value = text.slice(split + 1).trimStart();
  return (
    /^[!#-+\--:<-[\]-~]*$/.test(value) && !/%(?![0-9A-Fa-f]{2})/.test(value)
  );
}

function isToken(text: string): boolean {
  return /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(text);
}

function trimmedParts(text: string, separator: string): string[] {
  return text
    .split(separator)
    .map((part) => part.replace(/^[ \t]+/, "").trimEnd());
}
