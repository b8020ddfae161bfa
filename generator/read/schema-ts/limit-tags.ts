/**
 * The tags that limit values, as generators of JSON Schema know them, and how their values
 * are read.
 */
import type { Constraints } from "../../model/model.js";
import type { CommentTag } from "./comment.js";
import type { Reporter } from "./reporter.js";
import { nearest } from "../../suggestion.js";

/** Numbers that a value is compared with. */
const BOUNDS = [
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
] as const satisfies readonly (keyof Constraints)[];

/** Numbers of characters, items and properties. */
const COUNTS = [
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "minProperties",
  "maxProperties",
] as const satisfies readonly (keyof Constraints)[];

/** Every keyword of JSON Schema that is a tag as well. */
const KEYWORDS = [
  ...BOUNDS,
  "multipleOf",
  ...COUNTS,
  "uniqueItems",
  "pattern",
  "format",
] as const satisfies readonly (keyof Constraints)[];

type Keyword = (typeof KEYWORDS)[number] | "jsonType";

/** What JSON Schema calls the types of values. */
const JSON_TYPES: readonly string[] = [
  "string",
  "number",
  "integer",
  "boolean",
  "object",
  "array",
  "null",
];

/** Formats of JSON Schema and OpenAPI. */
const FORMATS: ReadonlySet<string> = new Set([
  "binary",
  "byte",
  "date",
  "date-time",
  "double",
  "duration",
  "email",
  "float",
  "hostname",
  "idn-email",
  "idn-hostname",
  "int32",
  "int64",
  "ipv4",
  "ipv6",
  "iri",
  "iri-reference",
  "json-pointer",
  "password",
  "regex",
  "relative-json-pointer",
  "time",
  "uri",
  "uri-reference",
  "uri-template",
  "uuid",
]);

/** Names of all tags that limit values; those of other generators' dialects included. */
export const limitTags: readonly string[] = [
  ...KEYWORDS,
  ...KEYWORDS.map((keyword) => `TJS-${keyword}`),
  "TJS-type",
  "asType",
  "items",
  "items.type",
  ...KEYWORDS.map((keyword) => `items.${keyword}`),
];

const NAMES: ReadonlySet<string> = new Set(limitTags);

/** Whether a tag limits values. */
export function isLimitTag(name: string): boolean {
  return NAMES.has(name);
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/**
 * The limits that tags put on a value. A tag's value is the rest of its line as far as
 * the next such tag. Of two equal tags the later one counts.
 */
export function readLimits(
  tags: readonly CommentTag[],
  report: Reporter,
): Constraints {
  const constraints: Writable<Constraints> = {};
  for (const tag of tags) {
    if (!isLimitTag(tag.name)) continue;
    const [ofItems, name] = tag.name.startsWith("items.")
      ? [true, tag.name.slice("items.".length)]
      : [false, tag.name.replace(/^TJS-/, "")];
    const found =
      name === "items"
        ? itemLimits(tag, report)
        : limitOf(keywordOf(name), tag, report);
    if (found === undefined) continue;
    if (ofItems || name === "items") {
      constraints.items = { ...constraints.items, ...found };
    } else Object.assign(constraints, found);
  }
  return constraints;
}

function keywordOf(name: string): Keyword {
  return name === "type" || name === "asType" ? "jsonType" : (name as Keyword);
}

/** One limit; a value that is none is reported. */
function limitOf(
  keyword: Keyword,
  tag: CommentTag,
  report: Reporter,
): Constraints | undefined {
  const value = valueOf(keyword, tag.line);
  if (typeof value === "object") {
    report.warning("tagValue", tag, {
      message: `@${tag.name} needs ${value.wanted}, so this one has no effect.`,
      hint: "Write the value after the tag, on the same line.",
    });
    return undefined;
  }
  if (keyword === "format" && !FORMATS.has(value as string)) {
    const format = value as string;
    const near = nearest(format, [...FORMATS]);
    report.warning("unknownFormat", tag, {
      message: `${format} is not a known format, so nothing checks it.`,
      hint:
        near === undefined
          ? `The known ones are ${[...FORMATS].join(", ")}.`
          : `Write ${near}, if you meant that.`,
    });
  }
  // What is false limits nothing.
  return value === false ? undefined : { [keyword]: value };
}

/** What a keyword's text says, or what it should be. */
function valueOf(
  keyword: Keyword,
  text: string,
): string | number | boolean | { readonly wanted: string } {
  const number = text === "" ? Number.NaN : Number(text);
  if (isOneOf(BOUNDS, keyword)) {
    return Number.isFinite(number) ? number : { wanted: "a number" };
  }
  if (isOneOf(COUNTS, keyword)) {
    return Number.isInteger(number) && number >= 0
      ? number
      : { wanted: "a count, which is 0 or more" };
  }
  switch (keyword) {
    case "multipleOf":
      return Number.isFinite(number) && number > 0
        ? number
        : { wanted: "a number above 0" };
    case "uniqueItems":
      if (text === "" || text === "true") return true;
      return text === "false" ? false : { wanted: "true or false" };
    case "jsonType": {
      const name = text.replace(/^"(.*)"$/, "$1");
      return JSON_TYPES.includes(name)
        ? name
        : { wanted: "a type of JSON Schema" };
    }
    case "pattern":
      if (text === "" || !isPattern(text)) {
        return { wanted: "a regular expression" };
      }
      return text;
    default:
      return text === "" ? { wanted: "a value" } : text;
  }
}

function isOneOf(list: readonly string[], keyword: string): boolean {
  return list.includes(keyword);
}

/** `@items {"type": "integer", "minimum": 0}`. */
function itemLimits(
  tag: CommentTag,
  report: Reporter,
): Constraints | undefined {
  let keywords: unknown;
  try {
    keywords = JSON.parse([tag.line, tag.body].join("\n"));
  } catch {
    keywords = undefined;
  }
  const entries =
    typeof keywords === "object" && keywords !== null
      ? Object.entries(keywords)
      : [];
  const isKnown = ([name]: readonly [string, unknown]): boolean =>
    name === "type" || isOneOf(KEYWORDS, name);
  if (entries.length === 0 || !entries.every(isKnown)) {
    report.warning("tagValue", tag, {
      message: `@items needs limits as a JSON object, so this one has no effect.`,
      hint: 'Write them after the tag: @items {"minimum": 0}.',
    });
    return undefined;
  }
  return Object.assign(
    {},
    ...entries.map(([name, value]) =>
      limitOf(keywordOf(name), { ...tag, line: String(value) }, report),
    ),
  ) as Constraints;
}

/** Whether a text is a regular expression: as JSON Schema has them, or in the older dialect. */
function isPattern(text: string): boolean {
  return ["u", ""].some((flags) => {
    try {
      new RegExp(text, flags);
      return true;
    } catch {
      return false;
    }
  });
}
