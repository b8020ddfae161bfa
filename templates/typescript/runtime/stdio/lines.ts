/**
 * Bytes to lines: the framing of stdio, and of any other pipe or socket on which
 * each message is one line of UTF-8.
 */
import { ByteBuffer, decodeUtf8 } from "../protocol/bytes.js";
import {
  type Envelope,
  envelopeOf,
  EnvelopeScanner,
} from "../protocol/envelope.js";
import { defaultMaxMessageBytes } from "../protocol/limits.js";

/** Why a line could not be read; the lines around it are not touched. */
export type LineFault = (
  | { readonly kind: "invalid-utf8"; readonly bytes: number }
  | { readonly kind: "too-long"; readonly maxBytes: number }
) & {
  /** Which request the line was, or answered, as far as that could be found out. */
  readonly envelope?: Envelope | undefined;
};

/** A sentence for people about a line that could not be read. */
export function describeLineFault(fault: LineFault): string {
  return fault.kind === "too-long"
    ? `The line is longer than the limit of ${fault.maxBytes} bytes (option maxLineBytes); it was skipped.`
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

const nothing = /* @__PURE__ */ new Uint8Array(0);

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
  /** The beginning of a line whose end has not come yet. */
  readonly #begun = new ByteBuffer();
  /** Looks at a line that is too long for the sake of whoever waits for it. */
  #skipped: EnvelopeScanner | undefined;
  /** Whether the line that is skipped has been reported. */
  #reported = false;

  constructor(
    listener: LineListener,
    maxBytes: number = defaultMaxMessageBytes,
  ) {
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
      this.#finishLine(chunk.subarray(start, end));
      start = end + 1;
    }
    if (start < chunk.length) {
      const rest = chunk.subarray(start);
      if (this.#fits(rest)) {
        this.#begun.push(rest);
      }
    }
  }

  /** The stream has ended: what was written last counts as a line of its own. */
  end(): void {
    this.#finishLine(nothing);
  }

  /** False if the line is skipped, with this part of it or since an earlier one. */
  #fits(part: Uint8Array): boolean {
    if (
      this.#skipped === undefined &&
      this.#begun.length + part.length > this.#maxBytes
    ) {
      this.#skipped = new EnvelopeScanner();
      this.#skipped.push(this.#begun.take());
    }
    if (this.#skipped === undefined) return true;
    this.#skipped.push(part);
    // Whoever waits for the answer is told at once, not when the line ends.
    if (this.#skipped.over) this.#reportSkipped(this.#skipped);
    return false;
  }

  #reportSkipped({ envelope }: EnvelopeScanner): void {
    if (this.#reported) return;
    this.#reported = true;
    const maxBytes = this.#maxBytes;
    this.#listener.fault({ kind: "too-long", maxBytes, envelope });
  }

  #finishLine(last: Uint8Array): void {
    if (!this.#fits(last)) {
      const skipped = this.#skipped;
      if (skipped !== undefined) this.#reportSkipped(skipped);
      this.#skipped = undefined;
      this.#reported = false;
      return;
    }
    let line = last;
    if (this.#begun.length > 0) {
      this.#begun.push(last);
      line = this.#begun.take();
    }
    if (line.length > 0) {
      this.#deliver(line);
    }
  }

  #deliver(line: Uint8Array): void {
    let text = decodeUtf8(line);
    if (text === undefined) {
      this.#listener.fault({
        kind: "invalid-utf8",
        bytes: line.length,
        envelope: envelopeOf(line),
      });
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
