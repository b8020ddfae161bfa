/** Results of servers that write `null` where a property should be absent. */
import type { Issue } from "../../validation.js";
import { LocalError } from "./local-error.js";
import { hasOwn } from "./message.js";

/** A server wrote `null` for properties that should be absent; they were read as absent. */
export class NullPropertiesError extends LocalError {
  static override readonly errorName: string = "NullPropertiesError";
  /** The method whose result it was. */
  readonly method: string;
  /** How many properties. */
  readonly count: number;
  /** Where they are; those of the items of a list are one place, with `*` for the index. */
  readonly places: readonly string[];

  constructor(method: string, count: number, places: readonly string[]) {
    const named = places.slice(0, shownPlaces).join(", ");
    const more = places.length > shownPlaces ? ", ..." : "";
    super(
      `The result of ${method} has null for ${count} properties that should be absent: ${named}${more}`,
    );
    this.method = method;
    this.count = count;
    this.places = places;
  }
}

/** How many places the message names. */
const shownPlaces = 5;

/** How often a result is looked through again; each time finds many places. */
const maxPasses = 20;

/** A result without the properties that were null. */
export interface WithoutNulls {
  readonly result: Record<string, unknown>;
  readonly count: number;
  readonly places: readonly string[];
}

type Container = Record<string | number, unknown>;
type Path = Issue["path"];

/**
 * Leaves out properties that are null and must not be, as servers write them that know
 * no difference between null and absent. What may be null stays.
 *
 * @param received - Is not changed.
 * @param issuesOf - What is wrong with a result; empty if nothing is.
 * @returns Undefined if that does not make the result valid.
 */
export function withoutNulls(
  received: Readonly<Record<string, unknown>>,
  issuesOf: (result: unknown) => readonly Issue[],
): WithoutNulls | undefined {
  const result: Container = { ...received };
  const copied = new Set<unknown>([result]);
  const places = new Set<string>();
  let count = 0;
  for (let pass = 0; pass < maxPasses; pass += 1) {
    const issues = issuesOf(result);
    if (issues.length === 0) {
      return count === 0 ? undefined : { result, count, places: [...places] };
    }
    let removed = 0;
    const seen = new Set<string>();
    for (const { path } of issues) {
      // The items of a list mostly have the same faults: one look at all is enough.
      const place = path.map((step) => (typeof step === "number" ? 0 : step));
      const text = JSON.stringify(place);
      if (seen.has(text)) continue;
      seen.add(text);
      const now = removeNulls(result, path, 0, copied);
      if (now > 0) places.add(placeOf(path));
      removed += now;
    }
    if (removed === 0) return undefined;
    count += removed;
  }
  return undefined;
}

/**
 * Removes what is null at a path, and at the same place of all other items of the lists
 * on it: what one item has, they mostly all have.
 */
function removeNulls(
  holder: Container,
  path: Path,
  from: number,
  copied: Set<unknown>,
): number {
  const step = path[from];
  if (step === undefined || typeof holder !== "object") return 0;
  if (from === path.length - 1) {
    if (Array.isArray(holder) || !isNull(holder, step)) return 0;
    delete holder[step];
    return 1;
  }
  const steps =
    typeof step === "number" && Array.isArray(holder) ? holder.keys() : [step];
  let removed = 0;
  for (const each of steps) {
    const inner = ownCopy(holder, each, copied);
    if (inner !== undefined) {
      removed += removeNulls(inner, path, from + 1, copied);
    }
  }
  return removed;
}

/** What a container holds, as a copy that may be changed; undefined if it is not a container. */
function ownCopy(
  holder: Container,
  step: string | number,
  copied: Set<unknown>,
): Container | undefined {
  const inner = hasOwn(holder, step) ? holder[step] : undefined;
  if (typeof inner !== "object" || inner === null) return undefined;
  if (copied.has(inner)) return inner as Container;
  const copy = (Array.isArray(inner) ? [...inner] : { ...inner }) as Container;
  copied.add(copy);
  holder[step] = copy;
  return copy;
}

function isNull(holder: Container, step: string | number): boolean {
  return hasOwn(holder, step) && holder[step] === null;
}

function placeOf(path: Path): string {
  return path
    .map((step) => (typeof step === "number" ? "*" : step.slice(0, 40)))
    .join(".");
}
