/** Conditions on an expression: what makes a value one of a type. */
import type { Limits } from "../../../model/constraints.js";
import { limitsOf } from "../../../model/limits.js";
import type { Property, TypeExpr } from "../../../model/model.js";
import { isNever } from "../../../model/normalise.js";
import { bracketed } from "../print/layout.js";
import { printLiteral, printString } from "../print/print-literal.js";
import {
  and,
  atom,
  compared,
  type Condition,
  equal,
  not,
  or,
} from "../print/condition.js";
import { formatCheck, usablePattern } from "./format-checks.js";
import { isLongEnum } from "./leaf.js";
import type { Scope } from "./scope.js";
import { aliasedLeaf, type Unit } from "./units.js";

/** Where a condition stands. */
export interface Place {
  readonly scope: Scope;
  /** The unit whose function it is part of. */
  readonly unit: Unit;
  /** The expression that is looked at. */
  readonly subject: string;
  /** How many levels below the unit's own value the expression stands. */
  readonly level: number;
}

/** When the subject is of a type, with the limits on it. */
export function conditionFor(type: TypeExpr, place: Place): Condition {
  const { scope, subject } = place;
  const called = calledUnit(type, place);
  if (called !== undefined) return unitCondition(called, place);
  const limits = limitsOf(type);
  switch (type.kind) {
    case "unknown":
      return anyCondition(limits, place);
    case "string":
      return stringCondition(limits, place);
    case "number":
    case "integer":
      return numberCondition(type.kind, limits, place);
    case "boolean":
      return typeIs(subject, "boolean");
    case "null":
      return equal(subject, "null");
    case "literal":
      return equal(subject, printLiteral(type.value));
    case "enum":
      return type.open
        ? stringCondition(limits, place)
        : or(type.values.map((value) => equal(subject, printString(value))));
    case "array":
      return arrayCondition(type.items, limits, place);
    case "record":
      return recordCondition(type.value, place);
    case "object":
      return atom(`${scope.use("isObject")}(${subject})`);
    case "union":
      if (isNever(type)) return callTo(scope.use("isNever"), [subject]);
      return or(type.members.map((member) => conditionFor(member, place)));
    case "intersection":
      return and(type.members.map((member) => conditionFor(member, place)));
    case "ref":
      // All other references have been calls.
      return conditionFor(aliasedLeaf(scope.model, type) as TypeExpr, place);
  }
}

/** When a property of an object is right, or absent where it may be. */
export function propertyCondition(
  { type, optional }: Property,
  place: Place,
): Condition {
  const { scope, subject } = place;
  const isAbsent = equal(subject, "undefined");
  if (!optional) return presentCondition(type, place);
  if (isNever(type)) return isAbsent;
  switch (plainType(type, scope)) {
    // Most optional properties are of these types, and the functions shorter than the condition.
    case "string":
      return callTo(scope.use("isStringOrAbsent"), [subject]);
    case "boolean":
      return callTo(scope.use("isBooleanOrAbsent"), [subject]);
    default:
      return or([isAbsent, conditionFor(type, place)]);
  }
}

/** When the subject is there and of a type: most conditions say both. */
export function presentCondition(type: TypeExpr, place: Place): Condition {
  const condition = conditionFor(type, place);
  return type.kind === "unknown"
    ? and([not(equal(place.subject, "undefined")), condition])
    : condition;
}

/** What `typeof` says of all values of a type, and of no others. */
function plainType(
  type: TypeExpr,
  scope: Scope,
): "string" | "boolean" | undefined {
  switch (type.kind) {
    case "boolean":
      return "boolean";
    case "string":
      return isAnyString(type, scope) ? "string" : undefined;
    case "enum":
      return type.open && isAnyString(type, scope) ? "string" : undefined;
    case "ref": {
      const leaf = aliasedLeaf(scope.model, type);
      return leaf && plainType(leaf, scope);
    }
    default:
      return undefined;
  }
}

/** Whether nothing of a string is checked but its type: formats may only be noted. */
function isAnyString(type: TypeExpr, scope: Scope): boolean {
  return stringTests(limitsOf(type), scope, "").length === 0;
}

/** The unit whose check decides about a type; undefined when an expression does. */
export function calledUnit(
  type: TypeExpr,
  { scope, unit }: Place,
): Unit | undefined {
  const own = scope.units.inlined(type);
  if (own !== undefined && own !== unit) return own;
  if (type.kind !== "ref") return undefined;
  const leaf = aliasedLeaf(scope.model, type);
  return leaf === undefined || isLongEnum(leaf)
    ? scope.units.named(type.name)
    : undefined;
}

/** `typeof subject === "string"`. */
function typeIs(subject: string, name: string): Condition {
  return equal(`typeof ${subject}`, `"${name}"`);
}

function stringCondition(limits: Limits, { scope, subject }: Place): Condition {
  return and([
    typeIs(subject, "string"),
    ...stringTests(limits, scope, subject),
  ]);
}

/** What limits demand of a string. */
function stringTests(
  limits: Limits,
  scope: Scope,
  subject: string,
): readonly Condition[] {
  const { minLength, maxLength } = limits;
  const pattern = usablePattern(limits);
  const format = formatCheck(limits, scope);
  return [
    ...(minLength === undefined && maxLength === undefined
      ? []
      : [
          callTo(scope.use("isStringWithin"), [
            subject,
            String(minLength ?? 0),
            String(maxLength ?? "Infinity"),
          ]),
        ]),
    ...(pattern === undefined ? [] : [atom(`${pattern}.test(${subject})`)]),
    ...(format === undefined ? [] : [atom(`${format}(${subject})`)]),
  ];
}

