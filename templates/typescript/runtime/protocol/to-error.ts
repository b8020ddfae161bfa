/** Dealing with what other people's code throws: anything, and not only errors. */
import { isMcpError } from "../../errors.js";

/** What was thrown, in words. Never throws itself. */
export function messageOf(thrown: unknown): string {
  try {
    return String(thrown instanceof Error ? thrown.message : thrown);
  } catch {
    return "something that cannot be described";
  }
}

/**
 * A sentence and what caused it, for the message of an error: who reads only the
 * message learns the reason too. Never throws itself.
 */
export function withReason(sentence: string, cause: unknown): string {
  const reason = cause === undefined ? "" : messageOf(cause);
  return reason === "" ? sentence : `${sentence.replace(/\.$/, "")}: ${reason}`;
}

/** What was thrown, as an error. Never throws itself. */
export function asError(thrown: unknown): Error {
  const error = legible(thrown);
  return error instanceof Error ? error : new Error(messageOf(error));
}

/**
 * What was thrown, or an error in its place if it throws when it is looked at, as a
 * revoked proxy does.
 */
export function legible(thrown: unknown): unknown {
  try {
    if (isMcpError(thrown)) thrown.toJSON();
    else if (thrown instanceof Error) String(thrown.message);
    return thrown;
  } catch {
    return new Error("What was thrown throws itself when it is looked at.");
  }
}

/**
 * Calls a hook of the program's. What it throws is an uncaught error of the program,
 * as with listeners of events, and keeps nobody else from an answer.
 */
export function callHook<Given extends readonly unknown[]>(
  hook: ((...given: Given) => void) | undefined,
  ...given: Given
): void {
  try {
    hook?.(...given);
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}
