/** What the readers of single keywords share: one document, and the types found in it. */
import type { Constraints, TypeExpr } from "../../model/model.js";
import type { Place, SchemaDocument } from "./document.js";
import type { JsonTypes } from "./schema.js";

/** A type, and limits on its values; a property or an alias keeps the two apart. */
export interface Limited {
  readonly type: TypeExpr;
  readonly constraints: Constraints;
}

/** A keyword that could not be read, or that is not checked. */
export interface SchemaWarning {
  /** What the schema belongs to: `inputSchema of read_file`. */
  readonly subject: string;
  /** JSON pointer of the schema that has the keyword. */
  readonly pointer: string;
  readonly keyword: string;
  /** What is wrong, and what became of it: one sentence. */
  readonly message: string;
}

/** A document while it is read. */
export interface Reading {
  readonly document: SchemaDocument;
  /** Reads the schema at a place, as far as it is about values of these types. */
  readonly read: (place: Place, allowed: JsonTypes) => Limited;
  /** The name of the type that a place is declared as. */
  readonly nameOf: (place: Place) => string;
  /** Reports a keyword of the schema at a place. */
  readonly warn: (place: Place, keyword: string, message: string) => void;
}

/** A type with its limits as one expression. A format is only noted, so it needs no place here. */
export function limitedType({ type, constraints }: Limited): TypeExpr {
  const { format: _noted, ...limits } = constraints;
  if (Object.keys(limits).length === 0) return type;
  return type.kind === "checked" && Object.keys(type.constraints).length === 0
    ? { ...type, constraints: limits }
    : { kind: "checked", type, constraints: limits, checks: [] };
}

/** A type without limits. */
export function unlimited(type: TypeExpr): Limited {
  return { type, constraints: {} };
}
