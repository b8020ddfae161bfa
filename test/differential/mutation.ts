/** Random damage to JSON values: what faulty or hostile peers send. */
import type { Random } from "./random.js";

/** A place inside a value: the container and the key or index in it. */
interface Place {
  readonly container: Container;
  readonly key: string | number;
}

type Container = unknown[] | Record<string, unknown>;

/** Names that every object inherits or that JavaScript treats in its own way. */
const HARMFUL_KEYS = [
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "valueOf",
] as const;

/** More items than any `@maxItems` of the protocol allows. */
const MANY = 101;

/**
 * Changes a value in place at one to three random spots.
 *
 * @param literals strings of the schema that may replace one another
 * @returns the changed value; another one when the root itself was replaced
 */
export function mutated(
  value: unknown,
  literals: readonly string[],
  random: Random,
): unknown {
  const root = { value };
  for (let left = 1 + random.below(3); left > 0; left--) {
    const places = placesIn(root);
    damage(random.pick(places), places, literals, random);
  }
  return root.value;
}

/** Any JSON value, `depth` levels deep at most. */
export function anyJson(random: Random, depth = 2): unknown {
  switch (random.below(depth > 0 ? 9 : 7)) {
    case 0:
      return null;
    case 1:
      return random.chance(0.5);
    case 2:
      return random.pick([0, 1, -1, 7, 100, 101, 2 ** 31, -32603]);
    case 3:
      return random.pick([0.5, -0.25, 1e-7, 1e21, 2 ** 53, -(2 ** 53), 1.0001]);
    case 4:
      return "";
    case 5:
      return random.pick(["text", "user", "2.0", "file:///srv", "é\u{1f600}"]);
    case 6:
      return {};
    case 7:
      return Array.from({ length: random.below(3) }, () =>
        anyJson(random, depth - 1),
      );
    default: {
      const object: Record<string, unknown> = {};
      for (let left = random.below(3); left > 0; left--) {
        const key = random.pick(["a", "name", "type", ...HARMFUL_KEYS]);
        put(object, key, anyJson(random, depth - 1));
      }
      return object;
    }
  }
}

function damage(
  place: Place,
  places: readonly Place[],
  literals: readonly string[],
  random: Random,
): void {
  const { container, key } = place;
  const value = Reflect.get(container, key) as unknown;
  switch (random.below(12)) {
    case 0:
    case 1:
      return drop(place);
    case 2:
    case 3:
      return put(container, key, anyJson(random));
    case 4:
      return put(container, key, null);
    case 5:
      if (typeof value === "number") return put(container, key, value + 0.5);
      return put(container, key, [value]);
    case 6:
      if (typeof value === "number") return put(container, key, -value - 1);
      return put(container, key, { value });
    case 7:
      if (literals.length === 0) return drop(place);
      return put(container, key, random.pick(literals));
    case 8: {
      const other = random.pick(places);
      const copy = structuredClone(Reflect.get(other.container, other.key));
      return put(container, key, copy);
    }
    case 9:
      if (Array.isArray(value) && value.length > 0 && random.chance(0.3)) {
        return put(container, key, Array<unknown>(MANY).fill(value[0]));
      }
      if (Array.isArray(value)) return void value.push(anyJson(random));
      return put(container, key, "unknown-literal");
    default:
      if (isObject(value)) {
        const name = random.pick(["x-unknown", "name", ...HARMFUL_KEYS]);
        return put(value, name, anyJson(random));
      }
      return put(
        container,
        key,
        random.chance(0.5) ? 1.5 : JSON.stringify(value),
      );
  }
}

/** Every place below `root`, the value of `root` itself included. */
function placesIn(root: Record<string, unknown>): Place[] {
  const places: Place[] = [];
  const open: Container[] = [root];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const container = next;
    const keys = Array.isArray(container)
      ? container.slice(0, 8).map((_, index) => index)
      : Object.keys(container);
    for (const key of keys) {
      places.push({ container, key });
      const value = Reflect.get(container, key) as unknown;
      if (Array.isArray(value) || isObject(value)) open.push(value);
    }
  }
  return places;
}

function drop({ container, key }: Place): void {
  if (Array.isArray(container)) container.splice(Number(key), 1);
  else if (key === "value" && Object.keys(container).length === 1) {
    put(container, key, null);
  } else delete container[key];
}

/** Sets a key as `JSON.parse` does: `__proto__` becomes an ordinary own key. */
export function put(
  container: Container,
  key: string | number,
  value: unknown,
): void {
  if (key !== "__proto__") Reflect.set(container, key, value);
  else {
    Object.defineProperty(container, key, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
