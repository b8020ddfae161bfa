/** F13: who sends too much gets to read that it was too much. */
import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fetchHandler } from "../../out/draft/runtime/http/fetch.js";
import { nodeHandler } from "../../out/draft/runtime/http/node.js";
import {
  fixtureServer,
  headersFor,
  listen,
  type Listening,
  parseAnswer,
  postBytes,
} from "../transports/fixture.js";

const headers = headersFor("tools/call", "echo");
const limit = 100_000;
const reason = `The body is larger than the limit of ${limit} bytes.`;
let at: Listening;

beforeAll(async () => {
  at = await listen(
    nodeHandler(fixtureServer().server, { maxBodyBytes: limit }),
  );
});
afterAll(() => at.close());

/** Writes all of it before it looks at the answer, as simple clients do. */
function sendAll(bytes: Uint8Array): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(at.port, "127.0.0.1");
    const chunks: Buffer[] = [];
    socket.pause();
    socket.write(bytes, (error) => {
      if (error) reject(error);
      socket.on("data", (chunk) => chunks.push(chunk));
      socket.resume();
    });
    socket.on("error", reject);
    socket.on("close", () => resolve(Buffer.concat(chunks).toString()));
  });
}

const body = Buffer.alloc(8_000_000, 0x20);
const chunked = Buffer.concat([
  Buffer.from(
    postBytes({ ...headers, "Transfer-Encoding": "chunked" }, "")
      .toString("latin1")
      .replace("Content-Length: 0\r\n", ""),
  ),
  Buffer.from(`${body.length.toString(16)}\r\n`),
  body,
  Buffer.from("\r\n0\r\n\r\n"),
]);

test.each<[string, Buffer]>([
  ["whose length is said", postBytes(headers, body)],
  ["whose length only shows", chunked],
])("F13: a body %s", async (_, bytes) => {
  for (let turn = 0; turn < 10; turn += 1) {
    const answer = parseAnswer(await sendAll(bytes));
    expect(answer.status).toBe(413);
    expect(answer.body).toBe(reason);
  }
});

test("F13: fetch reads the answer, too", async () => {
  for (let turn = 0; turn < 10; turn += 1) {
    const answer = await fetch(at.url, { method: "POST", headers, body });
    expect([answer.status, await answer.text()]).toEqual([413, reason]);
  }
});

test("F13: other refusals of a request with a body are read as well", async () => {
  for (const [name, value, status] of [
    ["Origin", "https://evil.example", 403],
    ["Accept", "text/html", 406],
    ["Content-Type", "text/plain", 415],
  ] as const) {
    const bytes = postBytes({ ...headers, [name]: value }, body);
    expect(parseAnswer(await sendAll(bytes)).status).toBe(status);
  }
});

test("F13: a client that never stops sending is cut off", async () => {
  const socket = connect(at.port, "127.0.0.1");
  const closed = new Promise((resolve) => socket.on("close", resolve));
  socket.on("error", () => undefined);
  socket.resume();
  socket.write(postBytes({ ...headers, "Content-Length": "99999999999" }, ""));
  let sent = 0;
  const chunk = Buffer.alloc(1_000_000, 0x20);
  const send = (): void => {
    while (!socket.destroyed && sent < 1e9) {
      sent += chunk.length;
      if (!socket.write(chunk)) {
        socket.once("drain", send);
        return;
      }
    }
  };
  send();
  await closed;
  // What is read and dropped, and what the system holds on the way.
  expect(sent).toBeLessThan(100_000_000);
});

test("F13: fetchHandler reads to the end what is not much too large, and no more than that", async () => {
  const handler = fetchHandler(fixtureServer().server, { maxBodyBytes: limit });
  for (const [size, known, read] of [
    [8_000_000, false, 8_000_000],
    [8_000_000, true, 8_000_000],
    [1e12, false, 18_000_000],
    [1e12, true, 18_000_000],
  ] as const) {
    let given = 0;
    const stream = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (given >= size) controller.close();
        else {
          given += 1_000_000;
          controller.enqueue(new Uint8Array(1_000_000));
        }
      },
    });
    const answer = await handler(
      new Request("http://localhost/mcp", {
        method: "POST",
        headers: known
          ? { ...headers, "content-length": String(size) }
          : headers,
        body: stream,
        duplex: "half",
      }),
    );
    expect([answer.status, await answer.text()]).toEqual([413, reason]);
    expect(Math.abs(given - read)).toBeLessThanOrEqual(1_000_000);
  }
});
