/** The function that describes a unit to a reader, e.g. `describeTool`. */
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
import { checkFunction, type Place } from "./conditions.js";
import { formatCheck, usablePattern } from "./format-checks.js";
import type { Helper, Scope } from "./scope.js";
import { type Tag, tagOf } from "./tag.js";
import { aliasedLeaf, type Unit } from "./units.js";

/** Names that every object inherits; reading one does not tell whether it is there. */
const INHERITED: ReadonlySet<string> = new Set(
  Object.getOwnPropertyNames(Object.prototype),
);

/** The statements of a description, between the braces of its function. */
export function layoutDescriptionBody(unit: Unit, scope: Scope): Layout {
  const { type, shape, label } = unit;
  const isRecursive = scope.units.isCycle(unit, unit);
  const statements: Layout[] = [];
  if (unit.exported) statements.push(`reader.name(${printString(label)});`);
  if (isRecursive) {
    statements.push("if (!reader.level(value, depth)) return;");
  }
  const tag =
    type.kind === "union" && shape === undefined
      ? tagOf(scope.model, type.members)
      : undefined;
  const place: Place = { scope, unit, subject: "value", level: 0 };
  if (shape !== undefined) {
    statements.push(...objectStatements(unit, shape, scope));
  } else if (tag !== undefined) {
    statements.push(taggedStatement(tag, place, isRecursive));
  } else {
    statements.push(valueStatement(type, unit.constraints, place, isRecursive));
  }
  return join(hardLine, statements);
}

function objectStatements(
  unit: Unit,
  shape: Shape,
  scope: Scope,
): readonly Layout[] {
  const place: Place = { scope, unit, subject: "value", level: 1 };
  const statements: Layout[] = shape.properties.map((property) =>
    memberStatement(property, place),
  );
  if (shape.rest !== undefined && shape.rest.kind !== "unknown") {
    const names = shape.properties.map(({ name }) => printString(name));
    statements.push(
      bracketed(
        "reader.others(",
        [
          "fields",
          bracketed("[", names, "]"),
          describe(shape.rest, {}, place),
          ...depthOf(shape.rest, place),
        ],
        ");",
      ),
    );
  }
  for (const names of unit.oneRequired) {
    statements.push(
      callWithList("reader.oneRequired", ["fields"], names.map(printString)),
    );
  }
  return statements.length === 0
    ? ["reader.object(value);"]
    : [
        "const fields = reader.object(value);",
        "if (fields === undefined) return;",
        ...statements,
      ];
}

function memberStatement(property: Property, place: Place): Layout {
  const { name, optional, type, constraints } = property;
  const key = printString(name);
  const read = INHERITED.has(name)
    ? `${place.scope.use("ownValue")}(fields, ${key})`
    : `fields[${key}]`;
  return bracketed(
    `reader.${optional ? "optional" : "required"}(`,
    [key, read, describe(type, constraints, place), ...depthOf(type, place)],
    ");",
  );
}

/** The level as an argument, where a type leads back to the unit that mentions it. */
function depthOf(type: TypeExpr, place: Place): readonly string[] {
  const { scope, unit, level } = place;
  return scope.units
    .within(type)
    .some((inner) => scope.units.isCycle(unit, inner))
    ? [`depth + ${level}`]
    : [];
}

function taggedStatement(
  { property, variants, untagged }: Tag,
  place: Place,
  isRecursive: boolean,
): Layout {
  const entries = [...variants].map(([value, members]) => [
    `${printValueKey(value)}:`,
    afterOperator(variantList(members, place)),
  ]);
  const table = [
    "{",
    indent([hardLine, join([",", hardLine], entries), ","]),
    hardLine,
    "}",
  ];
  const further = [
    ...(untagged.length > 0
      ? [variantList(untagged, place)]
      : isRecursive
        ? ["undefined"]
        : []),
    ...(isRecursive ? ["depth"] : []),
  ];
  const args = ["value", printString(property), table];
  return further.length === 0
    ? ["reader.tagged(", join(", ", args), ");"]
    : bracketed("reader.tagged(", [...args, ...further], ");");
}

function variantList(members: readonly TypeExpr[], place: Place): Layout {
  const described = members.map((member) => describe(member, {}, place));
  const [only] = described;
  return described.length === 1 && only !== undefined
    ? only
    : bracketed("[", described, "]");
}

