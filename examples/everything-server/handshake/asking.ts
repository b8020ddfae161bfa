/**
 * Asking the client in the middle of a call. The session has a way back to the client, so
 * a tool asks, waits for the answer, and goes on; what it holds in variables is still there.
 */
import type { Asking } from "../tools/asking.js";

export const waiting: Asking = {
  elicit: (context, params) => context.elicit(params),
  createMessage: (context, params) => context.createMessage(params),
};
