/** Bytes to text: what a decoder that throws says, without its cost. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeUtf8 } from "../../out/draft/runtime/protocol/bytes.js";
import { fuzzParameters } from "../hostile/values.js";

const strict = new TextDecoder("utf-8", { fatal: true });

function want(bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes);
  } catch {
    return undefined;
  }
}

test.each<[string, number[]]>([
  ["nothing", []],
  ["a byte order mark", [0xef, 0xbb, 0xbf]],
  ["two of them", [0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf]],
  ["U+FFFD itself", [0xef, 0xbf, 0xbd]],
  ["a byte order mark and U+FFFD", [0xef, 0xbb, 0xbf, 0xef, 0xbf, 0xbd]],
  ["a bad byte", [0xff]],
  ["a bad byte next to U+FFFD", [0xef, 0xbf, 0xbd, 0xff]],
  ["three bad bytes, as long as U+FFFD", [0xff, 0xff, 0xff]],
  ["a byte order mark and a bad byte", [0xef, 0xbb, 0xbf, 0xff]],
  ["half a character", [0xe6, 0x97]],
  ["a surrogate", [0xed, 0xa0, 0x80]],
  ["an overlong form", [0xc0, 0xaf]],
])("%s", (_, bytes) => {
  expect(decodeUtf8(Uint8Array.from(bytes))).toBe(want(Uint8Array.from(bytes)));
});

test("random bytes", () => {
  const piece = fc.oneof(
    fc.uint8Array({ maxLength: 4 }),
    fc.string({ unit: "binary" }).map((text) => new TextEncoder().encode(text)),
    fc.constant(Uint8Array.of(0xef, 0xbf, 0xbd)),
    fc.constant(Uint8Array.of(0xef, 0xbb, 0xbf)),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
      const bytes = Uint8Array.from(pieces.flatMap((each) => [...each]));
      expect(decodeUtf8(bytes)).toBe(want(bytes));
    }),
    fuzzParameters("bytes to text", 2_000),
  );
});
