/** What `--check` reports: files that are not what a run would write, with diffs. */
import { fileDiff } from "./file-diff.js";
import { MANIFEST } from "./manifest.js";
import type { FileState, OutputPlan } from "./output-plan.js";

/** A file that is not what a run would write. */
export interface CheckedFile {
  /** The file as it is shown to people, e.g. `out/draft/types.ts`. */
  readonly path: string;
  /**
   * `missing`: to be created; `stale`: to be updated; `extra`: to be deleted;
   * `edited`: ours, but changed by hand; `unmanaged`: not ours, in the place of one;
   * `conflicting`: a merge has left two versions in it.
   */
  readonly state:
    "missing" | "stale" | "extra" | "edited" | "unmanaged" | "conflicting";
  /**
   * Unified diff from what is there to what is wanted, cut where it is long; empty for
   * what no program reads, the manifest and what is in conflict.
   */
  readonly diff: string;
}

const NAMES = ["on disk", "as generated"] as const;

const STATES: Readonly<Record<FileState, CheckedFile["state"] | undefined>> = {
  unchanged: undefined,
  create: "missing",
  update: "stale",
  delete: "extra",
  edited: "edited",
  unmanaged: "unmanaged",
};

/** Lists what is out of date. Line endings do not count. */
export function checkPlans(
  plans: readonly OutputPlan[],
): readonly CheckedFile[] {
  return plans.flatMap(({ output, files }) =>
    files.flatMap((file) => {
      const { path: name, current, wanted, isConflicting = false } = file;
      const state = isConflicting ? "conflicting" : STATES[file.state];
      if (state === undefined) return [];
      const path = `${output.label}/${name}`;
      if (isConflicting || name === MANIFEST)
        return [{ path, state, diff: "" }];
      const change = { path, before: current, after: wanted };
      return [{ path, state, diff: fileDiff(change, NAMES) }];
    }),
  );
}
