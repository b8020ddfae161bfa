/** What a server says of a tool, as documentation. */
import type { Documentation } from "../../../model/model.js";
import type { ToolModel } from "../../../model/tools.js";

/** What hints promise, where they are set; a server's word, nothing that was checked. */
const HINTS: Readonly<Record<string, readonly [string, string]>> = {
  readOnlyHint: ["changes nothing", "changes something"],
  destructiveHint: ["may destroy something", "destroys nothing"],
  idempotentHint: [
    "does the same when it is called again",
    "does more when it is called again",
  ],
  openWorldHint: ["reaches beyond its own system", "stays in its own system"],
};

/** The documentation of a tool: its title, its description, what its hints say. */
export function toolDocumentation({
  name,
  title,
  description,
  hints,
}: ToolModel): Documentation {
  const said = Object.entries(HINTS).flatMap(([hint, [yes, no]]) => {
    const value = hints[hint];
    return value === undefined ? [] : [value ? yes : no];
  });
  const isTelling = title !== undefined && wordsOf(title) !== wordsOf(name);
  return {
    text: [
      ...(isTelling ? [title] : []),
      ...(description === undefined ? [] : [description]),
      `The tool \`${name.replace(/[`\s]+/g, " ")}\`.${said.length > 0 ? ` Its server says that it ${said.join(", ")}.` : ""}`,
    ].join("\n\n"),
    internal: false,
    see: [],
    examples: [],
  };
}

function wordsOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
}
