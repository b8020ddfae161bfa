/** Types without members. */
import type { TypeExpr } from "../../../model/model.js";

/** Types that hold no other types. */
export type LeafType = Extract<
  TypeExpr,
  {
    kind:
      | "string"
      | "number"
      | "integer"
      | "boolean"
      | "null"
      | "unknown"
      | "literal"
      | "enum";
  }
>;

/** An enum with more values is checked by a function of its own. */
export const MAX_INLINE_VALUES = 4;

/** Whether a type holds no other types. */
export function isLeaf(type: TypeExpr): type is LeafType {
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
