/**
 * Reading from a server's errors which protocol versions it serves, and whether
 * it belongs to the era of handshakes (specification: basic/versioning).
 */
import {
  INVALID_PARAMS,
  METHOD_NOT_FOUND,
  type McpError,
} from "../../../errors.js";
import { isObject } from "../../protocol/message.js";
import { quoted } from "../../protocol/limits.js";
import { LegacyServerError } from "../../protocol/local-error.js";
import { builtInMethods, errorCodes } from "../../revision.js";
import type { MessageOrigin } from "../../protocol/transport.js";

/**
 * The versions that a refused version is answered with; undefined if the error
 * says something else.
 */
export function supportedVersions(
  error: McpError,
): readonly string[] | undefined {
  if (error.code !== errorCodes.unsupportedVersion) return undefined;
  const data: unknown = error.data;
  if (!isObject(data) || !Array.isArray(data["supported"])) return undefined;
  // Some revisions say this with a code that has other uses too; there, only
  // the version that was refused tells them apart.
  if (
    errorCodes.unsupportedVersion === INVALID_PARAMS &&
    typeof data["requested"] !== "string"
  ) {
    return undefined;
  }
  return data["supported"].filter((each) => typeof each === "string");
}

/** True for a code that only servers of the era of per-request metadata send. */
function isModern(code: number): boolean {
  return (
    (code === errorCodes.unsupportedVersion && code !== INVALID_PARAMS) ||
    code === errorCodes.headerMismatch ||
    code === errorCodes.missingClientCapability
  );
}

/**
 * What an error response says about the server's era: the error itself, or a
 * {@link LegacyServerError} around it. Asked only while the era is not known.
 *
 * The question what a server is must be answered by every modern one. To other
 * methods an error proves little: only HTTP's 400 with a code that no modern
 * server would choose is a sign.
 */
export function readEra(
  method: string,
  error: McpError,
  origin: MessageOrigin | undefined,
): Error {
  if (isModern(error.code)) return error;
  const status = origin?.status;
  if (status === 404 && error.code === METHOD_NOT_FOUND) return error;
  if (method === builtInMethods.discover) {
    const sign = `${method} was answered with error ${error.code}: ${quoted(error.message)}`;
    return new LegacyServerError(sign, error);
  }
  const isStandard =
    error.code === INVALID_PARAMS || error.code === METHOD_NOT_FOUND;
  if (status === 400 && !isStandard && isServerChosen(error.code)) {
    const sign = `HTTP status 400 with error ${error.code}: ${quoted(error.message)}`;
    return new LegacyServerError(sign, error);
  }
  return error;
}

/** Invalid request, or the range that servers of old filled as they liked. */
function isServerChosen(code: number): boolean {
  return code === -32600 || (code <= -32000 && code >= -32019);
}

/**
 * What it says about the server's era that a request got no JSON-RPC answer.
 * HTTP 400, 404 and 405 with an empty body, or one that is not JSON-RPC, are signs; 401, 403, 5xx
 * and network failures say nothing.
 */
export function readEraFromFailure(cause: Error): Error {
  const status = (cause as { status?: unknown }).status;
  if (status === 400 || status === 404 || status === 405) {
    return new LegacyServerError(`HTTP status ${status}`, cause);
  }
  return cause;
}
