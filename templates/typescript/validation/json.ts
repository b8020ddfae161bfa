/** JSON objects that come from outside: only what is their own counts. */

/** The properties of a JSON object, none of them checked yet. */
export type Fields = { readonly [key: string]: unknown };

/** True for a JSON object: no array, not null. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** True for a property that is the object's own; `Object.hasOwn` is newer than ES2020. */
export function hasOwn(object: object, key: PropertyKey): boolean {
  return Object.prototype.hasOwnProperty.call(object, key);
}

/** The value of an own property; undefined where there is none, or only an inherited one. */
export function ownValue(object: object, key: string): unknown {
  return hasOwn(object, key) ? (object as Fields)[key] : undefined;
}
