/** Members of an object type, and the type that they make. */
import type { Property, TypeExpr } from "../../model/model.js";
import type { ReadValue } from "./value.js";

export interface Members {
  readonly properties: readonly Property[];
  /** Type of the values behind an index signature. */
  readonly rest?: TypeExpr;
  /** The schema writes `| undefined` next to that type. */
  readonly restOrUndefined?: true;
}

/** Members, with the values behind an index signature if there is one. */
export function membersOf(
  properties: readonly Property[],
  rest: ReadValue | undefined,
): Members {
  if (rest === undefined) return { properties };
  return {
    properties,
    rest: rest.type,
    ...(rest.orUndefined && { restOrUndefined: true }),
  };
}

/** What an interface says of the values behind its index signature. */
export function restOf({
  rest,
  restOrUndefined,
}: Members): Pick<Members, "rest" | "restOrUndefined"> {
  return {
    ...(rest && { rest }),
    ...(restOrUndefined && { restOrUndefined }),
  };
}

/** An object type: a `record` when an index signature is all that it has. */
export function objectOf(members: Members): TypeExpr {
  const { properties, rest, restOrUndefined } = members;
  if (rest === undefined || properties.length > 0) {
    return { kind: "object", ...members, keyword: false };
  }
  return {
    kind: "record",
    value: rest,
    ...(restOrUndefined && { orUndefined: true }),
  };
}
