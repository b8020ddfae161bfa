/**
 * Tells what types inherit once: a field that several types gained or lost
 * together is one change, at the type that declares it.
 */
import type { Change } from "./change.js";
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

/** Marks the change of a field that its holder inherits from `owner`. */
export function inheritedFrom(
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
