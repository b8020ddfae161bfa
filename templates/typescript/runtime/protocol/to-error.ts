/** Dealing with what other people's code throws: anything, and not only errors. */
import { isMcpError } from "../../errors.js";

/** The message of an error, or the text of any other value that was thrown. Never throws. */
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

/** A thrown value as an error. Never throws. */
export function asError(thrown: unknown): Error {
  const error = legible(thrown);
  return error instanceof Error ? error : new Error(messageOf(error));
}

/**
 * The thrown value, or an error in its place if it throws when it is read, as a
 * revoked proxy does.
 */
export function legible(thrown: unknown): unknown {
  try {
    if (isMcpError(thrown)) thrown.toJSON();
    else if (thrown instanceof Error) String(thrown.message);
    return thrown;
  } catch {
    return new Error("The thrown value throws when it is read.");
  }
}

/**
 * Calls a hook of the program's. What it throws is an uncaught error of the program,
 * as with listeners of events, and does not keep others from an answer.
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
