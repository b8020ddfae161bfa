/** Rules of the pages below `basic`, but for the transports: envelopes, codes, `_meta`, input rounds, progress. */
import type { Property, ProtocolModel, TypeExpr } from "../model.js";
import {
  ancestorsOf,
  findProperty,
  findType,
  flatten,
  hasType,
  resolve,
} from "../queries.js";
import { rewriteProperties } from "../rewrite.js";
import {
  changes,
  stale,
  withInteger,
  codeWithoutConstant,
  holds,
  INTEGER,
  integerAt,
  named,
  FIRST_STATELESS,
  LAST_HANDSHAKE,
  placeOf,
  onStringProperty,
  ABSENT,
  type Outcome,
  type ProseEntry,
} from "./entry.js";

const STRING_OR_INTEGER: TypeExpr = {
  kind: "union",
  members: [{ kind: "string" }, INTEGER],
};

function isStringOrNumber(type: TypeExpr): boolean {
  return (
    type.kind === "union" &&
    type.members.length === 2 &&
    type.members.some(({ kind }) => kind === "string") &&
    type.members.some(({ kind }) => kind === "number" || kind === "integer")
  );
}

/**
 * A name for "string or integer" that the schema declares as `string | number`,
 * and the properties that some revisions write the same union out in.
 */
function stringOrInteger(
  model: ProtocolModel,
  alias: string,
  isCopy: (property: Property, owner: string) => boolean,
): Outcome {
  const declaration = findType(model, alias);
  if (
    declaration !== undefined &&
    (declaration.kind !== "alias" || !isStringOrNumber(declaration.type))
  ) {
    const found =
      declaration.kind === "alias" ? named(declaration.type) : "an interface";
    return stale(`${alias} is ${found}`, declaration.position);
  }
  let copies = 0;
  const rewritten = rewriteProperties(model, (property, owner) => {
    if (!isStringOrNumber(property.type) || !isCopy(property, owner)) {
      return property;
    }
    copies += 1;
    return { ...property, type: withInteger(property.type) };
  });
  if (declaration === undefined && copies === 0) return ABSENT;
  return changes({
    ...rewritten,
    types: rewritten.types.map((type) =>
      type.kind === "alias" && type.name === alias
        ? { ...type, type: STRING_OR_INTEGER }
        : type,
    ),
  });
}

/** Whether a type is a JSON-RPC envelope, which is where `id` is a request's. */
function isEnvelope(model: ProtocolModel, owner: string): boolean {
  return ancestorsOf(model, owner).some((name) => name.startsWith("JSONRPC"));
}

/** The names that the result which asks for input has had. */
const INPUT_REQUIRED = ["InputRequiredResult", "IncompleteResult"] as const;

/** The two fields of which it needs one. */
const INPUT_FIELDS = ["inputRequests", "requestState"] as const;

function inputRequiredNeedsOne(model: ProtocolModel): Outcome {
  const type = INPUT_REQUIRED.find((name) => hasType(model, name));
  if (type === undefined) return ABSENT;
  const missing = INPUT_FIELDS.find(
    (name) => findProperty(model, type, name) === undefined,
  );
  if (missing !== undefined) {
    return stale(`${type} has no ${missing}`, placeOf(model, type));
  }
  // A field that the schema itself requires leaves nothing to say.
  return INPUT_FIELDS.every(
    (name) => findProperty(model, type, name)?.optional === true,
  )
    ? holds({ kind: "atLeastOneOf", type, properties: [...INPUT_FIELDS] })
    : ABSENT;
}

/** Whether an object type has an index signature. */
function takesAnyKey(model: ProtocolModel, type: TypeExpr): boolean {
  return flatten(model, resolve(model, type))?.rest !== undefined;
}

function reservedPrefix(
  model: ProtocolModel,
  rule: "second-label" | "label-followed-by-another",
): Outcome {
  const meta = findProperty(model, "Result", "_meta");
  if (meta === undefined) return ABSENT;
  return takesAnyKey(model, meta.type)
    ? holds({
        kind: "reservedMetaPrefix",
        rule,
        labels: ["mcp", "modelcontextprotocol"],
      })
    : stale("_meta of Result takes no further keys", meta.position);
}

function extensionIds(model: ProtocolModel, type: string): Outcome {
  const property = findProperty(model, type, "extensions");
  if (property === undefined) return ABSENT;
  return takesAnyKey(model, property.type)
    ? holds({ kind: "extensionIds", type, property: property.name })
    : stale(`${type}.extensions takes no free keys`, property.position);
}

function traceContext(model: ProtocolModel): Outcome {
  const type = "MetaObject";
  if (!hasType(model, type)) return ABSENT;
  return takesAnyKey(model, { kind: "ref", name: type })
    ? holds({ kind: "check", type, check: "trace-context" })
    : stale(`${type} takes no further keys`, placeOf(model, type));
}

