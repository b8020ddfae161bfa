/** Where schemas are pulled from. */

/** One revision as a source has it. */
export interface UpstreamRevision {
  /** Where it comes from, as the lock records it: no secret, no absolute path. */
  readonly from: string;
  /** The commit, where the source has commits. */
  readonly commit?: string;
  /** The address of `schema.ts`, for messages. */
  readonly schemaAddress: string;
  readonly schema: Uint8Array;
  /**
   * Gets the examples.
   *
   * @returns files by their path below the revision's folder: `examples/...`.
   */
  readonly examples: () => Promise<ReadonlyMap<string, Uint8Array>>;
}

/** Gets a revision; throws a `UsageError` when there is none or it cannot be had. */
export type UpstreamSource = (revision: string) => Promise<UpstreamRevision>;

/** The folder of the examples in a revision's folder. */
export const EXAMPLES_FOLDER = "examples";
