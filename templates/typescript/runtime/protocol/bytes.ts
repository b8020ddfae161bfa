/**
 * Bytes that arrive in chunks, and their text. Whoever sends them chooses the size
 * of the chunks, so what is held must depend on the bytes alone.
 */

const decoder = /* @__PURE__ */ new TextDecoder();
const encoder = /* @__PURE__ */ new TextEncoder();

/** What stands in a decoded text where bytes are not UTF-8, and where a text has it itself. */
const replacement = "\ufffd";

/**
 * Reads bytes as UTF-8; a byte order mark at the start is left out. A decoder that throws
 * would cost a peer's bad bytes twenty times as much as this.
 *
 * @returns the text, or `undefined` when it is not valid UTF-8
 */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  const text = decoder.decode(bytes);
  return text.includes(replacement) && !endsWith(bytes, encoder.encode(text))
    ? undefined
    : text;
}

/** Whether bytes are those of a text, but for a byte order mark. */
function endsWith(bytes: Uint8Array, text: Uint8Array): boolean {
  const start = bytes.length - text.length;
  return (
    (start === 0 || start === 3) &&
    text.every((byte, index) => byte === bytes[start + index])
  );
}

const none = /* @__PURE__ */ new Uint8Array(0);

/** The smallest buffer that chunks are copied into, in bytes. */
const smallest = 256;

/**
 * Joins chunks in one buffer that doubles when it is full. At most twice the bytes
 * that were received are held, whatever the size of the chunks: to keep the chunks
 * would cost some 160 bytes for each of them.
 */
export class ByteBuffer {
  #bytes: Uint8Array = none;
  #length = 0;

  /** How many bytes have been added since the last {@link take}. */
  get length(): number {
    return this.#length;
  }

  /** Adds a chunk, which must not change afterwards. */
  push(chunk: Uint8Array): void {
    const start = this.#length;
    this.#length += chunk.length;
    // Most messages are one chunk. It is kept as it is, unless it is a small part of
    // something large, which it would keep in memory.
    if (start === 0 && chunk.length * 2 >= chunk.buffer.byteLength) {
      this.#bytes = chunk;
      return;
    }
    // A chunk that was kept as it is has no room, so nothing is ever written into it.
    if (this.#length > this.#bytes.length) {
      const larger = new Uint8Array(
        Math.max(smallest, this.#length, 2 * start),
      );
      larger.set(this.#bytes.subarray(0, start));
      this.#bytes = larger;
    }
    this.#bytes.set(chunk, start);
  }

  /** Hands out all bytes and is empty again. */
  take(): Uint8Array {
    const bytes = this.#bytes.subarray(0, this.#length);
    this.#bytes = none;
    this.#length = 0;
    return bytes;
  }
}
