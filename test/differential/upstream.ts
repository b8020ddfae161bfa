/**
 * Where upstream's `schema.json` says something else than the `schema.ts` it is
 * made from, or than the prose. The differential test allows these differences
 * and no others, and holds each of them to be still there.
 */
import type { RevisionName, SchemaDocument } from "./readers.js";

/** One place at which upstream's document is known to be off. */
export interface Explained {
  /** The type and the path inside its definition, `/` separated. */
  readonly at: string;
  /** The first and the last revision that it concerns. */
  readonly revisions: readonly [first: RevisionName, last: RevisionName];
  /** What upstream's document says there; nothing where it lacks the keyword. */
  readonly upstream?: unknown;
  /** What it should say. */
  readonly specification: unknown;
  readonly reason: string;
}

type Span = Explained["revisions"];

const ALL: Span = ["2024-11-05", "draft"];
const INLINE_PARAMS: Span = ["2024-11-05", "2025-06-18"];
const SINCE_ELICITATION: Span = ["2025-06-18", "draft"];
const SINCE_TASKS: Span = ["2025-11-25", "draft"];
const TASKS: Span = ["2025-11-25", "2025-11-25"];
const STATELESS: Span = ["2026-07-28", "draft"];

const NOT_INTEGER =
  "schema.ts says number and no page says integer; upstream's converter turns every number without a tag into an integer";

function numberAt(at: string, revisions: Span): Explained {
  return {
    at: `${at}/type`,
    revisions,
    upstream: "integer",
    specification: "number",
    reason: NOT_INTEGER,
  };
}

/** Every known difference. */
export const explanations: readonly Explained[] = [
  numberAt("Resource/properties/size", ALL),
  numberAt("ResourceLink/properties/size", SINCE_ELICITATION),
  numberAt("CompleteResult/properties/completion/properties/total", ALL),
  numberAt(
    "CreateMessageRequest/properties/params/properties/maxTokens",
    INLINE_PARAMS,
  ),
  numberAt("CreateMessageRequestParams/properties/maxTokens", SINCE_TASKS),
  numberAt("StringSchema/properties/minLength", SINCE_ELICITATION),
  numberAt("StringSchema/properties/maxLength", SINCE_ELICITATION),
  numberAt("UntitledMultiSelectEnumSchema/properties/minItems", SINCE_TASKS),
  numberAt("UntitledMultiSelectEnumSchema/properties/maxItems", SINCE_TASKS),
  numberAt("TitledMultiSelectEnumSchema/properties/minItems", SINCE_TASKS),
  numberAt("TitledMultiSelectEnumSchema/properties/maxItems", SINCE_TASKS),
  numberAt("TaskMetadata/properties/ttl", TASKS),
  numberAt("Task/properties/pollInterval", TASKS),
  {
    at: "Task/properties/ttl/type",
    revisions: TASKS,
    upstream: ["integer", "null"],
    specification: ["number", "null"],
    reason: NOT_INTEGER,
  },
  {
    at: "ElicitResult/properties/content/additionalProperties/type",
    revisions: ["2025-06-18", "2025-06-18"],
    upstream: ["string", "integer", "boolean"],
    specification: ["string", "number", "boolean"],
    reason: `${NOT_INTEGER}: forms may ask for fractions`,
  },
  {
    at: "ElicitResult/properties/content/additionalProperties/anyOf/1/type",
    revisions: SINCE_TASKS,
    upstream: ["string", "integer", "boolean"],
    specification: ["string", "number", "boolean"],
    reason: `${NOT_INTEGER}: forms may ask for fractions`,
  },
  {
    at: "JSONValue/anyOf/2/type",
    revisions: STATELESS,
    upstream: ["string", "integer", "boolean"],
    specification: ["string", "number", "boolean", "null"],
    reason:
      "schema.ts has number and null among the JSON values; upstream's converter loses both",
  },
  {
    at: "CompleteResult/properties/completion/properties/values/maxItems",
    revisions: ["2024-11-05", "2025-11-25"],
    specification: 100,
    reason:
      "the prose allows a hundred values in every revision, a tag says so since 2026-07-28 only",
  },
  {
    at: "Root/properties/uri/pattern",
    revisions: ALL,
    specification: "^file://",
    reason: "only the prose says that a root's URI begins with file://",
  },
  {
    at: "InputRequiredResult/anyOf",
    revisions: STATELESS,
    specification: [
      { required: ["inputRequests"] },
      { required: ["requestState"] },
    ],
    reason: "only the prose says that one of the two fields has to be there",
  },
];

/** The order of the revisions, for spans. */
const ORDER: readonly RevisionName[] = [
  "2024-11-05",
  "2025-03-26",
  "2025-06-18",
  "2025-11-25",
  "2026-07-28",
  "draft",
];

/** The differences that concern a revision. */
export function explanationsFor(revision: RevisionName): readonly Explained[] {
  const position = ORDER.indexOf(revision);
  return explanations.filter(
    ({ revisions: [first, last] }) =>
      ORDER.indexOf(first) <= position && position <= ORDER.indexOf(last),
  );
}

/**
 * Upstream's document with every known difference mended.
 *
 * @param left a difference that is left as it is
 * @throws {Error} when upstream's document no longer says what an entry expects
 */
export function withSpecification(
  document: SchemaDocument,
  revision: RevisionName,
  left?: Explained,
): SchemaDocument {
  const mended = structuredClone(document);
  const definitions = mended.$defs ?? mended.definitions ?? {};
  for (const explained of explanationsFor(revision)) {
    const keys = explained.at.split("/");
    const last = keys.pop() ?? "";
    let holder: any = definitions;
    for (const key of keys) holder = holder?.[key];
    const found: unknown = holder?.[last];
    if (
      holder === undefined ||
      JSON.stringify(found) !== JSON.stringify(explained.upstream)
    ) {
      throw new Error(
        `${revision}: upstream says ${JSON.stringify(found)} at ${explained.at}, not ${JSON.stringify(explained.upstream)}; look at the entry again`,
      );
    }
    if (explained !== left) holder[last] = explained.specification;
  }
  return mended;
}
