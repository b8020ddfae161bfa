/** Conditions on an expression: what makes a value one of a type. */
import type { Limits } from "../../../model/constraints.js";
import type { Check, Property, TypeExpr } from "../../../model/model.js";
import { isNever } from "../../../model/normalise.js";
import { bracketed } from "../print/layout.js";
import { printLiteral, printString } from "../print/print-literal.js";
import {
  ALWAYS,
  and,
  atom,
  compared,
  NEVER,
  type Condition,
  equal,
  layoutCondition,
  not,
  or,
} from "../print/condition.js";
import { formatCheck, printPattern, usablePattern } from "./format-checks.js";
import { isLongEnum } from "./leaf.js";
import type { Scope } from "./scope.js";
import { aliasedLeaf, type Unit } from "./units.js";

/** What a condition is about. */
export interface Site {
  readonly scope: Scope;
  /** The unit whose function it is part of. */
  readonly unit: Unit;
  /** The expression that is looked at. */
  readonly subject: string;
  /** How many levels below the unit's own value the expression is. */
  readonly level: number;
}

/** When the subject is of a type. */
export function conditionFor(type: TypeExpr, place: Site): Condition {
  const { scope, subject } = place;
  const called = calledUnit(type, place);
  if (called !== undefined) return unitCondition(called, place);
  switch (type.kind) {
    case "unknown":
      return ALWAYS;
    case "tuple":
      return tupleCondition(type, place);
    case "checked":
      return checkedCondition(type, place);
    case "string":
      return stringCondition({}, place);
    case "number":
    case "integer":
      return numberCondition(type.kind, {}, place);
    case "boolean":
      return typeIs(subject, "boolean");
    case "null":
      return equal(subject, "null");
    case "literal":
      return equal(subject, printLiteral(type.value));
    case "enum":
      return type.open
        ? stringCondition({}, place)
        : or(type.values.map((value) => equal(subject, printString(value))));
    case "array":
      return arrayCondition(type.items, {}, place);
    case "record":
      return recordCondition(type.value, place);
    case "object":
      return atom(`${scope.use("isObject")}(${subject})`);
    case "union":
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
  place: Site,
): Condition {
  const { scope, subject } = place;
  const isAbsent = equal(subject, "undefined");
  if (!optional) return presentCondition(type, place);
  if (isNever(type)) return isAbsent;
  switch (plainType(type, scope)) {
    // Most optional properties are of these types, and the functions shorter than the condition.
    case "string":
      return callCondition(scope.use("isStringOrAbsent"), [subject]);
    case "boolean":
      return callCondition(scope.use("isBooleanOrAbsent"), [subject]);
    default:
      return or([isAbsent, conditionFor(type, place)]);
  }
}

/** When the subject is there and of a type: most conditions say both. */
export function presentCondition(type: TypeExpr, place: Site): Condition {
  const condition = conditionFor(type, place);
  return acceptsAbsence(type)
    ? and([not(equal(place.subject, "undefined")), condition])
    : condition;
}

/** Whether the condition of a type holds for `undefined` as well. */
function acceptsAbsence(type: TypeExpr): boolean {
  return (
    type.kind === "unknown" ||
    (type.kind === "checked" && acceptsAbsence(type.type))
  );
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
      return "string";
    case "enum":
      return type.open ? "string" : undefined;
    case "checked":
      // Formats may only be noted.
      return type.checks.length === 0 &&
        stringTests(type.constraints, scope, "").length === 0
        ? plainType(type.type, scope)
        : undefined;
    case "ref": {
      const leaf = aliasedLeaf(scope.model, type);
      return leaf && plainType(leaf, scope);
    }
    default:
      return undefined;
  }
}

/** The unit whose check decides about a type; undefined when an expression does. */
function calledUnit(type: TypeExpr, { scope, unit }: Site): Unit | undefined {
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

function stringCondition(limits: Limits, { scope, subject }: Site): Condition {
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
          callCondition(scope.use("isStringWithin"), [
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
  { scope, subject }: Site,
): Condition {
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum } = limits;
  const name = kind === "number" ? "isFinite" : "isInteger";
  const isNumber = atom(`Number.${name}(${subject})`);
  const tests = numberTests(limits, scope, subject);
  const hasLeast = (minimum ?? exclusiveMinimum) !== undefined;
  const hasMost = (maximum ?? exclusiveMaximum) !== undefined;
  if (!hasLeast && !hasMost) return and([isNumber, ...tests]);
  // Comparing needs the type first, and takes care of NaN.
  return and([
    typeIs(subject, "number"),
    ...(kind === "number" && hasLeast && hasMost ? [] : [isNumber]),
    ...tests,
  ]);
}

/** What limits demand of a number. */
function numberTests(
  limits: Limits,
  scope: Scope,
  subject: string,
): readonly Condition[] {
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
      : [
          callCondition(scope.use("isMultipleOf"), [
            subject,
            String(multipleOf),
          ]),
        ]),
  ];
}

