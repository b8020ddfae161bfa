import { describe, expect, test } from "vitest";
import {
  describeLineFault,
  LineReader,
  type LineFault,
} from "../../out/draft/runtime/stdio/lines.js";
import { randomBytes, randomFrom } from "./random.js";

type Seen = string | LineFault;

function read(chunks: readonly Uint8Array[], maxBytes?: number): Seen[] {
  const seen: Seen[] = [];
  const reader = new LineReader(
    { line: (text) => seen.push(text), fault: (fault) => seen.push(fault) },
    maxBytes,
  );
  for (const chunk of chunks) {
    reader.push(chunk);
  }
  reader.end();
  return seen;
}

const bytes = (text: string): Buffer => Buffer.from(text);

describe("LineReader", () => {
  const cases: [name: string, given: Uint8Array, want: Seen[]][] = [
    ["LF", bytes("a\nb\n"), ["a", "b"]],
    ["CRLF", bytes("a\r\nb\r\n"), ["a", "b"]],
    ["a lone CR is not a line end", bytes('{"a":\r1}\n'), ['{"a":\r1}']],
    ["blank lines", bytes("\n\r\n  \t\na\n\n"), ["a"]],
    ["blanks around a line stay", bytes(" a \n"), [" a "]],
    ["byte order mark", bytes("\ufeffa\n\ufeffb\n"), ["a", "b"]],
    ["end of input ends the last line", bytes("a\nb"), ["a", "b"]],
    [
      "U+2028, U+2029, U+0085 inside",
      bytes("a\u2028b\u2029c\u0085d\n"),
      ["a\u2028b\u2029c\u0085d"],
    ],
    [
      "a bad byte spoils its line only",
      Buffer.concat([Buffer.from([0xff, 0xfe, 0x0a]), bytes("a\n")]),
      [{ kind: "invalid-utf8", bytes: 2 }, "a"],
    ],
    [
      "a truncated character spoils its line only",
      Buffer.concat([Buffer.from([0x61, 0xe6, 0x97, 0x0a]), bytes("日\n")]),
      [{ kind: "invalid-utf8", bytes: 3 }, "日"],
    ],
  ];
  test.each(cases)("%s", (_, given, want) => {
    expect(read([given])).toEqual(want);
  });

  test.each(cases)("%s, byte by byte", (_, given, want) => {
    expect(read([...given].map((byte) => Uint8Array.of(byte)))).toEqual(want);
  });

  test("the limit costs one line, whether it comes in one chunk or many", () => {
    const given = bytes(`${"x".repeat(11)}\n${"y".repeat(10)}\nz\n`);
    const want: Seen[] = [
      { kind: "too-long", maxBytes: 10 },
      "y".repeat(10),
      "z",
    ];
    expect(read([given], 10)).toEqual(want);
    expect(
      read(
        [...given].map((byte) => Uint8Array.of(byte)),
        10,
      ),
    ).toEqual(want);
  });

  test("the limit is 8 MiB unless given", () => {
    const chunk = Buffer.alloc(1024 * 1024, 0x78);
    const seen: Seen[] = [];
    const reader = new LineReader({
      line: (text) => seen.push(`${text.length}`),
      fault: (fault) => seen.push(describeLineFault(fault)),
    });
    for (let mebibyte = 0; mebibyte < 8; mebibyte += 1) {
      reader.push(chunk);
    }
    reader.push(bytes("\n"));
    for (let mebibyte = 0; mebibyte < 9; mebibyte += 1) {
      reader.push(chunk);
    }
    reader.push(bytes("\nnext\n"));
    expect(seen).toEqual([
      `${8 * 1024 * 1024}`,
      "The line is longer than the limit of 8388608 bytes (option maxLineBytes); it was skipped.",
      "4",
    ]);
  });

  test("random bytes cut at random places give the same lines as uncut", () => {
    for (let seed = 1; seed <= 200; seed += 1) {
      const random = randomFrom(seed);
      const given = randomBytes(random, 200, [
        "\n",
        "\r\n",
        "日",
        "🜁",
        '{"a":1}',
        "\ufeff",
      ]);
      const chunks: Uint8Array[] = [];
      for (let start = 0; start < given.length;) {
        const end = start + 1 + Math.floor(random() * 9);
        chunks.push(given.subarray(start, end));
        start = end;
      }
      expect(read(chunks, 64), `seed ${seed}`).toEqual(read([given], 64));
    }
  });
});
