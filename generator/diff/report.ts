/** A comparison with the names of what was compared: what `mcp-gen diff` prints. */
import type { Era, ProtocolModel } from "../model/model.js";
import type { Change } from "./change.js";
import { isBreaking } from "./change.js";
import { diffModels } from "./diff.js";

/** One of the two revisions. */
export interface ComparedRevision {
  /** Its protocol version. */
  readonly version: string;
  readonly era: Era;
  /** Where its schema was read from, as it is shown to people. */
  readonly path: string;
  readonly sha256: string;
}

/** How many changes there are. One that breaks both sides counts for each. */
export interface ChangeCounts {
  readonly changes: number;
  readonly breakingForClients: number;
  readonly breakingForServers: number;
  readonly compatible: number;
}

/** What changed between two revisions. */
export interface DiffReport {
  readonly before: ComparedRevision;
  readonly after: ComparedRevision;
  readonly counts: ChangeCounts;
  readonly changes: readonly Change[];
}

/** Compares two models, see {@link diffModels}, and counts what was found. */
export function compareModels(
  before: ProtocolModel,
  after: ProtocolModel,
): DiffReport {
  const changes = diffModels(before, after);
  const count = (condition: (change: Change) => boolean): number =>
    changes.filter(condition).length;
  return {
    before: revisionOf(before),
    after: revisionOf(after),
    counts: {
      changes: changes.length,
      breakingForClients: count(
        ({ verdicts }) => verdicts.clients === "breaking",
      ),
      breakingForServers: count(
        ({ verdicts }) => verdicts.servers === "breaking",
      ),
      compatible: count((change) => !isBreaking(change)),
    },
    changes,
  };
}

function revisionOf(model: ProtocolModel): ComparedRevision {
  const { version, era, source } = model;
  return { version, era, path: source.path, sha256: source.sha256 };
}
