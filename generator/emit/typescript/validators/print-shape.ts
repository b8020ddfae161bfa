/** The shape of a unit as data, e.g. `toolShape`. */
import type { Check, Constraints, TypeExpr } from "../../../model/model.js";
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
import { allowsNull } from "./leaf.js";
import type { Scope } from "./scope.js";
import { type Tag, tagOf } from "./tag.js";
import { aliasedLeaf, type Unit } from "./units.js";

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
  const { type, shape, constraints } = unit;
  if (shape !== undefined) {
    return objectOutline(unit, shape, scope);
  }
  const tag =
    type.kind === "union" ? tagOf(scope.model, type.members) : undefined;
  return tag === undefined
    ? outlineOf(type, constraints, unit, scope)
    : call(scope.use("tagged"), block(tagEntries(tag, unit, scope)));
}

function objectOutline(
  unit: Unit,
  { properties, rest, closed }: Members,
  scope: Scope,
): Layout {
  const members = (isOptional: boolean): readonly Layout[] =>
    properties
      .filter(({ optional }) => optional === isOptional)
      .map(({ name, type, constraints }) =>
        entry(printValueKey(name), outlineOf(type, constraints, unit, scope)),
      );
  const isTyped = rest !== undefined && rest.kind !== "unknown";
  const hasTypedRest = closed === true || isTyped;
  const restOutline = isTyped
    ? outlineOf(rest, {}, unit, scope)
    : closed
      ? scope.use("nothing")
      : "undefined";
  const oneRequired = unit.oneRequired.map((names) =>
    bracketed("[", names.map(printString), "]"),
  );
  const required = block(members(false));
  const optional = members(true);
  if (properties.length === 0 && hasTypedRest && oneRequired.length === 0) {
    return callTo(scope.use("record"), [restOutline]);
  }
  const further = [
    ...(hasTypedRest || oneRequired.length > 0 ? [restOutline] : []),
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
      members.map((member) => outlineOf(member, {}, unit, scope)),
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
function outlineOf(
  type: TypeExpr,
  constraints: Constraints,
  unit: Unit,
  scope: Scope,
): Layout {
  const { nullable, ...limits } = constraints;
  const rules = limitRules(constraints, scope);
  if (rules.length > 0) {
    return callTo(scope.use("ruled"), [
      outlineOf(type, withoutRules(constraints), unit, scope),
      ...rules,
    ]);
  }
  if (nullable && !allowsNull(type)) {
    const outline = outlineOf(type, limits, unit, scope);
    return callTo(scope.use("anyOf"), [outline, scope.use("nullValue")]);
  }
  const own = scope.units.inlined(type);
  if (own !== undefined && own !== unit) return scope.namesOf(own).shape;
  const inner = (each: TypeExpr, limited: Constraints = {}): Layout =>
    outlineOf(each, limited, unit, scope);
  switch (type.kind) {
    case "unknown":
      return scope.use("anything");
    case "tuple":
      return tupleOutline(type, unit, scope);
    case "checked":
      return checkedOutline(type, constraints, unit, scope);
    case "boolean":
      return scope.use("boolean");
    case "null":
      return scope.use("nullValue");
    case "string":
      return stringOutline([], constraints, scope);
    case "number":
    case "integer":
      return numberOutline(type.kind, constraints, scope);
    case "literal":
      return printLiteral(type.value);
    case "enum": {
      const values = bracketed("[", type.values.map(printString), "]");
      return type.open
        ? stringOutline([entry("known", values)], constraints, scope)
        : call(scope.use("leaf"), literal([entry("enum", values)]));
    }
    case "array": {
      const { minItems, maxItems } = constraints;
      return callTo(scope.use("array"), [
        inner(type.items),
        ...(minItems === undefined && maxItems === undefined
          ? []
          : [String(minItems)]),
        ...(maxItems === undefined ? [] : [String(maxItems)]),
      ]);
    }
    case "record":
      if (type.value.kind === "unknown") return scope.use("anyObject");
      return callTo(scope.use("record"), [inner(type.value)]);
    case "object":
      return scope.use("anyObject");
    case "union":
    case "intersection":
      if (isNever(type)) return scope.use("nothing");
      return callTo(
        scope.use(type.kind === "union" ? "anyOf" : "allOf"),
        type.members.map((member) => inner(member, limits)),
      );
    case "ref": {
      const leaf = hasLimits(constraints)
        ? aliasedLeaf(scope.model, type)
        : undefined;
      return leaf === undefined
        ? scope.namesOf(scope.units.named(type.name)).shape
        : inner(leaf.type, { ...leaf.constraints, ...constraints });
    }
  }
}

/** Limits that are rules, and no part of another shape. */
const RULED: readonly (keyof Constraints)[] = [
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "uniqueItems",
  "minProperties",
  "maxProperties",
];

function withoutRules(constraints: Constraints): Constraints {
  return Object.fromEntries(
    Object.entries(constraints).filter(
      ([name]) => !RULED.includes(name as keyof Constraints),
    ),
  );
}

function limitRules(constraints: Constraints, scope: Scope): readonly Layout[] {
  const { exclusiveMinimum, exclusiveMaximum, multipleOf } = constraints;
  const { uniqueItems, minProperties, maxProperties } = constraints;
  const hasCount = minProperties !== undefined || maxProperties !== undefined;
  return [
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
    ...(hasCount
      ? [
          `${scope.use("propertyCount")}(${minProperties ?? 0}, ${maxProperties ?? "Infinity"})`,
        ]
      : []),
  ];
}

/** An array of which the first items have shapes of their own. */
function tupleOutline(
  { items, required, rest }: Extract<TypeExpr, { kind: "tuple" }>,
  unit: Unit,
  scope: Scope,
): Layout {
  const outlines = items.map((item) => outlineOf(item, {}, unit, scope));
  const isTyped = rest !== undefined && rest.kind !== "unknown";
  return callTo(scope.use("ruled"), [
    callTo(scope.use("array"), [
      scope.use("anything"),
      String(required),
      ...(rest === undefined ? [String(items.length)] : []),
    ]),
    callTo(scope.use("tuple"), [
      bracketed("[", outlines, "]"),
      ...(isTyped ? [outlineOf(rest, {}, unit, scope)] : []),
    ]),
  ]);
}

const ANY_ARRAY: TypeExpr = {
  kind: "array",
  items: { kind: "unknown", any: false },
};

/** A shape with the limits and checks of a type around it. */
function checkedOutline(
  { type, constraints: own, checks }: Extract<TypeExpr, { kind: "checked" }>,
  outer: Constraints,
  unit: Unit,
  scope: Scope,
): Layout {
  const constraints = { ...outer, ...own };
  const { minItems, maxItems, ...others } = constraints;
  const isCounted = minItems !== undefined || maxItems !== undefined;
  const base =
    type.kind === "tuple" && isCounted
      ? callTo(scope.use("allOf"), [
          outlineOf(ANY_ARRAY, constraints, unit, scope),
          outlineOf(type, others, unit, scope),
        ])
      : outlineOf(type, constraints, unit, scope);
  return checks.length === 0
    ? base
    : callTo(scope.use("ruled"), [
        base,
        ...checks.map((check) => ruleOf(check, unit, scope)),
      ]);
}

/** A check as a rule of `validation/rules.ts`; what it mentions has a shape with a name. */
function ruleOf(check: Check, unit: Unit, scope: Scope): Layout {
  const shape = (type: TypeExpr): Layout => outlineOf(type, {}, unit, scope);
  switch (check.kind) {
    case "not":
      return callTo(scope.use("noneOf"), [shape(check.type)]);
    case "oneOf":
      return callTo(scope.use("exactlyOne"), check.members.map(shape));
    case "if": {
      const { test, then, otherwise } = check;
      return callTo(scope.use("conditional"), [
        shape(test),
        then ? shape(then) : "undefined",
        ...(otherwise ? [shape(otherwise)] : []),
      ]);
    }
    case "contains": {
      const { type, min, max } = check;
      return callTo(scope.use("contains"), [
        shape(type),
        String(min),
        ...(max === undefined ? [] : [String(max)]),
      ]);
    }
    case "propertyNames":
      return callTo(scope.use("names"), [shape(check.type)]);
    case "properties": {
      const { patterns, named, rest } = check;
      const pairs = patterns.map(({ pattern, type }) =>
        bracketed("[", [printString(pattern), shape(type)], "]"),
      );
      return callTo(scope.use("patterns"), [
        bracketed("[", pairs, "]"),
        bracketed("[", named.map(printString), "]"),
        ...(rest ? [shape(rest)] : []),
      ]);
    }
    case "dependentRequired":
      return callTo(scope.use("dependentRequired"), [
        printString(check.property),
        ...check.requires.map(printString),
      ]);
    case "dependentType":
      return callTo(scope.use("dependentType"), [
        printString(check.property),
        shape(check.type),
      ]);
  }
}

/** Whether any tag says more than the type. */
function hasLimits(constraints: Constraints): boolean {
  const { jsonType: _, ...limits } = constraints;
  return Object.keys(limits).length > 0;
}

function stringOutline(
  further: readonly Layout[],
  constraints: Constraints,
  scope: Scope,
): Layout {
  const { minLength, maxLength, format } = constraints;
  const pattern = usablePattern(constraints) && constraints.pattern;
  const check = formatCheck(constraints, scope);
  const entries = [
    ...further,
    ...keywordEntries({ minLength, maxLength, pattern, format }),
    ...(check === undefined ? [] : [`hasFormat: ${check}`]),
  ];
  if (entries.length === 0) return scope.use("string");
  return call(
    scope.use("leaf"),
    literal(further.length > 0 ? entries : ['type: "string"', ...entries]),
  );
}

function numberOutline(
  type: "number" | "integer",
  { minimum, maximum }: Constraints,
  scope: Scope,
): Layout {
  const entries = keywordEntries({ minimum, maximum });
  return entries.length === 0
    ? scope.use(type)
    : call(scope.use("leaf"), literal([`type: "${type}"`, ...entries]));
}

function keywordEntries(
  keywords: Readonly<Record<string, string | number | undefined>>,
): readonly string[] {
  return Object.entries(keywords).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}: ${printLiteral(value)}`],
  );
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
