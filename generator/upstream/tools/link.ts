/**
 * A connection to a server, as far as listing tools needs one. Generated clients will take
 * its place once they speak with servers of both eras.
 */

/** The other end answers a request with an error. */
export class AnsweredError extends Error {
  override readonly name: string = "AnsweredError";
  /** The code of JSON-RPC. */
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** A connection that sends messages one by one. */
export interface Link {
  /**
   * Sends a request and waits for its result.
   *
   * @throws {AnsweredError} For an error of JSON-RPC.
   * @throws {Error} When the connection breaks, or nothing comes in time.
   */
  request(
    method: string,
    params: Readonly<Record<string, unknown>>,
  ): Promise<Readonly<Record<string, unknown>>>;
  /** Sends a notification. */
  notify(method: string): Promise<void>;
  /** Tells what later messages have to carry: the version that both sides speak. */
  speak(protocolVersion: string): void;
  /** Ends the connection, and the process where one was started. */
  close(): Promise<void>;
}

/** How long one answer may take, in milliseconds. The first start of a server may install it. */
export const PATIENCE_MS = 60_000;

/** How much one answer may be, in bytes. */
export const MAX_ANSWER: number = 64 * 1024 * 1024;

/**
 * The result in a response.
 *
 * @throws {AnsweredError} When it is an error.
 */
export function resultOf(
  message: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const { error, result } = message;
  if (isRecord(error)) {
    const { code, message: text } = error;
    throw new AnsweredError(
      typeof code === "number" ? code : 0,
      typeof text === "string" ? text : "unknown error",
    );
  }
  return isRecord(result) ? result : {};
}

/** What a server is told that asks something of a program which only lists tools. */
export function answerTo(
  message: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> | undefined {
  const { id, method } = message;
  if (typeof method !== "string" || id === undefined) return undefined;
  return method === "ping"
    ? { jsonrpc: "2.0", id, result: {} }
    : {
        jsonrpc: "2.0",
        id,
        error: { code: -32601, message: "This program only lists tools." },
      };
}

/** Whether a value is a JSON object. */
export function isRecord(
  value: unknown,
): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
