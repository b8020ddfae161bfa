/**
 * What a run would do to an output folder, as data. The library's types mention it, so
 * nothing here needs the types of Node.
 */

/** An output folder: where it is and how people know it. */
export interface OutputFolder {
  /** Absolute path. */
  readonly folder: string;
  /** The folder as it is shown to people, e.g. `out/draft`. */
  readonly label: string;
}

/** A file that an output folder shall hold. */
export interface OutputFile {
  /** Path below the folder, `/` separated. */
  readonly path: string;
  readonly text: string;
}

/** What an output folder shall hold. */
export interface Output extends OutputFolder {
  /** Every file but the manifest. */
  readonly files: readonly OutputFile[];
  /** Text of the manifest that lists them. */
  readonly manifest: string;
}

/**
 * What happens to a file:
 *
 * - `create`, `update`, `delete`: it is written or removed;
 * - `unchanged`: it is left, its time of modification included;
 * - `edited`: it is one of ours, changed by hand, and would be replaced or removed;
 * - `unmanaged`: it is not ours and stands where one of ours belongs.
 *
 * `edited` and `unmanaged` files stop a run, unless it is forced.
 */
export type FileState =
  "create" | "update" | "unchanged" | "delete" | "edited" | "unmanaged";

/** One file of a plan. */
export interface PlannedFile {
  /** Path below the output folder, `/` separated. */
  readonly path: string;
  readonly state: FileState;
  /** The text to be written; absent when the file is to go. */
  readonly wanted?: string;
  /** The text that is there; absent when there is none. */
  readonly current?: string;
  /** True when a merge has left conflicts in it: nobody's work is lost with them. */
  readonly isConflicting?: boolean;
}

/** What a run would do to one output folder. */
export interface OutputPlan {
  readonly output: Output;
  /** Every file concerned, the manifest last. */
  readonly files: readonly PlannedFile[];
  /** True when another run is writing to the folder, or was killed while it did. */
  readonly interrupted: boolean;
}
