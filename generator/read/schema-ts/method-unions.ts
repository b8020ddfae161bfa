/** The unions that say who sends what. */
import type { Method, Side, TypeExpr } from "../../model/model.js";
import { findType, type Types } from "../../model/queries.js";

/** One of the schema's unions of messages. */
export interface MessageUnion {
  readonly name: string;
  readonly kind: Method["kind"];
  readonly from: Side;
}

/**
 * Directions and kinds come from these unions alone; a `method` literal in a
 * type that none of them lists makes no method of the protocol.
 */
export const MESSAGE_UNIONS: readonly MessageUnion[] = [
  { name: "ClientRequest", kind: "request", from: "client" },
  { name: "ServerRequest", kind: "request", from: "server" },
  { name: "InputRequest", kind: "inputRequest", from: "server" },
  { name: "ClientNotification", kind: "notification", from: "client" },
  { name: "ServerNotification", kind: "notification", from: "server" },
];

/** The members of a union, those of unions that it names included. */
export function unionMembers(model: Types, name: string): readonly TypeExpr[] {
  const open = new Set([name]);
  const expand = (type: TypeExpr): readonly TypeExpr[] => {
    if (type.kind === "union") return type.members.flatMap(expand);
    if (type.kind !== "ref") return [type];
    const declaration = findType(model, type.name);
    const isUnion =
      declaration?.kind === "alias" &&
      (declaration.type.kind === "union" || declaration.type.kind === "ref");
    if (!isUnion || open.has(type.name)) return [type];
    open.add(type.name);
    return expand(declaration.type);
  };
  const union = findType(model, name);
  return union?.kind === "alias" ? expand(union.type) : [];
}
