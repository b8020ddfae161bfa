/** The placeholder of a handler that is not written yet. */
import { methodComment } from "../emit/typescript/runtime/method-comment.js";
import { printString } from "../emit/typescript/print/print-literal.js";
import type { Method, ProtocolModel } from "../model/model.js";

/** The class that stubs throw; it comes from `errors.ts`. */
export const STUB_ERROR = "McpMethodNotFoundError";

/** How a stub is to look. */
export interface StubStyle {
  /** What the file calls the class of the error. */
  readonly errorClass: string;
  /**
   * Whether the surroundings tell the compiler the types of the parameters; without
   * them the stub takes none, and says that it never returns.
   */
  readonly isTyped: boolean;
  readonly quote: '"' | "'";
  /** What ends a statement. */
  readonly semicolon: ";" | "";
  /** One step of indentation. */
  readonly indent: string;
}

/** What prettier prints by default. */
export const plainStyle: StubStyle = {
  errorClass: STUB_ERROR,
  isTyped: true,
  quote: '"',
  semicolon: ";",
  indent: "  ",
};

/** The comment above a handler: what the schema says of its method. */
export function handlerComment(model: ProtocolModel, method: Method): string {
  return methodComment(model, method, [`Answers \`${method.name}\`.`]);
}

/**
 * A handler that refuses every request, as a method of an object or class, with no
 * comment and nothing behind it.
 */
export function stubText(
  { name, functionName }: Method,
  { errorClass, isTyped, quote, semicolon, indent }: StubStyle,
): string {
  const heading = isTyped
    ? `${functionName}(_params, _context) {`
    : `${functionName}(): never {`;
  const message = quoted(`${name} is not implemented yet.`, quote);
  const open = `${indent}throw new ${errorClass}(`;
  const oneLine = `${open}${message})${semicolon}`;
  // As prettier does it, two columns of the object's indentation included.
  const body =
    oneLine.length <= 78
      ? [oneLine]
      : [open, `${indent}${indent}${message},`, `${indent})${semicolon}`];
  return [heading, ...body, "}"].join("\n");
}

function quoted(text: string, quote: '"' | "'"): string {
  if (quote === '"' || /["'\\]/.test(text)) return printString(text);
  return `'${printString(text).slice(1, -1)}'`;
}
