/**
 * Which side a change breaks. Everything follows from three facts about a place:
 * who sends what stands there, whether everything sent before is still accepted,
 * and whether everything that may arrive now was expected before.
 *
 * `docs/diff.md` states the rules as a table.
 */
import type { Side } from "../model/model.js";
import type { Verdict, Verdicts } from "./change.js";
import { otherSide } from "./change.js";

/** The sides that send a value; both, one or none. */
export type Senders = ReadonlySet<Side>;

/** Nobody sends it. */
export const NOBODY: Senders = new Set();

/** Either side sends it. */
export const ANYBODY: Senders = new Set<Side>(["client", "server"]);

/** What a change does to the two ends of a message. */
export interface Effect {
  /** What senders wrote for the old schema may be refused or misread now. */
  readonly sender: boolean;
  /** Receivers written for the old schema may meet something they do not expect. */
  readonly receiver: boolean;
}

/** A new field that may be absent: receivers ignore what they do not know. */
export const OPTIONAL_ADDED: Effect = { sender: false, receiver: false };
/** A new field that must be there: senders have to fill it. */
export const REQUIRED_ADDED: Effect = { sender: true, receiver: false };
/** A field that could be absent is gone: what a sender says there has no meaning now. */
export const OPTIONAL_REMOVED: Effect = { sender: true, receiver: false };
/** A field that was always there is gone: receivers relied on it too. */
export const REQUIRED_REMOVED: Effect = { sender: true, receiver: true };
/** Less is accepted than before. */
export const NARROWED: Effect = { sender: true, receiver: false };
/** More may arrive than before. */
export const WIDENED: Effect = { sender: false, receiver: true };
/** Neither contains the other. */
export const REPLACED: Effect = { sender: true, receiver: true };
/** Nothing that either end notices. */
export const HARMLESS: Effect = { sender: false, receiver: false };

/** The verdicts of a change at a place that `senders` fill. */
export function verdictsOf(senders: Senders, effect: Effect): Verdicts {
  const broken = new Set<Side>();
  for (const side of senders) {
    if (effect.sender) broken.add(side);
    if (effect.receiver) broken.add(otherSide(side));
  }
  return breaks(broken);
}

/** Verdicts that name the broken sides. */
export function breaks(sides: Senders): Verdicts {
  return {
    clients: sides.has("client") ? "breaking" : "compatible",
    servers: sides.has("server") ? "breaking" : "compatible",
  };
}

/** What several changes do together: a side that one of them breaks is broken. */
export function joinVerdicts(verdicts: readonly Verdicts[]): Verdicts {
  const breaking = (side: keyof Verdicts): Verdict =>
    verdicts.some((each) => each[side] === "breaking")
      ? "breaking"
      : "compatible";
  return { clients: breaking("clients"), servers: breaking("servers") };
}

/** The effect of a value set that changed, from what contains what. */
export function effectOfSets(oldFitsNew: boolean, newFitsOld: boolean): Effect {
  return { sender: !oldFitsNew, receiver: !newFitsOld };
}
