/** Errors that say that a resource does not exist. */
import {
  INVALID_PARAMS,
  classifyErrorCode,
  isMcpError,
} from "../../../errors.js";
import { isObject } from "../../protocol/message.js";

/**
 * True if a resource does not exist: the code of this era for it, or an error about the
 * params that names the resource, as newer servers send it.
 */
export function isResourceNotFound(error: unknown): boolean {
  if (!isMcpError(error)) return false;
  if (classifyErrorCode(error.code) === "legacy-resource-not-found") {
    return true;
  }
  return (
    error.code === INVALID_PARAMS &&
    isObject(error.data) &&
    typeof error.data["uri"] === "string"
  );
}
