/** Interleaved timing: every candidate gets a slice of each round, so that noise hits all alike. */

/** Something that can be called over and over. */
export interface Candidate {
  readonly name: string;
  /** One call; its answer is used up so that no compiler can leave the call out. */
  readonly call: (turn: number) => unknown;
}

/** How long a measurement may take. */
export interface Effort {
  readonly rounds: number;
  /** Length of one candidate's slice of a round, in milliseconds. */
  readonly slice: number;
  /**
   * Milliseconds that each candidate runs before anything counts. Compilers work next to
   * the program: too short, and chance decides whose code they have finished.
   */
  readonly warmUp: number;
}

/** Nanoseconds a call of each candidate, one number a round. */
export type Timings = ReadonlyMap<string, readonly number[]>;

let sink: unknown;

/** Times all candidates side by side. The rounds of all of them correspond. */
export function timed(
  candidates: readonly Candidate[],
  { rounds, slice, warmUp }: Effort,
): Timings {
  const turns = candidates.map((candidate) =>
    turnsFor(candidate, slice, warmUp),
  );
  const timings = new Map<string, number[]>(
    candidates.map(({ name }) => [name, []]),
  );
  for (let round = 0; round < rounds; round++) {
    for (const [index, candidate] of candidates.entries()) {
      const count = turns[index] ?? 1;
      timings.get(candidate.name)?.push(run(candidate, count) / count);
    }
  }
  return timings;
}

/** Warms a candidate up and finds how many calls fill a slice. */
function turnsFor(candidate: Candidate, slice: number, warmUp: number): number {
  let turns = 1;
  for (let spent = 0; spent < warmUp;) {
    const milliseconds = run(candidate, turns) / 1e6;
    spent += milliseconds;
    const factor = slice / Math.max(milliseconds, slice / 20);
    turns = Math.max(1, Math.round(turns * Math.min(factor, 10)));
  }
  return turns;
}

/** Nanoseconds that so many calls take together. */
function run({ call }: Candidate, turns: number): number {
  const start = process.hrtime.bigint();
  for (let turn = 0; turn < turns; turn++) sink = call(turn);
  return Number(process.hrtime.bigint() - start);
}

/** What the calls gave back last; reading it keeps them from being optimised away. */
export function lastAnswer(): unknown {
  return sink;
}

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((left, right) => left - right);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  const lower = sorted[middle - 1] ?? upper;
  return sorted.length % 2 === 1 ? upper : (lower + upper) / 2;
}

/** The median of how a candidate compares with another in the same round. */
export function ratio(
  timings: Timings,
  candidate: string,
  baseline: string,
): number {
  const own = timings.get(candidate) ?? [];
  const base = timings.get(baseline) ?? [];
  return median(own.map((time, round) => time / (base[round] ?? Number.NaN)));
}
