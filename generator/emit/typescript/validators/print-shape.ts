/** The shape of a unit as data, e.g. `toolShape`. */
import type { Check, TypeExpr } from "../../../model/model.js";
import { isNone, type Limits } from "../../../model/constraints.js";
import { isNever } from "../../../model/normalise.js";
import type { Members } from "../../../model/queries.js";
import {
  afterOperator,
  argument,
  bracketed,
  group,
  hardLine,
  ifBroken,
  indent,
  join,
  type Layout,
  line,
} from "../print/layout.js";
import {
  printLiteral,
  printString,
  printValueKey,
} from "../print/print-literal.js";
import { formatCheck, usablePattern } from "./format-checks.js";
import type { Scope } from "./scope.js";
import { type Tag, tagOf } from "./tag.js";
import type { Unit } from "./units.js";

/** The declaration of a unit's shape. */
export function layoutShape(unit: Unit, scope: Scope): Layout {
  const { check, shape } = scope.namesOf(unit);
  const cycle = scope.units.cycleOf(unit);
  const name = unit.exported ? unit.label : "";
  const args = [
    ["() =>", afterArrow(bodyOf(unit, scope))],
    check,
    ...(name === "" && cycle === undefined ? [] : [printString(name)]),
    ...(cycle === undefined ? [] : [String(cycle)]),
  ];
  return [
    `const ${shape}: ${scope.use("TypeShape")} =`,
    afterOperator(bracketed("/* @__PURE__ */ new TypeShape(", args, ");")),
  ];
}

/** What the unit's function gives. */
function bodyOf(unit: Unit, scope: Scope): Layout {
  const { type, shape } = unit;
  if (shape !== undefined) {
    return objectOutline(unit, shape, scope);
  }
  const tag =
    type.kind === "union" ? tagOf(scope.model, type.members) : undefined;
  return tag === undefined
    ? outlineOf(type, unit, scope)
    : callWithObject(
        scope.use("tagged"),
        objectLiteral(tagEntries(tag, unit, scope)),
      );
}

function objectOutline(
  unit: Unit,
  { properties, rest, closed }: Members,
  scope: Scope,
): Layout {
  const members = (isOptional: boolean): readonly Layout[] =>
    properties
      .filter(({ optional }) => optional === isOptional)
      .map(({ name, type }) =>
        entry(printValueKey(name), outlineOf(type, unit, scope)),
      );
  const isTyped = rest !== undefined && rest.kind !== "unknown";
  const hasTypedRest = closed === true || isTyped;
  const restOutline = isTyped
    ? outlineOf(rest, unit, scope)
    : closed
      ? scope.use("nothing")
      : "undefined";
  const oneRequired = unit.oneRequired.map((names) =>
    bracketed("[", names.map(printString), "]"),
  );
  const required = objectLiteral(members(false));
  const optional = members(true);
  if (properties.length === 0 && hasTypedRest && oneRequired.length === 0) {
    return layoutCall(scope.use("record"), [restOutline]);
  }
  const further = [
    ...(hasTypedRest || oneRequired.length > 0 ? [restOutline] : []),
    ...oneRequired,
  ];
  return optional.length === 0 && further.length === 0
    ? callWithObject(scope.use("object"), required)
    : layoutCall(scope.use("object"), [
        required,
        objectLiteral(optional),
        ...further,
      ]);
}

function tagEntries(
  { property, variants, untagged }: Tag,
  unit: Unit,
  scope: Scope,
): readonly Layout[] {
  const list = (members: readonly TypeExpr[]): Layout =>
    bracketed(
      "[",
      members.map((member) => outlineOf(member, unit, scope)),
      "]",
    );
  return [
    `tag: ${printString(property)}`,
    [
      "variants: ",
      objectLiteral(
        [...variants].map(([value, members]) =>
          entry(printValueKey(value), list(members)),
        ),
      ),
    ],
    ...(untagged.length === 0 ? [] : [entry("untagged", list(untagged))]),
  ];
}