/** Has the reader look at the unit's own value. */
function valueStatement(
  type: TypeExpr,
  constraints: Constraints,
  place: Place,
  isRecursive: boolean,
): Layout {
  if (type.kind === "union" || type.kind === "intersection") {
    const members = type.members.map((member) =>
      describe(member, constraints, place),
    );
    const reading = `reader.${type.kind === "union" ? "union" : "all"}`;
    return isRecursive
      ? bracketed(
          `${reading}(`,
          ["value", bracketed("[", members, "]"), "depth"],
          ");",
        )
      : callWithList(reading, ["value"], members);
  }
  if (type.kind === "ref") {
    // The target has a name of its own, which must not become this one's.
    const target = describe(type, constraints, place);
    return isRecursive
      ? bracketed("reader.all(", ["value", ["[", target, "]"], "depth"], ");")
      : callWithList("reader.all", ["value"], [target]);
  }
  const described = describe(type, constraints, place);
  if (typeof described === "string") {
    return `${described}(reader, value);`;
  }
  return isRecursive
    ? bracketed("reader.all(", ["value", ["[", described, "]"], "depth"], ");")
    : callWithList("reader.all", ["value"], [described]);
}

/** A call whose last argument is a list, which keeps its opening bracket on the line of the call. */
function callWithList(
  name: string,
  args: readonly string[],
  items: readonly Layout[],
): Layout {
  return bracketed(`${name}(${args.join(", ")}, [`, items, "]);");
}

/** An expression for a description. */
function describe(
  type: TypeExpr,
  constraints: Constraints,
  place: Place,
): Layout {
  const { scope, unit } = place;
  const own = scope.units.inlined(type);
  if (own !== undefined && own !== unit) return scope.namesOf(own).describe;
  switch (type.kind) {
    case "unknown":
      return scope.use("anything");
    case "string":
      return stringDescription(constraints, scope);
    case "number":
    case "integer":
      return numberDescription(type.kind, constraints, scope);
    case "boolean":
      return scope.use("boolean");
    case "null":
      return scope.use("nullValue");
    case "literal":
      return call(scope, "literal", [printLiteral(type.value)]);
    case "enum":
      return call(
        scope,
        type.open ? "stringSuchAs" : "oneOf",
        type.values.map(printString),
      );
    case "array":
      return arrayDescription(type.items, constraints, place);
    case "record":
      return call(scope, "recordOf", [describe(type.value, {}, place)]);
    case "object":
      return scope.use("anyObject");
    case "union":
      return call(
        scope,
        "unionOf",
        type.members.map((member) => describe(member, constraints, place)),
      );
    case "intersection":
      return call(
        scope,
        "allOf",
        type.members.map((member) => describe(member, constraints, place)),
      );
    case "ref": {
      const leaf = hasLimits(constraints)
        ? aliasedLeaf(scope.model, type)
        : undefined;
      return leaf === undefined
        ? scope.namesOf(scope.units.named(type.name)).describe
        : describe(leaf.type, { ...leaf.constraints, ...constraints }, place);
    }
  }
}

/** Whether any tag says more than the type. */
function hasLimits(constraints: Constraints): boolean {
  const { nullable: _, jsonType: __, ...limits } = constraints;
  return Object.keys(limits).length > 0;
}

function stringDescription(constraints: Constraints, scope: Scope): Layout {
  const { minLength, maxLength, format } = constraints;
  const pattern = usablePattern(constraints) && constraints.pattern;
  const keywords = { minLength, maxLength, pattern, format };
  const entries = printedEntries(keywords);
  if (entries.length === 0) return scope.use("string");
  const check = formatCheck(constraints, scope);
  const name = scope.use("stringWith");
  return check === undefined
    ? [`${name}(`, objectLiteral(entries), ")"]
    : bracketed(`${name}(`, [objectLiteral(entries), check], ")");
}

function numberDescription(
  type: "number" | "integer",
  { minimum, maximum }: Constraints,
  scope: Scope,
): Layout {
  const entries = printedEntries({ minimum, maximum });
  if (entries.length === 0) return scope.use(type);
  const all = [`type: "${type}"`, ...entries];
  return [`${scope.use("numberWithin")}(`, objectLiteral(all), ")"];
}

function arrayDescription(
  items: TypeExpr,
  { minItems, maxItems }: Constraints,
  place: Place,
): Layout {
  const { scope } = place;
  const [check] = checkFunction(items, place) ?? [scope.use("isAnything")];
  const limits =
    maxItems === undefined
      ? minItems === undefined
        ? []
        : [String(minItems)]
      : [String(minItems ?? "undefined"), String(maxItems)];
  return call(scope, "arrayOf", [
    describe(items, {}, place),
    check as string,
    ...limits,
  ]);
}

function call(scope: Scope, helper: Helper, args: readonly Layout[]): Layout {
  return bracketed(`${scope.use(helper)}(`, args, ")");
}

function printedEntries(
  keywords: Readonly<Record<string, string | number | undefined>>,
): readonly string[] {
  return Object.entries(keywords).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}: ${printLiteral(value)}`],
  );
}

function objectLiteral(entries: readonly string[]): Layout {
  return group([
    "{",
    indent([line, join([",", line], entries)]),
    ifBroken(","),
    line,
    "}",
  ]);
}
