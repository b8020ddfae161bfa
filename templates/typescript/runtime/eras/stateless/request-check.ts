/** What a request of the stateless era is checked for before its handler runs. */
import { INVALID_PARAMS } from "../../../errors.js";
import { requestMetaKeys, type ClientRequestTypes } from "../../../methods.js";
import type { JSONRPCRequest } from "../../../types.js";
import {
  isRequestParams,
  validateRequest,
  validateRequestParams,
  type Issue,
} from "../../../validators.js";
import { describedLength, quoted } from "../../protocol/limits.js";
import { hasOwn, isObject, ownValue } from "../../protocol/message.js";
import { RequestRefusal, type ServedMethod } from "../server-era.js";

/**
 * Checks `_meta`, the version, then params: the order of the specification.
 *
 * Each decision is one check. The list of what is wrong only gives its words, as it
 * ends after some number of issues.
 *
 * @param ofVersion - Why a version is refused.
 * @returns Why the request is refused; undefined if it is not.
 */
export function checkRequest(
  method: ServedMethod,
  request: JSONRPCRequest,
  ofVersion: (version: string) => RequestRefusal | undefined,
): RequestRefusal | undefined {
  const checked = method.inSchema
    ? validateRequest(
        method.name as keyof ClientRequestTypes,
        withoutAnswers(request),
      )
    : validateRequestParams({ _meta: metaOf(request) });
  if (checked.success) return ofVersion(versionOf(request));
  const { issues } = checked;
  if (!isRequestParams({ _meta: metaOf(request) })) {
    return invalidParams(issues.find(isAboutMeta) ?? issues[0], 400);
  }
  return ofVersion(versionOf(request)) ?? invalidParams(issues[0], 200);
}

/** The `_meta` of a request that has been checked. */
export function metaOf({
  params,
}: JSONRPCRequest): Readonly<Record<string, unknown>> {
  const meta = isObject(params) ? ownValue(params, "_meta") : undefined;
  return meta as Record<string, unknown>;
}

function versionOf(request: JSONRPCRequest): string {
  return metaOf(request)[requestMetaKeys.protocolVersion.key] as string;
}

/**
 * A request less the answers to questions. Those are looked at when the handler reads
 * them: what it never asked for is to be ignored, whatever it is
 * (specification: basic/patterns/mrtr).
 */
function withoutAnswers(request: JSONRPCRequest): JSONRPCRequest {
  const { params } = request;
  if (!isObject(params) || !hasOwn(params, "inputResponses")) {
    return request;
  }
  return isObject(params["inputResponses"])
    ? { ...request, params: { ...params, inputResponses: {} } }
    : request;
}

/** Whether an issue is about metadata, or about there being no params to hold any. */
function isAboutMeta({ path }: Issue): boolean {
  return path.length === 1 || path[1] === "_meta";
}

function invalidParams(
  issue: Issue | undefined,
  status: number,
): RequestRefusal {
  const message = quoted(
    issue?.message ?? "The params are invalid.",
    describedLength,
  );
  return new RequestRefusal({ code: INVALID_PARAMS, message }, status);
}
