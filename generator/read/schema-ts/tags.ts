/** The block tags that a schema's documentation may use, and their misspellings. */
import type { Constraints } from "../../model/model.js";
import type { Comment, CommentTag } from "./comment.js";
import { nearest } from "../../suggestion.js";
import type { Reporter } from "./reporter.js";

const NUMERIC = [
  "minimum",
  "maximum",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
] as const satisfies readonly (keyof Constraints)[];

const TEXTUAL = {
  format: "format",
  pattern: "pattern",
  "TJS-format": "format",
  "TJS-pattern": "pattern",
  "TJS-type": "jsonType",
} as const satisfies Record<string, keyof Constraints>;

/** Tags with a meaning in the model. */
export const knownTags: readonly string[] = [
  ...NUMERIC,
  ...Object.keys(TEXTUAL),
  "nullable",
  "category",
  "default",
  "deprecated",
  "example",
  "internal",
  "see",
];

/** Tags of JSDoc and TSDoc that are right as they are: they stay part of the text. */
const FOREIGN: ReadonlySet<string> = new Set([
  "alpha",
  "author",
  "beta",
  "const",
  "copyright",
  "defaultValue",
  "description",
  "experimental",
  "extends",
  "inheritDoc",
  "license",
  "override",
  "param",
  "privateRemarks",
  "property",
  "public",
  "private",
  "readonly",
  "remarks",
  "returns",
  "sealed",
  "since",
  "summary",
  "throws",
  "title",
  "todo",
  "type",
  "typedef",
  "version",
  "virtual",
]);

/** Whether a tag has a meaning in the model. */
export function isKnownTag(name: string): boolean {
  return knownTags.includes(name);
}

/** Warns of tags that look like a known one and are none: `@format: uri`, `@depricated`. */
export function warnOfMisspeltTags(comment: Comment, report: Reporter): void {
  for (const tag of comment.tags) {
    if (isKnownTag(tag.name) || FOREIGN.has(tag.name)) continue;
    const known = nearest(tag.name.replace(/:$/, ""), knownTags);
    if (known === undefined) continue;
    report.warning("misspeltTag", tag, {
      message: `@${tag.name} is not a tag, so it has no effect.`,
      hint: `Write @${known}${tag.name.endsWith(":") ? ", without the colon" : ""}.`,
    });
  }
}

function valueWarning(tag: CommentTag, report: Reporter, wanted: string): void {
  report.warning("tagValue", tag, {
    message: `@${tag.name} needs ${wanted}, so this one has no effect.`,
    hint: `Write the value behind the tag, on the same line.`,
  });
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

function numericConstraint(
  tag: CommentTag,
  report: Reporter,
): number | undefined {
  const value = tag.line === "" ? Number.NaN : Number(tag.line);
  if (Number.isFinite(value)) return value;
  valueWarning(tag, report, "a number");
  return undefined;
}

function textualConstraint(
  tag: CommentTag,
  key: (typeof TEXTUAL)[keyof typeof TEXTUAL],
  report: Reporter,
): string | undefined {
  if (key === "pattern" && !isPattern(tag.line)) {
    valueWarning(tag, report, "a regular expression");
    return undefined;
  }
  if (tag.line !== "") return tag.line;
  valueWarning(tag, report, "a value");
  return undefined;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/**
 * The limits that a comment's tags put on a value. A tag's value is the whole
 * rest of its line, an `@` in it included. Of two equal tags the later one counts.
 */
export function readConstraints(
  comment: Comment,
  report: Reporter,
): Constraints {
  const constraints: Writable<Constraints> = {};
  for (const tag of comment.tags) {
    const numeric = NUMERIC.find((name) => name === tag.name);
    if (numeric !== undefined) {
      const value = numericConstraint(tag, report);
      if (value !== undefined) constraints[numeric] = value;
    } else if (tag.name === "nullable") {
      constraints.nullable = true;
    } else if (Object.hasOwn(TEXTUAL, tag.name)) {
      const key = TEXTUAL[tag.name as keyof typeof TEXTUAL];
      const value = textualConstraint(tag, key, report);
      if (value !== undefined) constraints[key] = value;
    }
  }
  return constraints;
}