/** In the order of the pages. */
export const basicEntries: readonly ProseEntry[] = [
  {
    id: "request-id-integer",
    page: "basic/index",
    summary: "The id of a request is a string or an integer.",
    fact: "RequestId is string | number",
    apply: (model) =>
      stringOrInteger(
        model,
        "RequestId",
        ({ name }, owner) =>
          (name === "id" && isEnvelope(model, owner)) ||
          name === "requestId" ||
          name === "io.modelcontextprotocol/subscriptionId",
      ),
  },
  {
    id: "error-code-integer",
    page: "basic/index",
    summary: "The code of an error is an integer.",
    fact: "Error.code is a number",
    apply: (model) => integerAt(model, "Error", ["code"]),
  },
  {
    id: "error-code-integer",
    page: "basic/index",
    summary: "The code of an error is an integer.",
    fact: "JSONRPCError.error.code is a number",
    apply: (model) =>
      hasType(model, "Error")
        ? ABSENT
        : integerAt(model, "JSONRPCError", ["error", "code"]),
  },
  {
    id: "resource-not-found-code",
    page: "basic/index",
    summary:
      "-32002 is what earlier revisions say when there is no such resource; it is read, never sent.",
    since: FIRST_STATELESS,
    fact: "resources/read exists and no constant has this code",
    apply: (model) =>
      codeWithoutConstant(model, "resources/read", {
        kind: "legacyErrorCode",
        code: -32002,
        meaning: "resource not found",
        forbidden: true,
      }),
  },
  {
    id: "url-elicitation-required-code",
    page: "basic/index",
    summary:
      "-32042 is how 2025-11-25 asks for a URL elicitation; it is never sent and never reused.",
    since: FIRST_STATELESS,
    fact: "elicitation/create exists and no constant has this code",
    apply: (model) =>
      codeWithoutConstant(model, "elicitation/create", {
        kind: "legacyErrorCode",
        code: -32042,
        meaning: "URL elicitation required",
        forbidden: true,
      }),
  },
  {
    id: "reserved-meta-prefix",
    page: "basic/index",
    summary:
      "A _meta prefix is the specification's own when some label is mcp or modelcontextprotocol and another label follows it.",
    since: "2025-06-18",
    until: "2025-06-18",
    fact: "_meta of Result takes any key",
    apply: (model) => reservedPrefix(model, "label-followed-by-another"),
  },
  {
    id: "reserved-meta-prefix",
    page: "basic/index",
    summary:
      "A _meta prefix is the specification's own when its second label is mcp or modelcontextprotocol.",
    since: LAST_HANDSHAKE,
    fact: "_meta of Result takes any key",
    apply: (model) => reservedPrefix(model, "second-label"),
  },
  {
    id: "trace-context",
    page: "basic/index",
    summary:
      "traceparent, tracestate and baggage in _meta have the form that W3C gives them.",
    since: FIRST_STATELESS,
    fact: "MetaObject takes any key",
    apply: traceContext,
  },
  {
    id: "client-extension-ids",
    page: "basic/versioning",
    summary: "The identifier of an extension is a _meta key with a prefix.",
    since: FIRST_STATELESS,
    fact: "ClientCapabilities.extensions takes any key",
    apply: (model) => extensionIds(model, "ClientCapabilities"),
  },
  {
    id: "server-extension-ids",
    page: "basic/versioning",
    summary: "The identifier of an extension is a _meta key with a prefix.",
    since: FIRST_STATELESS,
    fact: "ServerCapabilities.extensions takes any key",
    apply: (model) => extensionIds(model, "ServerCapabilities"),
  },
  {
    id: "input-required-needs-one",
    page: "basic/patterns/mrtr",
    summary:
      "A result that asks for input has input requests, or a request state, or both.",
    since: FIRST_STATELESS,
    fact: "inputRequests and requestState are optional properties",
    apply: inputRequiredNeedsOne,
  },
  {
    id: "progress-token-integer",
    page: "basic/patterns/progress",
    summary: "A progress token is a string or an integer.",
    fact: "ProgressToken is string | number",
    apply: (model) =>
      stringOrInteger(
        model,
        "ProgressToken",
        ({ name }) => name === "progressToken",
      ),
  },
  {
    id: "icon-source",
    page: "basic/index",
    summary: "Icons come from https: or data: URIs.",
    since: LAST_HANDSHAKE,
    fact: "Icon.src is a required string",
    apply: (model) =>
      onStringProperty(model, "Icon", "src", {
        kind: "check",
        type: "Icon",
        check: "icon-source",
      }),
  },
];
