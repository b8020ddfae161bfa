/**
 * `npm run bench:validate`: times the generated validators compared with their peers,
 * and writes `results.md` and `chart.svg` next to this file.
 *
 * --json    prints all figures as JSON
 * --assert  ends with 1 where a bar of `bars.ts` is missed
 * --quick   few short rounds, for trying things out; writes no files
 * --row N   one row only (also how a run starts one process for each row)
 */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { fileURLToPath } from "node:url";
import { format } from "prettier";
import { measureAllocation } from "./allocation.js";
import { barsOf, isMissed } from "./bars.js";
import { chartOf } from "./chart.js";
import type { Effort } from "./measure.js";
import { allRows, type Row } from "./messages.js";
import { ajvPeer, ajvStandalonePeer } from "./peers/ajv.js";
import { arktypePeer } from "./peers/arktype.js";
import { corePeer } from "./peers/core.js";
import type { Peer, Validator } from "./peers/peer.js";
import { typeboxPeer } from "./peers/typebox.js";
import { typiaPeer } from "./peers/typia.js";
import { markdownOf, type Measurements } from "./report.js";
import { measureRow, OURS, type RowResult } from "./row.js";
import { measureSizes } from "./size.js";
import { measureStartup } from "./startup.js";
import { loadSubject, readWorkspace } from "./subject.js";

const PEERS: readonly Peer[] = [
  typiaPeer,
  typeboxPeer,
  ajvPeer,
  ajvStandalonePeer,
  arktypePeer,
  corePeer,
];

const FULL: Effort = { rounds: 25, slice: 4, warmUp: 200 };
const QUICK: Effort = { rounds: 5, slice: 2, warmUp: 50 };
const STARTUP_PAIRS = 21;

const { values: options } = parseArgs({
  options: {
    json: { type: "boolean", default: false },
    assert: { type: "boolean", default: false },
    quick: { type: "boolean", default: false },
    row: { type: "string" },
    // Set by a run for the processes of its rows.
    prepared: { type: "boolean", default: false },
  },
});
const effort = options.quick ? QUICK : FULL;

if (options.prepared) {
  const row = allRows()[Number(options.row)] as Row;
  console.log(JSON.stringify(await resultOf(row)));
} else {
  process.exitCode = await measureAll();
}

async function measureAll(): Promise<number> {
  const rows = allRows();
  // Loaded here only: the processes of the rows need no compiler.
  const { makeWorkspace } = await import("./workspace.js");
  const workspace = await makeWorkspace([
    ...new Set(rows.map(({ type }) => type)),
  ]);
  for (const peer of PEERS) await peer.prepare?.(workspace);

  const chosen = [
    ...(options.row === undefined ? rows.keys() : [Number(options.row)]),
  ];
  const results = chosen.map((index) => {
    process.stderr.write(`${rows[index]?.name} ...\n`);
    return inOwnProcess(index);
  });
  process.stderr.write("allocation, sizes, start-up ...\n");
  const measurements: Measurements = {
    machine: `Node.js ${process.version}, ${cpus()[0]?.model.trim()}`,
    rows: results,
    allocations: measureAllocation(
      rows.filter((_, index) => chosen.includes(index)),
    ),
    sizes: await measureSizes(),
    startup: measureStartup(options.quick ? 5 : STARTUP_PAIRS),
  };
  const bars = barsOf(measurements);
  const markdown = markdownOf(measurements, bars);
  console.log(
    options.json
      ? JSON.stringify({ ...measurements, bars }, null, 2)
      : markdown,
  );
  if (!options.quick && options.row === undefined) {
    writeBeside("results.md", await format(markdown, { parser: "markdown" }));
    writeBeside("chart.svg", chartOf(results));
  }
  return options.assert && bars.some(isMissed) ? 1 : 0;
}

/** A fresh process for each row: what one row teaches the compiler is not the next one's. */
function inOwnProcess(index: number): RowResult {
  const { status, stdout } = spawnSync(
    process.execPath,
    [
      ...process.execArgv,
      fileURLToPath(import.meta.url),
      "--prepared",
      "--row",
      String(index),
      ...(options.quick ? ["--quick"] : []),
    ],
    { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] },
  );
  if (status !== 0) throw new Error(`row ${index} could not be measured`);
  return JSON.parse(stdout) as RowResult;
}

async function resultOf(row: Row): Promise<RowResult> {
  const workspace = { ...readWorkspace(), types: [row.type] };
  const validators = new Map<string, Validator>();
  const ours = (await loadSubject(workspace.types)).get(row.type);
  if (ours) validators.set(OURS, ours);
  for (const peer of PEERS) {
    const validator = (await peer.load(workspace)).get(row.type);
    if (validator) validators.set(peer.name, validator);
  }
  return measureRow(row, validators, effort);
}

function writeBeside(name: string, text: string): void {
  writeFileSync(new URL(name, import.meta.url), text);
}
