/** The function that looks for a fault in a value of a unit, e.g. `faultInTool`. */
import type { Constraints, TypeExpr } from "../../../model/model.js";
import {
  group,
  hardLine,
  indent,
  join,
  type Layout,
  line,
} from "../print/layout.js";
import { printString } from "../print/print-literal.js";
import {
  type Condition,
  equal,
  layoutCondition,
  not,
  or,
} from "../print/condition.js";
import { conditionFor, type Place } from "./conditions.js";
import { isLongEnum } from "./leaf.js";
import { isInherited, objectBody } from "./print-object-search.js";
import type { Scope } from "./scope.js";
import { block, fieldsOfValue, layoutCases, layoutIf } from "./statements.js";
import { marksOf, type Tag, tagOf } from "./tag.js";
import type { Unit } from "./units.js";

/** The statements of a unit's function, between its braces. */
export function layoutSearchBody(unit: Unit, scope: Scope): Layout {
  const { shape, type } = unit;
  const place: Place = { scope, unit, subject: "value", level: 0 };
  const statements = scope.units.isCycle(unit, unit)
    ? [`if (depth > ${scope.use("MAX_DEPTH")}) return -1;`]
    : [];
  if (shape !== undefined) {
    return join(hardLine, [...statements, ...objectBody(unit, shape, scope)]);
  }
  const tag =
    type.kind === "union" ? tagOf(scope.model, type.members) : undefined;
  const body =
    tag === undefined
      ? isLongEnum(type) && type.kind === "enum"
        ? enumBody(type.values)
        : expressionBody(unit, place)
      : tagBody(tag, place);
  return join(hardLine, [...statements, ...body]);
}

/** `return ... ? 0 : -1;`, for any of several types. */
function layoutVerdict(
  types: readonly TypeExpr[],
  constraints: Constraints,
  place: Place,
): Layout {
  const condition = or(
    types.map((type) => conditionFor(type, constraints, place)),
  );
  return layoutChoice(
    condition.kind === "always" ? not(equal("value", "undefined")) : condition,
  );
}

/** `return condition ? 0 : -1;` */
function layoutChoice(condition: Condition): Layout {
  if (condition.kind === "atom" && condition.search !== undefined) {
    return group([
      "return ",
      condition.search,
      indent([line, "? -1", line, ": 0;"]),
    ]);
  }
  const isChain = condition.kind === "and" || condition.kind === "or";
  const test = layoutCondition(condition);
  return group([
    "return ",
    isChain ? group(indent(test)) : test,
    indent([line, "? 0", line, ": -1;"]),
  ]);
}

/**
 * What an expression tells: the answer of a single other function as it is. Before the
 * members of a union, shortcuts around those that cannot be meant.
 */
function expressionBody(unit: Unit, place: Place): readonly Layout[] {
  const { type, constraints } = unit;
  const condition = conditionFor(type, constraints, place);
  if (condition.kind === "atom" && condition.search !== undefined) {
    return [["return ", condition.search, ";"]];
  }
  const marks =
    type.kind === "union" ? marksOf(place.scope.model, type.members) : [];
  return [
    ...(marks.length > 0 ? [fieldsOfValue(place.scope)] : []),
    ...marks.map(({ property, others }) =>
      layoutIf(
        equal(`fields[${printString(property)}]`, "undefined"),
        layoutVerdict(others, constraints, place),
      ),
    ),
    layoutVerdict([type], constraints, place),
  ];
}

function enumBody(values: readonly string[]): readonly Layout[] {
  return [
    block("switch (value)", [
      join(
        hardLine,
        values.map((value) => `case ${printString(value)}:`),
      ),
      "  return 0;",
      "default:",
      "  return -1;",
    ]),
  ];
}

function tagBody(tag: Tag, place: Place): readonly Layout[] {
  const { scope } = place;
  const { property, variants, untagged } = tag;
  const mustBeOwn = untagged.length > 0 || isInherited(property);
  const read = mustBeOwn
    ? `${scope.use("ownValue")}(fields, ${printString(property)})`
    : `fields[${printString(property)}]`;
  const cases = [...variants].map(
    ([value, members]) =>
      [
        `case ${printString(value)}:`,
        layoutVerdict(members, {}, place),
      ] as const,
  );
  return [
    fieldsOfValue(scope),
    block(`switch (${read})`, [
      layoutCases([
        ...cases,
        ...(untagged.length > 0
          ? [["case undefined:", layoutVerdict(untagged, {}, place)] as const]
          : []),
        ["default:", "return -1;"],
      ]),
    ]),
  ];
}
