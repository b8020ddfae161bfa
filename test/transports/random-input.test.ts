/** Random bytes, the same in every run, into every transport. */
import { EventEmitter } from "node:events";
import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { httpTransport } from "../../out/draft/runtime/http/client/transport.js";
import { fetchHandler } from "../../out/draft/runtime/http/fetch.js";
import { nodeHandler } from "../../out/draft/runtime/http/node.js";
import { memoryTransports } from "../../out/draft/runtime/memory.js";
import { serveStdio } from "../../out/draft/runtime/stdio/server.js";
import { stdioTransport } from "../../out/draft/runtime/stdio/client.js";
import type { Receiver } from "../../out/draft/runtime/protocol/transport.js";
import { serve } from "../../out/draft/server.js";
import {
  call,
  exchangeBytes,
  fixtureServer,
  headersFor,
  listen,
  post,
  until,
} from "./fixture.js";
import { randomBelow, randomBytes, randomFrom } from "./random.js";

const fragments = [
  "\n",
  "\r\n",
  "{",
  "}",
  "[",
  "]",
  '"',
  '{"jsonrpc":"2.0","id":1,"method":"tools/call"}',
  '{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{"_meta":{}}}',
  '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}',
  '{"jsonrpc":"2.0","id":1,"result":{}}',
  '{"jsonrpc":"2.0","id":null,"error":{}}',
  "data: ",
  "event: x\n",
  ":\n",
  "日本",
  "null",
  "1e999",
];

/** A receiver that counts what becomes of each request. */
function counter(): Receiver & {
  settled(id: unknown): number;
} {
  const settled: unknown[] = [];
  return {
    message: (message) => {
      const { id, method } = (message ?? {}) as Record<string, unknown>;
      if (method === undefined && id !== undefined && id !== null) {
        settled.push(id);
      }
    },
    malformed: () => undefined,
    failed: (id) => settled.push(id),
    lost: () => undefined,
    report: () => undefined,
    closed: () => undefined,
    settled: (id) => settled.filter((each) => each === id).length,
  };
}

test("stdio server: junk costs nothing, the request behind it is served once", async () => {
  for (let seed = 1; seed <= 50; seed += 1) {
    const random = randomFrom(seed);
    const { server } = fixtureServer();
    const input = new PassThrough();
    const output = new PassThrough();
    let text = "";
    output.on("data", (chunk: Buffer) => {
      text += chunk.toString();
    });
    const ended = serveStdio(server, { input, output });
    const junk = randomBytes(random, 2_000, fragments);
    for (let start = 0; start < junk.length;) {
      const end = start + 1 + randomBelow(random, 100);
      input.write(junk.subarray(start, end));
      start = end;
    }
    input.end(`\n${JSON.stringify(call("last", "echo"))}\n`);
    await ended;
    const messages = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(
      messages.filter(
        ({ id, result }) => id === "last" && result !== undefined,
      ),
      `seed ${seed}`,
    ).toHaveLength(1);
  }
});

test("stdio client: junk costs nothing, the message behind it arrives", async () => {
  for (let seed = 1; seed <= 50; seed += 1) {
    const random = randomFrom(seed);
    const child = Object.assign(new EventEmitter(), {
      pid: 1,
      stdin: new PassThrough(),
      stdout: new PassThrough(),
      stderr: null,
      kill: () => true,
    });
    const transport = stdioTransport({ command: "x", spawn: () => child });
    const receiver = counter();
    transport.receive(receiver);
    child.stdout.write(randomBytes(random, 2_000, fragments));
    child.stdout.write('\n{"jsonrpc":"2.0","id":"last","result":{}}\n');
    await until(() => receiver.settled("last") === 1, `seed ${seed} is read`);
    child.emit("close", 0, null);
    await transport.close();
  }
});

