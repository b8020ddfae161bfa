/** Properties that tell the objects of a union apart: `type`, `method`, `mode`, ... */
import type { Property, TypeExpr } from "../../../model/model.js";
import { flatten, resolve, type Types } from "../../../model/queries.js";

/** How a union of objects is told apart. */
export interface Tag {
  readonly property: string;
  /** The union's types by the value of the property, in order. */
  readonly variants: ReadonlyMap<string, readonly TypeExpr[]>;
  /** Types in which the property may be absent. */
  readonly untagged: readonly TypeExpr[];
}

/**
 * The property that best tells the types of a union apart: of those that every type
 * has, with strings as its only values, the one that leaves the fewest types together,
 * the schema's first one of equals.
 *
 * @returns undefined when there is none, or when one value is all that it has.
 */
export function tagOf(
  types: Types,
  members: readonly TypeExpr[],
): Tag | undefined {
  const [first] = members;
  if (first === undefined || members.length < 2) return undefined;
  const names = new Set(
    objectsOf(types, first)?.flatMap((properties) =>
      properties.map(({ name }) => name),
    ),
  );
  let best: Tag | undefined;
  for (const name of names) {
    const tag = tagBy(types, name, members);
    if (tag === undefined) continue;
    if (best === undefined || crowd(tag) < crowd(best)) best = tag;
  }
  return best;
}

/** A property that some types of a union must have. */
export interface Mark {
  readonly property: string;
  /** The types that can do without it. */
  readonly others: readonly TypeExpr[];
}

/**
 * The properties that tell most about which members of a union of objects can be meant,
 * and spare the look at the first: those without which the fewest are left, and do not
 * even know it, the first of equals; never two that leave the same types.
 */
export function marksOf(
  types: Types,
  members: readonly TypeExpr[],
): readonly Mark[] {
  const objects = members.map((member) => objectsOf(types, member));
  if (!objects.every((each) => each !== undefined)) return [];
  const names = new Set(
    objects.flat(2).flatMap(({ name, optional }) => (optional ? [] : [name])),
  );
  const marks = [...names].flatMap((name) => {
    const has = (index: number, wanted: (each: Property) => boolean): boolean =>
      objects[index]?.every((properties) =>
        properties.some((each) => each.name === name && wanted(each)),
      ) === true;
    const others = members.filter((_, index) => !has(index, isRequired));
    if (others.length === 0 || others[0] === members[0]) return [];
    const knowing = others.filter((other) =>
      has(members.indexOf(other), () => true),
    );
    const rank = others.length * members.length + knowing.length;
    return [{ property: name, others, rank }];
  });
  return marks
    .sort((left, right) => left.rank - right.rank)
    .filter(
      ({ others }, index) =>
        !marks
          .slice(0, index)
          .some((other) => isSameList(others, other.others)),
    );
}

function isSameList<T>(left: readonly T[], right: readonly T[]): boolean {
  return (
    left.length === right.length &&
    left.every((each, index) => each === right[index])
  );
}

function isRequired({ optional }: Property): boolean {
  return !optional;
}

/** How many types the fullest variant has. */
function crowd({ variants, untagged }: Tag): number {
  return Math.max(
    untagged.length,
    ...[...variants.values()].map((members) => members.length),
  );
}

function tagBy(
  types: Types,
  property: string,
  members: readonly TypeExpr[],
): Tag | undefined {
  const variants = new Map<string, TypeExpr[]>();
  const untagged: TypeExpr[] = [];
  for (const member of members) {
    const values = new Set<string | undefined>();
    for (const properties of objectsOf(types, member) ?? []) {
      const found = properties.find(({ name }) => name === property);
      const literals = found && literalsOf(resolve(types, found.type));
      if (found === undefined || literals === undefined) return undefined;
      if (found.optional) values.add(undefined);
      for (const value of literals) values.add(value);
    }
    if (values.size === 0) return undefined;
    for (const value of values) {
      if (value === undefined) untagged.push(member);
      else variants.set(value, [...(variants.get(value) ?? []), member]);
    }
  }
  return variants.size < 2 ? undefined : { property, variants, untagged };
}

/** Properties of each object that a type can be; undefined when it can be something else. */
function objectsOf(
  types: Types,
  type: TypeExpr,
): readonly (readonly Property[])[] | undefined {
  const resolved = resolve(types, type);
  if (resolved.kind === "checked") return objectsOf(types, resolved.type);
  if (resolved.kind !== "union") {
    const shape = flatten(types, resolved);
    return shape && [shape.properties];
  }
  const all = resolved.members.map((member) => objectsOf(types, member));
  return all.every((each) => each !== undefined) ? all.flat() : undefined;
}

function literalsOf(type: TypeExpr): readonly string[] | undefined {
  if (type.kind === "enum" && !type.open) return type.values;
  return type.kind === "literal" && typeof type.value === "string"
    ? [type.value]
    : undefined;
}
