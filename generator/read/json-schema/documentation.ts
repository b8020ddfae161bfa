/** `title`, `description`, `default`, `examples`, `deprecated`: what a schema tells people. */
import type { Documentation } from "../../model/model.js";
import { isObject, type JsonSchema, keywordOf } from "./schema.js";

/** No documentation. */
export const NO_DOCUMENTATION: Documentation = {
  text: "",
  internal: false,
  see: [],
  examples: [],
};

/**
 * What a schema tells people.
 *
 * @param name What the schema describes: a title that only repeats it says nothing.
 */
export function readDocumentation(
  schema: JsonSchema,
  name: string,
): Documentation {
  if (!isObject(schema)) return NO_DOCUMENTATION;
  const title = textAt("title");
  const description = textAt("description");
  const isTelling = title !== "" && wordsOf(title) !== wordsOf(name);
  const standard = keywordOf(schema, "default");
  const examples = keywordOf(schema, "examples");
  return {
    text: description === "" && isTelling ? title : description,
    ...(keywordOf(schema, "deprecated") === true && { deprecated: "" }),
    internal: false,
    ...(standard !== undefined && { default: JSON.stringify(standard) }),
    see: [],
    examples: (Array.isArray(examples) ? examples : []).map((example) => ({
      title: "",
      text: JSON.stringify(example, undefined, 2),
    })),
  };

  function textAt(keyword: string): string {
    const text = keywordOf(schema as { [key: string]: unknown }, keyword);
    return typeof text === "string" ? text.trim() : "";
  }
}

/** pydantic gives every property a title: its name with spaces and capitals. */
function wordsOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
}
