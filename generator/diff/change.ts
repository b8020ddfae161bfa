/**
 * What a comparison of two revisions says: one {@link Change} for each declared
 * place that differs, in the protocol's own terms.
 */
import type { Side } from "../model/model.js";

/** What kind of thing changed. `docs/diff.md` has a section for each. */
export type Subject =
  | "protocol"
  | "method"
  | "errorCode"
  | "capability"
  | "metaKey"
  | "type"
  | "field"
  | "literal"
  | "variant"
  | "constant"
  | "rule";

/** What happened to it. */
export type Action =
  | "added"
  | "removed"
  | "renamed"
  | "renumbered"
  | "required"
  | "optional"
  | "typeChanged"
  | "constraintChanged"
  | "opened"
  | "closed"
  | "deprecated"
  | "undeprecated"
  | "changed";

/**
 * Whether code of one side that was right for the old schema may stay as it is.
 * `breaking`: it may be wrong now, on the wire or at compile time.
 */
export type Verdict = "breaking" | "compatible";

/** The verdict for each side. */
export interface Verdicts {
  readonly clients: Verdict;
  readonly servers: Verdict;
}

/** One difference between two revisions. */
export interface Change {
  readonly subject: Subject;
  readonly action: Action;
  /**
   * The place: a method's, type's, constant's or rule's name, or a path such as
   * `ClientCapabilities.roots.listChanged`, `Prompt.arguments[]`, `Tool.meta[*]`
   * (an item, a value of a record).
   */
  readonly path: string;
  /** The place in words, e.g. "`listChanged` in `roots` of `ClientCapabilities`". */
  readonly place: string;
  /** What happened, in words, to follow the place: "was added (optional, string)". */
  readonly what: string;
  /** The old text of what changed, where there is one: a type, a code, a limit. */
  readonly before?: string;
  /** The new text. */
  readonly after?: string;
  /**
   * Types that gained or lost the field by inheriting it, where these are others
   * than the one that declares it. Types below them are left out.
   */
  readonly inheritedBy?: readonly string[];
  readonly verdicts: Verdicts;
}

/** The side at the other end. */
export function otherSide(side: Side): Side {
  return side === "client" ? "server" : "client";
}

/** True when a change breaks at least one side. */
export function isBreaking(change: Change): boolean {
  return (
    change.verdicts.clients === "breaking" ||
    change.verdicts.servers === "breaking"
  );
}
