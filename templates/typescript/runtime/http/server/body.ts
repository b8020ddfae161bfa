/** The body of a POST, whoever has read it. */
import { decodeUtf8 } from "../../protocol/bytes.js";

/** A text that is still to be parsed, or a value that something else has parsed. */
export type HttpBody =
  /** Undefined when it is not UTF-8. */
  { readonly text: string | undefined } | { readonly value: unknown };

/**
 * What a body is, by its type.
 *
 * @param given bytes or text as they arrived, or the parsed value
 */
export function bodyOf(given: unknown): HttpBody {
  if (typeof given === "string") {
    return { text: given };
  }
  return given instanceof Uint8Array
    ? { text: decodeUtf8(given) }
    : { value: given };
}
