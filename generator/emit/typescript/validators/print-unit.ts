/** All functions of a unit, with those of the types written inline in it. */
import {
  afterOperator,
  bracketed,
  hardLine,
  indent,
  type Layout,
  PAGE_WIDTH,
  printLayout,
} from "../print/layout.js";
import { textComment } from "../print/documentation.js";
import { layoutCheckBody } from "./print-check.js";
import { layoutShape } from "./print-shape.js";
import type { Scope } from "./scope.js";
import type { Unit } from "./units.js";

/**
 * Prints a unit.
 *
 * @param nameOf What the file calls the type of a unit.
 * @returns Declarations with their comments, in order.
 */
export function printUnit(
  unit: Unit,
  scope: Scope,
  nameOf: (typeName: string) => string,
): readonly string[] {
  const inline = unit.inline.flatMap((inner) =>
    printUnit(inner, scope, nameOf),
  );
  const functions = unit.exported
    ? exportedFunctions(unit, scope, nameOf(unit.label))
    : [
        commented(
          `Whether a value has the shape of ${placeName(unit)}.`,
          checkFunction(unit, scope),
        ),
        commented(
          `What ${placeName(unit)} is made of.`,
          layoutShape(unit, scope),
        ),
      ];
  return [...inline, ...functions];
}

/** What a type without a name of its own is called in comments. */
function placeName({ label }: Unit): string {
  return `the inline type \`${label}\``;
}

function exportedFunctions(
  unit: Unit,
  scope: Scope,
  type: string,
): readonly string[] {
  const { label } = unit;
  const { check, guard, shape, assert, validate, schema } = scope.namesOf(unit);
  return [
    commented(
      `Whether a value has the shape of \`${label}\`.`,
      checkFunction(unit, scope),
    ),
    commented(
      `Whether a value is of type \`${label}\`.`,
      functionOf(
        `export function ${guard}(`,
        ["value: unknown"],
        `value is ${type}`,
        [
          ...(scope.units.readsProperties(unit)
            ? [`${scope.use("beginCheck")}();`]
            : []),
          `return ${check}(value);`,
        ],
      ),
    ),
    commented(`What \`${label}\` is made of.`, layoutShape(unit, scope)),
    commented(
      `Does nothing when a value is of type \`${label}\`.\n\n@throws {ValidationError} With everything that is wrong.`,
      functionOf(
        `export function ${assert}(`,
        ["value: unknown"],
        `asserts value is ${type}`,
        [call(scope.use("assertValid"), ["value", shape])],
      ),
    ),
    commented(
      `Gives a value of type \`${label}\` back as it is, or what is wrong with it.`,
      functionOf(
        `export function ${validate}(`,
        ["value: unknown", "options?: ValidateOptions"],
        `Validation<${type}>`,
        [call(`return ${scope.use("validate")}`, ["value", shape, "options"])],
      ),
    ),
    commented(`\`${label}\` as a schema object.`, [
      `export const ${schema}: ${scope.use("Schema")}<${type}> =`,
      afterOperator(bracketed("/* @__PURE__ */ new Schema(", [shape], ");")),
    ]),
  ];
}

function checkFunction(unit: Unit, scope: Scope): Layout {
  const isRecursive = scope.units.isCycle(unit, unit);
  const body = layoutCheckBody(unit, scope);
  // Where no value fits, none is looked at, which compilers want to see in its name.
  const value = /\bvalue\b/.test(printLayout(body)) ? "value" : "_value";
  return functionOf(
    `function ${scope.namesOf(unit).check}(`,
    [`${value}: unknown`, ...(isRecursive ? ["depth: number = 0"] : [])],
    "boolean",
    [body],
  );
}

function functionOf(
  head: string,
  parameters: readonly string[],
  returns: string,
  statements: readonly Layout[],
): Layout {
  return [
    bracketed(head, parameters, `): ${returns} {`),
    indent(statements.map((statement) => [hardLine, statement])),
    hardLine,
    "}",
  ];
}

function call(name: string, args: readonly string[]): Layout {
  return bracketed(`${name}(`, args, ");");
}

function commented(text: string, code: Layout): string {
  return [...textComment(text, PAGE_WIDTH), printLayout(code)].join("\n");
}
