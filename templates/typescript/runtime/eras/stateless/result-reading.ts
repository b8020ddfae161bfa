/** What every result says in addition to its content. */
import {
  isMcpError,
  INVALID_PARAMS,
  classifyErrorCode,
} from "../../../errors.js";
import type { Implementation, InputRequiredResult } from "../../../types.js";
import { isObject, ownValue } from "../../protocol/message.js";
import { serverInfoKey } from "./server-info-key.js";

/**
 * Name and version of the server, as it describes itself in a result; undefined if
 * it does not. For display and logs: no ground for any decision.
 */
export function serverInfoOf(result: object): Implementation | undefined {
  const meta = ownValue(result, "_meta");
  const fromMeta =
    serverInfoKey !== undefined && isObject(meta)
      ? ownValue(meta, serverInfoKey)
      : undefined;
  // Some revisions have it as a member of the discovery result.
  const info = fromMeta ?? ownValue(result, "serverInfo");
  return isObject(info) ? (info as unknown as Implementation) : undefined;
}

/** True for a result that asks for input; see `inputRequired` of the call options. */
export function isInputRequired(
  result: object,
): result is InputRequiredResult & { readonly resultType: "input_required" } {
  return ownValue(result, "resultType") === "input_required";
}

/**
 * True if a resource does not exist: an error about the params that names the
 * resource, or the code that older revisions had for it.
 */
export function isResourceNotFound(error: unknown): boolean {
  if (!isMcpError(error)) return false;
  if (classifyErrorCode(error.code) === "legacy-resource-not-found")
    return true;
  return (
    error.code === INVALID_PARAMS &&
    isObject(error.data) &&
    typeof error.data["uri"] === "string"
  );
}
