/** Faults of the server's own code in one line each, for whoever reads its stderr. */
import { isMcpError, isSendableErrorCode } from "../../errors.js";
import type { RequestContext } from "../eras/request-context.js";
import { isLocalError } from "../protocol/local-error.js";
import { messageOf } from "../protocol/to-error.js";

/** Longest line, in characters: messages may quote what clients sent. */
const longestLine = 1_000;

/**
 * Prints a fault, where a server has no `onError`. An error that a handler threw to
 * refuse a request is not one: the client gets to read it.
 *
 * @param server - What the server calls itself.
 */
export function printFault(
  server: string,
  error: unknown,
  context: RequestContext | undefined,
): void {
  if (isMcpError(error) && isSendableErrorCode(error.code)) return;
  console.error(faultText(server, error, context?.method));
}

/** What was wrong, in which method and where in the code: one line. */
function faultText(
  server: string,
  error: unknown,
  method: string | undefined,
): string {
  const text = messageOf(error);
  // Messages of local errors name the method and the place.
  const known = isLocalError(error) || method === undefined;
  const parts = [server, known ? text : `${method} failed: ${text}`];
  const line = parts.join(": ") + (isLocalError(error) ? "" : placeOf(error));
  const printable = line.replace(/[\p{Cc}\u2028\u2029]+/gu, " ");
  return printable.length <= longestLine
    ? printable
    : `${printable.slice(0, longestLine)}...`;
}

/** Where an error was thrown, as far as the platform tells. */
function placeOf(error: unknown): string {
  if (!(error instanceof Error) || typeof error.stack !== "string") return "";
  const [, place] = /\n\s*at (.+)/.exec(error.stack) ?? [];
  return place === undefined ? "" : ` (${place})`;
}