/** An expression for a shape: a name where there is one, the value of a literal, or a call. */
function outlineOf(type: TypeExpr, unit: Unit, scope: Scope): Layout {
  const own = scope.units.inlined(type);
  if (own !== undefined && own !== unit) return scope.namesOf(own).shape;
  const inner = (each: TypeExpr): Layout => outlineOf(each, unit, scope);
  switch (type.kind) {
    case "unknown":
      return scope.use("anything");
    case "tuple":
      return tupleOutline(type, unit, scope);
    case "checked":
      return checkedOutline(type, unit, scope);
    case "boolean":
    case "string":
    case "number":
    case "integer":
      return scope.use(type.kind);
    case "null":
      return scope.use("nullValue");
    case "literal":
      return printLiteral(type.value);
    case "enum":
      return enumOutline(type, {}, scope);
    case "array":
      return layoutCall(scope.use("array"), [inner(type.items)]);
    case "record":
      if (type.value.kind === "unknown") return scope.use("anyObject");
      return layoutCall(scope.use("record"), [inner(type.value)]);
    case "object":
      return scope.use("anyObject");
    case "union":
    case "intersection":
      if (isNever(type)) return scope.use("nothing");
      return layoutCall(
        scope.use(type.kind === "union" ? "anyOf" : "allOf"),
        type.members.map(inner),
      );
    case "ref":
      return scope.namesOf(scope.units.named(type.name)).shape;
  }
}

function enumOutline(
  { values, open }: Extract<TypeExpr, { kind: "enum" }>,
  limits: Limits,
  scope: Scope,
): Layout {
  const list = bracketed("[", values.map(printString), "]");
  return leafOutline([entry(open ? "known" : "enum", list)], limits, scope);
}

/** A value without inner values, with the limits on it. */
function leafOutline(
  entries: readonly Layout[],
  limits: Limits,
  scope: Scope,
): Layout {
  return callWithObject(
    scope.use("leaf"),
    literal([...entries, ...limitEntries(limits, scope)]),
  );
}

/** Limits as entries of an object; a pattern that is not a regular expression is left out. */
function limitEntries(limits: Limits, scope: Scope): readonly string[] {
  const { pattern: _, ...others } = limits;
  const pattern = usablePattern(limits) && limits.pattern;
  const check = formatCheck(limits, scope);
  return [
    ...Object.entries({ ...others, ...(pattern && { pattern }) }).map(
      ([key, value]) => `${key}: ${printLiteral(value)}`,
    ),
    ...(check === undefined ? [] : [`hasFormat: ${check}`]),
  ];
}

/** An array of which the first items have shapes of their own. */
function tupleOutline(
  { items, required, rest }: Extract<TypeExpr, { kind: "tuple" }>,
  unit: Unit,
  scope: Scope,
): Layout {
  const outlines = items.map((item) => outlineOf(item, unit, scope));
  const isTyped = rest !== undefined && rest.kind !== "unknown";
  return layoutCall(scope.use("ruled"), [
    layoutCall(scope.use("array"), [
      scope.use("anything"),
      literal([
        `minItems: ${required}`,
        ...(rest === undefined ? [`maxItems: ${items.length}`] : []),
      ]),
    ]),
    layoutCall(scope.use("tuple"), [
      bracketed("[", outlines, "]"),
      ...(isTyped ? [outlineOf(rest, unit, scope)] : []),
    ]),
  ]);
}

/** A shape with the limits and checks of a type around it. */
function checkedOutline(
  { type, constraints, checks }: Extract<TypeExpr, { kind: "checked" }>,
  unit: Unit,
  scope: Scope,
): Layout {
  const base = limitedOutline(type, constraints, unit, scope);
  return checks.length === 0
    ? base
    : layoutCall(scope.use("ruled"), [
        base,
        ...checks.map((check) => ruleOf(check, unit, scope)),
      ]);
}

/** A shape with limits: as part of it where it can hold them, or in addition to it. */
function limitedOutline(
  type: TypeExpr,
  limits: Limits,
  unit: Unit,
  scope: Scope,
): Layout {
  const [usual, rules] = rulesOf(limits, scope);
  if (rules.length > 0) {
    return layoutCall(scope.use("ruled"), [
      limitedOutline(type, usual, unit, scope),
      ...rules,
    ]);
  }
  if (isNone(limits)) return outlineOf(type, unit, scope);
  if (scope.units.inlined(type) === undefined) {
    switch (type.kind) {
      case "string":
      case "number":
      case "integer":
        return leafOutline([`type: "${type.kind}"`], limits, scope);
      case "unknown":
        return leafOutline([], limits, scope);
      case "enum":
        if (type.open) return enumOutline(type, limits, scope);
        break;
      case "array":
        return layoutCall(scope.use("array"), [
          outlineOf(type.items, unit, scope),
          literal(limitEntries(limits, scope)),
        ]);
      default:
    }
  }
  return layoutCall(scope.use("allOf"), [
    outlineOf(type, unit, scope),
    leafOutline([], limits, scope),
  ]);
}

