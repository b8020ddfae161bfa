/** Changes at one place of a message; the message itself stays as it is. */
import type { Path } from "./places.js";

/** A copy of the value with another value at the path. */
export function replaced(value: unknown, path: Path, by: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return by;
  const copy = shallowCopy(value);
  copy[key] = replaced(copy[key], rest, by);
  return copy;
}

/** A copy of the value without the key that the path ends with. */
export function without(value: unknown, path: Path): unknown {
  const [key, ...rest] = path;
  if (key === undefined) throw new Error("the whole value cannot be left out");
  const copy = shallowCopy(value);
  if (rest.length === 0) delete copy[key];
  else copy[key] = without(copy[key], rest);
  return copy;
}

/** What stands at the path. */
export function at(value: unknown, path: Path): unknown {
  return path.reduce(
    (inner: any, key) => (inner as Record<string | number, unknown>)[key],
    value,
  );
}

function shallowCopy(value: unknown): Record<string | number, unknown> {
  return (
    Array.isArray(value) ? [...value] : { ...(value as object) }
  ) as Record<string | number, unknown>;
}
