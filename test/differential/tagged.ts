/** Random schemas whose properties have tags, and values close to what those limit. */
import type { ProtocolModel } from "../../generator/model/model.js";
import { readModel } from "../../generator/read/schema-ts/read.js";
import { importValidators, type TypeValidators } from "../compiled-output.js";
import { schemaText } from "../shared.js";
import { Random } from "./random.js";
import { ownReaders, readerOf, type Reader } from "./readers.js";

/** Aliases that properties can mention; some have limits of their own. */
const ALIASES = `
export type Count = number;
/** @minimum 0 @maximum 8 */
export type Small = number;
/** @TJS-type integer */
export type Whole = number;
export type Name = string;
/** @maxLength 3 */
export type Short = string;
export type Numbers = number[];
/** @minItems 1 */
export type Filled = string[];
export type Either = Name | Numbers | null;
export type Level = "low" | "high" | string;
export type Fixed = "low" | "high" | "medium" | "none" | "all" | "some";
export type Tree = string | number | Tree[];
export interface Pair { a?: number; b?: string; }
export type Bag = { [key: string]: number };
`;

const TYPES = [
  "number",
  "string",
  "boolean",
  "null",
  "unknown",
  "number[]",
  "string[]",
  "string[][]",
  "(number | string)[]",
  "{ [key: string]: number }",
  "{ [key: string]: string[] }",
  "{ a?: number; b?: string }",
  "object",
  '"abc" | "d"',
  '"abc" | string',
  "1 | 2.5 | 7",
  "Count",
  "Small",
  "Whole",
  "Name",
  "Short",
  "Numbers",
  "Filled",
  "Either",
  "Level",
  "Fixed",
  "Tree",
  "Pair",
  "Bag",
  "Pair & { c?: number }",
  "Count[]",
  "Small[]",
  "{ [key: string]: Short }",
];

const TAGS = [
  "@minimum 1",
  "@maximum 5",
  "@exclusiveMinimum 0",
  "@exclusiveMaximum 6",
  "@multipleOf 2",
  "@multipleOf 0.5",
  "@minLength 2",
  "@maxLength 3",
  "@pattern ^[a-d]*$",
  "@minItems 1",
  "@maxItems 2",
  "@uniqueItems",
  "@uniqueItems true",
  "@minProperties 1",
  "@maxProperties 1",
  "@TJS-type integer",
  "@asType integer",
  "@TJS-minimum 2",
  "@nullable",
  "@items.minimum 1",
  "@items.maxLength 2",
  '@items {"type":"integer"}',
  "@format uri",
] as const;

const NUMBERS = [-1, 0, 0.5, 1, 1.5, 2, 3, 4.5, 5, 6, 7, 8, 9];
const STRINGS = [
  "",
  "a",
  "ab",
  "abc",
  "abcd",
  "low",
  "zz",
  "all",
  "\u{1f600}\u{1f600}",
];

/** One drawn schema in all its readings. */
export interface TaggedSchema {
  readonly text: string;
  readonly model: ProtocolModel;
  readonly generated: TypeValidators;
  /** By `schema.json`, and by the schema object's own JSON Schema. */
  readonly schemas: readonly Reader[];
}

/** How many properties a drawn type has. */
const PROPERTIES = 12;

function drawnText(random: Random): string {
  const properties = Array.from({ length: PROPERTIES }, (_, index) => {
    const types = [random.pick(TYPES)];
    while (random.chance(0.4)) types.push(random.pick(TYPES));
    const tags = new Set([random.pick(TAGS)]);
    while (random.chance(0.5)) tags.add(random.pick(TAGS));
    const lines = random.chance(0.5) ? [[...tags].join(" ")] : [...tags];
    const type = types
      .map((each) => (each.includes("&") ? `(${each})` : each))
      .join(" | ");
    return `  /**\n${lines.map((line) => `   * ${line}`).join("\n")}\n   */\n  p${index}?: ${type};`;
  });
  return `export const LATEST_PROTOCOL_VERSION = "2026-07-28";\n${ALIASES}export interface Drawn {\n${properties.join("\n")}\n}\n`;
}

/** Draws a schema and compiles all its readings. */
export async function drawSchema(random: Random): Promise<TaggedSchema> {
  const text = drawnText(random);
  const { model } = readModel(schemaText(text));
  const generated = (await importValidators(model))("Drawn");
  const { input } = generated.schema["~standard"].jsonSchema;
  return {
    text,
    model,
    generated,
    schemas: [
      ownReaders(model)("Drawn"),
      readerOf(input({ target: "draft-2020-12" })),
    ],
  };
}

function drawnValue(random: Random, depth: number): unknown {
  const kind = random.below(depth > 2 ? 4 : 7);
  switch (kind) {
    case 0:
      return null;
    case 1:
      return random.chance(0.5);
    case 2:
      return random.pick(NUMBERS);
    case 3:
      return random.pick(STRINGS);
    case 4:
      return Object.fromEntries(
        ["a", "b", "c"]
          .slice(0, random.below(4))
          .map((key) => [key, drawnValue(random, depth + 1)]),
      );
    default: {
      const item = drawnValue(random, depth + 1);
      return Array.from({ length: random.below(4) }, () =>
        random.chance(0.5) ? item : drawnValue(random, depth + 1),
      );
    }
  }
}

/** What readings of a drawn schema say of values: the difference, if there is one, and how many were accepted. */
export function compareReadings(
  { text, generated, schemas }: TaggedSchema,
  random: Random,
  count: number,
): { readonly difference?: string; readonly accepted: number } {
  let accepted = 0;
  for (let turn = 0; turn < count; turn++) {
    const name = `p${random.below(PROPERTIES)}`;
    const value = { [name]: drawnValue(random, 0) };
    const is = generated.is(value);
    const readings = [
      generated.validate(value).success,
      ...schemas.map((reader) => reader(value)),
    ];
    if (readings.some((reading) => reading !== is)) {
      return {
        difference: `isDrawn: ${is}; validateDrawn, schema.json, DrawnSchema: ${readings.join(", ")}\n${JSON.stringify(value)}\n${text}`,
        accepted,
      };
    }
    if (is) accepted++;
  }
  return { accepted };
}
