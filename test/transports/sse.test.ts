import { createParser } from "eventsource-parser";
import { describe, expect, test } from "vitest";
import { SseReader, sseEvent } from "../../out/draft/runtime/http/sse.js";
import { randomBelow, randomBytes, randomFrom } from "./random.js";

function read(chunks: readonly Uint8Array[], maxBytes = 1_000_000) {
  const events: string[] = [];
  const reader = new SseReader((data) => events.push(data), maxBytes);
  for (const chunk of chunks) {
    reader.push(chunk);
  }
  return events;
}

const cases: [name: string, given: string, want: string[]][] = [
  ["one event", "data: x\n\n", ["x"]],
  ["no blank after the colon", "data:x\n\n", ["x"]],
  ["only one blank is cut", "data:  x \n\n", [" x "]],
  ["CRLF", "data: x\r\n\r\ndata: y\r\n\r\n", ["x", "y"]],
  ["CR", "data: x\r\rdata: y\r\r", ["x", "y"]],
  ["ends mixed", "data: x\r\ndata: y\r\n\ndata: z\n\r", ["x\ny", "z"]],
  ["several data lines", "data: a\ndata: b\ndata:\n\n", ["a\nb\n"]],
  ["a line without a colon", "data: a\ndata\ndata: b\n\n", ["a\n\nb"]],
  ["empty data", "data: \n\ndata\n\ndata:\n\n", []],
  ["comments", ": hello\n\n:\n\ndata: x\n: inside\n\n", ["x"]],
  ["other fields", "id: 1\nevent: m\nretry: 5\ndata: x\nfoo: y\n\n", ["x"]],
  ["names that only begin with data", "database: x\n\ndata: y\n\n", ["y"]],
  ["not closed by a blank line", "data: x\n\ndata: y\n", ["x"]],
  ["byte order mark", "\ufeffdata: x\n\n", ["x"]],
  ["colons in the data", 'data: {"a":1}\n\n', ['{"a":1}']],
  ["U+2028 in the data", "data: a\u2028b\n\n", ["a\u2028b"]],
];

describe("SseReader", () => {
  test.each(cases)("%s", (_, given, want) => {
    expect(read([Buffer.from(given)])).toEqual(want);
  });

  test.each(cases)("%s, byte by byte", (_, given, want) => {
    expect(read([...Buffer.from(given)].map((b) => Uint8Array.of(b)))).toEqual(
      want,
    );
  });

  test("an event that is too long ends the reading", () => {
    expect(() => read([Buffer.from("data: 123456\n")], 5)).toThrow(
      "An event is longer than the limit of 5 bytes",
    );
    expect(() => read([Buffer.from("data: 123456")], 5)).toThrow("limit of 5");
    expect(() => read([Buffer.from("data: 123\ndata: 456\n")], 5)).toThrow(
      "limit of 5",
    );
    expect(read([Buffer.from(": 12345\ndata: 1\n\n")], 8)).toEqual(["1"]);
  });

  test("reads what sseEvent writes", () => {
    const json = JSON.stringify({ text: "a\nb\r\u2028", n: 1 });
    expect(read([Buffer.from(sseEvent(json))])).toEqual([json]);
  });

  test("agrees with eventsource-parser on random streams", () => {
    const texts = [
      "data",
      "data:",
      ": ",
      ":",
      "\n",
      "\r\n",
      "\r",
      "\n\n",
      "é",
      "id",
      " ",
    ];
    let compared = 0;
    for (let seed = 1; seed <= 500; seed += 1) {
      const random = randomFrom(seed);
      const given = randomBytes(random, 80, texts);
      const want: string[] = [];
      const parser = createParser({
        onEvent: ({ data }) => {
          if (data !== "") {
            want.push(data);
          }
        },
      });
      const decoder = new TextDecoder();
      const chunks: Uint8Array[] = [];
      for (let start = 0; start < given.length;) {
        const end = start + 1 + randomBelow(random, 12);
        chunks.push(given.subarray(start, end));
        parser.feed(
          decoder.decode(given.subarray(start, end), { stream: true }),
        );
        start = end;
      }
      compared += want.length;
      expect(read(chunks), `seed ${seed}`).toEqual(want);
    }
    expect(compared).toBeGreaterThan(100);
  });
});