test("HTTP server: any body gets one answer", async () => {
  const { server, errors } = fixtureServer();
  const handler = fetchHandler(server);
  const at = await listen(nodeHandler(server));
  const headers = headersFor("tools/call", "echo");
  for (let seed = 1; seed <= 200; seed += 1) {
    const random = randomFrom(seed);
    const body = randomBytes(random, randomBelow(random, 60), fragments);
    const raw = await post(at.port, headers, body);
    const { status } = await handler(
      new Request("http://x/mcp", { method: "POST", headers, body }),
    );
    expect(status, `seed ${seed}`).toBe(raw.status);
    expect([200, 202, 400, 404], `seed ${seed}`).toContain(status);
  }
  await at.close();
  await server.close();
  expect(errors).toEqual([]);
});

test("HTTP server: any bytes on a connection, and it serves the next one", async () => {
  const { server } = fixtureServer();
  const at = await listen(nodeHandler(server));
  at.http.headersTimeout = 100;
  at.http.requestTimeout = 100;
  for (let seed = 1; seed <= 50; seed += 1) {
    const random = randomFrom(seed);
    const bytes = randomBytes(random, 300, [
      ...fragments,
      "POST /mcp HTTP/1.1\r\n",
      "Content-Length: 10\r\n",
      "Mcp-Name: ",
      "\r\n\r\n",
    ]);
    await exchangeBytes(
      at.port,
      Buffer.concat([
        Buffer.from("POST /mcp HTTP/1.1\r\n"),
        bytes,
        Buffer.from("\u0000\r\n\r\n"),
      ]),
    ).catch(() => "cut off");
  }
  const answer = await post(
    at.port,
    headersFor("tools/call", "echo"),
    JSON.stringify(call(1, "echo")),
  );
  expect(answer.status).toBe(200);
  await at.close();
  await server.close();
});

test("HTTP client: whatever comes back settles the request exactly once", async () => {
  const types = ["application/json", "text/event-stream", "text/html", ""];
  for (let seed = 1; seed <= 300; seed += 1) {
    const random = randomFrom(seed);
    const body = randomBytes(random, 300, fragments);
    const cut = randomBelow(random, 4) === 0;
    const transport = httpTransport("http://localhost/mcp", {
      fetch: async () =>
        new Response(
          new ReadableStream({
            start(controller) {
              for (let start = 0; start < body.length; start += 50) {
                controller.enqueue(
                  new Uint8Array(body.subarray(start, start + 50)),
                );
              }
              if (cut) {
                controller.error(new Error("cut"));
              } else {
                controller.close();
              }
            },
          }),
          {
            status:
              [200, 200, 200, 400, 404, 500][randomBelow(random, 6)] ?? 200,
            headers: { "content-type": types[randomBelow(random, 4)] ?? "" },
          },
        ),
    });
    const receiver = counter();
    transport.receive(receiver);
    transport.send(call(1, "echo") as never);
    await until(() => receiver.settled(1) > 0, `seed ${seed} settles`);
    await transport.close();
    expect(receiver.settled(1), `seed ${seed}`).toBe(1);
  }
});

test("memory: any JSON value, and the request behind it is served", async () => {
  const { server } = fixtureServer();
  const [near, far] = memoryTransports();
  const connection = serve(server, far);
  const receiver = counter();
  near.receive(receiver);
  const values: unknown[] = [
    null,
    0,
    "",
    [],
    {},
    [[]],
    { jsonrpc: "2.0" },
    { jsonrpc: "2.0", id: {}, method: "x" },
    { jsonrpc: "2.0", id: 1, method: "tools/call", params: [] },
    { jsonrpc: "2.0", id: 2, method: "tools/call", params: { _meta: 1 } },
    { jsonrpc: "2.0", method: "notifications/cancelled", params: null },
    { jsonrpc: "2.0", method: "__proto__" },
    { jsonrpc: "2.0", id: 3, method: "constructor" },
    { jsonrpc: "2.0", id: 4, result: {}, error: {} },
  ];
  for (let seed = 1; seed <= 500; seed += 1) {
    near.send(values[randomBelow(randomFrom(seed), values.length)] as never);
  }
  near.send(call("last", "echo") as never);
  await until(() => receiver.settled("last") > 0, "it is served");
  expect(receiver.settled("last")).toBe(1);
  await near.close();
  await connection.closed;
});
