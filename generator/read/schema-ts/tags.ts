/** The block tags that a schema's documentation may use, and those that mean nothing. */
import type { Constraints } from "../../model/model.js";
import { nearest } from "../../suggestion.js";
import type { Comment } from "./comment.js";
import { isLimitTag, limitTags, readLimits } from "./limit-tags.js";
import type { Reporter } from "./reporter.js";

/** Tags with a meaning in the model that say something about a declaration, not about values. */
const DOCUMENTING: readonly string[] = [
  "category",
  "default",
  "deprecated",
  "example",
  "internal",
  "nullable",
  "see",
];

/** Tags with a meaning in the model. */
const knownTags: readonly string[] = [...limitTags, ...DOCUMENTING];

/** Those that a misspelt tag may have meant, without the dialects of other generators. */
const SUGGESTED: readonly string[] = knownTags.filter(
  (name) => name === "TJS-type" || !/^TJS-|^items./.test(name),
);

/** What people write who know the keywords of other libraries. */
const ALIASES: Readonly<Record<string, string>> = {
  max: "maximum",
  maxCount: "maxItems",
  maxSize: "maxItems",
  min: "minimum",
  minCount: "minItems",
  minSize: "minItems",
  regex: "pattern",
  unique: "uniqueItems",
};

/** Keywords of JSON Schema that some generators take from tags, and this one does not. */
const UNSUPPORTED: ReadonlySet<string> = new Set([
  "additionalProperties",
  "contains",
  "contentEncoding",
  "contentMediaType",
  "dependentRequired",
  "patternProperties",
  "propertyNames",
  "ref",
  "required",
]);

/** Tags of JSDoc, TSDoc and TypeDoc that are right as they are: they stay part of the text. */
const DOCUMENTATION: ReadonlySet<string> = new Set(
  `abstract access alias alpha arg argument async augments author beta borrows
  callback categoryDescription class classdesc comment const constant constructor
  constructs copyright decorator defaultValue defaultvalue desc description
  document emits enum event eventProperty examples exception experimental export
  exports extends external file fileoverview fires function func generator global
  group groupDescription hidden hideconstructor host id ignore implements import
  include inheritDoc inheritdoc inner instance interface jsx kind label lends
  license link linkcode linkplain listens member memberof method mixes mixin
  module name namespace override package packageDocumentation param primaryExport
  private privateRemarks prop property protected public readonly remarks
  requires return returns satisfies sealed since static summary template
  this throws title todo tutorial type typeParam typedef
  useDeclaredType var variation version virtual yield yields`.split(/\s+/),
);

/** Whether a tag has a meaning in the model. */
export function isKnownTag(name: string): boolean {
  return isLimitTag(name) || DOCUMENTING.includes(name);
}

/** Warns of tags that have no effect: `@depricated`, `@min 1`, `@additionalProperties false`. */
export function warnOfUnknownTags(comment: Comment, report: Reporter): void {
  for (const tag of comment.tags) {
    if (isKnownTag(tag.name) || DOCUMENTATION.has(tag.name)) continue;
    const bare = tag.name.replace(/:$/, "");
    const meant =
      (Object.hasOwn(ALIASES, bare) ? ALIASES[bare] : undefined) ??
      (UNSUPPORTED.has(bare) ? undefined : nearest(bare, SUGGESTED));
    if (meant !== undefined) {
      report.warning("misspeltTag", tag, {
        message: `@${tag.name} is not a tag, so it has no effect.`,
        hint: `Write @${meant}${tag.name.endsWith(":") ? ", without the colon" : ""}.`,
      });
    } else if (UNSUPPORTED.has(bare)) {
      report.warning("unknownTag", tag, {
        message: `@${bare} is not supported, so it has no effect.`,
        hint: "Say it with the type, or leave the tag out.",
      });
    } else if (!DOCUMENTATION.has(bare)) {
      report.warning("unknownTag", tag, {
        message: `@${bare} is not a known tag, so it has no effect.`,
        hint: "If it is not meant as a tag, write it inside of a line or in backticks.",
      });
    }
  }
}

/** The limits that a comment's tags put on a value. */
export function readConstraints(
  comment: Comment,
  report: Reporter,
): Constraints {
  const isNullable = comment.tags.some(({ name }) => name === "nullable");
  return {
    ...readLimits(comment.tags, report),
    ...(isNullable && { nullable: true }),
  };
}
