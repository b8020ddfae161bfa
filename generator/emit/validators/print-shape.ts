/** The shape of a unit as data, e.g. `toolShape`. */
import type { Constraints, Property, TypeExpr } from "../../model/model.js";
import type { Shape } from "../../model/queries.js";
import {
  afterOperator,
  bracketed,
  group,
  hardLine,
  ifBroken,
  indent,
  join,
  type Layout,
  line,
} from "../layout.js";
import { printLiteral, printString, printValueKey } from "../print-literal.js";
import { formatCheck, usablePattern } from "./format-checks.js";
import { allowsNull } from "./leaf.js";
import type { Scope } from "./scope.js";
import { type Tag, tagOf } from "./tag.js";
import { aliasedLeaf, type Unit } from "./units.js";

/** The declaration of a unit's shape. */
export function layoutShape(unit: Unit, scope: Scope): Layout {
  const { check, shape } = scope.namesOf(unit);
  const cycle = scope.units.cycleOf(unit);
  return [
    `const ${shape}: TypeShape =`,
    afterOperator(
      block([
        ...(unit.exported ? [`name: ${printString(unit.label)}`] : []),
        entry("check", check),
        ["shape: () => ", ...bodyOf(unit, scope)],
        ...(cycle === undefined ? [] : [`cycle: ${cycle}`]),
      ]),
    ),
    ";",
  ];
}

/** What the unit's function gives; an object literal stands in brackets there. */
function bodyOf(unit: Unit, scope: Scope): readonly Layout[] {
  const { type, shape, constraints } = unit;
  if (shape !== undefined) {
    return ["(", block(objectEntries(unit, shape, scope)), ")"];
  }
  const tag =
    type.kind === "union" ? tagOf(scope.model, type.members) : undefined;
  if (tag !== undefined) {
    return ["(", block(tagEntries(tag, unit, scope)), ")"];
  }
  const expression = shapeOf(type, constraints, unit, scope);
  return typeof expression === "string" ? [expression] : ["(", expression, ")"];
}

function objectEntries(
  unit: Unit,
  { properties, rest }: Shape,
  scope: Scope,
): readonly Layout[] {
  const members = (wanted: readonly Property[]): Layout =>
    block(
      wanted.map(({ name, type, constraints }) =>
        entry(printValueKey(name), shapeOf(type, constraints, unit, scope)),
      ),
    );
  const hasTypedRest = rest !== undefined && rest.kind !== "unknown";
  const optional = properties.filter((property) => property.optional);
  return [
    [
      "required: ",
      members(properties.filter((property) => !property.optional)),
    ],
    ...(optional.length > 0 ? [["optional: ", members(optional)]] : []),
    ...(hasTypedRest ? [entry("rest", shapeOf(rest, {}, unit, scope))] : []),
    ...unit.oneRequired.map((names) =>
      entry("oneRequired", bracketed("[", names.map(printString), "]")),
    ),
  ];
}

function tagEntries(
  { property, variants, untagged }: Tag,
  unit: Unit,
  scope: Scope,
): readonly Layout[] {
  const list = (members: readonly TypeExpr[]): Layout =>
    bracketed(
      "[",
      members.map((member) => shapeOf(member, {}, unit, scope)),
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
    entry("untagged", list(untagged)),
  ];
}

/** An expression for a shape; a name where there is one, an object literal otherwise. */
function shapeOf(
  type: TypeExpr,
  constraints: Constraints,
  unit: Unit,
  scope: Scope,
): Layout {
  const { nullable, ...limits } = constraints;
  if (nullable && !allowsNull(type)) {
    const shapes = [shapeOf(type, limits, unit, scope), scope.use("nullValue")];
    return literal([entry("anyOf", bracketed("[", shapes, "]"))]);
  }
  const own = scope.units.inlined(type);
  if (own !== undefined && own !== unit) return scope.namesOf(own).shape;
  const inner = (each: TypeExpr, limited: Constraints = {}): Layout =>
    shapeOf(each, limited, unit, scope);
  switch (type.kind) {
    case "unknown":
      return scope.use("anything");
    case "boolean":
      return scope.use("boolean");
    case "null":
      return scope.use("nullValue");
    case "string":
      return stringShape([], constraints, scope);
    case "number":
    case "integer":
      return numberShape(type.kind, constraints, scope);
    case "literal":
      return printLiteral(type.value);
    case "enum": {
      const values = bracketed("[", type.values.map(printString), "]");
      return type.open
        ? stringShape([entry("known", values)], constraints, scope)
        : literal([entry("enum", values)]);
    }
    case "array": {
      const { minItems, maxItems } = constraints;
      return literal([
        entry("items", inner(type.items)),
        ...keywordEntries({ minItems, maxItems }),
      ]);
    }
    case "record":
      if (type.value.kind === "unknown") return scope.use("anyObject");
      return literal(["required: {}", entry("rest", inner(type.value))]);
    case "object":
      return scope.use("anyObject");
    case "union":
    case "intersection": {
      const members = type.members.map((member) => inner(member, limits));
      const keyword = type.kind === "union" ? "anyOf" : "allOf";
      return literal([entry(keyword, bracketed("[", members, "]"))]);
    }
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

function stringShape(
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
  return literal(further.length > 0 ? entries : ['type: "string"', ...entries]);
}

function numberShape(
  type: "number" | "integer",
  { minimum, maximum }: Constraints,
  scope: Scope,
): Layout {
  const entries = keywordEntries({ minimum, maximum });
  return entries.length === 0
    ? scope.use(type)
    : literal([`type: "${type}"`, ...entries]);
}

function keywordEntries(
  keywords: Readonly<Record<string, string | number | undefined>>,
): readonly string[] {
  return Object.entries(keywords).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}: ${printLiteral(value)}`],
  );
}

/** `key: value`; a name that does not fit behind the key goes to the next line. */
function entry(key: string, value: Layout): Layout {
  return typeof value === "string"
    ? [`${key}:`, afterOperator(value)]
    : [`${key}: `, value];
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
