/**
 * What users' templates can call in addition to `each`, `if`, `unless`, `with` and `lookup`:
 * forms of a text that other languages need. Views hold the facts; nothing here decides.
 */
import { camelCase, pascalCase, wordsOf } from "../model/names.js";

/** A function that templates call: its arguments as they were written. */
export type TemplateFunction = (...values: readonly unknown[]) => string;

/** An argument that a function cannot use; the template is at fault. */
export class ArgumentFault extends Error {}

/** The functions, by the names that templates use. */
export const templateFunctions: Readonly<Record<string, TemplateFunction>> = {
  /** `{{json value}}`: JSON on one line; of a text, a literal that most languages read. */
  json: (value) => {
    if (value === undefined) throw new ArgumentFault("json has no value");
    return JSON.stringify(value);
  },
  /** `{{prefixLines "# " text}}`: each line of the text behind a mark, for comments. */
  prefixLines: (mark, text) => {
    const prefix = textOf("prefixLines", mark);
    return textOf("prefixLines", text)
      .split("\n")
      .map((line) => `${prefix}${line}`.trimEnd())
      .join("\n");
  },
  /** `{{camelCase "tools/call"}}`: `toolsCall`. */
  camelCase: (name) => camelCase(textOf("camelCase", name)),
  /** `{{pascalCase "tools/call"}}`: `ToolsCall`. */
  pascalCase: (name) => pascalCase(textOf("pascalCase", name)),
  /** `{{snakeCase "callTool"}}`: `call_tool`. */
  snakeCase: (name) => wordsOf(textOf("snakeCase", name)).join("_"),
  /** `{{constantCase "tools/call"}}`: `TOOLS_CALL`. */
  constantCase: (name) =>
    wordsOf(textOf("constantCase", name)).join("_").toUpperCase(),
};

function textOf(called: string, value: unknown): string {
  if (typeof value === "string") return value;
  throw new ArgumentFault(
    value === undefined
      ? `${called} has no text`
      : `${called} takes a text, not ${JSON.stringify(value)}`,
  );
}
