/**
 * Server-sent events, as far as MCP uses them: one message an event, comments to keep a
 * quiet connection open. What names, ids and retry times mean is for the reader to say.
 */
import { ByteBuffer } from "../protocol/bytes.js";
import { ConnectionError } from "../protocol/connection-error.js";

/** A comment that keeps proxies from closing a quiet stream. */
export const sseKeepAlive = ": keep-alive\n\n";

/**
 * Writes a message, already JSON text, as one event. JSON text has no line break.
 *
 * @param id - The position of the event, by which a stream can be resumed.
 */
export function sseEvent(json: string, id?: string): string {
  return id === undefined
    ? `data: ${json}\n\n`
    : `id: ${id}\ndata: ${json}\n\n`;
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const colon = 0x3a;
const space = 0x20;

/** What joins the lines of one event's data. */
const joint = /* @__PURE__ */ Uint8Array.of(lineFeed);
const nothing = /* @__PURE__ */ new Uint8Array(0);
const dataField = /* @__PURE__ */ new TextEncoder().encode("data");
const byteOrderMark = /* @__PURE__ */ Uint8Array.of(0xef, 0xbb, 0xbf);

/** Bytes of a line that belong to its field and not to the data: `data: `. */
const fieldBytes = 6;

/** The standard has bytes that are not UTF-8 replaced, not refused. */
const decoder = /* @__PURE__ */ new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * Reads the data of events out of a stream, by the rules of the HTML standard:
 * lines end with LF, CR or CRLF, also when a chunk ends between CR and LF; the
 * lines of one event's data are joined with LF; an event without data is none;
 * one that no blank line ends is dropped with the stream.
 *
 * Bytes are turned into text an event at a time: many short lines or small chunks
 * would else cost many times their size.
 *
 * A reader of its own, as the generated folder depends on no package; the tests
 * compare it with a well-known one on the same streams.
 */
export class SseReader {
  readonly #event: (data: string) => void;
  readonly #maxBytes: number;
  readonly #field: ((name: string, value: string) => void) | undefined;
  /** Beginning of a line whose end has not come yet. */
  readonly #line = new ByteBuffer();
  /** Data of the event so far. */
  readonly #data = new ByteBuffer();
  #hasData = false;
  #atStart = true;
  /** The last chunk ended with CR: a LF that follows belongs to it. */
  #afterCarriageReturn = false;

  /**
   * @param event called with the data of each event that is not empty
   * @param maxBytes the longest event that is read
   * @param field called with name and value of each other field, such as `id`, ahead
   *   of the event that it belongs to
   */
  constructor(
    event: (data: string) => void,
    maxBytes: number,
    field?: (name: string, value: string) => void,
  ) {
    this.#event = event;
    this.#maxBytes = maxBytes;
    this.#field = field;
  }

  /**
   * Takes the next bytes of the stream, which must not change afterwards.
   *
   * @throws {ConnectionError} when an event is longer than the limit
   */
  push(bytes: Uint8Array): void {
    let start = 0;
    if (this.#afterCarriageReturn && bytes.length > 0) {
      this.#afterCarriageReturn = false;
      if (bytes[0] === lineFeed) start = 1;
    }
    for (let index = start; index < bytes.length; index += 1) {
      const byte = bytes[index];
      if (byte !== lineFeed && byte !== carriageReturn) continue;
      this.#endLine(index === start ? nothing : bytes.subarray(start, index));
      if (byte === carriageReturn) {
        if (index + 1 === bytes.length) this.#afterCarriageReturn = true;
        else if (bytes[index + 1] === lineFeed) index += 1;
      }
      start = index + 1;
    }
    if (start < bytes.length) this.#addToLine(bytes.subarray(start));
  }

  #addToLine(part: Uint8Array): void {
    const length = this.#data.length + this.#line.length + part.length;
    if (length > this.#maxBytes + fieldBytes) this.#tooLong();
    this.#line.push(part);
  }

  #endLine(last: Uint8Array): void {
    let line = last;
    if (this.#line.length > 0) {
      this.#addToLine(last);
      line = this.#line.take();
    }
    if (this.#atStart) {
      this.#atStart = false;
      if (startsWith(line, byteOrderMark)) line = line.subarray(3);
    }
    if (line.length === 0) {
      this.#endEvent();
      return;
    }
    const value = dataOf(line);
    if (value === undefined) {
      this.#otherField(line);
      return;
    }
    if (this.#hasData) this.#data.push(joint);
    this.#hasData = true;
    this.#data.push(value);
    if (this.#data.length > this.#maxBytes) this.#tooLong();
  }

  #otherField(line: Uint8Array): void {
    if (this.#field === undefined || line[0] === colon) return;
    const text = decoder.decode(line);
    const end = text.indexOf(":");
    if (end === -1) this.#field(text, "");
    else this.#field(text.slice(0, end), text.slice(end + 1).replace(/^ /, ""));
  }

  #endEvent(): void {
    this.#hasData = false;
    if (this.#data.length > 0) this.#event(decoder.decode(this.#data.take()));
  }

  #tooLong(): never {
    throw new ConnectionError(
      `An event is longer than the limit of ${this.#maxBytes} bytes (option maxMessageBytes).`,
    );
  }
}

/** The value of a `data` line, or `undefined` for comments and other fields. */
function dataOf(line: Uint8Array): Uint8Array | undefined {
  if (!startsWith(line, dataField)) return undefined;
  if (line.length === dataField.length) return nothing;
  if (line[dataField.length] !== colon) return undefined;
  return line.subarray(line[5] === space ? fieldBytes : 5);
}

function startsWith(bytes: Uint8Array, start: Uint8Array): boolean {
  return (
    bytes.length >= start.length &&
    start.every((byte, index) => bytes[index] === byte)
  );
}
