/** The figures of a run as Markdown, for people and for the README. */
import type { Allocation } from "./allocation.js";
import { type Bar, isMissed } from "./bars.js";
import { type Cell, FLOOR, OURS, type RowResult } from "./row.js";
import type { Size } from "./size.js";
import type { Startup } from "./startup.js";

/** Everything that one run finds out. */
export interface Measurements {
  /** What it ran on: Node's version and the processor. */
  readonly machine: string;
  readonly rows: readonly RowResult[];
  readonly sizes: readonly Size[];
  readonly startup: Startup;
  readonly allocations: readonly Allocation[];
}

export function markdownOf(
  measurements: Measurements,
  bars: readonly Bar[],
): string {
  const { rows, sizes, startup, allocations, machine } = measurements;
  const names = namesOf(rows);
  const missed = bars.filter(isMissed);
  const allocating = allocations.filter(
    ({ bytesPerCall }) => bytesPerCall >= 1,
  );
  return [
    `Measured with \`npm run bench:validate\` on ${machine}. Ratios to \`JSON.parse\` of the same text; medians of one interleaved run.`,
    "",
    "Is the message valid?",
    "",
    ...table(rows, names, (cell) => cell.is.toFixed(3)),
    "",
    "Parse the text, then validate:",
    "",
    ...table(rows, names, (cell) => cell.parseAndValidate.toFixed(2)),
    "",
    "Refuse a broken message, with a report of what is wrong first (`*`: its path is not the fault's):",
    "",
    ...table(
      rows,
      names.filter((name) => name !== FLOOR),
      refusalText,
    ),
    "",
    "| bundle | minified | gzipped |",
    "| --- | --: | --: |",
    ...sizes.map(
      ({ name, minified, gzipped }) =>
        `| ${name} | ${kilobytes(minified)} | ${kilobytes(gzipped)} |`,
    ),
    "",
    `A process that imports all validators takes ${startup.ratio.toFixed(2)} times one that does nothing (${startup.importMilliseconds.toFixed(1)} ms to ${startup.emptyMilliseconds.toFixed(1)} ms).`,
    allocating.length === 0
      ? "Accepting a message allocates nothing on any row."
      : `Accepting allocates on: ${allocating.map(({ name }) => name).join("; ")}.`,
    "",
    missed.length === 0
      ? `All ${bars.length} bars are reached.`
      : `${missed.length} of ${bars.length} bars are missed:`,
    ...missed.map(
      ({ name, value, limit }) =>
        `- ${name}: ${value.toPrecision(3)}, allowed ${limit.toPrecision(3)}`,
    ),
    "",
  ].join("\n");
}

function refusalText({ refusal, findsPath }: Cell): string {
  return refusal === undefined
    ? ""
    : `${refusal.toFixed(2)}${findsPath ? "" : " *"}`;
}

/** Ours first, the floor last, peers in between as they were measured. */
function namesOf(rows: readonly RowResult[]): readonly string[] {
  const names = new Set(rows.flatMap(({ cells }) => Object.keys(cells)));
  names.delete(FLOOR);
  names.delete(OURS);
  return [OURS, ...names, FLOOR];
}

function table(
  rows: readonly RowResult[],
  names: readonly string[],
  text: (cell: Cell) => string,
): readonly string[] {
  return [
    `| message | ${names.join(" | ")} |`,
    `| --- |${" --: |".repeat(names.length)}`,
    ...rows.map(({ name, cells }) => {
      const figures = names.map((candidate) => {
        const cell = cells[candidate];
        return cell ? text(cell) : "–";
      });
      return `| ${name} | ${figures.join(" | ")} |`;
    }),
  ];
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1_000).toFixed(1)} kB`;
}
