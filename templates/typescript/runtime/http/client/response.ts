/** What comes back on a POST: a status, and messages as JSON or as events. */
import { LocalError } from "../../protocol/local-error.js";
import { ByteBuffer, decodeUtf8 } from "../../protocol/bytes.js";
import { ConnectionError } from "../../protocol/connection-error.js";
import { SseReader } from "../sse.js";

/**
 * HTTP answered, but not with a JSON-RPC message: credentials are wanted (401,
 * 403), a proxy failed, the address is not that of an MCP server.
 */
export class HttpError extends LocalError {
  override readonly name: string = "HttpError";
  readonly status: number;
  /** As received, `WWW-Authenticate` included. */
  readonly headers: Headers;
  /** The text of the answer, its first 64 KiB. */
  readonly body: string;

  constructor(response: Response, body: string, reason: string) {
    super(`${response.status} ${response.statusText}`.trim() + `: ${reason}`);
    this.status = response.status;
    this.headers = response.headers;
    this.body = body;
  }
}

/** Makes the error of an answer that is of no use, with the beginning of its body. */
export async function httpError(
  response: Response,
  reason: string,
): Promise<HttpError> {
  const pieces: Uint8Array[] = [];
  let room = 64 * 1024;
  try {
    await readPieces(response, (piece) => {
      pieces.push(piece.subarray(0, room));
      room -= piece.length;
      return room > 0;
    });
  } catch {
    // What has been read is all there is to show.
  }
  const decoder = new TextDecoder();
  let body = "";
  for (const piece of pieces) {
    body += decoder.decode(piece, { stream: true });
  }
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
  await readPieces(response, (piece) => {
    bytes.push(piece);
    return bytes.length <= maxBytes;
  });
  if (bytes.length > maxBytes) {
    throw new ConnectionError(
      `The answer is longer than the limit of ${maxBytes} bytes.`,
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
 * @throws {ConnectionError} for an event longer than the limit
 */
export async function readEvents(
  response: Response,
  maxLength: number,
  take: (data: string) => boolean,
): Promise<void> {
  let more = true;
  const events = new SseReader((data) => {
    more &&= take(data);
  }, maxLength);
  await readPieces(response, (piece) => {
    events.push(piece);
    return more;
  });
}

/** Reads a body piece by piece; gives it up once `take` returns false or throws. */
async function readPieces(
  response: Response,
  take: (piece: Uint8Array) => boolean,
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
      // Closes the connection; that it may be closed already is no news.
      reader.cancel().catch(() => undefined);
    }
  }
}
