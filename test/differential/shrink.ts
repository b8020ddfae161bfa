/** Finds a small input that still shows what a large random one showed. */
import { put } from "./mutation.js";

/** How many candidates are tried at most. */
const ATTEMPTS = 2_000;

/**
 * Takes keys and items away and replaces values by simpler ones, as long as
 * `stillShows` holds for what is left. The given value is not changed.
 */
export function shrunk(
  value: unknown,
  stillShows: (value: unknown) => boolean,
): unknown {
  let smallest = value;
  let attempts = 0;
  let progress = true;
  while (progress && attempts < ATTEMPTS) {
    progress = false;
    for (const candidate of simpler(smallest)) {
      if (++attempts > ATTEMPTS) break;
      if (!stillShows(candidate)) continue;
      smallest = candidate;
      progress = true;
      break;
    }
  }
  return smallest;
}

/** Copies of the value with one thing less in them, the greatest steps first. */
function* simpler(value: unknown): Generator<unknown> {
  if (Array.isArray(value)) {
    yield* value;
    if (value.length > 1) yield value.slice(0, value.length >> 1);
    for (let index = 0; index < value.length; index++) {
      yield [...value.slice(0, index), ...value.slice(index + 1)];
    }
    for (const [index, item] of value.entries()) {
      for (const less of simpler(item)) {
        yield value.map((other, at) => (at === index ? less : other));
      }
    }
  } else if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value);
    yield* entries.map(([, member]) => member);
    for (const [key] of entries) {
      yield objectOf(entries.filter(([other]) => other !== key));
    }
    for (const [key, member] of entries) {
      for (const less of simpler(member)) {
        yield objectOf(entries.map((e) => (e[0] === key ? [key, less] : e)));
      }
    }
  } else if (typeof value === "string" && value !== "") {
    yield "";
  } else if (typeof value === "number" && value !== 0) {
    yield 0;
  }
}

function objectOf(entries: readonly (readonly [string, unknown])[]): object {
  const object: Record<string, unknown> = {};
  for (const [key, value] of entries) put(object, key, value);
  return object;
}