/** The usual limits, and the others as rules, which only shapes that have them bring into a bundle. */
function rulesOf(
  limits: Limits,
  scope: Scope,
): readonly [usual: Limits, rules: readonly Layout[]] {
  const {
    exclusiveMinimum,
    exclusiveMaximum,
    multipleOf,
    uniqueItems,
    minProperties,
    maxProperties,
    ...usual
  } = limits;
  const hasCount = (minProperties ?? maxProperties) !== undefined;
  const count = `${minProperties ?? 0}, ${maxProperties ?? "Infinity"}`;
  const rules = [
    ...(exclusiveMinimum === undefined
      ? []
      : [`${scope.use("above")}(${exclusiveMinimum})`]),
    ...(exclusiveMaximum === undefined
      ? []
      : [`${scope.use("below")}(${exclusiveMaximum})`]),
    ...(multipleOf === undefined
      ? []
      : [`${scope.use("multipleOf")}(${multipleOf})`]),
    ...(uniqueItems ? [scope.use("uniqueItems")] : []),
    ...(hasCount ? [`${scope.use("propertyCount")}(${count})`] : []),
  ];
  return [usual, rules];
}

/** A check as a rule of `validation/rules.ts`; what it mentions has a shape with a name. */
function ruleOf(check: Check, unit: Unit, scope: Scope): Layout {
  const shape = (type: TypeExpr): Layout => outlineOf(type, unit, scope);
  switch (check.kind) {
    case "not":
      return layoutCall(scope.use("noneOf"), [shape(check.type)]);
    case "oneOf":
      return layoutCall(scope.use("exactlyOne"), check.members.map(shape));
    case "if": {
      const { test, then, otherwise } = check;
      return layoutCall(scope.use("conditional"), [
        shape(test),
        then ? shape(then) : "undefined",
        ...(otherwise ? [shape(otherwise)] : []),
      ]);
    }
    case "contains": {
      const { type, min, max } = check;
      return layoutCall(scope.use("contains"), [
        shape(type),
        String(min),
        ...(max === undefined ? [] : [String(max)]),
      ]);
    }
    case "propertyNames":
      return layoutCall(scope.use("names"), [shape(check.type)]);
    case "properties": {
      const { patterns, named, rest } = check;
      const pairs = patterns.map(({ pattern, type }) =>
        bracketed("[", [printString(pattern), shape(type)], "]"),
      );
      return layoutCall(scope.use("patterns"), [
        bracketed("[", pairs, "]"),
        bracketed("[", named.map(printString), "]"),
        ...(rest ? [shape(rest)] : []),
      ]);
    }
    case "dependentRequired":
      return layoutCall(scope.use("dependentRequired"), [
        printString(check.property),
        ...check.requires.map(printString),
      ]);
    case "dependentType":
      return layoutCall(scope.use("dependentType"), [
        printString(check.property),
        shape(check.type),
      ]);
  }
}

/** `name({ ... })`. */
function callWithObject(name: string, object: Layout): Layout {
  return [name, argument(object)];
}

/** `name(a, b)`. */
function layoutCall(name: string, args: readonly Layout[]): Layout {
  return bracketed(`${name}(`, args, ")");
}

/** The body of an arrow function: on the next line where it does not fit. */
function afterArrow(body: Layout): Layout {
  return group(indent([line, body]));
}

/** `key: value`; a value that does not fit behind the key goes to the next line. */
function entry(key: string, value: Layout): Layout {
  return [`${key}:`, afterOperator(value)];
}

/** An object literal on one line where it fits. */
function literal(entries: readonly Layout[]): Layout {
  return group([
    "{",
    indent([line, join([",", line], entries)]),
    ifBroken(","),
    line,
    "}",
  ]);
}

/** An object literal with a line for each entry. */
function objectLiteral(entries: readonly Layout[]): Layout {
  if (entries.length === 0) return "{}";
  return [
    "{",
    indent(entries.map((each) => [hardLine, each, ","])),
    hardLine,
    "}",
  ];
}
