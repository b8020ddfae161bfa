/**
 * What has been found out about first faults, kept for the next of the same kind. Whoever
 * sends a wrong message often sends it again, and saying what is wrong takes far longer
 * than noticing it.
 */
import { explain, nearestOf } from "./explain.js";
import {
  beginCheck,
  type Fields,
  ITEM_BITS,
  MEMBER_BITS,
  NO_CONTAINER,
  TRAIL_BITS,
} from "./fields.js";
import {
  absence,
  type Issue,
  type IssueCode,
  mismatch,
  placeOf,
  type Site,
  type ValidateOptions,
  type Validation,
  variantText,
  wordsFor,
} from "./issue.js";
import type { ObjectShape, Shape, TypeShape } from "./shape.js";

/** How many sites of a type are kept: items of arrays have one each. */
const MAX_SITES = 64;

/** As `validate`. Where one issue is asked for, it is remembered what trails have led to. */
export function validateWithMemory<T>(
  value: unknown,
  type: TypeShape,
  options?: ValidateOptions,
): Validation<T> {
  beginCheck();
  const trail = type.faultIn(value);
  if (trail === 0) return { success: true, data: value as T };
  if (options?.maxIssues !== 1) {
    return { success: false, issues: explain(value, type, options) };
  }
  const issue = recall(value, type, trail) ?? firstIssue(value, type, trail);
  return { success: false, issues: [issue] };
}

const FIRST: ValidateOptions = { maxIssues: 1 };

/** What is wrong first, where the type does not know it: the member of a union that is meant may. */
function firstIssue(value: unknown, type: TypeShape, trail: number): Issue {
  const meant = typeMeant(value, type);
  const itsTrail = meant === type ? trail : meant.faultIn(value);
  const known = recall(value, meant, itsTrail);
  if (known) {
    const { message, path } = known;
    return { ...known, message: variantText(message, meant.name, path.length) };
  }
  const [issue] = explain(value, type, FIRST) as [Issue];
  remember(meant, itsTrail, issue);
  return issue;
}

/** The member of a union that a value looks most like, or the type itself if it has none. */
function typeMeant(value: unknown, type: TypeShape): TypeShape {
  if (type.body.kind !== "anyOf") return type;
  const [first, ...others] = nearestOf(alternativesOf(type), value);
  return first?.kind === "type" && others.length === 0 ? first : type;
}

const unions = new WeakMap<TypeShape, readonly Shape[]>();

/** The members of a union, with those of unions inside it. */
function alternativesOf(union: TypeShape): readonly Shape[] {
  let found = unions.get(union);
  if (found === undefined) {
    found = flat(union);
    unions.set(union, found);
  }
  return found;
}

function flat(shape: Shape): readonly Shape[] {
  // Types that contain themselves count their levels.
  const body = shape.kind === "type" && shape.cycle === 0 ? shape.body : shape;
  return body.kind === "anyOf" ? body.shapes.flatMap(flat) : [shape];
}

type Maybe = Fields | null | undefined;

/** The issue about a value, where the same trail has led to one before. */
function recall(
  value: unknown,
  type: TypeShape,
  trail: number,
): Issue | undefined {
  const site = type.sites?.get(trail);
  if (site === undefined) return undefined;
  const { path, expected } = site;
  const steps = path.length;
  // A load for each level: engines remember for each what it has met. Getters may give
  // something else than before.
  let actual = (value as Fields)[path[0] as string];
  if (steps > 1) actual = (actual as Maybe)?.[path[1] as string];
  if (steps > 2) actual = (actual as Maybe)?.[path[2] as string];
  if (steps > 3) actual = (actual as Maybe)?.[path[3] as string];
  if (steps > 4) actual = (actual as Maybe)?.[path[4] as string];
  const isMissing = actual === undefined;
  const code = isMissing ? "missing" : site.code;
  const message = isMissing
    ? site.missing
    : site.wrong + wordsFor(actual, code);
  return { code, message, path, expected };
}

/** Keeps where a trail has led to, if every fault at its end is told in the same words. */
function remember(type: TypeShape, trail: number, issue: Issue): void {
  const { path, expected } = issue;
  const code = codeAtEnd(type, trail, path);
  if (code === undefined) return;
  const sites = (type.sites ??= new Map<number, Site>());
  if (sites.size >= MAX_SITES) sites.clear();
  const place = placeOf(path);
  sites.set(trail, {
    path,
    code,
    expected,
    missing: `${place}: ${absence(expected)}`,
    wrong: `${place}: ${mismatch(expected)}`,
  });
}

/**
 * Follows a trail.
 *
 * @returns The code of every issue that it leads to; undefined when there are several, when
 *   the path goes on, or when digits are lost.
 */
function codeAtEnd(
  type: TypeShape,
  trail: number,
  path: readonly (string | number)[],
): IssueCode | undefined {
  let shape: Shape | undefined = type;
  let rest = trail;
  let bits = 0;
  for (const step of path) {
    if (rest === 0) return undefined;
    const width = typeof step === "number" ? ITEM_BITS : MEMBER_BITS;
    shape = shapeInside(shape, step);
    rest >>= width;
    bits += width;
  }
  if (shape === undefined || bits === 0 || bits > TRAIL_BITS) return undefined;
  if (rest === NO_CONTAINER) {
    return bits + ITEM_BITS > TRAIL_BITS ? undefined : "wrong_type";
  }
  return rest === 0 ? onlyCode(shape) : undefined;
}

/** The shape of a named member, or of an item. */
function shapeInside(
  shape: Shape | undefined,
  step: string | number,
): Shape | undefined {
  let inside = shape;
  while (inside?.kind === "type") inside = inside.body;
  if (inside?.kind === "array") return inside.items;
  return inside?.kind === "object"
    ? inside.members.find(({ key }) => key === step)?.shape
    : undefined;
}

/** The code of all issues about a value of a shape; undefined when there are several. */
function onlyCode(shape: Shape): IssueCode | undefined {
  if (shape.kind === "type") return onlyCode(shape.body);
  if (shape.kind === "literal") return "wrong_value";
  if (shape.kind === "object") {
    return isAnyObject(shape) ? "wrong_type" : undefined;
  }
  if (shape.kind !== "leaf") return undefined;
  if (shape.enum) return "wrong_value";
  const { minimum, maximum, minLength, maxLength, pattern } = shape;
  const limit = minimum ?? maximum ?? minLength ?? maxLength ?? pattern;
  return limit === undefined && !shape.hasFormat ? "wrong_type" : undefined;
}

function isAnyObject({ members, rest, oneRequired }: ObjectShape): boolean {
  return members.length === 0 && !rest && !oneRequired;
}
