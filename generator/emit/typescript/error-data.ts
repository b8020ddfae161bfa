/** The `data` of an error class: its type, and what to check before trusting it. */
import type { ErrorCode, ProtocolModel, TypeExpr } from "../../model/model.js";
import { findProperty, flatten, resolve } from "../../model/queries.js";
import { printLayout } from "./print/layout.js";
import { printString, printValueKey } from "./print/print-literal.js";
import {
  layoutInterface,
  layoutTypeAlias,
  type TypeStyle,
} from "./print/print-type.js";

/** What the template shows of a class's `data`. */
export interface ErrorDataView {
  /** Declaration of the type; empty where the schema leaves `data` open. */
  readonly dataDeclaration: string;
  /** The type as the class names it. */
  readonly dataType: string;
  /** Whether the schema demands `data`. */
  readonly dataRequired: boolean;
  /** Statements that check a received `data: unknown`; empty where everything will do. */
  readonly dataCheck: string;
}

/**
 * @param name Name for the type of `data`, used where the schema prescribes one.
 */
export function viewErrorData(
  model: ProtocolModel,
  error: ErrorCode,
  name: string,
  style: TypeStyle,
): ErrorDataView {
  const { data } = error;
  if (data === undefined) {
    return {
      dataDeclaration: "",
      dataType: "unknown",
      dataRequired: false,
      dataCheck: "",
    };
  }
  const optional = isDataOptional(model, error);
  const check = printCheck(model, data);
  return {
    dataDeclaration: printDeclaration(name, data, style),
    dataType: optional ? `${name} | undefined` : name,
    dataRequired: !optional,
    dataCheck:
      optional && check !== ""
        ? `if (data === undefined) return true;\n      ${check}`
        : check,
  };
}

/** `data` stands in the error object itself or, in other revisions, in a response around it. */
function isDataOptional(model: ProtocolModel, { type }: ErrorCode): boolean {
  if (type === undefined) return false;
  const inner = findProperty(model, type, "error")?.type ?? type;
  return findProperty(model, inner, "data")?.optional ?? false;
}

function printDeclaration(
  name: string,
  data: TypeExpr,
  style: TypeStyle,
): string {
  if (data.kind !== "object" || data.keyword) {
    return printLayout(layoutTypeAlias(name, data, style));
  }
  return printLayout(layoutInterface({ name, extends: [], ...data }, style));
}

/**
 * Checks the outermost shape: enough that reading the members a class promises
 * cannot fail. Validators look deeper.
 */
function printCheck(model: ProtocolModel, data: TypeExpr): string {
  const shape = flatten(model, data);
  if (shape === undefined) {
    const kind = kindOf(model, data);
    return kind === undefined
      ? ""
      : `return kindOf(data) === ${printString(kind)};`;
  }
  const members = shape.properties.flatMap(({ name, optional, type }) => {
    const kind = kindOf(model, type);
    if (kind === undefined || optional) return [];
    return [`        ${printValueKey(name)}: ${printString(kind)},\n`];
  });
  return members.length === 0
    ? "return hasMembers(data, {});"
    : `return hasMembers(data, {\n${members.join("")}      });`;
}

/** What the generated `kindOf` says of every value of a type, if it is one thing. */
function kindOf(model: ProtocolModel, type: TypeExpr): string | undefined {
  const resolved = resolve(model, type);
  switch (resolved.kind) {
    case "string":
    case "number":
    case "boolean":
    case "null":
    case "array":
      return resolved.kind;
    case "integer":
      return "number";
    case "tuple":
      return "array";
    case "checked":
      return kindOf(model, resolved.type);
    case "enum":
      return "string";
    case "literal":
      return typeof resolved.value;
    case "record":
    case "object":
    case "intersection":
    case "ref":
      return "object";
    case "union": {
      const kinds = new Set(
        resolved.members.map((member) => kindOf(model, member)),
      );
      return kinds.size === 1 ? [...kinds][0] : undefined;
    }
    case "unknown":
      return undefined;
  }
}
