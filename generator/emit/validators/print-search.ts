/** The function that looks for a fault in a value of a unit, e.g. `faultInTool`. */
import type { Constraints, Property, TypeExpr } from "../../model/model.js";
import type { Shape } from "../../model/queries.js";
import {
  afterOperator,
  bracketed,
  group,
  hardLine,
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
import {
  calledUnit,
  conditionFor,
  layoutSearch,
  memberCondition,
  type Place,
} from "./conditions.js";
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

/** The statements of a unit's function, between its braces. */
export function layoutSearchBody(unit: Unit, scope: Scope): Layout {
  const { shape, type } = unit;
  const place: Place = { scope, unit, subject: "value", level: 0 };
  const statements = scope.units.isCycle(unit, unit)
    ? [`if (depth > ${scope.use("MAX_DEPTH")}) return 1;`]
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

/** `return ... ? 0 : 1;`; the answer of a single other function as it is. */
function layoutVerdict(
  types: readonly TypeExpr[],
  constraints: Constraints,
  place: Place,
): Layout {
  const [only, ...others] = types;
  const called =
    only && others.length === 0 && constraints.nullable !== true
      ? calledUnit(only, place)
      : undefined;
  if (called) return ["return ", layoutSearch(called, place), ";"];
  const condition = or(
    types.map((type) => conditionFor(type, constraints, place)),
  );
  return layoutChoice(
    condition.kind === "always" ? not(equal("value", "undefined")) : condition,
  );
}

/** `return condition ? 0 : 1;` */
function layoutChoice(condition: Condition): Layout {
  const isChain = condition.kind === "and" || condition.kind === "or";
  const test = layoutCondition(condition);
  return group([
    "return ",
    isChain ? group(indent(test)) : test,
    indent([line, "? 0", line, ": 1;"]),
  ]);
}

/** `if (...) return 1;`. */
function layoutRefusal(condition: Condition, answer = 1): Layout {
  return layoutIf(condition, `return ${answer};`);
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
  const whole = layoutVerdict([type], constraints, place);
  const mark =
    type.kind === "union" ? markOf(place.scope.model, type.members) : undefined;
  if (mark === undefined) return [whole];
  return [
    `if (!${place.scope.use("isObject")}(value)) return 1;`,
    layoutIf(
      equal(`value[${printString(mark.property)}]`, "undefined"),
      layoutVerdict(mark.others, constraints, place),
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
      "  return 0;",
      "default:",
      "  return 1;",
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
  const cases = [...variants].map(
    ([value, members]) =>
      [
        `case ${printString(value)}:`,
        layoutVerdict(members, {}, place),
      ] as const,
  );
  return [
    `if (!${scope.use("isObject")}(value)) return 1;`,
    block(`switch (${read})`, [
      layoutCases([
        ...cases,
        ...(untagged.length > 0
          ? [["case undefined:", layoutVerdict(untagged, {}, place)] as const]
          : []),
        ["default:", "return 1;"],
      ]),
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
  const members = membersOf(shape);
  const checked = members.filter(
    ({ property: { optional, type } }) => !optional || type.kind !== "unknown",
  );
  const hasTypedRest =
    shape.rest !== undefined && shape.rest.kind !== "unknown";
  if (checked.length === 0 && !hasTypedRest && unit.oneRequired.length === 0) {
    return [`return ${scope.use("isFields")}(value) ? 0 : 1;`];
  }
  return hasTypedRest ||
    checked.some(({ property }) => INHERITED.has(property.name))
    ? bodyByKeys(unit, shape, checked, scope)
    : bodyByNames(unit, checked, members.length, scope);
}

/** A member, and what the function answers when it is the first that is wrong. */
interface Numbered {
  readonly property: Property;
  readonly number: number;
}

/** The members in the order of `ObjectShape` in `validation/shape.ts`. */
function membersOf({ properties }: Shape): readonly Numbered[] {
  return [
    ...properties.filter(({ optional }) => !optional),
    ...properties.filter(({ optional }) => optional),
  ].map((property, index) => ({ property, number: index + 1 }));
}

/**
 * Reads members by name, then makes sure that none of them was inherited.
 *
 * @param count How many members the type names, the ones that may be anything included.
 */
function bodyByNames(
  unit: Unit,
  members: readonly Numbered[],
  count: number,
  scope: Scope,
): readonly Layout[] {
  const names = new Set(members.map(({ property }) => property.name));
  for (const name of unit.oneRequired.flat()) names.add(name);
  const { faultIn } = scope.namesOf(unit);
  const called = members
    .flatMap(({ property }) => scope.units.within(property.type))
    .map((each) => scope.namesOf(each).faultIn);
  const variables = variablesFor(
    [...names],
    [...called, ...HELPER_NAMES, faultIn],
  );
  const conditions = members.map(({ property }) => {
    const subject = variables.get(property.name) as string;
    return memberCondition(property, { scope, unit, subject, level: 1 });
  });
  const depth = scope.units.isCycle(unit, unit) ? ["depth"] : [];
  const again = bracketed(
    `${faultIn}(`,
    [`${scope.use("ownFields")}(value)`, ...depth],
    ")",
  );
  const mayLackAll =
    unit.oneRequired.length === 0 &&
    members.every(({ property }) => property.optional);
  if (mayLackAll) {
    return [
      `if (!${scope.use("isFields")}(value)) return 1;`,
      layoutBindings(variables),
      // What is inherited and right is as good as absent: only a fault has to be an own one.
      layoutIf(and(conditions), "return 0;"),
      group([
        "return ",
        `${scope.use("isPlain")}(value)`,
        indent([line, "? 1", line, ": ", again, ";"]),
      ]),
    ];
  }
  const incomplete = unit.oneRequired.map((alternatives) =>
    layoutRefusal(
      and(
        alternatives.map((name) =>
          equal(variables.get(name) as string, "undefined"),
        ),
      ),
      count + 1,
    ),
  );
  return [
    `if (!${scope.use("isObject")}(value)) return 1;`,
    layoutBindings(variables),
    group([
      `if (!${scope.use("isPlain")}(value))`,
      indent([line, "return ", again, ";"]),
    ]),
    ...members.map(({ number }, index) =>
      layoutRefusal(not(conditions[index] as Condition), number),
    ),
    ...incomplete,
    "return 0;",
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

/**
 * Goes through the keys that an object has, and counts those that it must have. Its
 * order is the object's, so it cannot tell which member is the first that is wrong.
 */
function bodyByKeys(
  unit: Unit,
  shape: Shape,
  members: readonly Numbered[],
  scope: Scope,
): readonly Layout[] {
  const place: Place = { scope, unit, subject: "field", level: 1 };
  const required = members.filter(({ property }) => !property.optional).length;
  const counted = unit.oneRequired.map((_, index) => `found${index + 1}`);
  const complete = [
    ...(required > 0 ? [`required === ${required}`] : []),
    ...counted,
  ].join(" && ");
  const cases: (readonly [string, Layout])[] = [];
  const named = new Map(
    members.map(({ property }) => [
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
    `if (!${scope.use("isFields")}(value)) return 1;`,
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
    complete === "" ? "return 0;" : `return ${complete} ? 0 : 1;`,
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
