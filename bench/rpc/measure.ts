/** Interleaved timing of what takes its time asynchronously. */
import { median } from "../validate/measure.js";

/** Something that can be done over and over. */
export interface Candidate {
  readonly name: string;
  /** Does it so many times, one after the other. */
  readonly run: (times: number) => void | Promise<void>;
}

/** How long a measurement may take. */
export interface Effort {
  readonly rounds: number;
  /** Length of one candidate's slice of a round, in milliseconds. */
  readonly slice: number;
}

/** What was found out about one candidate. */
export interface Timing {
  readonly name: string;
  /** Median over the rounds, in microseconds. */
  readonly microseconds: number;
  /** Median of what it takes by what the first candidate takes in the same round. */
  readonly ratio: number;
}

/**
 * Times candidates in turn, round after round, so that a machine that slows down
 * slows all of them. The first one is the floor.
 */
export async function timeAll(
  candidates: readonly Candidate[],
  { rounds, slice }: Effort,
): Promise<readonly Timing[]> {
  const times: number[] = [];
  for (const candidate of candidates) {
    times.push(await timesFor(candidate, slice));
  }
  const rows: number[][] = candidates.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, candidate] of candidates.entries()) {
      const count = times[index] ?? 1;
      rows[index]?.push((await milliseconds(candidate, count)) / count);
    }
  }
  const [floor = []] = rows;
  return candidates.map(({ name }, index) => {
    const row = rows[index] ?? [];
    return {
      name,
      microseconds: median(row) * 1_000,
      ratio: median(
        row.map((time, round) => time / (floor[round] ?? Number.NaN)),
      ),
    };
  });
}

/** Warms a candidate up and finds how many times fill a slice. */
async function timesFor(candidate: Candidate, slice: number): Promise<number> {
  let times = 1;
  for (let settled = 0; settled < 4;) {
    const took = await milliseconds(candidate, times);
    if (took >= slice / 2) {
      settled += 1;
    }
    const factor = slice / Math.max(took, slice / 20);
    times = Math.max(1, Math.round(times * Math.min(factor, 10)));
  }
  return times;
}

async function milliseconds(
  { run }: Candidate,
  times: number,
): Promise<number> {
  const start = process.hrtime.bigint();
  await run(times);
  return Number(process.hrtime.bigint() - start) / 1e6;
}
