/** Which client capabilities are needed, and which of them are missing. */
import { fromError } from "../../../errors.js";
import type { InputRequestTypes } from "../../../methods.js";
import type { ClientCapabilities } from "../../../types.js";
import { isObject, ownValue } from "../../protocol/message.js";
import { errorCodes, inputCapabilities } from "../../revision.js";

/** Any input request. Not all kinds of them have params. */
export interface AnyInputRequest {
  readonly method: keyof InputRequestTypes;
  readonly params?: unknown;
}

type Capabilities = Readonly<Record<string, unknown>>;

/**
 * The part of `required` that `declared` lacks, as the client would have to declare
 * it; undefined if nothing is missing (specification: basic/index).
 */
export function missingCapabilities(
  required: ClientCapabilities,
  declared: ClientCapabilities,
): ClientCapabilities | undefined {
  const missing: Record<string, unknown> = {};
  for (const [name, needed] of Object.entries(required)) {
    const own = ownValue(declared, name);
    if (own === undefined) {
      missing[name] = needed;
    } else if (isObject(needed) && isObject(own)) {
      const offered = inDetail(name, own);
      const lacking = Object.entries(inDetail(name, needed)).filter(
        ([detail]) => !Object.hasOwn(offered, detail),
      );
      if (lacking.length > 0) missing[name] = Object.fromEntries(lacking);
    }
  }
  return Object.keys(missing).length === 0
    ? undefined
    : (missing as ClientCapabilities);
}

/** An elicitation capability that names no mode means forms (specification: client/elicitation). */
function inDetail(name: string, capability: Capabilities): Capabilities {
  return name === "elicitation" &&
    !Object.hasOwn(capability, "form") &&
    !Object.hasOwn(capability, "url")
    ? { form: {}, ...capability }
    : capability;
}

/**
 * The capabilities that an input request needs. A mode of elicitation has one of its
 * own, and so have tools in sampling, and context of other servers there
 * (specification: client/elicitation, client/sampling, client/roots).
 */
export function capabilitiesFor(
  method: keyof InputRequestTypes,
  params: unknown,
): ClientCapabilities {
  const name = inputCapabilities[method];
  if (name === "") return {};
  const detail: Record<string, object> = {};
  if (name === "elicitation" && isObject(params)) {
    const mode = params["mode"];
    if (typeof mode === "string" && mode !== "form") detail[mode] = {};
  }
  if (name === "sampling" && isObject(params)) {
    if (params["tools"] !== undefined || params["toolChoice"] !== undefined) {
      detail["tools"] = {};
    }
    const context = params["includeContext"];
    if (context !== undefined && context !== "none") detail["context"] = {};
  }
  return { [name]: detail };
}

/** The error for a request that needs more than its client declared. */
export function missingCapability(required: ClientCapabilities): Error {
  return fromError({
    code: errorCodes.missingClientCapability,
    message: `The client did not declare ${JSON.stringify(required)}.`,
    data: { requiredCapabilities: required },
  });
}
