/** A report as JSON, for programs. */
import type { DiffReport } from "./report.js";

/** Prints a report as it is, indented, with a final LF. */
export function renderJson(report: DiffReport): string {
  return `${JSON.stringify(report, undefined, 2)}\n`;
}
