/** A JSON Schema of dialect 2020-12, as far as mcp-gen writes it. */
import type { Json } from "./print.js";

/** The dialect that every emitted schema is written in. */
export const DIALECT = "https://json-schema.org/draft/2020-12/schema";

/** Keywords and their values, in the order in which they are printed. */
export type JsonSchema = { readonly [keyword: string]: Json };

/** The reference to a type's schema inside the same document. */
export function refTo(typeName: string): JsonSchema {
  return { $ref: `#/$defs/${typeName}` };
}
