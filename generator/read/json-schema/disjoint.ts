/** Whether types have no value in common: then `oneOf` says no more than `anyOf`. */
import type { Property, TypeExpr } from "../../model/model.js";
import { isNever } from "../../model/normalise.js";

/**
 * Whether no two of the types have a value in common, as far as that can be told at a
 * glance: by their JSON types, or by a property of which every one requires another value.
 */
export function areDisjoint(types: readonly TypeExpr[]): boolean {
  return types.every((left, index) =>
    types.slice(index + 1).every((right) => arePairDisjoint(left, right)),
  );
}

function arePairDisjoint(left: TypeExpr, right: TypeExpr): boolean {
  if (isNever(left) || isNever(right)) return true;
  if (left.kind === "union") {
    return left.members.every((member) => arePairDisjoint(member, right));
  }
  if (right.kind === "union") return arePairDisjoint(right, left);
  if (left.kind === "checked") return arePairDisjoint(left.type, right);
  if (right.kind === "checked") return arePairDisjoint(left, right.type);
  if (left.kind === "intersection") {
    return left.members.some((member) => arePairDisjoint(member, right));
  }
  if (right.kind === "intersection") return arePairDisjoint(right, left);
  const leftType = jsonTypeOf(left);
  const rightType = jsonTypeOf(right);
  if (leftType === undefined || rightType === undefined) return false;
  if (leftType !== rightType) return true;
  const leftValues = valuesOf(left);
  const rightValues = valuesOf(right);
  if (leftValues !== undefined && rightValues !== undefined) {
    return !leftValues.some((value) => rightValues.includes(value));
  }
  return left.kind === "object" && right.kind === "object"
    ? left.properties.some((property) => areTold(property, right.properties))
    : false;
}

/** Whether a property that both require has different values in both. */
function areTold(property: Property, others: readonly Property[]): boolean {
  const other = others.find(({ name }) => name === property.name);
  return (
    other !== undefined &&
    !property.optional &&
    !other.optional &&
    arePairDisjoint(property.type, other.type)
  );
}

/** Undefined for what is declared elsewhere, or can be of several types. */
function jsonTypeOf(type: TypeExpr): string | undefined {
  switch (type.kind) {
    case "string":
    case "enum":
      return "string";
    case "number":
    case "integer":
      return "number";
    case "boolean":
    case "null":
      return type.kind;
    case "literal":
      return typeof type.value;
    case "array":
    case "tuple":
      return "array";
    case "record":
    case "object":
      return "object";
    default:
      return undefined;
  }
}

function valuesOf(
  type: TypeExpr,
): readonly (string | number | boolean)[] | undefined {
  if (type.kind === "literal") return [type.value];
  return type.kind === "enum" && !type.open ? type.values : undefined;
}
