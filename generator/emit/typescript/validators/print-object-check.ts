/** The statements that check an object. */
import type { Property } from "../../../model/model.js";
import type { Members } from "../../../model/queries.js";
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
import { and, atom, equal, not, or } from "../print/condition.js";
import { conditionFor, type Site, propertyCondition } from "./conditions.js";
import { type Scope, variablesFor } from "./scope.js";
import {
  layoutBlock,
  fieldsOfValue,
  layoutCases,
  layoutIf,
  layoutReturn,
} from "./statements.js";
import type { Unit } from "./units.js";

/** Columns before a statement of a function's body. */
const BODY_INDENTATION = 2;

/**
 * An object with more properties than this is checked key by key: TypeScript's analysis of
 * control flow gives up on one expression about more than a thousand variables (TS2563).
 */
const MAX_VARIABLES = 200;

/** The statements of the function of an object's type. */
export function objectBody(
  unit: Unit,
  shape: Members,
  scope: Scope,
): readonly Layout[] {
  const checked = checkedProperties(shape);
  const hasTypedRest =
    shape.rest !== undefined && shape.rest.kind !== "unknown";
  if (
    hasTypedRest ||
    checked.length > MAX_VARIABLES ||
    checked.some(({ name }) => isInherited(name))
  ) {
    return bodyByKeys(unit, shape, scope);
  }
  if (shape.closed && shape.properties.length === 0) {
    return bodyByKeys(unit, shape, scope);
  }
  return checked.length > 0 || unit.oneRequired.length > 0 || shape.closed
    ? bodyByNames(unit, shape, checked, scope)
    : [`return ${scope.use("isObject")}(value);`];
}

/** Whether every object inherits something of this name, so that reading it does not tell whether it is there. */
export function isInherited(name: string): boolean {
  return Object.hasOwn(Object.prototype, name);
}

/** Those that not every value will do for. */
function checkedProperties({ properties }: Members): readonly Property[] {
  return properties.filter(
    ({ optional, type }) => !optional || type.kind !== "unknown",
  );
}

/** Reads properties by name, then makes sure that none of them was inherited. */
function bodyByNames(
  unit: Unit,
  { properties: all, closed }: Members,
  properties: readonly Property[],
  scope: Scope,
): readonly Layout[] {
  const names = new Set(properties.map(({ name }) => name));
  for (const name of unit.oneRequired.flat()) names.add(name);
  const { check } = scope.namesOf(unit);
  const called = properties
    .flatMap(({ type }) => scope.units.within(type))
    .map((each) => scope.namesOf(each).check);
  const variables = variablesFor(
    [...names],
    [...called, ...scope.helpers.keys(), check],
  );
  const subjectOf = (name: string): string => variables.get(name) as string;
  const condition = and([
    ...properties.map((property) => {
      const subject = subjectOf(property.name);
      return propertyCondition(property, { scope, unit, subject, level: 1 });
    }),
    ...unit.oneRequired.map((alternatives) =>
      or(alternatives.map((name) => not(equal(subjectOf(name), "undefined")))),
    ),
  ]);
  if (condition.kind === "never") return ["return false;"];
  const ownCheck = (subject: string): Layout =>
    bracketed(
      `${scope.use("isOwnShape")}(`,
      [subject, check, ...(scope.units.isCycle(unit, unit) ? ["depth"] : [])],
      ")",
    );
  const mayLackAll =
    !closed &&
    unit.oneRequired.length === 0 &&
    properties.every(({ optional }) => optional);
  if (mayLackAll) {
    // What is inherited and right is as good as absent: only a refusal depends on the prototype.
    return [
      `if (!${scope.use("isObject")}(value)) return false;`,
      layoutBindings(variables, "value"),
      layoutReturn(
        or([
          condition,
          and([
            not(atom(`${scope.use("isPlain")}(value)`)),
            atom(ownCheck("value")),
          ]),
        ]),
      ),
    ];
  }
  return [
    fieldsOfValue(scope),
    ...(variables.size > 0 ? [layoutBindings(variables, "fields")] : []),
    group([
      `if (!${scope.use("isPlain")}(fields))`,
      indent([line, "return ", ownCheck("fields"), ";"]),
    ]),
    ...(closed ? [refuseOthers(all)] : []),
    ...(closed && condition.kind === "always"
      ? ["return true;"]
      : [layoutReturn(condition)]),
  ];
}

