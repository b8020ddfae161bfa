import type { ProtocolModel } from "../../../generator/model/model.js";

/** One type's validator, as a peer offers it. */
export interface Validator {
  readonly is: (value: unknown) => boolean;
  /** What the peer makes of a broken message: its own report of what is wrong where. */
  readonly report: (value: unknown) => unknown;
  /** The path of the first fault in such a report, `/` separated; not timed. */
  readonly pathIn: (report: any) => string;
}

/** What a peer is built from. */
export interface Workspace {
  readonly model: ProtocolModel;
  /** Our `types.ts` and `schema.json` of the model, as text. */
  readonly typesText: string;
  readonly schema: Readonly<Record<string, unknown>>;
  /** A folder below `bench/` for what has to be on disk. */
  readonly folder: string;
  /** The types that the benchmark has messages of. */
  readonly types: readonly string[];
}

/** A validation library that is measured compared with ours. */
export interface Peer {
  readonly name: string;
  /** Writes what the peer needs on disk; once, before the rows' processes start. */
  readonly prepare?: (workspace: Workspace) => Promise<void>;
  /** Builds the validators; a type that the peer has no schema of is left out. */
  readonly load: (
    workspace: Workspace,
  ) => Promise<ReadonlyMap<string, Validator>>;
}
