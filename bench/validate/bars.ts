/** What the validators have to reach, and whether a run reached it. */
import type { Measurements } from "./report.js";
import { FLOOR, OURS, type RowResult } from "./row.js";
import { ALL_CHECKS, MESSAGES, WHOLE } from "./size.js";

/** One demand on the figures of a run. */
export interface Bar {
  readonly name: string;
  readonly value: number;
  readonly limit: number;
}

/** A peer counts as no faster when it is within this factor. */
const TIE = 1.25;

/** How much slower than code written by hand ours may be on messages of many shapes. */
const OVER_HANDWRITTEN = 1.4;

/** Gzipped bytes of the bundles of version 0.1.0: none may grow. */
const SIZES: Readonly<Record<string, number>> = {
  [ALL_CHECKS]: 8_900,
  [MESSAGES]: 12_400,
  [WHOLE]: 25_300,
  "isCallToolResult alone": 1_300,
  "CallToolResultSchema alone": 5_300,
};

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
    ...Object.entries(SIZES).map(([name, limit]) => ({
      name: `${name}, gzipped bytes`,
      value: sizeOf(name),
      limit,
    })),
    {
      name: "importing all validators, times an empty process",
      value: startup.ratio,
      limit: 1.2,
    },
  ];
}

/** How the names of rows end whose messages have their keys in different orders. */
const SHAPES = "16 shapes";

function barsOfRow({ name, cells }: RowResult): readonly Bar[] {
  const ours = cells[OURS];
  if (!ours) return [];
  const hasShapes = name.endsWith(SHAPES);
  const bars: Bar[] = [
    hasShapes
      ? {
          name: `${name}: is, against ${FLOOR}`,
          value: ours.is,
          limit: (cells[FLOOR]?.is ?? Number.NaN) * OVER_HANDWRITTEN,
        }
      : { name: `${name}: is`, value: ours.is, limit: 0.05 },
    {
      name: `${name}: parse and validate`,
      value: ours.parseAndValidate,
      limit: 1.15,
    },
    {
      name: `${name}: first issue`,
      value: ours.refusal ?? Number.NaN,
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
  }
  return bars;
}

/** A figure that is missing counts as missed. */
export function isMissed({ value, limit }: Bar): boolean {
  return !(value <= limit);
}