/** A loop that finds properties which a closed object does not name. */
function refuseOthers(properties: readonly Property[]): Layout {
  const known = properties.map(({ name }): readonly [string, Layout] => [
    `case ${printString(name)}:`,
    "continue;",
  ]);
  return layoutBlock("for (const key in fields)", [
    layoutBlock("switch (key)", [
      layoutCases([
        ...known,
        ["default:", "if (fields[key] !== undefined) return false;"],
      ]),
    ]),
  ]);
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

/** Goes through the keys that an object has, and counts those that it must have. */
function bodyByKeys(
  unit: Unit,
  shape: Members,
  scope: Scope,
): readonly Layout[] {
  const properties = checkedProperties(shape);
  const place: Site = { scope, unit, subject: "field", level: 1 };
  const required = properties.filter(({ optional }) => !optional).length;
  const counted = unit.oneRequired.map((_, index) => `found${index + 1}`);
  const complete = [
    ...(required > 0 ? [`required === ${required}`] : []),
    ...counted,
  ].join(" && ");
  const cases: (readonly [string, Layout])[] = [];
  const named = new Map(
    properties.map((property) => [
      property.name,
      keyStatements(property, unit, counted, place),
    ]),
  );
  const rest = shape.rest && conditionFor(shape.rest, place);
  const isClosed = shape.closed === true || rest?.kind === "never";
  const restStatements: Layout[] = isClosed
    ? ["return false;"]
    : rest === undefined || rest.kind === "always"
      ? []
      : [layoutIf(not(rest), "return false;")];
  // Optional properties that may be anything are named only where others are checked.
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
    `if (!${scope.use("isObject")}(value)) return false;`,
    ...(required > 0 ? ["let required = 0;"] : []),
    ...counted.map((name) => `let ${name} = false;`),
    layoutBlock("for (const key in value)", [
      // Of all spellings the one that engines fold into the loop.
      "if (!Object.prototype.hasOwnProperty.call(value, key)) continue;",
      "const field = value[key];",
      "if (field === undefined) continue;",
      ...(named.size > 0
        ? [layoutBlock("switch (key)", [layoutCases(sharing(cases))])]
        : restStatements),
    ]),
    `return ${complete === "" ? "true" : complete};`,
  ];
}

function keyStatements(
  property: Property,
  unit: Unit,
  counted: readonly string[],
  place: Site,
): readonly Layout[] {
  const { name, type, optional } = property;
  const condition = conditionFor(type, place);
  return [
    ...(condition.kind === "always"
      ? []
      : [layoutIf(not(condition), "return false;")]),
    ...(optional ? [] : ["required++;"]),
    ...counted.flatMap((variable, index) =>
      unit.oneRequired[index]?.includes(name) ? [`${variable} = true;`] : [],
    ),
    "break;",
  ];
}

/** Brings cases with the same statements together; equal statements have equal layouts. */
function sharing(
  cases: readonly (readonly [string, Layout])[],
): readonly (readonly [string, Layout])[] {
  const groups = new Map<string, (readonly [string, Layout])[]>();
  for (const [label, body] of cases) {
    const key = label === "default:" ? label : JSON.stringify(body);
    const group = groups.get(key);
    // One layout for all of a group, so that nobody has to compare them again.
    if (group === undefined) groups.set(key, [[label, body]]);
    else group.push([label, group[0]?.[1] ?? body]);
  }
  return [...groups.values()].flat();
}
