/** The headers that repeat what a message says: written by clients, compared by servers. */
import {
  clientRequests,
  requestMetaKeys,
  type RequestInfo,
} from "../methods.js";
import type { JSONRPCNotification, JSONRPCRequest } from "../types.js";
import { isObject, ownValue } from "./message.js";
import {
  decodeHeaderValue,
  encodeHeaderValue,
  trimBlanks,
} from "./transport-http-value.js";
import type { HeaderReader } from "./transport.js";

const versionHeader = "MCP-Protocol-Version";
const methodHeader = "Mcp-Method";
const nameHeader = "Mcp-Name";

/**
 * The headers that a message's POST carries beside those of HTTP itself.
 *
 * @param version stands in for a message without one of its own: notifications
 */
export function messageHeaders(
  message: JSONRPCRequest | JSONRPCNotification,
  version: string | undefined,
): [header: string, value: string][] {
  const headers: [string, string][] = [[methodHeader, message.method]];
  const stated = statedVersion(message) ?? version;
  if (stated !== undefined) {
    headers.push([versionHeader, stated]);
  }
  const name = mirroredName(message);
  if (name !== undefined) {
    headers.push([nameHeader, encodeHeaderValue(name)]);
  }
  return headers;
}

/**
 * Compares a request's headers with its body.
 *
 * Values that the body lacks are not compared: that they are missing is for the
 * checks of the body to say.
 *
 * @returns the first header that is missing, malformed or different, in words
 */
export function headerMismatch(
  request: JSONRPCRequest,
  headers: HeaderReader,
): string | undefined {
  return (
    plainMismatch(versionHeader, statedVersion(request), headers) ??
    plainMismatch(methodHeader, request.method, headers) ??
    nameMismatch(request, headers)
  );
}

/** A header that every request has, and that is never encoded. */
function plainMismatch(
  header: string,
  stated: string | undefined,
  headers: HeaderReader,
): string | undefined {
  const value = headers.get(header);
  if (value === null) {
    return `The header ${header} is missing`;
  }
  return stated === undefined ||
    value === stated ||
    trimBlanks(value) === stated
    ? undefined
    : `The header ${header} differs from the body`;
}

function nameMismatch(
  request: JSONRPCRequest,
  headers: HeaderReader,
): string | undefined {
  if (nameParameter(request.method) === undefined) {
    return undefined;
  }
  const stated = mirroredName(request);
  const value = headers.get(nameHeader);
  if (value === null) {
    return stated === undefined
      ? undefined
      : `The header ${nameHeader} is missing`;
  }
  const name = decodeHeaderValue(value);
  if (name === undefined) {
    return `The header ${nameHeader} is malformed`;
  }
  return stated === undefined || name === stated
    ? undefined
    : `The header ${nameHeader} differs from the body`;
}

/** The protocol version that a message names in its `_meta`. */
export function statedVersion(
  message: JSONRPCRequest | JSONRPCNotification,
): string | undefined {
  const meta = isObject(message.params)
    ? ownValue(message.params, "_meta")
    : undefined;
  const version = isObject(meta)
    ? ownValue(meta, requestMetaKeys.protocolVersion.key)
    : undefined;
  return typeof version === "string" ? version : undefined;
}

/** The value that a message's `Mcp-Name` repeats, if its method has one. */
function mirroredName(
  message: JSONRPCRequest | JSONRPCNotification,
): string | undefined {
  const parameter = nameParameter(message.method);
  const value =
    parameter !== undefined && isObject(message.params)
      ? ownValue(message.params, parameter)
      : undefined;
  return typeof value === "string" ? value : undefined;
}

/** The parameter that `Mcp-Name` repeats; the registry knows it. */
function nameParameter(method: string): string | undefined {
  const known: Readonly<Record<string, RequestInfo>> = clientRequests;
  return Object.hasOwn(known, method) ? known[method]?.headerName : undefined;
}
