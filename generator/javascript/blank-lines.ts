/**
 * Blank lines, which the compiler's printer drops and people want to read: each becomes a
 * comment, which the printer keeps, and is a blank line again afterwards.
 */
import type { ts } from "ts-morph";
import { compiler } from "../read/schema-ts/compiler.js";

const MARK = "//#blank";

/** A text of TypeScript whose blank lines, those of templates aside, are comments. */
export function markBlankLines(path: string, text: string): string {
  // Comments at the top stay as they are, or they would go with an import of types alone.
  const start =
    /^(?:(?:\/\/.*|\/\*[^]*?\*\/|\s+))*/.exec(text)?.[0].length ?? 0;
  const isInTemplate = templatesOf(path, text);
  return text.replace(/\n(?=\r?\n)/g, (lineBreak, place: number) =>
    place < start || isInTemplate(place) ? lineBreak : `\n${MARK}`,
  );
}

/** Turns marks into blank lines again. */
export function unmarkBlankLines(text: string): string {
  return text
    .replace(/^[ \t]*\/\/#blank$/gm, "")
    .replace(/[ \t]*\/\/#blank$/gm, "");
}

/** Puts blank lines between the declarations of a printed `.d.ts`, of which it keeps no comment but JSDoc. */
export function spreadDeclarations(text: string): string {
  return text
    .replace(/^(.*[^\s{*/,(])\n(?= *\/\*\*)/gm, "$1\n\n")
    .replace(/^\}\n(?=\S)/gm, "}\n\n");
}

function templatesOf(path: string, text: string): (place: number) => boolean {
  if (!/`[^`]*\n\s*\n[^`]*`/.test(text)) return () => false;
  const ranges: (readonly [start: number, end: number])[] = [];
  const visit = (node: ts.Node): void => {
    if (
      compiler.isTemplateExpression(node) ||
      compiler.isNoSubstitutionTemplateLiteral(node)
    )
      ranges.push([node.getStart(file), node.end]);
    compiler.forEachChild(node, visit);
  };
  const file = compiler.createSourceFile(
    path,
    text,
    compiler.ScriptTarget.Latest,
  );
  visit(file);
  return (place) =>
    ranges.some(([start, end]) => start <= place && place < end);
}
