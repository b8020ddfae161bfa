/** The drafts of JSON Schema that are read, and what differs between them. */
import { isObject, keywordOf, type JsonSchema } from "./schema.js";

/** A draft, as far as reading depends on it. */
export interface Dialect {
  readonly name: "draft-07" | "2019-09" | "2020-12";
  /** Whether keywords next to `$ref` count. */
  readonly readsBesideRef: boolean;
}

const DRAFT_07: Dialect = { name: "draft-07", readsBesideRef: false };
const DRAFT_2019: Dialect = { name: "2019-09", readsBesideRef: true };

/** The draft that holds where a schema names none: the newest, as MCP says. */
export const DEFAULT_DIALECT: Dialect = {
  name: "2020-12",
  readsBesideRef: true,
};

/**
 * The draft that a document names with `$schema`.
 *
 * @returns undefined for one that is not known.
 */
export function dialectOf(document: JsonSchema): Dialect | undefined {
  const named = isObject(document) ? keywordOf(document, "$schema") : undefined;
  if (typeof named !== "string") return DEFAULT_DIALECT;
  if (/draft-0[467]\/schema#?$/.test(named)) return DRAFT_07;
  if (/draft\/2019-09\/schema#?$/.test(named)) return DRAFT_2019;
  return /draft\/2020-12\/schema#?$/.test(named) ? DEFAULT_DIALECT : undefined;
}
