/** `typeof CONSTANT` -> the constant's value. */
import type { ts } from "ts-morph";
import type { TypeExpr } from "../../model/model.js";
import { compiler } from "./compiler.js";
import { constantValue } from "./constant.js";
import { UNREAD } from "./refusal.js";
import { spanOf, textOf, type Reading } from "./reading.js";

/** Reads `typeof CONSTANT`; anything but an exported literal constant is reported. */
export function readTypeof(reading: Reading, node: ts.TypeQueryNode): TypeExpr {
  const name = compiler.isIdentifier(node.exprName)
    ? node.exprName.text
    : undefined;
  const constant =
    name === undefined || node.typeArguments !== undefined
      ? undefined
      : reading.declarations.constants.get(name);
  if (constant === undefined) {
    reading.report.error("typeofTarget", spanOf(reading, node), {
      message: `${textOf(reading, node)} names no constant of this file.`,
      hint: "Declare the constant in this file: export const NAME = with a string or a number.",
    });
    return UNREAD;
  }
  if (!constant.exported) {
    reading.report.errorOnce("notExported", spanOf(reading, node), {
      message: `${constant.name} is used by the protocol, but not exported.`,
      hint: `Write "export" in front of its declaration.`,
    });
    return UNREAD;
  }
  const value = constantValue(constant);
  // Without one, `readConstant` reports the declaration itself.
  return value === undefined
    ? UNREAD
    : { kind: "literal", value, constant: constant.name };
}
