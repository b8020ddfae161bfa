/**
 * Tells what types inherit once: a field that several types gained or lost
 * together is one change, at the type that declares it.
 */
import { hasType } from "../model/queries.js";
import type { Change } from "./change.js";
import type { Comparison } from "./comparison.js";
import type { Place } from "./place.js";
import { placeOfField, placeOfType } from "./place.js";
import { joinVerdicts, NOBODY } from "./verdict.js";

/** A change of a field, before it is known whether others inherit the same one. */
export interface Found extends Change {
  /** Where the field is declared, when the place of the change inherits it. */
  readonly declaredAt?: Pick<Change, "path" | "place">;
  /** The path of what has the field; present together with `declaredAt`. */
  readonly holder?: string;
}

/** Joins changes of one declared field; the others stay as they are. */
export function joinInherited(found: readonly Found[]): readonly Change[] {
  const groups = new Map<string, Found[]>();
  for (const change of found) {
    const key = JSON.stringify([
      change.subject,
      change.action,
      change.declaredAt?.path ?? change.path,
      change.what,
    ]);
    const group = groups.get(key) ?? [];
    groups.set(key, [...group, change]);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first === undefined ? [] : [joined(first, group)];
  });
}

function joined(first: Found, group: readonly Found[]): Change {
  const { declaredAt, holder: _holder, ...change } = first;
  const holders = group.flatMap(({ holder }) => holder ?? []);
  return {
    ...change,
    ...declaredAt,
    ...(holders.length === 0 ? {} : { inheritedBy: holders }),
    verdicts: joinVerdicts(group.map(({ verdicts }) => verdicts)),
  };
}

/**
 * Attributes a field that came or went to the type that declares it.
 *
 * Where that type has the field in both revisions, only a type that inherits it differently
 * is spoken of as such; a place that holds another type now has a change of its own.
 */
export function attributed(
  change: Change,
  owner: string | undefined,
  name: string,
  holder: Place,
  { before, after }: Comparison,
): Found {
  if (owner === undefined || owner === holder.path) return change;
  const isLasting =
    before.fieldsOf(owner).has(name) && after.fieldsOf(owner).has(name);
  if (!isLasting) return inheritedFrom(owner, name, holder, change);
  return hasType(after.model, holder.path)
    ? inheritedFrom(owner, name, holder, {
        ...change,
        what: change.what
          .replace(/^was added/, "was added to other types")
          .replace(/^was removed/, "was removed from other types"),
      })
    : change;
}

/** Marks the change of a field that its holder inherits from `owner`. */
function inheritedFrom(
  owner: string,
  name: string,
  holder: Place,
  change: Change,
): Found {
  const { path, words } = placeOfField(placeOfType(owner, NOBODY), name);
  return {
    ...change,
    declaredAt: { path, place: words },
    holder: holder.path,
  };
}
