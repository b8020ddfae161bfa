/** Whole processes: how long they take, and how much memory at most. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { median } from "../validate/measure.js";
import { FLOOR, makeFolder, type Program } from "./programs.js";

/** What was found out about one program. */
export interface Figure {
  readonly name: string;
  /** Median wall time of the whole process. */
  readonly milliseconds: number;
  /** Median, over the rounds, of this process's time by that of `node -e 0`. */
  readonly ratio: number;
  /** Largest resident set of the process. */
  readonly peakMiB: number;
}

const PEAK = fileURLToPath(new URL("peak.cjs", import.meta.url));
const KIB_PER_MIB = 1024;

/**
 * Runs the programs in turn, round after round, so that a machine that slows down
 * slows all of them.
 *
 * @param folder An empty folder; each program gets one below it.
 */
export function measure(
  programs: readonly Program[],
  folder: string,
  rounds: number,
): readonly Figure[] {
  const subjects = programs.map((program, index) => ({
    program,
    folder: join(folder, String(index)),
    times: [] as number[],
    peak: 0,
  }));
  for (const subject of subjects) {
    const { program, folder: own } = subject;
    makeFolder(own);
    if (program.setUp !== undefined) {
      program.prepare?.(own);
      spawn({ ...program, args: program.setUp }, own);
    }
    // Not timed: it also brings the program's files into the system's cache.
    subject.peak = peakOf(program, own);
  }
  for (let round = 0; round < rounds; round++)
    for (const { program, folder: own, times } of subjects)
      times.push(runTimed(program, own));
  const floor = subjects.find(({ program }) => program.name === FLOOR);
  return subjects.map(({ program: { name }, times, peak }) => ({
    name,
    milliseconds: median(times),
    ratio: median(
      times.map((time, round) => time / (floor?.times[round] ?? Number.NaN)),
    ),
    peakMiB: peak / KIB_PER_MIB,
  }));
}

function runTimed(program: Program, folder: string): number {
  program.prepare?.(folder);
  const start = process.hrtime.bigint();
  spawn(program, folder);
  return Number(process.hrtime.bigint() - start) / 1e6;
}

/** @returns KiB. */
function peakOf(program: Program, folder: string): number {
  program.prepare?.(folder);
  const file = join(folder, "peak.txt");
  spawn({ ...program, args: ["--require", PEAK, ...program.args] }, folder, {
    MCP_GEN_PEAK_FILE: file,
  });
  return Number(readFileSync(file, "utf8"));
}

function spawn(
  { name, args }: Program,
  cwd: string,
  more: NodeJS.ProcessEnv = {},
): void {
  const { status, stderr } = spawnSync(process.execPath, args, {
    cwd,
    env: { ...process.env, ...more },
    encoding: "utf8",
    stdio: ["ignore", "ignore", "pipe"],
  });
  if (status !== 0) throw new Error(`${name} failed (${status}): ${stderr}`);
}
