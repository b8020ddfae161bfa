/** `x-mcp-header`: arguments of a tool that HTTP repeats as headers (specification: basic/transports/streamable-http). */
import { hasOwn, isObject } from "./json.js";
import { type Issue, issueAt } from "./issue.js";

const ANNOTATION = "x-mcp-header";

/** Keywords whose value is one schema. */
const ONE_SCHEMA: ReadonlySet<string> = /* @__PURE__ */ new Set([
  "additionalItems",
  "additionalProperties",
  "contains",
  "contentSchema",
  "else",
  "if",
  "items",
  "not",
  "propertyNames",
  "then",
  "unevaluatedItems",
  "unevaluatedProperties",
]);

/** Keywords whose value is a list of schemas. */
const SCHEMA_LIST: ReadonlySet<string> = /* @__PURE__ */ new Set([
  "allOf",
  "anyOf",
  "items",
  "oneOf",
  "prefixItems",
]);

/** Keywords whose value names schemas. */
const SCHEMA_MAP: ReadonlySet<string> = /* @__PURE__ */ new Set([
  "$defs",
  "definitions",
  "dependencies",
  "dependentSchemas",
  "patternProperties",
  "properties",
]);

/** Types of properties that have one value to write into a header. */
const TYPES: ReadonlySet<unknown> = /* @__PURE__ */ new Set([
  "boolean",
  "integer",
  "string",
]);

/** Schemas come from outside: one that is nested deeper is not followed. */
const MAX_SCHEMA_DEPTH = 200;

/** What is found on the way through a schema. */
interface Search {
  readonly issues: Issue[];
  /** Header names that are taken, in lower case. */
  readonly taken: Set<string>;
}

/**
 * What is wrong with the header annotations of a tool's `inputSchema`; a tool with
 * any issue must not be used over HTTP.
 *
 * An annotation names a header, each once, whatever its case; it is on a
 * string, integer or boolean that is reached through `properties` alone, because
 * only there every call has at most one value for it.
 *
 * @returns Issues with paths into the schema; none when all is well, and when
 *   there are no annotations.
 */
export function checkToolHeaders(inputSchema: unknown): readonly Issue[] {
  const search: Search = { issues: [], taken: new Set() };
  visit(inputSchema, [], "root", search);
  return search.issues;
}

/** How a schema was reached: `property` when by `properties` all the way. */
type Reached = "root" | "property" | "elsewhere";

function visit(
  schema: unknown,
  path: readonly (string | number)[],
  reached: Reached,
  search: Search,
): void {
  if (!isObject(schema)) return;
  if (path.length > MAX_SCHEMA_DEPTH) {
    search.issues.push(
      issueAt(
        [...path],
        "too_deep",
        `at most ${MAX_SCHEMA_DEPTH} levels`,
        "nested too deep to look for header annotations",
      ),
    );
    return;
  }
  if (hasOwn(schema, ANNOTATION)) {
    const issue = annotationIssue(
      schema[ANNOTATION],
      hasOwn(schema, "type") ? schema["type"] : undefined,
      [...path, ANNOTATION],
      reached,
      search.taken,
    );
    if (issue) search.issues.push(issue);
  }
  for (const keyword of Object.keys(schema)) {
    const value = schema[keyword];
    const inner = [...path, keyword];
    if (SCHEMA_MAP.has(keyword) && isObject(value)) {
      const isStep = keyword === "properties" && reached !== "elsewhere";
      for (const name of Object.keys(value)) {
        const next = isStep ? "property" : "elsewhere";
        visit(value[name], [...inner, name], next, search);
      }
    } else if (SCHEMA_LIST.has(keyword) && Array.isArray(value)) {
      value.forEach((item: unknown, index) =>
        visit(item, [...inner, index], "elsewhere", search),
      );
    } else if (ONE_SCHEMA.has(keyword)) {
      visit(value, inner, "elsewhere", search);
    }
  }
}

function annotationIssue(
  name: unknown,
  type: unknown,
  path: (string | number)[],
  reached: Reached,
  taken: Set<string>,
): Issue | undefined {
  const rule = (expected: string, complaint: string): Issue =>
    issueAt(path, "rule", expected, complaint);
  if (typeof name !== "string" || !/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) {
    return rule("header name", "expected the name of an HTTP header");
  }
  if (reached !== "property") {
    return rule(
      "property of the root or of nested objects",
      "is where not every call has one value: only steps through `properties` may lead to it",
    );
  }
  if (!TYPES.has(type)) {
    return rule(
      "string | integer | boolean",
      'is on a property whose type is not "string", "integer" or "boolean"',
    );
  }
  if (taken.has(name.toLowerCase())) {
    return rule("unique name", `header ${name} is named twice`);
  }
  taken.add(name.toLowerCase());
  return undefined;
}
