/** The shape of a unit as data, e.g. `toolShape`. */
import type { Constraints, TypeExpr } from "../../../model/model.js";
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
  { properties, rest }: Members,
  scope: Scope,
): Layout {
  const members = (isOptional: boolean): readonly Layout[] =>
    properties
      .filter(({ optional }) => optional === isOptional)
      .map(({ name, type, constraints }) =>
        entry(printValueKey(name), outlineOf(type, constraints, unit, scope)),
      );
  const hasTypedRest = rest !== undefined && rest.kind !== "unknown";
  const restOutline = hasTypedRest
    ? outlineOf(rest, {}, unit, scope)
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
