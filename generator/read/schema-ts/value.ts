/** The type behind a key, where `undefined` says that the key may be absent. */
import type { ts } from "ts-morph";
import type { TypeExpr } from "../../model/model.js";
import { unionOf } from "../../model/normalise.js";
import { compiler } from "./compiler.js";
import { readIndexed } from "./indexed-access.js";
import { bareType, isUndefined, unionNodes } from "./nodes.js";
import type { Reading } from "./reading.js";
import { readType } from "./type-expression.js";

/** A type, without `undefined`. */
export interface ReadValue {
  readonly type: TypeExpr;
  /** Whether the schema allows `undefined` in addition to the type. JSON has no such value. */
  readonly orUndefined: boolean;
}

/** Reads the type of a property, or of the values behind an index signature. */
export function readValue(reading: Reading, node: ts.TypeNode): ReadValue {
  const bare = bareType(node);
  if (compiler.isIndexedAccessTypeNode(bare)) return readIndexed(reading, bare);
  const members = unionNodes(bare);
  if (!members.some(isUndefined)) {
    return { type: readType(reading, bare), orUndefined: false };
  }
  return {
    type: unionOf(
      members
        .filter((member) => !isUndefined(member))
        .map((member) => readType(reading, member)),
    ),
    orUndefined: true,
  };
}