function arrayCondition(
  items: TypeExpr,
  limits: Limits,
  place: Site,
): Condition {
  const { scope, subject } = place;
  const item =
    items.kind === "string"
      ? undefined
      : checkFor(items, { ...place, level: place.level + 1 });
  const tests = arrayTests(limits, scope, subject);
  const call =
    items.kind === "string"
      ? callCondition(scope.use("isArrayOfStrings"), [subject])
      : item && callCondition(scope.use("isArrayOf"), [subject, ...item]);
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
    ...(uniqueItems ? [callCondition(scope.use("isUnique"), [subject])] : []),
  ];
}

/** Limits on a value whose JSON type is not known: those about another type hold. */
function limitsCondition(limits: Limits, { scope, subject }: Site): Condition {
  const { minProperties, maxProperties } = limits;
  const guarded = (
    isOfType: Condition,
    tests: readonly Condition[],
  ): readonly Condition[] =>
    tests.length === 0 ? [] : [or([not(isOfType), and(tests)])];
  return and([
    ...guarded(typeIs(subject, "string"), stringTests(limits, scope, subject)),
    ...guarded(typeIs(subject, "number"), numberTests(limits, scope, subject)),
    ...guarded(
      atom(`Array.isArray(${subject})`),
      arrayTests(limits, scope, subject),
    ),
    ...(minProperties === undefined && maxProperties === undefined
      ? []
      : [
          callCondition(scope.use("hasProperties"), [
            subject,
            String(minProperties ?? 0),
            String(maxProperties ?? "Infinity"),
          ]),
        ]),
  ]);
}

/** Items by their place; those that may be absent count only where they are there. */
function tupleCondition(
  { items, required, rest }: Extract<TypeExpr, { kind: "tuple" }>,
  place: Site,
): Condition {
  const { scope, subject } = place;
  const length = `${subject}.length`;
  const level = place.level + 1;
  const others =
    rest === undefined ? undefined : checkFor(rest, { ...place, level });
  return and([
    atom(`Array.isArray(${subject})`),
    ...(required > 0 ? [compared(length, ">=", required)] : []),
    ...(rest === undefined ? [compared(length, "<=", items.length)] : []),
    ...items.map((item, index) => {
      const inner: Site = { ...place, subject: `${subject}[${index}]`, level };
      const condition = conditionFor(item, inner);
      return index < required || condition.kind === "always"
        ? condition
        : or([compared(length, "<=", index), condition]);
    }),
    ...(others === undefined
      ? []
      : [
          callCondition(scope.use("isRestOf"), [
            subject,
            String(items.length),
            ...others,
          ]),
        ]),
  ]);
}

/** A type, its limits, and the checks that types cannot state. */
function checkedCondition(
  type: Extract<TypeExpr, { kind: "checked" }>,
  place: Site,
): Condition {
  return and([
    isSaidByOneOf(type)
      ? limitsCondition(type.constraints, place)
      : limitedCondition(type.type, type.constraints, place),
    ...type.checks.map((check) => checkCondition(check, place)),
  ]);
}

/** A type with limits: where the type says what JSON type a value has, nothing has to ask again. */
function limitedCondition(
  type: TypeExpr,
  limits: Limits,
  place: Site,
): Condition {
  if (calledUnit(type, place) === undefined) {
    switch (type.kind) {
      case "string":
        return stringCondition(limits, place);
      case "enum":
        if (type.open) return stringCondition(limits, place);
        break;
      case "number":
      case "integer":
        return numberCondition(type.kind, limits, place);
      case "array":
        return arrayCondition(type.items, limits, place);
      default:
    }
  }
  return and([conditionFor(type, place), limitsCondition(limits, place)]);
}

/** Whether a union is that of a `oneOf`: exactly one of several is one of them. */
function isSaidByOneOf({
  type,
  checks,
}: Extract<TypeExpr, { kind: "checked" }>): boolean {
  return (
    type.kind === "union" &&
    checks.some(
      (check) =>
        check.kind === "oneOf" &&
        type.members.every((member) => check.members.includes(member)),
    )
  );
}

