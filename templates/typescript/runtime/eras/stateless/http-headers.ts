/** The headers that repeat what a message says: written by clients, compared by servers. */
import {
  clientRequests,
  requestMetaKeys,
  type RequestInfo,
} from "../../../methods.js";
import type { JSONRPCNotification, JSONRPCRequest } from "../../../types.js";
import { hasOwn, isObject, ownValue } from "../../protocol/message.js";
import {
  decodeHeaderValue,
  encodeHeaderValue,
  trimBlanks,
} from "./header-value.js";
import type { HeaderReader } from "../../protocol/transport.js";

// In lower case, as servers keep them; names of headers are compared without case.
const versionHeader = "mcp-protocol-version";
const methodHeader = "mcp-method";
const nameHeader = "mcp-name";

/**
 * The headers that a message's POST carries in addition to those of HTTP itself.
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
  const name = statedName(message, nameParameter(message.method));
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
  const parameter = nameParameter(request.method);
  return (
    plainMismatch(versionHeader, statedVersion(request), headers) ??
    plainMismatch(methodHeader, request.method, headers) ??
    (parameter && nameMismatch(statedName(request, parameter), headers))
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
  stated: string | undefined,
  headers: HeaderReader,
): string | undefined {
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
export function statedVersion({
  params,
}: JSONRPCRequest | JSONRPCNotification): string | undefined {
  const meta = isObject(params) ? ownValue(params, "_meta") : undefined;
  const version = isObject(meta)
    ? ownValue(meta, requestMetaKeys.protocolVersion.key)
    : undefined;
  return typeof version === "string" ? version : undefined;
}

/** The value that `Mcp-Name` repeats, if the message has it. */
function statedName(
  { params }: JSONRPCRequest | JSONRPCNotification,
  parameter: string | undefined,
): string | undefined {
  const value =
    parameter !== undefined && isObject(params)
      ? ownValue(params, parameter)
      : undefined;
  return typeof value === "string" ? value : undefined;
}

/** The parameter that `Mcp-Name` repeats; the registry knows it. */
function nameParameter(method: string): string | undefined {
  const known: Readonly<Record<string, RequestInfo>> = clientRequests;
  return hasOwn(known, method) ? known[method]?.headerName : undefined;
}
