/** The function that checks a unit, e.g. `isTool`. */
import type { Property } from "../../model/model.js";
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
  PAGE_WIDTH,
  softLine,
} from "../layout.js";
import { printString, printTypeKey } from "../print-literal.js";
import {
  type Condition,
  and,
  equal,
  layoutCondition,
  not,
  or,
} from "./condition.js";
import { conditionFor, type Place } from "./conditions.js";
import { isLongEnum } from "./leaf.js";
import { HELPER_NAMES, type Scope, variablesFor } from "./scope.js";
import { markOf, type Tag, tagOf } from "./tag.js";
import type { Unit } from "./units.js";

/** Names that every object inherits; reading one does not tell whether it is there. */
const INHERITED: ReadonlySet<string> = new Set(
  Object.getOwnPropertyNames(Object.prototype),
);

/** Columns before a statement of a function's body. */
const BODY_INDENTATION = 2;

/** The statements of a check, between the braces of its function. */
export function layoutCheckBody(unit: Unit, scope: Scope): Layout {
  const { shape, type } = unit;
  const place: Place = { scope, unit, subject: "value", level: 0 };
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

/** `return ...;`, over several lines where need be. */
export function layoutReturn(condition: Condition): Layout {
  if (condition.kind === "always") return "return value !== undefined;";
  return group([
    "return ",
    ifBroken(condition.kind === "atom" ? "" : "("),
    condition.kind === "atom"
      ? layoutCondition(condition)
      : [indent([softLine, group(layoutCondition(condition))]), softLine],
    ifBroken(condition.kind === "atom" ? "" : ")"),
    ";",
  ]);
}

/** `if (...) return false;`. */
function layoutRefusal(condition: Condition): Layout {
  return layoutIf(condition, "return false;");
}

function layoutIf(condition: Condition, statement: Layout): Layout {
  return group([
    "if (",
    group([indent([softLine, layoutCondition(condition)]), softLine]),
    ")",
    indent([line, statement]),
  ]);
}

/** An expression; before it, a shortcut around the members of a union that cannot be meant. */
function expressionBody(unit: Unit, place: Place): readonly Layout[] {
  const { type, constraints } = unit;
  const whole = layoutReturn(conditionFor(type, constraints, place));
  const mark =
    type.kind === "union" ? markOf(place.scope.model, type.members) : undefined;
  if (mark === undefined) return [whole];
  const others = or(
    mark.others.map((member) => conditionFor(member, constraints, place)),
  );
  return [
    `if (!${place.scope.use("isFields")}(value)) return false;`,
    layoutIf(
      equal(`value[${printString(mark.property)}]`, "undefined"),
      layoutReturn(others),
    ),
    whole,
  ];
}

function enumBody(values: readonly string[]): readonly Layout[] {
  return [
    block("switch (value)", [
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

function tagBody(tag: Tag, place: Place): readonly Layout[] {
  const { scope } = place;
  const { property, variants, untagged } = tag;
  const mustBeOwn = untagged.length > 0 || INHERITED.has(property);
  const read = mustBeOwn
    ? `${scope.use("ownValue")}(value, ${printString(property)})`
    : `value[${printString(property)}]`;
  const cases: (readonly [string, Layout])[] = [];
  for (const [value, members] of variants) {
    const returned = layoutReturn(
      or(members.map((member) => conditionFor(member, {}, place))),
    );
    cases.push([`case ${printString(value)}:`, returned]);
  }
  if (untagged.length > 0) {
    const returned = layoutReturn(
      or(untagged.map((member) => conditionFor(member, {}, place))),
    );
    cases.push(["case undefined:", returned]);
  }
  return [
    `if (!${scope.use("isFields")}(value)) return false;`,
    block(`switch (${read})`, [
      layoutCases([...cases, ["default:", "return false;"]]),
    ]),
  ];
}

/** `head {`, the lines, `}`. */
function block(head: string, lines: readonly Layout[]): Layout {
  return [
    `${head} {`,
    indent(lines.map((each) => [hardLine, each])),
    hardLine,
    "}",
  ];
}

/** Cases of a switch; neighbours with the same statements share them. */
function layoutCases(
  cases: readonly (readonly [label: string, body: Layout])[],
): Layout {
  return join(
    hardLine,
    cases.map(([label, body], index) => {
      const next = cases[index + 1];
      const isShared =
        next !== undefined &&
        next[0] !== "default:" &&
        JSON.stringify(next[1]) === JSON.stringify(body);
      return isShared ? label : [label, indent([hardLine, body])];
    }),
  );
}

function objectBody(unit: Unit, shape: Shape, scope: Scope): readonly Layout[] {
  const checked = shape.properties.filter(
    ({ optional, type }) => !optional || type.kind !== "unknown",
  );
  const hasTypedRest =
    shape.rest !== undefined && shape.rest.kind !== "unknown";
  if (checked.length === 0 && !hasTypedRest && unit.oneRequired.length === 0) {
    return [`return ${scope.use("isFields")}(value);`];
  }
  return hasTypedRest || checked.some(({ name }) => INHERITED.has(name))
    ? bodyByKeys(unit, shape, checked, scope)
    : bodyByNames(unit, checked, scope);
}

/** Reads members by name, then makes sure that none of them was inherited. */
function bodyByNames(
  unit: Unit,
  properties: readonly Property[],
  scope: Scope,
): readonly Layout[] {
  const names = new Set(properties.map(({ name }) => name));
  for (const name of unit.oneRequired.flat()) names.add(name);
  const called = properties
    .flatMap(({ type }) => scope.units.within(type))
    .map((each) => scope.namesOf(each).check);
  const variables = variablesFor(
    [...names],
    [...called, ...HELPER_NAMES, scope.namesOf(unit).check],
  );
  const conditions = properties.map((property) => {
    const subject = variables.get(property.name) as string;
    const place: Place = { scope, unit, subject, level: 1 };
    return propertyCondition(property, place);
  });
  const required = unit.oneRequired.map((members) =>
    or(
      members.map((name) =>
        not(equal(variables.get(name) as string, "undefined")),
      ),
    ),
  );
  const { check } = scope.namesOf(unit);
  const depth = scope.units.isCycle(unit, unit) ? ", depth" : "";
  return [
    `if (!${scope.use("isFields")}(value)) return false;`,
    layoutBindings(variables),
    group([
      `if (!${scope.use("isPlain")}(value))`,
      indent([
        line,
        bracketed(
          `return ${check}(`,
          [
            `${scope.use("ownFields")}(value)`,
            ...(depth === "" ? [] : ["depth"]),
          ],
          ");",
        ),
      ]),
    ]),
    layoutReturn(and([...conditions, ...required])),
  ];
}

/** `const { a, b } = value;`. The pattern stays on one line when it fits there without the rest. */
function layoutBindings(variables: ReadonlyMap<string, string>): Layout {
  const bindings = [...variables].map(([name, variable]) =>
    name === variable
      ? { text: name, layout: name }
      : {
          text: `${printTypeKey(name)}: ${variable}`,
          layout: [`${printTypeKey(name)}:`, afterOperator(variable)],
        },
  );
  const pattern = `const { ${bindings.map(({ text }) => text).join(", ")} } =`;
  const width = PAGE_WIDTH - BODY_INDENTATION;
  const isOneLine = pattern.length + " value;".length <= width;
  // Prettier holds a pattern with other names in it for too complex to stand alone.
  const isComplex =
    variables.size > 2 &&
    [...variables].some(([name, variable]) => name !== variable);
  if (pattern.length > width || (isComplex && !isOneLine)) {
    const lines = bindings.map(({ layout }) => [hardLine, layout, ","]);
    return ["const {", indent(lines), hardLine, "} = value;"];
  }
  return isOneLine
    ? [pattern, " value;"]
    : [pattern, indent([hardLine, "value;"])];
}

function propertyCondition(property: Property, place: Place): Condition {
  const { type, constraints, optional } = property;
  const condition = conditionFor(type, constraints, place);
  const isAbsent = equal(place.subject, "undefined");
  if (optional) return or([isAbsent, condition]);
  return condition.kind === "always" ? not(isAbsent) : condition;
}

/** Goes through the keys that an object has, and counts those that it must have. */
function bodyByKeys(
  unit: Unit,
  shape: Shape,
  properties: readonly Property[],
  scope: Scope,
): readonly Layout[] {
  const place: Place = { scope, unit, subject: "field", level: 1 };
  const required = properties.filter(({ optional }) => !optional).length;
  const counted = unit.oneRequired.map((_, index) => `found${index + 1}`);
  const cases: (readonly [string, Layout])[] = [];
  const named = new Map(
    properties.map((property) => [
      property.name,
      keyStatements(property, unit, counted, place),
    ]),
  );
  const rest = shape.rest && conditionFor(shape.rest, {}, place);
  const restStatements: Layout[] =
    rest === undefined || rest.kind === "always"
      ? []
      : [layoutRefusal(not(rest))];
  // Optional members that may be anything are named only where others are checked.
  if (restStatements.length > 0) {
    for (const { name } of shape.properties) {
      if (!named.has(name)) named.set(name, ["break;"]);
    }
  }
  for (const [name, statements] of named) {
    cases.push([`case ${printString(name)}:`, join(hardLine, statements)]);
  }
  if (restStatements.length > 0) {
    cases.push(["default:", join(hardLine, restStatements)]);
  }
  return [
    `if (!${scope.use("isFields")}(value)) return false;`,
    ...(required > 0 ? ["let required = 0;"] : []),
    ...counted.map((name) => `let ${name} = false;`),
    block("for (const key in value)", [
      // Of all spellings the one that engines fold into the loop.
      "if (!Object.prototype.hasOwnProperty.call(value, key)) continue;",
      "const field = value[key];",
      "if (field === undefined) continue;",
      ...(named.size > 0
        ? [block("switch (key)", [layoutCases(sharing(cases))])]
        : restStatements),
    ]),
    `return ${
      [...(required > 0 ? [`required === ${required}`] : []), ...counted].join(
        " && ",
      ) || "true"
    };`,
  ];
}

function keyStatements(
  property: Property,
  unit: Unit,
  counted: readonly string[],
  place: Place,
): readonly Layout[] {
  const { name, type, constraints, optional } = property;
  const condition = conditionFor(type, constraints, place);
  return [
    ...(condition.kind === "always" ? [] : [layoutRefusal(not(condition))]),
    ...(optional ? [] : ["required++;"]),
    ...counted.flatMap((variable, index) =>
      unit.oneRequired[index]?.includes(name) ? [`${variable} = true;`] : [],
    ),
    "break;",
  ];
}

/** Brings cases with the same statements together. */
function sharing(
  cases: readonly (readonly [string, Layout])[],
): readonly (readonly [string, Layout])[] {
  const groups = new Map<string, (readonly [string, Layout])[]>();
  for (const each of cases) {
    const key = each[0] === "default:" ? each[0] : JSON.stringify(each[1]);
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  return [...groups.values()].flat();
}
