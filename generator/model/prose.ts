/**
 * Every rule that only the specification's prose states, and that a schema of
 * types cannot: the one place where mcp-gen knows more than the `schema.ts`.
 *
 * Each entry names the page, the revisions it holds for and the schema fact that
 * it builds on. Where its subject does not exist, it does not apply. Where the
 * subject exists but the fact has changed, the entry is stale, and reading stops:
 * somebody has to look at the page again. An excerpt, without messages of its own,
 * has no page to look at, and a draft of a released revision was on its way to what the
 * page says: there an entry that does not fit just does not apply.
 */
import type {
  Constraints,
  Era,
  Position,
  Property,
  ProtocolModel,
  ProseRule,
  RuleData,
  TypeExpr,
} from "./model.js";
import { unionOf } from "./normalise.js";
import {
  ancestorsOf,
  findError,
  findProperty,
  findType,
  flatten,
  hasType,
  resolve,
} from "./queries.js";
import { rewriteProperties } from "./rewrite.js";
import {
  isBygoneDraft,
  isWithin,
  revisionDate,
  type RevisionRange,
} from "./revisions.js";

/** What became of an entry in one model. */
type Outcome =
  | { readonly kind: "absent" }
  | { readonly kind: "stale"; readonly found: string; readonly at?: Position }
  | {
      readonly kind: "holds";
      /** The model with the rule worked in, where it changes what the schema says. */
      readonly model?: ProtocolModel;
      /** What generated code needs to know. */
      readonly data?: RuleData;
    };

interface ProseEntry extends RevisionRange {
  /** Stable name; a rule that changes with the revisions keeps it. */
  readonly id: string;
  /** The specification page that states it. */
  readonly page: string;
  /** The rule in one sentence of ours. */
  readonly summary: string;
  /** The era it belongs to, where it belongs to one. */
  readonly era?: Era;
  /** The schema fact it builds on, in one sentence of ours. */
  readonly fact: string;
  /** Looks for the subject, checks the fact, works the rule in. */
  readonly apply: (model: ProtocolModel) => Outcome;
}

/** An entry whose schema fact has changed. */
export interface StaleRule {
  readonly id: string;
  readonly page: string;
  /** What the entry expects of the schema. */
  readonly fact: string;
  /** What the schema says instead. */
  readonly found: string;
  readonly at?: Position;
}

const ABSENT: Outcome = { kind: "absent" };
const INTEGER: TypeExpr = { kind: "integer" };
const STRING_OR_INTEGER: TypeExpr = {
  kind: "union",
  members: [{ kind: "string" }, INTEGER],
};

function holds(data: RuleData): Outcome {
  return { kind: "holds", data };
}

function changes(model: ProtocolModel): Outcome {
  return { kind: "holds", model };
}

function stale(found: string, at: Position | undefined): Outcome {
  return { kind: "stale", found, ...(at && { at }) };
}

/** The type's place in the schema. */
function placeOf(model: ProtocolModel, type: string): Position | undefined {
  return findType(model, type)?.position;
}

/** A type in a few words, for messages. */
function named(type: TypeExpr): string {
  switch (type.kind) {
    case "ref":
      return type.name;
    case "literal":
      return JSON.stringify(type.value);
    case "union":
      return type.members.map(named).join(" | ");
    case "array":
      return `${named(type.items)}[]`;
    default:
      return type.kind;
  }
}

/** The property at the end of a path of names, through aliases and inline objects. */
function propertyAt(
  model: ProtocolModel,
  type: string,
  path: readonly string[],
): Property | undefined {
  let holder: TypeExpr = { kind: "ref", name: type };
  let property: Property | undefined;
  for (const name of path) {
    property = findProperty(model, resolve(model, holder), name);
    if (property === undefined) return undefined;
    holder = property.type;
  }
  return property;
}

function isStringOrNumber(type: TypeExpr): boolean {
  return (
    type.kind === "union" &&
    type.members.length === 2 &&
    type.members.some(({ kind }) => kind === "string") &&
    type.members.some(({ kind }) => kind === "number" || kind === "integer")
  );
}

