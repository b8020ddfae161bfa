/** Times one row of the table in this process, so that rows cannot disturb each other. */
import { handwrittenChecks } from "./handwritten.js";
import type { Row } from "./messages.js";
import {
  type Candidate,
  type Effort,
  median,
  ratio,
  timed,
} from "./measure.js";
import type { Validator } from "./peers/peer.js";

/** How the table calls ours and the two floors. */
export const OURS = "mcp-gen";
export const FLOOR = "hand-written";
const PARSE = "JSON.parse";

/** What a candidate needed, in multiples of `JSON.parse` of the same texts. */
export interface Cell {
  readonly is: number;
  readonly parseAndValidate: number;
  /** Refusing the broken twin with a report; the hand-written floor has none. */
  readonly refusal?: number;
  /** Whether the report's first path led to the fault. */
  readonly findsPath?: boolean;
}

export interface RowResult {
  readonly name: string;
  readonly type: string;
  /** Nanoseconds of `JSON.parse` of one message, the unit of all ratios. */
  readonly parseNanoseconds: number;
  readonly cells: Readonly<Record<string, Cell>>;
}

/** @throws {Error} when a candidate accepts the broken message or refuses the good one */
export function measureRow(
  row: Row,
  validators: ReadonlyMap<string, Validator>,
  effort: Effort,
): RowResult {
  const good = row.texts.map((text): unknown => JSON.parse(text));
  const broken = row.brokenTexts.map((text): unknown => JSON.parse(text));
  const floor = handwrittenChecks[row.type];
  if (!floor) throw new Error(`no hand-written check of ${row.type}`);
  const checks = new Map([
    ...[...validators].map(([name, { is }]) => [name, is] as const),
    [FLOOR, floor] as const,
  ]);
  for (const [name, is] of checks) demandVerdicts(row, name, is, good, broken);

  const { length } = good;
  const candidates: Candidate[] = [
    {
      name: PARSE,
      call: (turn) => JSON.parse(row.texts[turn % length] ?? ""),
    },
  ];
  for (const [name, is] of checks) {
    candidates.push(
      { name: `is ${name}`, call: (turn) => is(good[turn % length]) },
      {
        name: `parse ${name}`,
        call: (turn) => is(JSON.parse(row.texts[turn % length] ?? "")),
      },
    );
  }
  for (const [name, { report }] of validators) {
    candidates.push({
      name: `refusal ${name}`,
      call: (turn) => report(broken[turn % length]),
    });
  }

  const timings = timed(candidates, effort);
  const cells: Record<string, Cell> = {};
  for (const name of checks.keys()) {
    const validator = validators.get(name);
    cells[name] = {
      is: ratio(timings, `is ${name}`, PARSE),
      parseAndValidate: ratio(timings, `parse ${name}`, PARSE),
      ...(validator && {
        refusal: ratio(timings, `refusal ${name}`, PARSE),
        findsPath: row.faults.every(
          (fault, index) =>
            validator.pathIn(validator.report(broken[index])) === fault,
        ),
      }),
    };
  }
  return {
    name: row.name,
    type: row.type,
    parseNanoseconds: median(timings.get(PARSE) ?? []),
    cells,
  };
}

function demandVerdicts(
  row: Row,
  name: string,
  is: (value: unknown) => boolean,
  good: readonly unknown[],
  broken: readonly unknown[],
): void {
  const refused = good.findIndex((value) => !is(value));
  if (refused >= 0) {
    throw new Error(
      `${name} refuses a valid ${row.name}: ${row.texts[refused]}`,
    );
  }
  const accepted = broken.findIndex((value) => is(value));
  if (accepted >= 0) {
    throw new Error(
      `${name} accepts a broken ${row.name}: ${row.brokenTexts[accepted]}`,
    );
  }
}
