/**
 * What a user can do wrong, as errors: the program prints their message and
 * ends with their exit code, never with a stack trace.
 */

/** Exit codes of `mcp-gen`. */
export const ExitCode = {
  done: 0,
  outOfDate: 1,
  usage: 2,
  unsupportedSchema: 3,
  internal: 70,
} as const;

/** A fault in the arguments, the configuration or the folders given: exit code 2. */
export class UsageError extends Error {
  readonly exitCode: number = ExitCode.usage;

  constructor(message: string) {
    super(message);
    this.name = "UsageError";
  }
}

/** A fault found at one place of a schema file. */
export interface Diagnostic {
  /** `MCPGEN1xx`; `docs/diagnostics.md` lists them. */
  readonly code: string;
  readonly severity: "error" | "warning";
  /** The file as it is shown to people. */
  readonly file: string;
  /** Line and column count from 1. */
  readonly line: number;
  readonly column: number;
  /** What is wrong, in one sentence. */
  readonly message: string;
  /** What to do about it, in one sentence. */
  readonly hint: string;
  /** The line of source and a marker below it, joined by LF. */
  readonly excerpt: string;
}

/**
 * A diagnostic as people read it:
 *
 *     schema.ts:3:9 - error MCPGEN113: [string] is a tuple, which is not supported.
 *
 *       pair: [string];
 *             ^~~~~~~~
 *       Use an array, or an object with a named property for each place.
 */
export function renderDiagnostic(diagnostic: Diagnostic): string {
  const { file, line, column, severity, code, message } = diagnostic;
  const below = [...diagnostic.excerpt.split("\n"), diagnostic.hint];
  return [
    `${file}:${line}:${column} - ${severity} ${code}: ${message}`,
    "",
    ...below.map((text) => `  ${text}`),
  ].join("\n");
}

/** A schema that mcp-gen cannot turn into a model: exit code 3. */
export class UnsupportedSchemaError extends Error {
  readonly exitCode: number = ExitCode.unsupportedSchema;
  /** Every error of the run, in the order of the file; empty for a file-level fault. */
  readonly diagnostics: readonly Diagnostic[];

  constructor(message: string, diagnostics: readonly Diagnostic[] = []) {
    super(message);
    this.name = "UnsupportedSchemaError";
    this.diagnostics = diagnostics;
  }
}
