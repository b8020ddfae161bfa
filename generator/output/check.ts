/** What `--check` reports: files that are not what a run would write, with diffs. */
import { createTwoFilesPatch } from "diff";
import { normaliseLines } from "./manifest.js";
import type { FileState, OutputPlan, PlannedFile } from "./plan.js";

/** A file that is not what a run would write. */
export interface CheckedFile {
  /** The file as it is shown to people, e.g. `out/draft/types.ts`. */
  readonly path: string;
  /**
   * `missing`: to be created; `stale`: to be updated; `extra`: to be deleted;
   * `edited`: ours, but changed by hand; `foreign`: not ours, in the place of one.
   */
  readonly state: "missing" | "stale" | "extra" | "edited" | "foreign";
  /** Unified diff from what is there to what is wanted, cut where it is long. */
  readonly diff: string;
}

/** Lines of a diff that are shown of one file. */
const DIFF_LINES = 24;

const STATES: Readonly<Record<FileState, CheckedFile["state"] | undefined>> = {
  same: undefined,
  create: "missing",
  update: "stale",
  delete: "extra",
  edited: "edited",
  foreign: "foreign",
};

/** Lists what is out of date. Line endings do not count. */
export function checkPlans(
  plans: readonly OutputPlan[],
): readonly CheckedFile[] {
  return plans.flatMap(({ output, files }) =>
    files.flatMap((file) => {
      const state = STATES[file.state];
      const path = `${output.label}/${file.path}`;
      return state === undefined
        ? []
        : [{ path, state, diff: diffOf(path, file) }];
    }),
  );
}

function diffOf(path: string, { current, wanted }: PlannedFile): string {
  const patch = createTwoFilesPatch(
    current === undefined ? "/dev/null" : path,
    wanted === undefined ? "/dev/null" : path,
    normaliseLines(current ?? ""),
    normaliseLines(wanted ?? ""),
    current === undefined ? undefined : "on disk",
    wanted === undefined ? undefined : "as generated",
    { context: 2 },
  );
  // The first line is a ruler below which the two names stand.
  const lines = patch.split("\n").slice(1, -1);
  const hidden = lines.length - DIFF_LINES;
  if (hidden <= 1) return lines.join("\n");
  return [...lines.slice(0, DIFF_LINES), `... ${hidden} more lines`].join("\n");
}
