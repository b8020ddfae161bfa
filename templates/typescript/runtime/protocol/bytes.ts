/** Bytes that came in pieces, as text. */

const decoder = /* @__PURE__ */ new TextDecoder("utf-8", { fatal: true });

/**
 * Joins pieces and reads them as UTF-8; a byte order mark in front is left out.
 *
 * @returns the text, or `undefined` when it is not valid UTF-8
 */
export function decodePieces(
  pieces: readonly Uint8Array[],
): string | undefined {
  const [first] = pieces;
  const bytes = pieces.length === 1 && first ? first : joinPieces(pieces);
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

function joinPieces(pieces: readonly Uint8Array[]): Uint8Array {
  let length = 0;
  for (const piece of pieces) {
    length += piece.length;
  }
  const whole = new Uint8Array(length);
  let offset = 0;
  for (const piece of pieces) {
    whole.set(piece, offset);
    offset += piece.length;
  }
  return whole;
}
