/**
 * Bytes to lines: the framing of stdio, and of any other pipe or socket on which
 * each message is one line of UTF-8.
 */
import { decodePieces } from "../protocol/bytes.js";

/** The longest line that is read unless told otherwise: 64 MiB. */
export const defaultMaxLineBytes: number = 64 * 1024 * 1024;

/** Why a line could not be read; the lines around it are not touched. */
export type LineFault =
  | { readonly kind: "invalid-utf8"; readonly bytes: number }
  | { readonly kind: "too-long"; readonly maxBytes: number };

/** A sentence for people about a line that could not be read. */
export function describeLineFault(fault: LineFault): string {
  return fault.kind === "too-long"
    ? `The line is longer than the limit of ${fault.maxBytes} bytes; it was skipped.`
    : `The line of ${fault.bytes} bytes is not valid UTF-8; it was skipped.`;
}

/** Who receives what a {@link LineReader} finds. */
export interface LineListener {
  /** A line without its end; never a blank one. */
  line(text: string): void;
  /** A line that was skipped. */
  fault(fault: LineFault): void;
}

const lineFeed = 0x0a;

/**
 * Cuts a stream of bytes into lines.
 *
 * Chunks may break anywhere, also inside a character. LF and CRLF end a line; a
 * byte order mark at its start and lines of blanks are left out. U+2028 and its
 * like are ordinary characters. A bad byte or excessive length costs that one
 * line, and no more than the limit is ever kept in memory.
 */
export class LineReader {
  readonly #listener: LineListener;
  readonly #maxBytes: number;
  /** Chunks of the line that has not ended yet. */
  #parts: Uint8Array[] = [];
  #length = 0;
  #skipping = false;

  constructor(listener: LineListener, maxBytes: number = defaultMaxLineBytes) {
    this.#listener = listener;
    this.#maxBytes = maxBytes;
  }

  /** Takes the next bytes; the listener is called for every line they end. */
  push(chunk: Uint8Array): void {
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(lineFeed, start);
      if (end === -1) {
        break;
      }
      this.#add(chunk.subarray(start, end));
      this.#finishLine();
      start = end + 1;
    }
    if (start < chunk.length) {
      this.#add(chunk.subarray(start));
    }
  }

  /** The stream has ended: what was written last counts as a line of its own. */
  end(): void {
    this.#finishLine();
  }

  #add(part: Uint8Array): void {
    if (this.#skipping) {
      return;
    }
    this.#length += part.length;
    if (this.#length > this.#maxBytes) {
      this.#skipping = true;
      this.#parts = [];
      this.#listener.fault({ kind: "too-long", maxBytes: this.#maxBytes });
      return;
    }
    this.#parts.push(part);
  }

  #finishLine(): void {
    const parts = this.#parts;
    const length = this.#length;
    const skipped = this.#skipping;
    this.#parts = [];
    this.#length = 0;
    this.#skipping = false;
    if (skipped || length === 0) {
      return;
    }
    let text = decodePieces(parts);
    if (text === undefined) {
      this.#listener.fault({ kind: "invalid-utf8", bytes: length });
      return;
    }
    if (text.endsWith("\r")) {
      text = text.slice(0, -1);
    }
    if (/[^ \t\r]/.test(text)) {
      this.#listener.line(text);
    }
  }
}
