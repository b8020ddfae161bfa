/** `Type["key"]`: the type of a known property, or of an array's items. */
import type { ts } from "ts-morph";
import { unionOf } from "../../model/normalise.js";
import { compiler } from "./compiler.js";
import { itemsOf, nodesAt, readNodeValue } from "./property-nodes.js";
import { bareType } from "./nodes.js";
import type { Reading } from "./reading.js";
import { refuseType } from "./refusal.js";
import { readType } from "./type-expression.js";
import type { ReadValue } from "./value.js";

/** Reads an indexed access; one whose property cannot be found is reported. */
export function readIndexed(
  reading: Reading,
  node: ts.IndexedAccessTypeNode,
): ReadValue {
  if (bareType(node.indexType).kind === compiler.SyntaxKind.NumberKeyword) {
    const items = itemsOf(reading, node.objectType);
    return {
      type:
        items === undefined
          ? refuseType(reading, "typeOperator", node)
          : readType(reading, items),
      orUndefined: false,
    };
  }
  const found = nodesAt(reading, node);
  if (found === undefined) {
    const type = refuseType(reading, "typeOperator", node);
    return { type, orUndefined: false };
  }
  const values = found.map((property) => readNodeValue(reading, property));
  return {
    type: unionOf(values.map(({ type }) => type)),
    orUndefined: values.some(({ orUndefined }) => orUndefined),
  };
}
