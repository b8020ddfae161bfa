/** The names of `_meta` keys and of extensions. */

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
