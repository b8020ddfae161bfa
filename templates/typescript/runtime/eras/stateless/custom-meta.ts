/** The naming rule for keys that a program adds to `_meta` (specification: basic/index). */
import { isMetaKey, isReservedMetaPrefix } from "../../../validators.js";

/**
 * Checks keys that the program itself puts into `_meta`. Keys that came from a
 * peer are never checked: they pass through.
 *
 * A reserved prefix is refused, except that of a declared extension: official
 * extensions name their keys like themselves.
 *
 * @param meta - The keys to be added.
 * @param extensions - Declared extensions, by identifier.
 * @param known - Keys of the protocol that may be among them.
 * @throws {TypeError} Naming the first key that breaks the rule.
 */
export function checkOwnMeta(
  meta: Readonly<Record<string, unknown>>,
  extensions: Readonly<Record<string, unknown>> | undefined,
  known: Readonly<Record<string, { readonly key: string }>> = {},
): void {
  for (const key of Object.keys(meta)) {
    if (accepted.has(key)) continue;
    if (Object.values(known).some((each) => each.key === key)) continue;
    if (!isMetaKey(key)) {
      throw new TypeError(
        `${JSON.stringify(key)} is not a valid key of _meta; own keys look like "com.example/name".`,
      );
    }
    const slash = key.indexOf("/");
    if (slash >= 0 && isReservedMetaPrefix(key.slice(0, slash))) {
      const prefix = key.slice(0, slash + 1);
      const declared = Object.keys(extensions ?? {});
      if (!declared.some((id) => id.startsWith(prefix))) {
        throw new TypeError(
          `${JSON.stringify(key)} has a prefix that is reserved for the protocol; own keys look like "com.example/name".`,
        );
      }
      continue;
    }
    if (accepted.size < 1_000) accepted.add(key);
  }
}

/** Keys found to be good; programs use few, and use them on every message. */
const accepted = new Set<string>();
