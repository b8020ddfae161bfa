/** What tools are called in generated code. */
import { camelCase, isBindingName, pascalCase } from "../../model/names.js";

/** The names of one tool. */
export interface ToolNames {
  /** The method of the object that has all tools. */
  readonly method: string;
  /** The function of the module. */
  readonly function: string;
  /** What the names of its types begin with. */
  readonly type: string;
}

/** Methods that would mean something else: JavaScript asks objects for them by itself. */
const MEANT_OTHERWISE: ReadonlySet<string> = new Set([
  "constructor",
  "hasOwnProperty",
  "isPrototypeOf",
  "propertyIsEnumerable",
  "prototype",
  "then",
  "toJSON",
  "toLocaleString",
  "toString",
  "valueOf",
]);

/**
 * Names for tools, all different: `read_file` is `readFile`. Where two tools would have
 * the same name, each one that is not spelt that way already keeps its own spelling, so
 * that a name does not depend on the order: `read-file` is then `read$2dfile`.
 *
 * @param taken Names that no function may have.
 */
export function toolNames(
  tools: readonly string[],
  taken: ReadonlySet<string>,
): ReadonlyMap<string, ToolNames> {
  const groups = new Map<string, string[]>();
  for (const tool of tools) {
    // Types are told apart by `pascalCase`, which methods that differ can share.
    const key = typeStem(tool).toLowerCase();
    groups.set(key, [...(groups.get(key) ?? []), tool]);
  }
  return new Map(
    [...groups.values()].flatMap((group) =>
      group.map((tool): [string, ToolNames] => {
        const method = methodStem(tool);
        const isAlone = group.length === 1 || method === tool;
        const own = isAlone ? method : spelling(tool);
        return [
          tool,
          {
            method: MEANT_OTHERWISE.has(own) ? `${own}Tool` : own,
            function: functionName(own, taken),
            type: isAlone
              ? typeStem(tool)
              : `${own.charAt(0).toUpperCase()}${own.slice(1)}`,
          },
        ];
      }),
    ),
  );
}

function functionName(own: string, taken: ReadonlySet<string>): string {
  return isBindingName(own) && !taken.has(own) && !MEANT_OTHERWISE.has(own)
    ? own
    : `${own}Tool`;
}

/** `read_file` -> `readFile`; words that begin with a digit or have no letters get one. */
function methodStem(tool: string): string {
  const name = camelCase(tool);
  if (name === "") return spelling(tool);
  return /^\d/.test(name) ? `tool${name}` : name;
}

function typeStem(tool: string): string {
  const name = pascalCase(tool);
  if (name === "") return `Tool${spelling(tool)}`;
  return /^\d/.test(name) ? `Tool${name}` : name;
}

/** The tool's own spelling: what a name cannot hold is written as `$` and its code. */
function spelling(tool: string): string {
  const name = [...tool]
    .map((character) =>
      /[\p{L}\p{N}_]/u.test(character)
        ? character
        : `$${(character.codePointAt(0) ?? 0).toString(16)}`,
    )
    .join("");
  return /^\p{N}/u.test(name) || name === "" ? `_${name}` : name;
}
