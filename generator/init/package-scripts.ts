/** Adds scripts to a `package.json` and leaves everything else as it is written. */
import { findNodeAtLocation, type Node, parseTree } from "jsonc-parser";
import { UsageError } from "../failure.js";
import { normaliseLines } from "../output/manifest.js";
import { isObject } from "../json.js";

/** The scripts that `mcp-gen init` adds. */
const SCRIPTS: ReadonlyMap<string, string> = new Map([
  ["generate", "mcp-gen"],
  ["generate:check", "mcp-gen --check"],
]);

/** A `package.json` with the scripts. */
export interface ScriptsAdded {
  readonly text: string;
  /** Names of scripts that do something else, and stay as they are. */
  readonly taken: readonly string[];
}

/**
 * Adds the scripts that are missing.
 *
 * @param label The file as it is shown to people.
 * @throws UsageError when the text is not a `package.json`.
 */
export function addScripts(text: string, label: string): ScriptsAdded {
  // npm passes over a byte order mark.
  const mark = text.startsWith("\uFEFF") ? "\uFEFF" : "";
  const json = text.slice(mark.length);
  const scripts = scriptsOf(json, label);
  const missing = [...SCRIPTS].filter(([name]) => !(name in scripts));
  const taken = [...SCRIPTS.keys()].filter(
    (name) => name in scripts && !String(scripts[name]).includes("mcp-gen"),
  );
  const added =
    missing.length === 0
      ? json
      : withScripts(json, Object.fromEntries(missing));
  return { text: mark + added, taken };
}

function withScripts(
  json: string,
  scripts: Readonly<Record<string, string>>,
): string {
  const root = parseTree(json);
  if (root === undefined) return json;
  const place = findNodeAtLocation(root, ["scripts"]);
  return place === undefined
    ? withProperties(json, root, 1, { scripts })
    : withProperties(json, place, 2, scripts);
}

/**
 * Adds properties behind those of an object, which may be on one line or on many.
 *
 * @param depth How many steps properties of the object are indented.
 */
function withProperties(
  json: string,
  object: Node,
  depth: number,
  properties: Readonly<Record<string, unknown>>,
): string {
  const last = object.children?.at(-1);
  const end = object.offset + object.length - 1;
  const isOnOneLine =
    last !== undefined && !json.slice(object.offset, end).includes("\n");
  const eol = json.includes("\r\n") ? "\r\n" : "\n";
  const indent = indentOf(json);
  const newline = eol + indent.repeat(depth);
  const entries = Object.entries(properties).map(([name, value]) => {
    const text = JSON.stringify(value, undefined, isOnOneLine ? 0 : indent);
    return `${JSON.stringify(name)}:${isOnOneLine ? "" : " "}${text.replaceAll("\n", newline)}`;
  });
  const [before, after] =
    last === undefined
      ? [json.slice(0, object.offset + 1), json.slice(end)]
      : [
          json.slice(0, last.offset + last.length),
          json.slice(last.offset + last.length),
        ];
  if (isOnOneLine) return `${before},${entries.join(",")}${after}`;
  const added = newline + entries.join(`,${newline}`);
  return last === undefined
    ? before + added + eol + indent.repeat(depth - 1) + after
    : `${before},${added}${after}`;
}

/** One step of a text's indentation. */
export function indentOf(text: string): string {
  return /^([ \t]+)\S/m.exec(normaliseLines(text))?.[1] ?? "  ";
}

function scriptsOf(
  text: string,
  label: string,
): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UsageError(
      `${label} is not valid JSON: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
  if (!isObject(value)) throw new UsageError(`${label} is not a JSON object.`);
  const { scripts = {} } = value;
  if (!isObject(scripts))
    throw new UsageError(`The scripts of ${label} are not a JSON object.`);
  return scripts;
}
