/** A report as text for a terminal. */
import type { Action, Change } from "./change.js";
import {
  countsText,
  groupChanges,
  markOf,
  namesText,
  titleOf,
} from "./groups.js";
import type { DiffReport } from "./report.js";

/** Where lists of names are broken, on wider terminals too. */
const LIST_WIDTH = 100;

/** The widest path that still has its description aligned with the others'. */
const PATH_WIDTH = 60;

/** How many types are told one by one before they share a line. */
const SINGLE_TYPES = 2;

/** How many inheritors are named. */
const HEIRS = 3;

/**
 * Prints a report: a line for each change, grouped by what it is about.
 *
 * @param width longest line: a terminal's, to cut what would be broken there.
 * @returns lines that end in LF.
 */
export function renderText(
  report: DiffReport,
  width: number = Infinity,
): string {
  const lines = [titleOf(report, "->"), countsText(report)];
  if (report.changes.length > 0)
    lines.push(
      "C: breaks clients, S: breaks servers, +: new, -: gone, ~: other",
    );
  for (const { title, changes } of groupChanges(report)) {
    const column = Math.min(
      PATH_WIDTH,
      Math.max(...changes.map(({ path }) => path.length)),
    );
    lines.push("", title);
    for (const row of rowsOf(changes))
      lines.push(
        ...(row.kind === "types"
          ? typeLines(row, Math.min(width, LIST_WIDTH))
          : [cut(changeLine(row.change, column), width)]),
      );
  }
  return `${lines.join("\n")}\n`;
}

type Row = { readonly kind: "change"; readonly change: Change } | TypesRow;

/** Types of which the same is to be said. */
interface TypesRow {
  readonly kind: "types";
  readonly first: Change;
  readonly names: readonly string[];
}

const TYPE_ACTIONS: ReadonlySet<Action> = new Set([
  "added",
  "removed",
  "deprecated",
  "undeprecated",
]);

/** One row a change; types that share a fate share a row. */
function rowsOf(changes: readonly Change[]): readonly Row[] {
  const shared = new Map<Action, Change[]>();
  for (const change of changes)
    if (change.subject === "type" && TYPE_ACTIONS.has(change.action))
      shared.set(change.action, [...(shared.get(change.action) ?? []), change]);
  return changes.flatMap((change): readonly Row[] => {
    const group =
      change.subject === "type" ? shared.get(change.action) : undefined;
    if (group === undefined || group.length <= SINGLE_TYPES)
      return [{ kind: "change", change }];
    return group[0] === change
      ? [{ kind: "types", first: change, names: group.map(({ path }) => path) }]
      : [];
  });
}

function changeLine(change: Change, column: number): string {
  const heirs =
    change.inheritedBy === undefined
      ? ""
      : `, inherited by ${namesText(change.inheritedBy, HEIRS)}`;
  return `${lead(change)}${change.path.padEnd(column)}  ${detail(change)}${heirs}`;
}

/** What happened, less what the mark says already. */
function detail({ what }: Change): string {
  return plain(what).replace(/^was (?:added|removed) \((.*)\)$/s, "$1");
}

/** The names of a row of types, broken into lines. */
function typeLines({ first, names }: TypesRow, width: number): string[] {
  const start = `${lead(first)}${plain(first.what).replace(/^(?:was|is) /, "")}: `;
  const indent = " ".repeat(lead(first).length + 2);
  const lines: string[] = [];
  let line = start;
  names.forEach((name, index) => {
    const piece = index < names.length - 1 ? `${name},` : name;
    if (line.length + piece.length > width && line.trim() !== "") {
      lines.push(line.trimEnd());
      line = indent;
    }
    line += `${piece} `;
  });
  return [...lines, line.trimEnd()];
}

/** The broken sides, and the mark. */
function lead({ verdicts, action }: Change): string {
  const clients = verdicts.clients === "breaking" ? "C" : " ";
  const servers = verdicts.servers === "breaking" ? "S" : " ";
  return `  ${clients}${servers} ${markOf(action)} `;
}

/** Without the marks of code. */
function plain(text: string): string {
  return text.replaceAll("`", "");
}

function cut(line: string, width: number): string {
  return line.length <= width ? line : `${line.slice(0, width - 1)}…`;
}
