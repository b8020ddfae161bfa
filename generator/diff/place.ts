/** Places inside a revision: how they are addressed and who fills them. */
import type { Side } from "../model/model.js";
import type { Subject } from "./change.js";
import type { Revision } from "./revision.js";
import { nameText } from "./type-text.js";
import type { Senders } from "./verdict.js";

/** Somewhere in a type: the type itself, a field, an item, a value. */
export interface Place {
  /** The address, see `Change.path`. */
  readonly path: string;
  /** The same in words, see `Change.place`. */
  readonly words: string;
  /** What a change of the value here is called. */
  readonly subject: Extract<
    Subject,
    "type" | "field" | "capability" | "metaKey"
  >;
  /** Who sends what stands here. */
  readonly senders: Senders;
  /** True inside a `_meta` object, whose keys are reported as such. */
  readonly meta: boolean;
}

/** The types whose fields are the capabilities that the sides declare. */
const CAPABILITY_TYPES: ReadonlySet<string> = new Set([
  "ClientCapabilities",
  "ServerCapabilities",
]);

/** The place of a declared type. */
export function placeOfType(name: string, senders: Senders): Place {
  return {
    path: name,
    words: `\`${name}\``,
    subject: CAPABILITY_TYPES.has(name) ? "capability" : "type",
    senders,
    meta: false,
  };
}

/** The place of a field of what stands at `parent`. */
export function placeOfField(parent: Place, name: string): Place {
  const shown = nameText(name);
  // Only a declared type has neither a dot nor a bracket in its path.
  const joint = /^\w+$/.test(parent.path) ? "of" : "in";
  return {
    path:
      shown === name ? `${parent.path}.${name}` : `${parent.path}[${shown}]`,
    words: `\`${name}\` ${joint} ${parent.words}`,
    subject: parent.subject === "type" ? "field" : parent.subject,
    senders: parent.senders,
    meta: parent.meta || name === "_meta",
  };
}

/** The place of the items of the array at `parent`. */
export function placeOfItems(parent: Place): Place {
  return {
    ...parent,
    path: `${parent.path}[]`,
    words: `each item of ${parent.words}`,
  };
}

/** The place of the values behind keys that `parent` does not name. */
export function placeOfValues(parent: Place): Place {
  return {
    ...parent,
    path: `${parent.path}[*]`,
    words: `each other value of ${parent.words}`,
  };
}

/**
 * The sides that send a type in both revisions. One that sends it in a single
 * revision has no code that the change could break: its methods came or went.
 */
export function lastingSenders(
  name: string,
  before: Revision,
  after: Revision,
): Senders {
  const later = after.sendersOf(name);
  return new Set<Side>(
    [...before.sendersOf(name)].filter((side) => later.has(side)),
  );
}
