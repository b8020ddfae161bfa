/** Which client capabilities are needed, and which of them are missing, in any era. */
import type { ClientCapabilities } from "../../types.js";
import { hasOwn, isObject, ownValue } from "../protocol/message.js";

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
        ([detail]) => !hasOwn(offered, detail),
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
    !hasOwn(capability, "form") &&
    !hasOwn(capability, "url")
    ? { form: {}, ...capability }
    : capability;
}

/**
 * The capabilities that a question to the client needs. A mode of elicitation has one
 * of its own, and so have tools in sampling, and context of other servers there
 * (specification: client/elicitation, client/sampling, client/roots).
 *
 * @param name - The capability of the question's method; empty if it needs none.
 */
export function capabilitiesFor(
  name: string,
  params: unknown,
): ClientCapabilities {
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
