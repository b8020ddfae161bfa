/** Rules of the pages about transports: HTTP statuses and headers. */
import type { ProtocolModel } from "../model.js";
import {
  findError,
  findProperty,
  flatten,
  hasType,
  resolve,
} from "../queries.js";
import {
  changes,
  stale,
  holds,
  FIRST_STATELESS,
  placeOf,
  ABSENT,
  type Outcome,
  type ProseEntry,
} from "./entry.js";

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

/** In the order of the pages. */
export const transportsEntries: readonly ProseEntry[] = [
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
];
