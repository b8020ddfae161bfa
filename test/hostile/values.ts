/**
 * Structured fuzzing: values that only a hostile peer sends, at each place of a valid
 * message.
 *
 * Values are JSON texts and not JavaScript values, since much of what is dangerous exists
 * in text alone: `1e400`, a key `__proto__`, one key twice, a nesting that no
 * `JSON.stringify` survives.
 */
import fc from "fast-check";

/** The way to a place in a JSON value: keys and indexes from the root, which is `[]`. */
export type Path = readonly (string | number)[];

/** One hostile message, and how it was made. */
export interface HostileMessage {
  /** The JSON text as a peer sends it; never with a line break. */
  readonly text: string;
  /** Which value is at which place, short enough for a report. */
  readonly what: string;
}

/** How deep values are nested: more than validators follow, than `JSON.stringify` does, and a lot. */
export const depths = [200, 3_000, 20_000, 100_000] as const;

/** Arrays in arrays, with `inner` in the middle. */
export function nestedArrays(depth: number, inner = ""): string {
  return "[".repeat(depth) + inner + "]".repeat(depth);
}

/** Objects in objects, all below the same key. */
export function nestedObjects(depth: number, key = "a"): string {
  return `{${JSON.stringify(key)}:`.repeat(depth) + "1" + "}".repeat(depth);
}

/** Names that objects inherit, that languages treat in a special way, or that are hard to write. */
export const hostileNames: readonly string[] = [
  "__proto__",
  "constructor",
  "prototype",
  "hasOwnProperty",
  "toString",
  "valueOf",
  "toJSON",
  "then",
  "length",
  "",
  " ",
  "\0",
  "\u001b[2J",
  "\r\nx-injected: 1",
  "\u2028",
  "\ufeff",
  "\ud800",
  "\udc00\ud800",
  "k".repeat(100_000),
];

const names = hostileNames.map((name) => JSON.stringify(name));

// prettier-ignore
const scalars: readonly string[] = [
  "null", "true", "false", "[]", "{}", "[null]", "[[]]", "[{}]", '""',
  "0", "-0", "-1", "0.5", "1e-400", "1e21", "1e400", "-1e400",
  "9007199254740991", "9007199254740993", "1.0000000000000001",
];

/** Hostile values, each as JSON text. */
export const hostileTexts: readonly string[] = [
  ...scalars,
  // A number of so many digits that reading it costs time.
  `1${"0".repeat(10_000)}`,
  ...names,
  ...names.map((name) => `{${name}:1}`),
  ...names.map((name) => `{${name}:{${name}:[]}}`),
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"a":1,"a":{"b":2}}',
  ...depths.flatMap((depth) => [
    nestedArrays(depth),
    nestedArrays(depth, '{"a":1}'),
    nestedObjects(depth),
    nestedObjects(depth, "_meta"),
  ]),
  JSON.stringify("日".repeat(50_000)),
  `[${"{},".repeat(20_000)}{}]`,
  `[${'"",'.repeat(20_000)}""]`,
  `{${Array.from({ length: 5_000 }, (_, index) => `"k${index}":${index}`).join()}}`,
];

/** A hostile value as JSON text: one of the list, or any small JSON value. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...hostileTexts) },
  { weight: 1, arbitrary: fc.json({ maxDepth: 3, stringUnit: "binary" }) },
);

/** Every place of a JSON value, the root first. */
export function placesOf(value: unknown, path: Path = []): Path[] {
  const entries = Array.isArray(value)
    ? value.map((item, index) => [index, item] as const)
    : typeof value === "object" && value !== null
      ? Object.entries(value)
      : [];
  return [
    path,
    ...entries.flatMap(([key, item]) => placesOf(item, [...path, key])),
  ];
}

/**
 * The JSON text of a value that has another text at one place.
 *
 * @param path a place of the value, or a key that an object of it does not have yet
 */
export function textWith(value: unknown, path: Path, text: string): string {
  const [step, ...rest] = path;
  if (step === undefined) return text;
  if (Array.isArray(value)) {
    const items = value.map((item, index) =>
      index === step ? textWith(item, rest, text) : JSON.stringify(item),
    );
    return `[${items.join()}]`;
  }
  const object = value as Readonly<Record<string, unknown>>;
  const keys = Object.keys(object);
  if (!Object.hasOwn(object, step)) keys.push(String(step));
  const members = keys.map((key) => {
    const written =
      key === step
        ? textWith(object[key], rest, text)
        : JSON.stringify(object[key]);
    return `${JSON.stringify(key)}:${written}`;
  });
  return `{${members.join()}}`;
}

/**
 * Valid messages with one hostile change each: a hostile value in the place of a valid
 * one, a hostile name added to an object, or a member left out.
 *
 * @param examples valid messages, by name
 */
export function hostileMessages(
  examples: readonly { readonly name: string; readonly message: unknown }[],
): fc.Arbitrary<HostileMessage> {
  const places = examples.flatMap(({ name, message }) =>
    placesOf(message).map((path) => ({ name, message, path })),
  );
  const replaced = fc
    .tuple(fc.constantFrom(...places), hostileText)
    .map(([{ name, message, path }, text]) => ({
      text: textWith(message, path, text),
      what: `${name}: ${shown(path)} is ${cut(text)}`,
    }));
  const objects = places.filter(({ message, path }) => {
    const value = valueAt(message, path);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  });
  const added = fc
    .tuple(
      fc.constantFrom(...objects),
      fc.constantFrom(...hostileNames),
      hostileText,
    )
    .map(([{ name, message, path }, key, text]) => ({
      text: textWith(message, [...path, key], text),
      what: `${name}: ${shown([...path, key])} is ${cut(text)}`,
    }));
  const members = places.filter(({ path }) => typeof path.at(-1) === "string");
  const missing = fc
    .constantFrom(...members)
    .map(({ name, message, path }) => ({
      text: JSON.stringify(without(message, path)),
      what: `${name}: ${shown(path)} is missing`,
    }));
  return fc.oneof(
    { weight: 6, arbitrary: replaced },
    { weight: 2, arbitrary: added },
    { weight: 1, arbitrary: missing },
  );
}

/**
 * Seed and number of runs for fast-check. The seed is another one in each run of the
 * tests, is printed, and can be given: `FUZZ_SEED=123 npx vitest run test/hostile`.
 * `FUZZ_FACTOR=100` makes a hundred times as many runs.
 */
export function fuzzParameters(
  test: string,
  numRuns: number,
): { readonly seed: number; readonly numRuns: number } {
  const given = process.env["FUZZ_SEED"];
  const seed =
    given === undefined ? Math.trunc(Math.random() * 2 ** 31) : Number(given);
  console.info(`${test}: FUZZ_SEED=${seed}`);
  return { seed, numRuns: numRuns * Number(process.env["FUZZ_FACTOR"] ?? 1) };
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (current, step) => (current as Record<string | number, unknown>)[step],
    value,
  );
}

function without(value: unknown, path: Path): unknown {
  const copy = structuredClone(value);
  const holder = valueAt(copy, path.slice(0, -1)) as Record<string, unknown>;
  delete holder[path.at(-1) as string];
  return copy;
}

function shown(path: Path): string {
  return path.length === 0
    ? "all of it"
    : path.map((step) => cut(String(step))).join(".");
}

function cut(text: string): string {
  return text.length <= 60 ? text : `${text.slice(0, 50)}... (${text.length})`;
}
