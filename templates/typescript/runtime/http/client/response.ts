/** What comes back on a POST: a status, and messages as JSON or as events. */
import { LocalError } from "../../protocol/local-error.js";
import { ByteBuffer, decodeUtf8 } from "../../protocol/bytes.js";
import { ConnectionError } from "../../protocol/connection-error.js";
import { quoted } from "../../protocol/limits.js";
import { SseReader } from "../sse.js";

/**
 * HTTP answered, but not with a JSON-RPC message: credentials are wanted (401,
 * 403), a proxy failed, the address is not that of an MCP server.
 */
export class HttpError extends LocalError {
  static override readonly errorName: string = "HttpError";
  readonly status: number;
  /** As received, `WWW-Authenticate` included. */
  readonly headers: Headers;
  /** The text of the answer, its first 64 KiB. */
  readonly body: string;

  constructor(response: Response, body: string, reason: string) {
    const status = `${response.status} ${quoted(response.statusText)}`.trim();
    super(`${status}: ${reason}`);
    this.status = response.status;
    this.headers = response.headers;
    this.body = body.slice(0, maxErrorBodyBytes);
  }
}

/** How much of an answer an {@link HttpError} shows: 64 KiB. */
const maxErrorBodyBytes = 64 * 1024;

/** Makes the error of an answer that is of no use, with the beginning of its body. */
export async function httpError(
  response: Response,
  reason: string,
): Promise<HttpError> {
  const bytes = new ByteBuffer();
  try {
    await readChunks(response, (chunk) => {
      bytes.push(chunk.subarray(0, maxErrorBodyBytes - bytes.length));
      return bytes.length < maxErrorBodyBytes;
    });
  } catch {
    // What has been read is all there is to show.
  }
  const body = new TextDecoder().decode(bytes.take());
  return new HttpError(response, body, reason);
}

/** The media type of an answer, without parameters. */
export function mediaType(response: Response): string {
  const [type = ""] = (response.headers.get("content-type") ?? "").split(";");
  return type.trim().toLowerCase();
}

/**
 * Reads a JSON body.
 *
 * @throws {ConnectionError} when it is longer than the limit or not UTF-8
 */
export async function readText(
  response: Response,
  maxBytes: number,
): Promise<string> {
  const bytes = new ByteBuffer();
  await readChunks(response, (chunk) => {
    bytes.push(chunk);
    return bytes.length <= maxBytes;
  });
  if (bytes.length > maxBytes) {
    throw new ConnectionError(
      `The answer is longer than the limit of ${maxBytes} bytes (option maxMessageBytes).`,
    );
  }
  const text = decodeUtf8(bytes.take());
  if (text === undefined) {
    throw new ConnectionError("The answer is not valid UTF-8.");
  }
  return text;
}

/**
 * Reads an event stream up to its end, or until `take` has seen enough.
 *
 * @param take gets the data of each event; true to read on
 * @param field gets name and value of each other field
 * @throws {ConnectionError} for an event longer than the limit
 */
export async function readEvents(
  response: Response,
  maxLength: number,
  take: (data: string) => boolean,
  field?: (name: string, value: string) => void,
): Promise<void> {
  let more = true;
  const events = new SseReader(
    (data) => {
      more &&= take(data);
    },
    maxLength,
    field,
  );
  await readChunks(response, (chunk) => {
    events.push(chunk);
    return more;
  });
}

/** Reads a body chunk by chunk; gives it up once `take` returns false or throws. */
async function readChunks(
  response: Response,
  take: (chunk: Uint8Array) => boolean,
): Promise<void> {
  const reader = response.body?.getReader();
  if (reader === undefined) {
    return;
  }
  let finished = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) {
        finished = true;
        return;
      }
      if (!take(value)) {
        return;
      }
    }
  } finally {
    if (!finished) {
      // Closes the connection; that it may be closed already is not news.
      reader.cancel().catch((): undefined => undefined);
    }
  }
}
