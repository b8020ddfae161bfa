/**
 * Who sends which type: the direction decides whom a change breaks. Derived from
 * the methods alone, by following each message, its params and its result into
 * the types they hold.
 */
import type {
  Method,
  ProtocolModel,
  Side,
  TypeDeclaration,
} from "../model/model.js";
import { ancestorsOf, findType, referencesOf } from "../model/queries.js";
import { otherSide } from "./change.js";
import type { Senders } from "./verdict.js";

/** Errors and the envelopes that carry them; no method names these. */
const ERRORS: readonly string[] = [
  "Error",
  "JSONRPCErrorResponse",
  "JSONRPCError",
];

/** Maps each type that travels to the sides that send it. */
export function sendersOfTypes(
  model: ProtocolModel,
): ReadonlyMap<string, Senders> {
  const senders = new Map<string, Set<Side>>();

  const visit = (name: string, side: Side): void => {
    const known = senders.get(name) ?? new Set<Side>();
    if (known.has(side)) return;
    senders.set(name, known.add(side));
    const type = findType(model, name);
    if (type !== undefined) for (const held of namesIn(type)) visit(held, side);
  };

  for (const method of model.methods) {
    visit(method.type, method.from);
    for (const name of namesOfParams(method)) visit(name, method.from);
    for (const name of [method.result, method.response])
      if (name !== undefined) visit(name, otherSide(method.from));
  }
  const errors = model.types
    .map(({ name }) => name)
    .filter((name) =>
      ancestorsOf(model, name).some((ancestor) => ERRORS.includes(ancestor)),
    );
  for (const side of errorSenders(model))
    for (const name of errors) visit(name, side);
  return senders;
}

/** The sides that answer requests, and so send errors. */
export function errorSenders(model: ProtocolModel): Senders {
  return new Set(
    model.methods
      .filter((method) => method.kind === "request")
      .map((method) => otherSide(method.from)),
  );
}

/** The sides that send messages of which the `_meta` is spoken of. */
export function metaSenders(
  model: ProtocolModel,
  on: "request" | "notification" | "result",
): Senders {
  if (on === "result") return errorSenders(model);
  return new Set(
    model.methods
      .filter((method) => method.kind === on)
      .map((method) => method.from),
  );
}

function namesOfParams(method: Method): readonly string[] {
  return method.params === undefined ? [] : referencesOf(method.params.type);
}

/** Types that a value of this type holds or inherits from. */
function namesIn(type: TypeDeclaration): readonly string[] {
  if (type.kind === "alias") return referencesOf(type.type);
  return [
    ...type.extends.map((heritage) => heritage.name),
    ...type.properties.flatMap((property) => referencesOf(property.type)),
    ...(type.rest === undefined ? [] : referencesOf(type.rest)),
  ];
}
