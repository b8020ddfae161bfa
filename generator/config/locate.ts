/** Where in a JSON text something stands, for messages. */
import {
  findNodeAtLocation,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from "jsonc-parser";
import { sentences } from "../suggestion.js";
import type { ConfigurationFault } from "./configuration.js";

/**
 * Adds positions to the faults of a text.
 *
 * @param text The whole file.
 * @param options `hasComments`: it may, and may have trailing commas.
 */
export function locateFaults(
  text: string,
  faults: readonly ConfigurationFault[],
  { hasComments }: { readonly hasComments: boolean },
): readonly ConfigurationFault[] {
  const errors: ParseError[] = [];
  let root: Node | undefined;
  try {
    root = parseTree(text, errors, {
      disallowComments: !hasComments,
      allowTrailingComma: hasComments,
    });
  } catch {
    // It is nested too deeply for the parser: the faults are told without places.
    return faults;
  }
  const [error] = errors;
  if (error !== undefined)
    return [
      {
        path: [],
        at: "value",
        message: sentences(
          `Not valid JSON: ${inWords(printParseErrorCode(error.error))}.`,
          hasComments || !isOfJsonc(text)
            ? undefined
            : "Comments and trailing commas are for mcp-gen.config.jsonc.",
        ),
        ...positionAt(text, error.offset),
      },
    ];
  return root === undefined
    ? faults
    : faults.map((fault) => ({
        ...fault,
        ...positionAt(text, offsetOf(root, fault)),
      }));
}

/** Whether a text is valid once comments and trailing commas are. */
function isOfJsonc(text: string): boolean {
  const errors: ParseError[] = [];
  parseTree(text, errors, { allowTrailingComma: true });
  return errors.length === 0;
}

function offsetOf(root: Node, { path, at }: ConfigurationFault): number {
  const node = findNodeAtLocation(root, [...path]);
  if (node === undefined) return root.offset;
  const isProperty = node.parent?.type === "property";
  return at === "key" && isProperty
    ? (node.parent?.offset ?? node.offset)
    : node.offset;
}

function positionAt(
  text: string,
  offset: number,
): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset).split("\n");
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** `CommaExpected` is `comma expected`. */
function inWords(code: string): string {
  return code
    .replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter}`)
    .toLowerCase();
}
