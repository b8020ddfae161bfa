/**
 * Server-sent events, as far as MCP uses them: one message an event, comments to
 * keep a quiet connection open; names, ids and retry times mean nothing.
 */
import { ConnectionError } from "../protocol/connection-error.js";

/** A comment that keeps proxies from closing a quiet stream. */
export const sseKeepAlive = ": keep-alive\n\n";

/** Writes a message, already JSON text, as one event. JSON text has no line break. */
export function sseEvent(json: string): string {
  return `data: ${json}\n\n`;
}

/**
 * Reads the data of events out of a stream, by the rules of the HTML standard:
 * lines end with LF, CR or CRLF, also when a chunk ends between CR and LF; the
 * lines of one event's data are joined with LF; an event without data is none;
 * one that no blank line ends is dropped with the stream.
 *
 * A reader of its own, as the generated folder depends on no package; the tests
 * compare it with a well-known one on the same streams.
 */
export class SseReader {
  readonly #event: (data: string) => void;
  readonly #maxCharacters: number;
  readonly #decoder = new TextDecoder();
  /** Start of a line whose end has not come yet. */
  #rest = "";
  #data: string | undefined;
  /** The last chunk ended with CR: a LF that follows belongs to it. */
  #afterCarriageReturn = false;

  /**
   * @param event called with the data of each event that is not empty
   * @param maxCharacters the longest event that is read
   */
  constructor(event: (data: string) => void, maxCharacters: number) {
    this.#event = event;
    this.#maxCharacters = maxCharacters;
  }

  /**
   * Takes the next bytes of the stream.
   *
   * @throws {ConnectionError} when an event is longer than the limit
   */
  push(bytes: Uint8Array): void {
    let text = this.#decoder.decode(bytes, { stream: true });
    if (this.#afterCarriageReturn && text !== "") {
      this.#afterCarriageReturn = false;
      if (text.startsWith("\n")) {
        text = text.slice(1);
      }
    }
    let start = 0;
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      if (code !== 0x0a && code !== 0x0d) {
        continue;
      }
      this.#line(this.#rest + text.slice(start, index));
      this.#rest = "";
      if (code === 0x0d) {
        if (index + 1 === text.length) {
          this.#afterCarriageReturn = true;
        } else if (text.charCodeAt(index + 1) === 0x0a) {
          index += 1;
        }
      }
      start = index + 1;
    }
    this.#rest += text.slice(start);
    this.#checkLength();
  }

  #line(line: string): void {
    if (line === "") {
      const data = this.#data;
      this.#data = undefined;
      if (data !== undefined && data !== "") {
        this.#event(data);
      }
      return;
    }
    const data = dataOf(line);
    if (data !== undefined) {
      this.#data = this.#data === undefined ? data : `${this.#data}\n${data}`;
      this.#checkLength();
    }
  }

  #checkLength(): void {
    if (this.#rest.length + (this.#data?.length ?? 0) > this.#maxCharacters) {
      throw new ConnectionError(
        `An event is longer than the limit of ${this.#maxCharacters} characters.`,
      );
    }
  }
}

/** The value of a `data` line, or `undefined` for comments and other fields. */
function dataOf(line: string): string | undefined {
  if (!line.startsWith("data")) {
    return undefined;
  }
  if (line.length === 4) {
    return "";
  }
  if (line.charCodeAt(4) !== 0x3a) {
    return undefined;
  }
  return line.slice(line.charCodeAt(5) === 0x20 ? 6 : 5);
}