function checkCondition(check: Check, place: Site): Condition {
  const { scope, subject } = place;
  const inside = { ...place, level: place.level + 1 };
  const holds = (type: TypeExpr): Condition => conditionFor(type, place);
  const checkIn = (type: TypeExpr, at: Site): readonly string[] =>
    checkFor(type, at) ?? [];
  switch (check.kind) {
    case "not":
      return not(holds(check.type));
    case "oneOf":
      return exactlyOne(check.members.map(holds), scope);
    case "if": {
      const { test, then, otherwise } = check;
      return and([
        ...(then ? [or([not(holds(test)), holds(then)])] : []),
        ...(otherwise ? [or([holds(test), holds(otherwise)])] : []),
      ]);
    }
    case "contains": {
      const { type, min, max } = check;
      const [name = "", ...level] = checkIn(type, inside);
      return callCondition(scope.use("containsBetween"), [
        subject,
        name,
        String(min),
        String(max ?? "Infinity"),
        ...level,
      ]);
    }
    case "propertyNames":
      return callCondition(scope.use("hasNames"), [
        subject,
        ...checkIn(check.type, inside),
      ]);
    case "properties":
      return and([
        ...check.patterns.map(({ pattern, type }) =>
          callCondition(scope.use("hasPropertyMatches"), [
            subject,
            printPattern(pattern),
            ...checkIn(type, inside),
          ]),
        ),
        ...(check.rest === undefined
          ? []
          : [
              callCondition(scope.use("hasOthersOf"), [
                subject,
                `[${check.named.map(printString).join(", ")}]`,
                `[${check.patterns.map(({ pattern }) => printPattern(pattern)).join(", ")}]`,
                ...checkIn(check.rest, inside),
              ]),
            ]),
      ]);
    case "dependentRequired":
      return or([
        not(hasValue(check.property, place)),
        callCondition(scope.use("hasAllWith"), [
          subject,
          ...check.requires.map(printString),
        ]),
      ]);
    case "dependentType":
      return or([not(hasValue(check.property, place)), holds(check.type)]);
  }
}

/** That one of several conditions holds, and no other. */
function exactlyOne(conditions: readonly Condition[], scope: Scope): Condition {
  const possible = conditions.filter(({ kind }) => kind !== "never");
  const [only] = possible;
  if (only === undefined || possible.length === 1) return only ?? NEVER;
  const args = possible.map((condition) => layoutCondition(condition));
  return atom(bracketed(`${scope.use("isExactlyOne")}(`, args, ")"));
}

/** Whether the subject is an object with a property. */
function hasValue(property: string, { scope, subject }: Site): Condition {
  return callCondition(scope.use("hasValueAt"), [
    subject,
    printString(property),
  ]);
}

function recordCondition(value: TypeExpr, place: Site): Condition {
  const { scope, subject } = place;
  const check = checkFor(value, { ...place, level: place.level + 1 });
  return check === undefined
    ? atom(`${scope.use("isObject")}(${subject})`)
    : callCondition(scope.use("isRecordOf"), [subject, ...check]);
}

/**
 * The function that checks each item or property, with the level where it needs one;
 * undefined for a type that every value is of.
 */
function checkFor(type: TypeExpr, place: Site): readonly string[] | undefined {
  const { scope } = place;
  const inlined = scope.units.inlined(type);
  if (inlined !== undefined) return checkOfUnit(inlined, place);
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
      return checkOfUnit(scope.units.named(type.name), place);
    default:
      // What has no name and is not that simple has become a unit.
      return [scope.use("isObject")];
  }
}

function checkOfUnit(unit: Unit, place: Site): readonly string[] {
  const { check } = place.scope.namesOf(unit);
  const level = levelArgument(unit, place);
  return level === undefined ? [check] : [check, level];
}

/** `isToolShape(subject)`. */
function unitCondition(unit: Unit, place: Site): Condition {
  const [check = "", ...level] = checkOfUnit(unit, place);
  return callCondition(check, [place.subject, ...level]);
}

/** `depth + 1`, where a unit contains the one that calls it. */
function levelArgument(
  unit: Unit,
  { scope, unit: caller, level }: Site,
): string | undefined {
  if (!scope.units.isCycle(caller, unit)) return undefined;
  return level === 0 ? "depth" : `depth + ${level}`;
}

function callCondition(name: string, args: readonly string[]): Condition {
  return atom(bracketed(`${name}(`, args, ")"));
}
