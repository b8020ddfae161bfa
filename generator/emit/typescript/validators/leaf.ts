/** Types without inner types. */
import type { TypeExpr } from "../../../model/model.js";

/** An enum with more values is checked by a function of its own. */
export const MAX_INLINE_VALUES = 4;

/** Whether a type holds no other types, but for one that has limits. */
export function isLeaf(type: TypeExpr): boolean {
  switch (type.kind) {
    case "string":
    case "number":
    case "integer":
    case "boolean":
    case "null":
    case "unknown":
    case "literal":
    case "enum":
      return true;
    case "checked":
      return type.checks.length === 0 && isLeaf(type.type);
    default:
      return false;
  }
}

/** Whether an enum is so long that a function of its own checks it. */
export function isLongEnum(type: TypeExpr): boolean {
  return (
    type.kind === "enum" && !type.open && type.values.length > MAX_INLINE_VALUES
  );
}