/** `number` -> `integer`, alone or in a union. */
function withInteger(type: TypeExpr): TypeExpr {
  if (type.kind === "number") return INTEGER;
  return type.kind === "union" ? unionOf(type.members.map(withInteger)) : type;
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

/** Makes a `number` at one place of the schema an integer, with limits of its own. */
function integerAt(
  model: ProtocolModel,
  type: string,
  path: readonly string[],
  limits: Constraints = {},
): Outcome {
  const property = propertyAt(model, type, path);
  if (property === undefined) return ABSENT;
  if (property.type.kind !== "number" && property.type.kind !== "integer") {
    return stale(
      `${[type, ...path].join(".")} is ${named(property.type)}`,
      property.position,
    );
  }
  const name = path.at(-1);
  return changes(
    rewriteProperties(model, (candidate, owner) =>
      owner === type && candidate.name === name
        ? {
            ...candidate,
            type: withInteger(candidate.type),
            constraints: { ...limits, ...candidate.constraints },
          }
        : candidate,
    ),
  );
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

/** A code that the schema has no constant for. */
function codeWithoutConstant(
  model: ProtocolModel,
  method: string,
  data: RuleData & { readonly kind: "legacyErrorCode" },
): Outcome {
  if (!model.methods.some(({ name }) => name === method)) return ABSENT;
  const defined = model.errors.find(({ code }) => code === data.code);
  if (defined === undefined) return holds(data);
  return data.forbidden
    ? stale(
        `${defined.name} is ${data.code}`,
        model.constants.find(({ name }) => name === defined.name)?.position,
      )
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

/** The param that names what a request is about, by method. */
const HEADER_NAMES: ReadonlyMap<string, string> = new Map([
  ["tools/call", "name"],
  ["prompts/get", "name"],
  ["resources/read", "uri"],
]);

function headerNames(model: ProtocolModel): Outcome {
  let subjects = 0;
  for (const method of model.methods) {
    const param = HEADER_NAMES.get(method.name);
    if (param === undefined) continue;
    subjects += 1;
    const property =
      method.params && findProperty(model, method.params.type, param);
    if (
      property === undefined ||
      property.optional ||
      resolve(model, property.type).kind !== "string"
    ) {
      return stale(
        `${method.name} has no required string param ${param}`,
        property?.position ?? placeOf(model, method.type),
      );
    }
  }
  if (subjects === 0) return ABSENT;
  return changes({
    ...model,
    methods: model.methods.map((method) => {
      const headerName = HEADER_NAMES.get(method.name);
      return headerName === undefined ? method : { ...method, headerName };
    }),
  });
}

/**
 * HTTP status by constant. -32602 and -32603 ride on a 200: only a `_meta` that is
 * missing or malformed makes -32602 a 400, which the server decides by the fault.
 */
const HTTP_STATUS: ReadonlyMap<string, number> = new Map([
  ["PARSE_ERROR", 400],
  ["INVALID_REQUEST", 400],
  ["METHOD_NOT_FOUND", 404],
  ["INVALID_PARAMS", 200],
  ["INTERNAL_ERROR", 200],
  ["HEADER_MISMATCH", 400],
  ["MISSING_REQUIRED_CLIENT_CAPABILITY", 400],
  ["UNSUPPORTED_PROTOCOL_VERSION", 400],
]);

/** JSON-RPC's own codes, which no revision can renumber. */
const JSON_RPC_CODES: ReadonlyMap<string, number> = new Map([
  ["PARSE_ERROR", -32700],
  ["INVALID_REQUEST", -32600],
  ["METHOD_NOT_FOUND", -32601],
  ["INVALID_PARAMS", -32602],
  ["INTERNAL_ERROR", -32603],
]);

function httpStatuses(model: ProtocolModel): Outcome {
  if (!model.errors.some(({ name }) => HTTP_STATUS.has(name))) return ABSENT;
  for (const [name, code] of JSON_RPC_CODES) {
    const error = findError(model, name);
    if (error !== undefined && error.code !== code) {
      return stale(
        `${name} is ${error.code}`,
        model.constants.find((constant) => constant.name === name)?.position,
      );
    }
  }
  return changes({
    ...model,
    errors: model.errors.map((error) => {
      const httpStatus = HTTP_STATUS.get(error.name);
      return httpStatus === undefined ? error : { ...error, httpStatus };
    }),
  });
}

/** A rule on a required string property of a type. */
function onStringProperty(
  model: ProtocolModel,
  type: string,
  property: string,
  data: RuleData,
): Outcome {
  if (!hasType(model, type)) return ABSENT;
  const found = findProperty(model, type, property);
  return found !== undefined &&
    !found.optional &&
    resolve(model, found.type).kind === "string"
    ? holds(data)
    : stale(
        `${type} has no required string ${property}`,
        found?.position ?? placeOf(model, type),
      );
}

function extensionIds(model: ProtocolModel, type: string): Outcome {
  const property = findProperty(model, type, "extensions");
  if (property === undefined) return ABSENT;
  return takesAnyKey(model, property.type)
    ? holds({ kind: "extensionIds", type, property: property.name })
    : stale(`${type}.extensions takes no free keys`, property.position);
}

/** How many completion values one result may hold. */
const COMPLETION_VALUES = 100;

function completionLimit(model: ProtocolModel): Outcome {
  const type = "CompleteResult";
  const property = propertyAt(model, type, ["completion", "values"]);
  if (property === undefined) return ABSENT;
  const { maxItems = COMPLETION_VALUES } = property.constraints;
  if (property.type.kind !== "array" || maxItems !== COMPLETION_VALUES) {
    return stale(
      `${type}.completion.values is ${named(property.type)}, at most ${maxItems}`,
      property.position,
    );
  }
  return changes(
    rewriteProperties(model, (candidate, owner) =>
      owner === type && candidate.name === property.name
        ? {
            ...candidate,
            constraints: { ...candidate.constraints, maxItems },
          }
        : candidate,
    ),
  );
}

function samplingMessages(model: ProtocolModel): Outcome {
  const type = "CreateMessageRequestParams";
  const usesTools = ["ToolUseContent", "ToolResultContent"].every((name) =>
    hasType(model, name),
  );
  if (!usesTools || !hasType(model, type)) return ABSENT;
  const messages = findProperty(model, type, "messages");
  return messages?.type.kind === "array"
    ? holds({ kind: "check", type, check: "sampling-messages" })
    : stale(
        `${type} has no array of messages`,
        messages?.position ?? placeOf(model, type),
      );
}

function toolHeaders(model: ProtocolModel): Outcome {
  const type = "Tool";
  if (!hasType(model, type)) return ABSENT;
  const schema = findProperty(model, type, "inputSchema");
  return schema !== undefined &&
    flatten(model, resolve(model, schema.type)) !== undefined
    ? holds({ kind: "check", type, check: "tool-headers" })
    : stale(
        `${type} has no object inputSchema`,
        schema?.position ?? placeOf(model, type),
      );
}

function traceContext(model: ProtocolModel): Outcome {
  const type = "MetaObject";
  if (!hasType(model, type)) return ABSENT;
  return takesAnyKey(model, { kind: "ref", name: type })
    ? holds({ kind: "check", type, check: "trace-context" })
    : stale(`${type} takes no further keys`, placeOf(model, type));
}

/** The last revision of the handshake era, and the first of the stateless one. */
const LAST_HANDSHAKE = "2025-11-25";
const FIRST_STATELESS = "2026-07-28";

/** Every rule, in the order of the specification's pages. */
export const proseEntries: readonly ProseEntry[] = [
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
    id: "http-status",
    page: "basic/transports/streamable-http",
    summary: "Which HTTP status carries an error response.",
    since: FIRST_STATELESS,
    era: "stateless",
    fact: "JSON-RPC's codes have the names that JSON-RPC gives them",
    apply: httpStatuses,
  },
  {
    id: "resource-not-found-code",
    page: "server/resources",
    summary: "-32002 says that there is no such resource.",
    until: LAST_HANDSHAKE,
    fact: "resources/read exists and no constant has this code",
    apply: (model) =>
      codeWithoutConstant(model, "resources/read", {
        kind: "legacyErrorCode",
        code: -32002,
        meaning: "resource not found",
        forbidden: false,
      }),
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
    id: "mcp-name-header",
    page: "basic/transports/streamable-http",
    summary: "Which param of a request HTTP repeats in the Mcp-Name header.",
    since: FIRST_STATELESS,
    era: "stateless",
    fact: "tools/call and prompts/get have a name, resources/read has a uri",
    apply: headerNames,
  },
  {
    id: "tool-headers",
    page: "basic/transports/streamable-http",
    summary:
      "x-mcp-header annotations stand on statically reachable properties of simple types, each with a header name of its own.",
    since: FIRST_STATELESS,
    era: "stateless",
    fact: "Tool.inputSchema is an object",
    apply: toolHeaders,
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
    id: "ttl-integer",
    page: "server/utilities/caching",
    summary: "The time to live of a result is an integer, zero or more.",
    since: FIRST_STATELESS,
    fact: "CacheableResult.ttlMs is a number",
    apply: (model) =>
      integerAt(model, "CacheableResult", ["ttlMs"], { minimum: 0 }),
  },
  {
    id: "completion-limit",
    page: "server/utilities/completion",
    summary: "A completion has a hundred values at most.",
    fact: "CompleteResult.completion.values is an array, with no other limit",
    apply: completionLimit,
  },
  {
    id: "root-uri-file",
    page: "client/roots",
    summary: "The URI of a root begins with file://.",
    fact: "Root.uri is a required string",
    apply: (model) =>
      onStringProperty(model, "Root", "uri", {
        kind: "stringPrefix",
        type: "Root",
        property: "uri",
        prefix: "file://",
      }),
  },
  {
    id: "sampling-messages",
    page: "client/sampling",
    summary:
      "A user message with tool results holds nothing else, and every tool use is answered in the next message.",
    since: LAST_HANDSHAKE,
    fact: "CreateMessageRequestParams.messages is an array",
    apply: samplingMessages,
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
  {
    id: "elicitation-url",
    page: "client/elicitation",
    summary: "The URL of an elicitation is a valid one.",
    since: LAST_HANDSHAKE,
    fact: "ElicitRequestURLParams.url is a required string",
    apply: (model) =>
      onStringProperty(model, "ElicitRequestURLParams", "url", {
        kind: "check",
        type: "ElicitRequestURLParams",
        check: "elicitation-url",
      }),
  },
];

/** A model with the prose worked in, and the entries that no longer fit its schema. */
export interface ProseResult {
  readonly model: ProtocolModel;
  readonly stale: readonly StaleRule[];
}

/**
 * Whether the specification's pages are about a schema: it has JSON-RPC's envelope and
 * methods to put in it, and is more than a step on the way to the pages' revision.
 */
function hasPages(model: ProtocolModel): boolean {
  return (
    model.methods.length > 0 &&
    hasType(model, "JSONRPCRequest") &&
    !isBygoneDraft(model.version)
  );
}

/**
 * The date that says which prose goes with a schema. One without a handshake is no
 * older than the first revision that has none, whatever it calls itself: drafts kept
 * the version of the revision before.
 */
function proseDate({ version, era }: ProtocolModel): string {
  const date = revisionDate(version);
  return era === "stateless" && date < FIRST_STATELESS ? FIRST_STATELESS : date;
}

/**
 * Works the specification's prose into a model: each entry that holds for its
 * revision and whose subject it has changes types, methods and errors, and is
 * listed in `rules`.
 *
 * @param entries The rules to apply; all of them, outside tests.
 */
export function applyProse(
  model: ProtocolModel,
  entries: readonly ProseEntry[] = proseEntries,
): ProseResult {
  let current = model;
  const date = proseDate(model);
  const rules: ProseRule[] = [];
  const outdated: StaleRule[] = [];
  for (const entry of entries) {
    const { id, page, summary, fact, era, apply } = entry;
    const applies =
      isWithin(date, entry) && (era === undefined || era === model.era);
    if (!applies) continue;
    const outcome = apply(current);
    if (outcome.kind === "stale") {
      const { found, at } = outcome;
      if (hasPages(model)) {
        outdated.push({ id, page, fact, found, ...(at && { at }) });
      }
    } else if (outcome.kind === "holds") {
      current = outcome.model ?? current;
      const { data } = outcome;
      rules.push({ id, page, summary, ...(data && { data }) });
    }
  }
  return { model: { ...current, rules }, stale: outdated };
}
