/** Bytes of a schema file -> text in one form, whatever wrote them. */
import { createHash } from "node:crypto";
import { UnsupportedSchemaError } from "../failure.js";

/**
 * The text of a schema: no byte order mark, LF line endings.
 *
 * @param shown The file as it is shown to people.
 * @throws UnsupportedSchemaError when the bytes are not UTF-8, or nothing at all.
 */
export function schemaTextOf(bytes: Uint8Array, shown: string): string {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new UnsupportedSchemaError(
      `${shown} is not UTF-8 text; save it in that encoding.`,
    );
  }
  if (text.trim() === "") {
    throw new UnsupportedSchemaError(`${shown} is empty.`);
  }
  return text.replace(/\r\n?/g, "\n");
}

/** SHA-256 of a text, in hex. */
export function sha256Of(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}
