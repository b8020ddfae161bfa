/** JSON objects that come from outside: only what is their own counts. */

/** The properties of a JSON object, none of them checked yet. */
export type Fields = { readonly [key: string]: unknown };

/** True for a JSON object: no array, not null. */
export function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value of an own property; undefined where there is none, or only an inherited one. */
export function ownValue(object: Fields, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
