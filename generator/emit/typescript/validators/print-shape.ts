/** The shape of a unit as data, e.g. `toolShape`. */
import { isNone, type Limits } from "../../../model/constraints.js";
import { limitsOf } from "../../../model/limits.js";
import type { TypeExpr } from "../../../model/model.js";
import type { Shape } from "../../../model/queries.js";
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
import { isAnything, type Unit } from "./units.js";

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
    : call(scope.use("tagged"), block(tagEntries(tag, unit, scope)));
}

function objectOutline(
  unit: Unit,
  { properties, rest }: Shape,
  scope: Scope,
): Layout {
  const members = (isOptional: boolean): readonly Layout[] =>
    properties
      .filter(({ optional }) => optional === isOptional)
      .map(({ name, type }) =>
        entry(printValueKey(name), outlineOf(type, unit, scope)),
      );
  const isTyped = rest !== undefined && !isAnything(rest);
  const restOutline = isTyped ? outlineOf(rest, unit, scope) : "undefined";
  const oneRequired = unit.oneRequired.map((names) =>
    bracketed("[", names.map(printString), "]"),
  );
  const required = block(members(false));
  const optional = members(true);
  if (properties.length === 0 && isTyped && oneRequired.length === 0) {
    return callTo(scope.use("record"), [restOutline]);
  }
  const further = [
    ...(isTyped || oneRequired.length > 0 ? [restOutline] : []),
    ...oneRequired,
  ];
  return optional.length === 0 && further.length === 0
    ? call(scope.use("object"), required)
    : callTo(scope.use("object"), [required, block(optional), ...further]);
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
      block(
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
  const limits = limitsOf(type);
  switch (type.kind) {
    case "unknown":
      return isNone(limits)
        ? scope.use("anything")
        : leafOutline([], limits, scope);
    case "boolean":
      return scope.use("boolean");
    case "null":
      return scope.use("nullValue");
    case "string":
    case "number":
    case "integer":
      return isNone(limits)
        ? scope.use(type.kind)
        : leafOutline([`type: "${type.kind}"`], limits, scope);
    case "literal":
      return printLiteral(type.value);
    case "enum": {
      const values = bracketed("[", type.values.map(printString), "]");
      return type.open
        ? leafOutline([entry("known", values)], limits, scope)
        : leafOutline([entry("enum", values)], {}, scope);
    }
    case "array":
      return callTo(scope.use("array"), [
        inner(type.items),
        ...(isNone(limits) ? [] : [literal(limitEntries(limits, scope))]),
      ]);
    case "record":
      if (isAnything(type.value)) return scope.use("anyObject");
      return callTo(scope.use("record"), [inner(type.value)]);
    case "object":
      return scope.use("anyObject");
    case "union":
    case "intersection":
      return callTo(
        scope.use(type.kind === "union" ? "anyOf" : "allOf"),
        type.members.map(inner),
      );
    case "ref":
      return scope.namesOf(scope.units.named(type.name)).shape;
  }
}

/** A value without inner values, with the limits on it. */
function leafOutline(
  entries: readonly Layout[],
  limits: Limits,
  scope: Scope,
): Layout {
  return call(
    scope.use("leaf"),
    literal([...entries, ...limitEntries(limits, scope)]),
  );
}

/** Limits as entries of an object; a pattern that is no regular expression is left out. */
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

/** `name({ ... })`. */
function call(name: string, object: Layout): Layout {
  return [name, argument(object)];
}

/** `name(a, b)`. */
function callTo(name: string, args: readonly Layout[]): Layout {
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
function block(entries: readonly Layout[]): Layout {
  if (entries.length === 0) return "{}";
  return [
    "{",
    indent(entries.map((each) => [hardLine, each, ","])),
    hardLine,
    "}",
  ];
}
