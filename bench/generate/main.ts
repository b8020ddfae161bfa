/**
 * `npm run bench:generate`: times the whole program compared with other generators that read
 * the same `schema.ts`.
 *
 * --json      prints all figures as JSON
 * --assert    ends with 1 where a bar is missed
 * --rounds N  rounds to take the median of (default 11)
 */
import { mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Bar, isMissed } from "../validate/bars.js";
import { type Figure, measure } from "./measure.js";
import {
  CHECK_CONFIGURED,
  CHECK_CURRENT,
  COLD,
  COLD_UNFORMATTED,
  GROWN,
  programs,
  UNCHANGED,
} from "./programs.js";

const { values: options } = parseArgs({
  options: {
    json: { type: "boolean", default: false },
    assert: { type: "boolean", default: false },
    rounds: { type: "string", default: "11" },
  },
});

const folder = mkdtempSync(join(tmpdir(), "mcp-gen-bench-"));
try {
  const figures = measure(programs, folder, Number(options.rounds));
  const bars = barsOf(figures);
  const machine = `Node.js ${process.version}, ${cpus()[0]?.model.trim()}`;
  console.log(
    options.json
      ? JSON.stringify({ machine, figures, bars }, null, 2)
      : tableOf(figures, bars, machine),
  );
  if (options.assert && bars.some(isMissed)) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** What the generator has to reach; times are multiples of `node -e 0`. */
function barsOf(figures: readonly Figure[]): readonly Bar[] {
  const times: readonly [name: string, limit: number][] = [
    // Node starts faster with each version, and what it is a multiple of shrinks: 11 on
    // Node 20, 19 on Node 24, where the whole run takes less time.
    [COLD, 20],
    [COLD_UNFORMATTED, 20],
    [UNCHANGED, 1.5],
    [CHECK_CURRENT, 1.5],
    [CHECK_CONFIGURED, 1.5],
  ];
  const figure = (name: string): Figure | undefined =>
    figures.find((one) => one.name === name);
  const [fewer, more] = GROWN.map(([types, name]) => ({
    types,
    time: figure(name)?.milliseconds ?? Number.NaN,
  }));
  return [
    {
      name: "milliseconds for each further type",
      value:
        ((more?.time ?? Number.NaN) - (fewer?.time ?? Number.NaN)) /
        ((more?.types ?? Number.NaN) - (fewer?.types ?? Number.NaN)),
      limit: 3,
    },
    ...times.map(([name, limit]) => ({
      name,
      value: figure(name)?.ratio ?? Number.NaN,
      limit,
    })),
    ...times.map(([name]) => ({
      name: `${name}: peak MiB`,
      value: figure(name)?.peakMiB ?? Number.NaN,
      limit: 220,
    })),
  ];
}

function tableOf(
  figures: readonly Figure[],
  bars: readonly Bar[],
  machine: string,
): string {
  const missed = bars.filter(isMissed);
  return [
    `Measured with \`npm run bench:generate\` on ${machine}. Whole processes, interleaved, medians.`,
    "",
    "| program | time | times `node -e 0` | peak memory |",
    "|---|---:|---:|---:|",
    ...figures.map(
      ({ name, milliseconds, ratio, peakMiB }) =>
        `| ${name} | ${milliseconds.toFixed(0)} ms | ${ratio.toFixed(2)} | ${peakMiB.toFixed(0)} MiB |`,
    ),
    "",
    missed.length === 0
      ? `All ${bars.length} bars are reached.`
      : `Missed: ${missed.map(({ name, value, limit }) => `${name} (${value.toFixed(2)} > ${limit})`).join(", ")}.`,
  ].join("\n");
}
