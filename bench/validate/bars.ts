/** What the validators have to reach, and whether a run reached it. */
import type { Measurements } from "./report.js";
import { FLOOR, OURS, type RowResult } from "./row.js";
import { ALL_CHECKS } from "./size.js";

/** One demand on the figures of a run. */
export interface Bar {
  readonly name: string;
  readonly value: number;
  readonly limit: number;
}

/** A peer counts as no faster when it is within this factor. */
const TIE = 1.25;
const KILOBYTE = 1_000;

/** Every demand, in the order of the table. */
export function barsOf(measurements: Measurements): readonly Bar[] {
  const { rows, sizes, startup, allocations } = measurements;
  const sizeOf = (name: string): number =>
    sizes.find((size) => size.name === name)?.gzipped ?? Number.NaN;
  return [
    ...rows.flatMap(barsOfRow),
    ...allocations.map(({ name, bytesPerCall }) => ({
      name: `${name}: bytes allocated on success`,
      value: bytesPerCall,
      limit: 1,
    })),
    {
      name: `${ALL_CHECKS}, gzipped bytes`,
      value: sizeOf(ALL_CHECKS),
      limit: 12 * KILOBYTE,
    },
    {
      name: "isCallToolResult alone, gzipped bytes",
      value: sizeOf("isCallToolResult alone"),
      limit: 1.5 * KILOBYTE,
    },
    {
      name: "importing all validators, times an empty process",
      value: startup.ratio,
      limit: 1.2,
    },
  ];
}

function barsOfRow({ name, cells }: RowResult): readonly Bar[] {
  const ours = cells[OURS];
  if (!ours) return [];
  const bars: Bar[] = [
    { name: `${name}: is`, value: ours.is, limit: 0.05 },
    {
      name: `${name}: parse and validate`,
      value: ours.parseAndValidate,
      limit: 1.1,
    },
    {
      name: `${name}: refusal with path`,
      value: ours.refusal ?? Number.NaN,
      limit: 1.2,
    },
    {
      name: `${name}: refusal with path, not remembered`,
      value: ours.freshRefusal ?? Number.NaN,
      limit: 1.2,
    },
  ];
  for (const [peer, cell] of Object.entries(cells)) {
    if (peer === OURS || peer === FLOOR) continue;
    bars.push({
      name: `${name}: is, against ${peer}`,
      value: ours.is,
      limit: cell.is * TIE,
    });
    if (peer.startsWith("ajv")) {
      bars.push({
        name: `${name}: refusal, against ${peer}`,
        value: ours.refusal ?? Number.NaN,
        limit: cell.refusal ?? Number.NaN,
      });
    }
  }
  return bars;
}

/** A figure that is missing counts as missed. */
export function isMissed({ value, limit }: Bar): boolean {
  return !(value <= limit);
}
