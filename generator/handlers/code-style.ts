/** How the code of a file looks, so that what is added looks the same. */
import type { ts } from "ts-morph";
import { compiler } from "../read/schema-ts/compiler.js";

/** What is taken over from the code around. */
export interface CodeStyle {
  readonly lineBreak: "\n" | "\r\n";
  /** One step of indentation. */
  readonly indent: string;
  readonly quote: '"' | "'";
  /** What ends a statement. */
  readonly semicolon: ";" | "";
}

/** Reads the style off a file; where it shows nothing, prettier's defaults hold. */
export function styleOf(file: ts.SourceFile): CodeStyle {
  const { text } = file;
  return {
    lineBreak: /^[^\n]*\r\n/.test(text) ? "\r\n" : "\n",
    indent: /^(?: {2,}|\t)(?=[^\s*])/m.exec(text)?.[0] ?? "  ",
    quote: quoteOf(file),
    semicolon: hasSemicolons(file) ? ";" : "",
  };
}

function quoteOf(file: ts.SourceFile): '"' | "'" {
  const find = (node: ts.Node): string | undefined =>
    compiler.isStringLiteral(node)
      ? node.getText(file)
      : compiler.forEachChild(node, find);
  return find(file)?.startsWith("'") === true ? "'" : '"';
}

/** The first statement tells that could go either way. */
function hasSemicolons(file: ts.SourceFile): boolean {
  const telling = file.statements.find(
    (statement) =>
      compiler.isImportDeclaration(statement) ||
      compiler.isVariableStatement(statement) ||
      compiler.isExpressionStatement(statement),
  );
  return telling === undefined || telling.getText(file).endsWith(";");
}
