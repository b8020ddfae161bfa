/** The statements that look for a fault in an object. */
import type { Property, TypeExpr } from "../../../model/model.js";
import type { Shape } from "../../../model/queries.js";
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
} from "../print/layout.js";
import { printString, printTypeKey } from "../print/print-literal.js";
import { and, atom, type Condition, equal, not } from "../print/condition.js";
import {
  calledUnit,
  conditionFor,
  memberCondition,
  type Place,
} from "./conditions.js";
import { HELPER_NAMES, type Scope, variablesFor } from "./scope.js";
import { block, fieldsOfValue, layoutCases, layoutIf } from "./statements.js";
import type { Unit } from "./units.js";

/** Columns before a statement of a function's body. */
const BODY_INDENTATION = 2;

/** The statements of the function of an object's type. */
export function objectBody(
  unit: Unit,
  shape: Shape,
  scope: Scope,
): readonly Layout[] {
  switch (accessTo(unit, shape)) {
    case "none":
      return [`return ${scope.use("isFields")}(value) ? 0 : -2;`];
    case "keys":
      return bodyByKeys(unit, shape, scope);
    case "names":
      return bodyByNames(unit, shape, scope);
  }
}

/** Whether every object inherits something of this name, so that reading it does not tell whether it is there. */
export function isInherited(name: string): boolean {
  return Object.hasOwn(Object.prototype, name);
}

/** How a function gets at an object's members: not at all, key by key, or by their names. */
function accessTo(unit: Unit, shape: Shape): "none" | "keys" | "names" {
  const checked = checkedMembers(shape);
  const hasTypedRest =
    shape.rest !== undefined && shape.rest.kind !== "unknown";
  if (
    hasTypedRest ||
    checked.some(({ property }) => isInherited(property.name))
  ) {
    return "keys";
  }
  return checked.length > 0 || unit.oneRequired.length > 0 ? "names" : "none";
}

/** A member, and its step in a trail. */
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

/** Those that not every value will do for. */
function checkedMembers(shape: Shape): readonly Numbered[] {
  return membersOf(shape).filter(
    ({ property: { optional, type } }) => !optional || type.kind !== "unknown",
  );
}

/** Reads members by name, then makes sure that none of them was inherited. */
function bodyByNames(
  unit: Unit,
  shape: Shape,
  scope: Scope,
): readonly Layout[] {
  const members = checkedMembers(shape);
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
  const refusals = members.flatMap(({ property, number }) => {
    const subject = variables.get(property.name) as string;
    const place: Place = { scope, unit, subject, level: 1 };
    return refusalsOf(property, number, place);
  });
  const incomplete = unit.oneRequired.map((alternatives) =>
    and(
      alternatives.map((name) =>
        equal(variables.get(name) as string, "undefined"),
      ),
    ),
  );
  const mayLackAll =
    incomplete.length === 0 &&
    members.every(({ property }) => property.optional);
  const depth = scope.units.isCycle(unit, unit) ? ["depth"] : [];
  const again = bracketed(
    `${scope.use("faultInOwn")}(`,
    [mayLackAll ? "value" : "fields", faultIn, ...depth],
    ")",
  );
  if (mayLackAll) {
    return [
      `if (!${scope.use("isFields")}(value)) return -2;`,
      layoutBindings(variables, "value"),
      "let fault = 0;",
      join(
        [hardLine, "else "],
        refusals.map(({ test, trail }) => layoutIf(test, `fault = ${trail};`)),
      ),
      // What is inherited and right is as good as absent: only a fault has to be an own one.
      group([
        `return fault && !${scope.use("isPlain")}(value)`,
        indent([line, "? ", again, line, ": fault;"]),
      ]),
    ];
  }
  return [
    fieldsOfValue(scope),
    layoutBindings(variables, "fields"),
    ...(refusals.some(({ searches }) => searches)
      ? ["let fault: number;"]
      : []),
    group([
      `if (!${scope.use("isPlain")}(fields))`,
      indent([line, "return ", again, ";"]),
    ]),
    ...refusals.map(({ test, trail }) => layoutIf(test, `return ${trail};`)),
    ...incomplete.map((condition) => layoutIf(condition, "return -1;")),
    "return 0;",
  ];
}

/** A way in which a member can be wrong. */
interface Refusal {
  readonly test: Condition;
  /** An expression for the trail that leads to the fault. */
  readonly trail: string;
  /** Whether the test puts a trail into `fault`. */
  readonly searches: boolean;
}

/** The greatest number that a step of a trail can have: those above look like a trail's end. */
const GREATEST_STEP = 61;

/** The ways in which a member can be wrong, one after the other. */
function refusalsOf(
  property: Property,
  number: number,
  place: Place,
): readonly Refusal[] {
  const { type, constraints, optional } = property;
  const here = number > GREATEST_STEP ? "-1" : String(number);
  const condition = conditionFor(type, constraints, place);
  const parts = condition.kind === "and" ? condition.parts : [condition];
  const last = parts.at(-1);
  const search = last?.kind === "atom" ? last.search : undefined;
  if (search === undefined || here === "-1" || !hasTrail(type, place)) {
    const test = not(memberCondition(property, place));
    return [{ test, trail: here, searches: false }];
  }
  const isThere = optional ? [not(equal(place.subject, "undefined"))] : [];
  const limits = parts.slice(0, -1);
  return [
    ...(limits.length === 0
      ? []
      : [
          {
            test: and([...isThere, not(and(limits))]),
            trail: here,
            searches: false,
          },
        ]),
    {
      test: and([...isThere, atom(["(fault = ", search, ")"])]),
      trail: `${place.scope.use("within")}(${here}, fault)`,
      searches: true,
    },
  ];
}

/** Whether the function for a type tells where in a value the fault is. */
function hasTrail(type: TypeExpr, place: Place): boolean {
  if (type.kind === "array") return true;
  const unit = calledUnit(type, place);
  if (unit?.shape) return accessTo(unit, unit.shape) === "names";
  return type.kind === "ref" && unit !== undefined
    ? hasTrail(unit.type, { ...place, unit })
    : false;
}

/** `const { a, b } = object;`. The pattern stays on one line when it fits there without the rest. */
function layoutBindings(
  variables: ReadonlyMap<string, string>,
  object: string,
): Layout {
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
  const isOneLine = pattern.length + ` ${object};`.length <= width;
  // Prettier holds a pattern with other names in it for too complex to stand alone.
  const isComplex =
    variables.size > 2 &&
    [...variables].some(([name, variable]) => name !== variable);
  if (pattern.length > width || (isComplex && !isOneLine)) {
    const lines = bindings.map(({ layout }) => [hardLine, layout, ","]);
    return ["const {", indent(lines), hardLine, `} = ${object};`];
  }
  return isOneLine
    ? [pattern, ` ${object};`]
    : [pattern, indent([hardLine, `${object};`])];
}

/**
 * Goes through the keys that an object has, and counts those that it must have. Its
 * order is the object's, so it cannot tell which member is the first that is wrong.
 */
function bodyByKeys(unit: Unit, shape: Shape, scope: Scope): readonly Layout[] {
  const members = checkedMembers(shape);
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
      : [layoutIf(not(rest), "return -1;")];
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
    `if (!${scope.use("isFields")}(value)) return -1;`,
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
    complete === "" ? "return 0;" : `return ${complete} ? 0 : -1;`,
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
    ...(condition.kind === "always"
      ? []
      : [layoutIf(not(condition), "return -1;")]),
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
