/** Sending the response of a request. */
import { INTERNAL_ERROR, type ErrorObject } from "../../errors.js";
import type { JSONRPCResponse, RequestId } from "../../types.js";
import type { Exchange } from "../protocol/transport.js";

/** A response as it is made: what has to be in a result is for its method to say. */
export interface AnyResponse {
  readonly jsonrpc: "2.0";
  readonly id: RequestId;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: ErrorObject;
}

/**
 * Sends a response; in place of one that JSON cannot say, an error. Never throws.
 *
 * @param status - What HTTP says.
 * @param report - Takes what went wrong.
 */
export function respond(
  exchange: Exchange,
  response: AnyResponse,
  status: number,
  report: (error: unknown) => void,
): void {
  try {
    exchange.respond(response as JSONRPCResponse, status);
  } catch (cause) {
    report(cause);
    const error = { code: INTERNAL_ERROR, message: "Internal error" };
    try {
      exchange.respond({ jsonrpc: "2.0", id: response.id, error }, 200);
    } catch (again) {
      // Nothing can be sent at all.
      report(again);
    }
  }
}
