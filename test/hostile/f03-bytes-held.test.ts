/** F3: what a reader holds depends on the bytes that it received, not on how they came. */
import { EventEmitter } from "node:events";
import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { ByteBuffer } from "../../out/draft/runtime/protocol/bytes.js";
import { fetchHandler } from "../../out/draft/runtime/http/fetch.js";
import { nodeHandler } from "../../out/draft/runtime/http/node.js";
import { serveStdio } from "../../out/draft/runtime/stdio/server.js";
import { fixtureServer, headersFor } from "../transports/fixture.js";
import { usedBytes } from "./memory.js";

/** Something that is given the beginning of a message, and whose end never comes. */
interface Reader {
  push(chunk: Uint8Array): void | Promise<void>;
}

const headers = headersFor("tools/call", "echo");

const readers: Readonly<Record<string, () => Reader>> = {
  "a body at nodeHandler": () => {
    const request = Object.assign(new EventEmitter(), {
      method: "POST",
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [
          name.toLowerCase(),
          value,
        ]),
      ),
      socket: {},
      readableEnded: false,
      resume: () => undefined,
    });
    const handler = nodeHandler(fixtureServer().server);
    handler(request as never, new EventEmitter() as never);
    return { push: (chunk) => void request.emit("data", chunk) };
  },
  "a body at fetchHandler": () => {
    let controller: ReadableStreamDefaultController<Uint8Array>;
    const body = new ReadableStream<Uint8Array>({
      start: (given) => {
        controller = given;
      },
    });
    void fetchHandler(fixtureServer().server)(
      new Request("http://localhost/", {
        method: "POST",
        headers,
        body,
        duplex: "half",
      }),
    );
    return {
      push: async (chunk) => {
        controller.enqueue(chunk);
        while ((controller.desiredSize ?? 1) < 1) await turn();
      },
    };
  },
  "a line at serveStdio": () => {
    const input = Object.assign(new EventEmitter(), {
      pause: () => undefined,
      resume: () => undefined,
      destroy: () => undefined,
    });
    const output = Object.assign(new EventEmitter(), {
      write: () => true,
      end: () => undefined,
    });
    void serveStdio(fixtureServer().server, { input, output });
    return { push: (chunk) => void input.emit("data", chunk) };
  },
};

/** What the handlers, streams and tests around the readers hold: measured 60 kB. */
const constant = 400_000;

describe.each(Object.entries(readers))("F3: %s", (_, open) => {
  test.each([
    [1, 200_000],
    [16, 1_000_000],
    [1_024, 3_000_000],
    [65_536, 4_000_000],
  ])(
    "in chunks of %i bytes holds twice the bytes at most",
    async (size, total) => {
      const reader = open();
      const before = usedBytes();
      for (let sent = 0; sent + size <= total; sent += size) {
        await reader.push(new Uint8Array(size).fill(0x20));
      }
      expect(usedBytes() - before).toBeLessThan(2 * total + constant);
      // Is still being read: nothing was given up in the meantime.
      await reader.push(Uint8Array.of(0x20));
    },
  );
});

test("F3: a small chunk does not keep the large buffer that it is part of", () => {
  const before = usedBytes();
  const buffers = Array.from({ length: 100 }, () => {
    const buffer = new ByteBuffer();
    buffer.push(new Uint8Array(1_000_000).subarray(0, 10));
    return buffer;
  });
  expect(usedBytes() - before).toBeLessThan(1_000_000);
  expect(buffers.map((buffer) => buffer.take().length)).toEqual(
    buffers.map(() => 10),
  );
});

test("F3: what was received is kept as it was, in whatever chunks it comes", () => {
  const bytes = Uint8Array.from({ length: 5_000 }, (_, index) => index % 251);
  for (const size of [1, 2, 255, 256, 257, 4_999, 5_000]) {
    const buffer = new ByteBuffer();
    for (let start = 0; start < bytes.length; start += size) {
      buffer.push(bytes.slice(start, start + size));
    }
    expect(buffer.length).toBe(5_000);
    expect(buffer.take()).toEqual(bytes);
    expect(buffer.length).toBe(0);
    expect(buffer.take()).toEqual(new Uint8Array(0));
  }
});
