/** User's files as the compiler parses them. */
import type { ts } from "ts-morph";
import { compiler } from "../read/schema-ts/compiler.js";

/** A parsed file; where the syntax is wrong, as much of it as there is. */
export interface ParsedFile {
  readonly file: ts.SourceFile;
  /** What is wrong with the syntax first, as `line:column: message`. */
  readonly fault: string | undefined;
}

/**
 * Parses one file by itself; nothing that it imports is looked at.
 *
 * @param path Tells by its extension which language the file is in.
 */
export function parseFile(path: string, text: string): ParsedFile {
  const file = compiler.createSourceFile(
    path,
    text,
    compiler.ScriptTarget.Latest,
    true,
  );
  // The compiler keeps them on the file, though its types do not say so.
  const { parseDiagnostics = [] } = file as {
    readonly parseDiagnostics?: readonly ts.DiagnosticWithLocation[];
  };
  const [first] = parseDiagnostics;
  return { file, fault: first && faultText(first, file) };
}

function faultText(
  { start, messageText }: ts.DiagnosticWithLocation,
  file: ts.SourceFile,
): string {
  const { line, character } = file.getLineAndCharacterOfPosition(start);
  const message = compiler.flattenDiagnosticMessageText(messageText, " ");
  return `${line + 1}:${character + 1}: ${message}`;
}