function numberCondition(
  kind: "number" | "integer",
  limits: Limits,
  { subject }: Place,
): Condition {
  const name = kind === "number" ? "isFinite" : "isInteger";
  const isNumber = atom(`Number.${name}(${subject})`);
  const tests = numberTests(limits, subject);
  if (tests.length === 0) return isNumber;
  // Comparing needs the type first, and takes care of NaN.
  const hasBounds =
    (limits.minimum ?? limits.exclusiveMinimum) !== undefined &&
    (limits.maximum ?? limits.exclusiveMaximum) !== undefined;
  return and([
    typeIs(subject, "number"),
    ...(kind === "number" && hasBounds ? [] : [isNumber]),
    ...tests,
  ]);
}

/** What limits demand of a number. */
function numberTests(limits: Limits, subject: string): readonly Condition[] {
  const { multipleOf } = limits;
  const bounds = [
    [">=", limits.minimum],
    [">", limits.exclusiveMinimum],
    ["<=", limits.maximum],
    ["<", limits.exclusiveMaximum],
  ] as const;
  return [
    ...bounds.flatMap(([operator, bound]) =>
      bound === undefined ? [] : [compared(subject, operator, bound)],
    ),
    ...(multipleOf === undefined
      ? []
      : [atom(`Number.isInteger(${subject} / ${multipleOf})`)]),
  ];
}

function arrayCondition(
  items: TypeExpr,
  limits: Limits,
  place: Place,
): Condition {
  const { scope, subject } = place;
  const isPlainString = items.kind === "string" && isAnyString(items, scope);
  const item = isPlainString
    ? undefined
    : checkFor(items, { ...place, level: place.level + 1 });
  const tests = arrayTests(limits, scope, subject);
  const call = isPlainString
    ? callTo(scope.use("isArrayOfStrings"), [subject])
    : item && callTo(scope.use("isArrayOf"), [subject, ...item]);
  return and([
    ...(tests.length > 0 || call === undefined
      ? [atom(`Array.isArray(${subject})`)]
      : []),
    ...tests,
    ...(call === undefined ? [] : [call]),
  ]);
}

/** What limits demand of an array, its items aside. */
function arrayTests(
  { minItems, maxItems, uniqueItems }: Limits,
  scope: Scope,
  subject: string,
): readonly Condition[] {
  const length = `${subject}.length`;
  return [
    ...(minItems === undefined ? [] : [compared(length, ">=", minItems)]),
    ...(maxItems === undefined ? [] : [compared(length, "<=", maxItems)]),
    ...(uniqueItems ? [callTo(scope.use("hasUniqueItems"), [subject])] : []),
  ];
}

/** What limits demand of an object, its properties aside. */
function objectTests(
  { minProperties, maxProperties }: Limits,
  scope: Scope,
  subject: string,
): readonly Condition[] {
  if (minProperties === undefined && maxProperties === undefined) return [];
  return [
    callTo(scope.use("hasSizeWithin"), [
      subject,
      String(minProperties ?? 0),
      String(maxProperties ?? "Infinity"),
    ]),
  ];
}

/** Limits without a type: each is about values of one JSON type, and lets all others pass. */
function anyCondition(limits: Limits, { scope, subject }: Place): Condition {
  const guarded = (
    isOfType: Condition,
    tests: readonly Condition[],
  ): readonly Condition[] =>
    tests.length === 0 ? [] : [or([not(isOfType), and(tests)])];
  return and([
    ...guarded(typeIs(subject, "string"), stringTests(limits, scope, subject)),
    ...guarded(typeIs(subject, "number"), numberTests(limits, subject)),
    ...guarded(
      atom(`Array.isArray(${subject})`),
      arrayTests(limits, scope, subject),
    ),
    ...guarded(
      atom(`${scope.use("isObject")}(${subject})`),
      objectTests(limits, scope, subject),
    ),
  ]);
}

function recordCondition(value: TypeExpr, place: Place): Condition {
  const { scope, subject } = place;
  const check = checkFor(value, { ...place, level: place.level + 1 });
  return check === undefined
    ? atom(`${scope.use("isObject")}(${subject})`)
    : callTo(scope.use("isRecordOf"), [subject, ...check]);
}

/**
 * The function that checks each item or property, with the level where it needs one;
 * undefined for a type that every value is of.
 */
function checkFor(type: TypeExpr, place: Place): readonly string[] | undefined {
  const { scope } = place;
  const inlined = scope.units.inlined(type);
  if (inlined !== undefined) return functionOf(inlined, place);
  if (isNever(type)) return [scope.use("isNever")];
  switch (type.kind) {
    case "unknown":
      return undefined;
    case "string":
      return [scope.use("isString")];
    case "number":
      return [scope.use("isNumber")];
    case "integer":
      return [scope.use("isInteger")];
    case "boolean":
      return [scope.use("isBoolean")];
    case "ref":
      return functionOf(scope.units.named(type.name), place);
    default:
      // What has no name and is not that simple has become a unit.
      return [scope.use("isObject")];
  }
}

function functionOf(unit: Unit, place: Place): readonly string[] {
  const { check } = place.scope.namesOf(unit);
  const level = levelArgument(unit, place);
  return level === undefined ? [check] : [check, level];
}

/** `isToolShape(subject)`. */
function unitCondition(unit: Unit, place: Place): Condition {
  const [check = "", ...level] = functionOf(unit, place);
  return callTo(check, [place.subject, ...level]);
}

/** `depth + 1`, where a unit contains the one that calls it. */
function levelArgument(
  unit: Unit,
  { scope, unit: caller, level }: Place,
): string | undefined {
  if (!scope.units.isCycle(caller, unit)) return undefined;
  return level === 0 ? "depth" : `depth + ${level}`;
}

function callTo(name: string, args: readonly string[]): Condition {
  return atom(bracketed(`${name}(`, args, ")"));
}
