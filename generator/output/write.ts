/** Carries out plans: all outputs of a run change, or none does. */
import { UsageError } from "../failure.js";
import { nodeDisk } from "./disk.js";
import type { OutputPlan, PlannedFile } from "./output-plan.js";
import { changesOf, planOutput } from "./plan.js";
import { transact, type TransactionOptions } from "./transaction.js";

/** How plans are carried out. */
export interface WriteOptions extends TransactionOptions {
  /** Replace and remove `edited` and `unmanaged` files too. */
  readonly force?: boolean;
}

/**
 * Writes what the plans say.
 *
 * The disk is looked at again once it is locked, so a file that changed after the
 * plan was made is neither overwritten nor deleted unseen.
 *
 * @returns the plans as they were carried out, in the order given.
 * @throws UsageError when files stand in the way (see {@link refusalOf}), the disk
 *   refuses, or another run keeps the folder; nothing is changed then.
 */
export async function writePlans(
  plans: readonly OutputPlan[],
  options: WriteOptions = {},
): Promise<readonly OutputPlan[]> {
  const { force = false, disk = nodeDisk } = options;
  const outputs = plans.map(({ output }) => output);
  const labels = outputs.map(({ label }) => label);
  return transact(
    labels,
    ({ change }) => {
      const written = outputs.map((output) => {
        const plan = planOutput(output, disk);
        if (changesOf(plan).length === 0 && !plan.interrupted) return plan;
        return change(output, () => {
          const locked = planOutput(output, disk);
          return { plan: locked, files: changesOf(locked) };
        }).plan;
      });
      const refusal = force ? undefined : refusalOf(written);
      if (refusal !== undefined) throw new UsageError(refusal);
      return written;
    },
    options,
  );
}

/**
 * Why plans must not be carried out without `force`.
 *
 * @returns one line that names the files, or undefined when nothing is in the way.
 */
export function refusalOf(plans: readonly OutputPlan[]): string | undefined {
  const inState = (state: PlannedFile["state"]) =>
    plans.flatMap(({ output, files }) =>
      files
        .filter((file) => file.state === state)
        .map(({ path }) => `${output.label}/${path}`),
    );
  const reasons: string[] = [];
  const edited = inState("edited");
  const unmanaged = inState("unmanaged");
  if (edited.length > 0) reasons.push(`edited by hand: ${edited.join(", ")}`);
  if (unmanaged.length > 0)
    reasons.push(`not made by mcp-gen: ${unmanaged.join(", ")}`);
  return reasons.length === 0
    ? undefined
    : `Nothing was written. Only --force replaces files ${reasons.join("; files ")}.`;
}
