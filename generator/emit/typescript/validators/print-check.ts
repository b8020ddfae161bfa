/** The function that checks a value of a unit, e.g. `isToolShape`. */
import type { TypeExpr } from "../../../model/model.js";
import { hardLine, join, type Layout } from "../print/layout.js";
import { printString } from "../print/print-literal.js";
import { equal, or } from "../print/condition.js";
import { type Site, presentCondition } from "./conditions.js";
import { isLongEnum } from "./leaf.js";
import { isInherited, objectBody } from "./print-object-check.js";
import type { Scope } from "./scope.js";
import {
  layoutBlock,
  fieldsOfValue,
  layoutCases,
  layoutIf,
  layoutReturn,
} from "./statements.js";
import { marksOf, type Tag, tagOf } from "./tag.js";
import type { Unit } from "./units.js";

/** The statements of a unit's function, between its braces. */
export function layoutCheckBody(unit: Unit, scope: Scope): Layout {
  const { shape, type } = unit;
  const place: Site = { scope, unit, subject: "value", level: 0 };
  const statements = scope.units.isCycle(unit, unit)
    ? [`if (depth > ${scope.use("MAX_DEPTH")}) return false;`]
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

/** `return ...;`, for any of several types. */
function layoutVerdict(types: readonly TypeExpr[], place: Site): Layout {
  return layoutReturn(or(types.map((type) => presentCondition(type, place))));
}

/** An expression; before the types of a union, shortcuts around those that cannot be meant. */
function expressionBody(unit: Unit, place: Site): readonly Layout[] {
  const { type } = unit;
  const marks =
    type.kind === "union" ? marksOf(place.scope.model, type.members) : [];
  return [
    ...(marks.length > 0 ? [fieldsOfValue(place.scope)] : []),
    ...marks.map(({ property, others }) =>
      layoutIf(
        equal(`fields[${printString(property)}]`, "undefined"),
        layoutVerdict(others, place),
      ),
    ),
    layoutVerdict([type], place),
  ];
}

function enumBody(values: readonly string[]): readonly Layout[] {
  return [
    layoutBlock("switch (value)", [
      join(
        hardLine,
        values.map((value) => `case ${printString(value)}:`),
      ),
      "  return true;",
      "default:",
      "  return false;",
    ]),
  ];
}

function tagBody(tag: Tag, place: Site): readonly Layout[] {
  const { scope } = place;
  const { property, variants, untagged } = tag;
  const mustBeOwn = untagged.length > 0 || isInherited(property);
  const read = mustBeOwn
    ? `${scope.use("ownValue")}(fields, ${printString(property)})`
    : `fields[${printString(property)}]`;
  const cases = [...variants].map(
    ([value, members]) =>
      [`case ${printString(value)}:`, layoutVerdict(members, place)] as const,
  );
  return [
    fieldsOfValue(scope),
    layoutBlock(`switch (${read})`, [
      layoutCases([
        ...cases,
        ...(untagged.length > 0
          ? [["case undefined:", layoutVerdict(untagged, place)] as const]
          : []),
        ["default:", "return false;"],
      ]),
    ]),
  ];
}
