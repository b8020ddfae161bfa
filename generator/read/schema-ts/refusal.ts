/** Types that a schema cannot use: what is said about each. */
import type { ts } from "ts-morph";
import type { TypeExpr } from "../../model/model.js";
import type { DiagnosticName } from "./diagnostic-codes.js";
import { spanOf, textOf, type Reading } from "./reading.js";

interface Refusal {
  readonly what: string;
  readonly hint: string;
}

type Refused = Extract<
  DiagnosticName,
  | "tuple"
  | "functionType"
  | "conditionalType"
  | "mappedType"
  | "typeOperator"
  | "templateLiteral"
  | "notJson"
  | "otherType"
  | "typeArguments"
>;

const REFUSALS: Readonly<Record<Refused, Refusal>> = {
  tuple: {
    what: "is a tuple, which is not supported",
    hint: "Use an array, or an object with a named property for each place.",
  },
  functionType: {
    what: "is a function type, and JSON holds no functions",
    hint: "Remove it from the schema.",
  },
  conditionalType: {
    what: "is a conditional type, which is not supported",
    hint: "Write out the type that it comes to.",
  },
  mappedType: {
    what: "is a mapped type, which is not supported",
    hint: "Write out the properties, or use an index signature.",
  },
  typeOperator: {
    what: "computes a type from another one whose properties are not known",
    hint: "Write out the type that it comes to.",
  },
  templateLiteral: {
    what: "is a template literal type, which is not supported",
    hint: "Use string, with a @pattern tag in the property's documentation.",
  },
  notJson: {
    what: "is not a type of JSON data",
    hint: "Use string, number, boolean, null, an array or an object.",
  },
  otherType: {
    what: "is a kind of type that is not supported",
    hint: "Write it with interfaces, unions, arrays, literals and index signatures.",
  },
  typeArguments: {
    what: "is a generic type that is not supported",
    hint: "Array, Record, Omit, Pick, Partial, Required, Readonly, NonNullable, Exclude and Extract are supported, on types whose properties are known; write anything else out.",
  },
};

/** Stands where a type could not be read; never seen outside, as there is no model then. */
export const UNREAD: TypeExpr = { kind: "unknown", any: false };

/** Reports a type that cannot be part of a schema. */
export function refuseType(
  reading: Reading,
  name: Refused,
  node: ts.Node,
): TypeExpr {
  const { what, hint } = REFUSALS[name];
  reading.report.error(name, spanOf(reading, node), {
    message: `${textOf(reading, node)} ${what}.`,
    hint,
  });
  return UNREAD;
}
