/** Finding out which request a message belongs to that cannot be read as JSON. */
import type { RequestId } from "../../types.js";
import { isRequestId } from "./message.js";

/** What the outermost properties of a message say about it. */
export interface Envelope {
  /** Whether it asks or answers. */
  readonly kind: "request" | "response";
  readonly id: RequestId;
}

/** Longest key or id that is looked at, in bytes. */
const longestToken = 256;

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/**
 * Looks for `id`, and for `method`, `result` or `error`, among the outermost
 * properties of one JSON text that is too long, not UTF-8 or not quite JSON. It
 * needs no memory for what it has seen, and gives up at the first sign that the
 * text is not an object.
 */
export class EnvelopeScanner {
  #depth = 0;
  #inString = false;
  #escaped = false;
  /** Whether the next string at the outermost level is a key. */
  #atKey = false;
  #key: string | undefined;
  /** The outermost key or value that is being read. */
  #token = "";
  #kind: Envelope["kind"] | undefined;
  #id: RequestId | undefined;
  #over = false;

  /** What has been found out, once both parts are known. */
  get envelope(): Envelope | undefined {
    return this.#kind === undefined || this.#id === undefined
      ? undefined
      : { kind: this.#kind, id: this.#id };
  }

  /** True once nothing more can be found out. */
  get over(): boolean {
    return this.#over;
  }

  /** Takes the next bytes of the text. */
  push(bytes: Uint8Array): void {
    for (const byte of bytes) {
      if (this.#over) return;
      if (this.#inString) this.#string(byte);
      else this.#structure(byte);
    }
  }

  #string(byte: number): void {
    this.#note(byte);
    if (this.#escaped) {
      this.#escaped = false;
    } else if (byte === backslash) {
      this.#escaped = true;
    } else if (byte === quote) {
      this.#inString = false;
      if (this.#depth === 1 && this.#atKey) {
        this.#key = this.#read() as string | undefined;
        this.#atKey = false;
      }
    }
  }

  #structure(byte: number): void {
    switch (byte) {
      case quote:
        this.#inString = true;
        this.#note(byte);
        break;
      case colon:
        if (this.#depth === 1) this.#startValue();
        break;
      case comma:
        if (this.#depth === 1) {
          this.#endValue();
          this.#atKey = true;
        }
        break;
      case openBrace:
      case openBracket:
        if (this.#depth === 0) {
          this.#over = byte === openBracket;
          this.#atKey = true;
        }
        this.#depth += 1;
        break;
      case closeBrace:
      case closeBracket:
        if (this.#depth === 1) this.#endValue();
        this.#depth -= 1;
        if (this.#depth <= 0) this.#over = true;
        break;
      default:
        if (this.#depth === 0 && byte > 0x20) this.#over = true;
        this.#note(byte);
    }
  }

  /** Keeps what may be a key or an id. */
  #note(byte: number): void {
    const wanted = this.#depth === 1 && (this.#atKey || this.#key === "id");
    if (wanted && this.#token.length < longestToken) {
      this.#token += String.fromCharCode(byte);
    }
  }

  #startValue(): void {
    if (this.#key === "method") this.#kind = "request";
    else if (this.#key === "result" || this.#key === "error") {
      this.#kind ??= "response";
    }
    this.#finish();
  }

  #endValue(): void {
    const value = this.#key === "id" ? this.#read() : undefined;
    if (isRequestId(value)) this.#id = value;
    this.#key = undefined;
    this.#token = "";
    this.#finish();
  }

  #finish(): void {
    this.#over ||= this.#kind !== undefined && this.#id !== undefined;
  }

  #read(): unknown {
    const token = this.#token;
    this.#token = "";
    try {
      return JSON.parse(token);
    } catch {
      return undefined;
    }
  }
}

/** The length of `{"id":1,"error":`, without which nothing can be found out. */
const shortestEnvelope = 16;

/** What can be found out about a message that is at hand as a whole. */
export function envelopeOf(message: string | Uint8Array): Envelope | undefined {
  if (message.length < shortestEnvelope) return undefined;
  const scanner = new EnvelopeScanner();
  scanner.push(
    typeof message === "string" ? new TextEncoder().encode(message) : message,
  );
  return scanner.envelope;
}
