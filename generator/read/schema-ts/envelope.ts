/** The JSON-RPC messages of a revision, by the names that its schema gives them. */
import type { Envelope } from "../../model/model.js";
import {
  findProperty,
  findType,
  flatten,
  resolve,
  type Types,
} from "../../model/queries.js";

/** The union of everything that travels. */
const MESSAGE = "JSONRPCMessage";

/** Names of the types that a union alias unites, through further unions. */
function memberNames(
  model: Types,
  name: string,
  open: ReadonlySet<string> = new Set(),
): readonly string[] {
  const declaration = findType(model, name);
  if (declaration === undefined || open.has(name)) return [];
  if (declaration.kind !== "alias") return [name];
  if (declaration.type.kind === "ref") {
    return memberNames(model, declaration.type.name, new Set([...open, name]));
  }
  if (declaration.type.kind !== "union") return [name];
  const within = new Set([...open, name]);
  return declaration.type.members.flatMap((member) =>
    member.kind === "ref" ? memberNames(model, member.name, within) : [],
  );
}

/** The messages that `JSONRPCMessage` unites; undefined where a kind is missing. */
export function readEnvelope(model: Types): Envelope | undefined {
  const names = memberNames(model, MESSAGE);
  const has = (type: string, property: string): boolean =>
    findProperty(model, type, property) !== undefined;
  const single = names.filter((name) => flatten(model, name) !== undefined);
  const calls = single.filter((name) => has(name, "method"));
  const request = calls.find((name) => has(name, "id"));
  const notification = calls.find((name) => !has(name, "id"));
  const result = single.find((name) => has(name, "result"));
  const error = single.find((name) => has(name, "error"));
  if (!request || !notification || !result || !error) return undefined;
  return {
    message: MESSAGE,
    request,
    notification,
    result,
    error,
    batching: names.some(
      (name) => resolve(model, { kind: "ref", name }).kind === "array",
    ),
  };
}
