/** The client capabilities that input requests need. */
import { fromError } from "../../../errors.js";
import type { InputRequestTypes } from "../../../methods.js";
import type { ClientCapabilities } from "../../../types.js";
import { errorCodes } from "../../revision.js";

/** Any input request. Not all kinds of them have params. */
export interface AnyInputRequest {
  readonly method: keyof InputRequestTypes;
  readonly params?: unknown;
}

/** The error for a request that needs more than its client declared. */
export function missingCapability(required: ClientCapabilities): Error {
  return fromError({
    code: errorCodes.missingClientCapability,
    message: `The client did not declare ${JSON.stringify(required)}.`,
    data: { requiredCapabilities: required },
  });
}
