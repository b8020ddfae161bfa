/** Which requests may be answered with a task in place of their result. */
import type { Method, Property, TypeExpr } from "../../model/model.js";
import {
  findProperty,
  flatten,
  hasType,
  resolve,
  type Types,
} from "../../model/queries.js";

/** What answers a request that asks for a task. */
const RESULT = "CreateTaskResult";

/** Whether params of a type, or of any branch of a union, can hold a property. */
function mayHold(model: Types, type: TypeExpr, name: string): boolean {
  const resolved = resolve(model, type);
  return resolved.kind === "union"
    ? resolved.members.some((member) => mayHold(model, member, name))
    : findProperty(model, resolved, name) !== undefined;
}

/** The flag of a capability that a path of names leads to, e.g. `tasks.requests.tools.call`. */
function flagAt(
  model: Types,
  capabilities: string,
  path: readonly string[],
): string | undefined {
  let holder: TypeExpr = { kind: "ref", name: capabilities };
  for (const name of path) {
    const property: Property | undefined = flatten(
      model,
      resolve(model, holder),
    )?.properties.find((each) => each.name === name);
    if (property === undefined) return undefined;
    holder = property.type;
  }
  return path.join(".");
}

/**
 * What a method's `task` means: read from a `task` in its params, and from the
 * capability of the receiver that repeats the method's name below `tasks.requests`.
 */
export function taskAugmentation(
  model: Types,
  { kind, from, name }: Pick<Method, "kind" | "from" | "name">,
  params: TypeExpr | undefined,
): Method["task"] {
  if (kind !== "request" || params === undefined) return undefined;
  if (!hasType(model, RESULT) || !mayHold(model, params, "task")) {
    return undefined;
  }
  const receiver =
    from === "client" ? "ServerCapabilities" : "ClientCapabilities";
  const capability = flagAt(model, receiver, [
    "tasks",
    "requests",
    ...name.split("/"),
  ]);
  return capability === undefined ? undefined : { result: RESULT, capability };
}
