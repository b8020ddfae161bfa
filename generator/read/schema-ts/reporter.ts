/** Collects the diagnostics of one run and knows where in the text they are. */
import type { Diagnostic } from "../../failure.js";
import type { Position } from "../../model/model.js";
import type { SchemaSource } from "../../source/source.js";
import { diagnosticCodes, type DiagnosticName } from "./diagnostic-codes.js";

/** A stretch of the schema's text, as offsets. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** What a finding says: the sentence, and what to do about it. */
export interface Finding {
  readonly message: string;
  readonly hint: string;
}

/** Longest part of a source line that an excerpt shows. */
const EXCERPT_WIDTH = 100;

/** Faults and warnings of one schema, kept until all of it has been read. */
export class Reporter {
  readonly #source: SchemaSource;
  readonly #lineStarts: readonly number[];
  readonly #places = new Set<string>();
  readonly #found: { span: Span; diagnostic: Diagnostic }[] = [];

  constructor(source: SchemaSource) {
    this.#source = source;
    const starts = [0];
    // Editors count lines by LF; TypeScript also counts U+2028 and U+2029.
    for (
      let at = source.text.indexOf("\n");
      at !== -1;
      at = source.text.indexOf("\n", at + 1)
    ) {
      starts.push(at + 1);
    }
    this.#lineStarts = starts;
  }

  /** Line and column of an offset, both from 1. */
  position(offset: number): Position {
    let low = 0;
    let high = this.#lineStarts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.#lineStarts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: offset - (this.#lineStarts[low] ?? 0) + 1 };
  }

  /** Offset of a position, the inverse of {@link Reporter.position}. */
  offset({ line, column }: Position): number {
    return (this.#lineStarts[line - 1] ?? 0) + column - 1;
  }

  /** Reports a fault: there will be no model. */
  error(name: DiagnosticName, span: Span, finding: Finding): void {
    this.#add("error", name, span, finding);
  }

  /** Reports a fault that may show in many places, at the first of them only. */
  errorOnce(name: DiagnosticName, span: Span, finding: Finding): void {
    const known = this.#found.some(
      ({ diagnostic }) =>
        diagnostic.code === diagnosticCodes[name] &&
        diagnostic.message === finding.message,
    );
    if (!known) this.error(name, span, finding);
  }

  /** Reports something odd that can be read all the same. */
  warning(name: DiagnosticName, span: Span, finding: Finding): void {
    this.#add("warning", name, span, finding);
  }

  /** Whether an offset lies where an error has been reported already. */
  covers(offset: number): boolean {
    return this.#found.some(
      ({ span, diagnostic }) =>
        diagnostic.severity === "error" &&
        span.start <= offset &&
        offset < span.end,
    );
  }

  /** All errors, in the order of the file. */
  errors(): readonly Diagnostic[] {
    return this.#sorted("error");
  }

  /** All warnings, in the order of the file. */
  warnings(): readonly Diagnostic[] {
    return this.#sorted("warning");
  }

  #sorted(severity: Diagnostic["severity"]): readonly Diagnostic[] {
    return this.#found
      .filter(({ diagnostic }) => diagnostic.severity === severity)
      .sort((left, right) => left.span.start - right.span.start)
      .map(({ diagnostic }) => diagnostic);
  }

  #add(
    severity: Diagnostic["severity"],
    name: DiagnosticName,
    span: Span,
    { message, hint }: Finding,
  ): void {
    // What another type is computed from is read once more for that one.
    const place = `${name} ${span.start}`;
    if (this.#places.has(place)) return;
    this.#places.add(place);
    this.#found.push({
      span,
      diagnostic: {
        code: diagnosticCodes[name],
        severity,
        file: this.#source.path,
        ...this.position(span.start),
        message,
        hint,
        excerpt: this.#excerpt(span),
      },
    });
  }

  /** The line of source, and below it `^~~~` from the fault's start to its end or the line's. */
  #excerpt({ start, end }: Span): string {
    const { text } = this.#source;
    const { column } = this.position(start);
    const lineStart = start - column + 1;
    const lineBreak = text.indexOf("\n", start);
    const lineEnd = lineBreak === -1 ? text.length : lineBreak;
    // A long line is shown from shortly before the fault.
    const from =
      lineEnd - lineStart > EXCERPT_WIDTH
        ? Math.max(lineStart, start - EXCERPT_WIDTH / 2)
        : lineStart;
    const to = Math.min(lineEnd, from + EXCERPT_WIDTH);
    const before = text.slice(from, start).replace(/[^\t]/g, " ");
    const width = Math.max(1, Math.min(end, to) - start);
    return `${text.slice(from, to)}\n${before}^${"~".repeat(width - 1)}`;
  }
}
