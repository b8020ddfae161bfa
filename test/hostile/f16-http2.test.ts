/** F16: nodeHandler behind node:http2. */
import { once } from "node:events";
import {
  connect,
  constants,
  createServer,
  type ClientHttp2Session,
  type ClientHttp2Stream,
  type Http2Server,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
} from "node:http2";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  nodeHandler,
  type NodeHandlerOptions,
} from "../../out/draft/runtime/http/node.js";
import {
  call,
  fixtureServer,
  headersFor,
  request,
  until,
  type Fixture,
} from "../transports/fixture.js";

let fixture: Fixture;
let http: Http2Server | undefined;
let session: ClientHttp2Session | undefined;
const warnings: Error[] = [];
const onWarning = (warning: Error) => warnings.push(warning);

beforeEach(() => {
  fixture = fixtureServer();
  warnings.length = 0;
  process.on("warning", onWarning);
});

afterEach(async () => {
  session?.destroy();
  http?.close();
  await fixture.server.close();
  process.off("warning", onWarning);
  expect(warnings).toEqual([]);
  expect(fixture.errors).toEqual([]);
});

async function start(options: NodeHandlerOptions = {}): Promise<void> {
  http = createServer(nodeHandler(fixture.server, options));
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  const { port } = http.address() as AddressInfo;
  session = connect(`http://127.0.0.1:${port}`);
  session.on("error", () => undefined);
}

const lower = (headers: object): OutgoingHttpHeaders =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );

function send(
  body: string | Buffer,
  headers: OutgoingHttpHeaders = lower(headersFor("tools/call", "echo")),
): ClientHttp2Stream {
  if (session === undefined) throw new Error("There is no session.");
  const stream = session.request({
    ":method": "POST",
    ":path": "/mcp",
    ...headers,
  });
  stream.on("error", () => undefined);
  stream.end(body);
  return stream;
}

async function answerOf(
  stream: ClientHttp2Stream,
): Promise<{ status: unknown; headers: IncomingHttpHeaders; body: string }> {
  const [headers] = (await once(stream, "response")) as [IncomingHttpHeaders];
  let body = "";
  for await (const chunk of stream) body += String(chunk);
  return { status: headers[":status"], headers, body };
}

const ok = JSON.stringify(call(1, "echo"));

describe("F16: the authority is the host", () => {
  const plain = lower(headersFor("tools/call", "echo"));
  test.each<[string, NodeHandlerOptions, OutgoingHttpHeaders, number]>([
    ["its own address", {}, {}, 200],
    ["a local name", {}, { ":authority": "localhost:1" }, 200],
    ["another name", {}, { ":authority": "evil.example" }, 403],
    [
      "a listed name",
      { allowedHosts: ["mcp.example.com"] },
      { ":authority": "mcp.example.com" },
      200,
    ],
    [
      "a local name that is not listed",
      { allowedHosts: ["mcp.example.com"] },
      {},
      403,
    ],
    [
      "a host that says the same",
      {},
      { ":authority": "localhost", host: "localhost" },
      200,
    ],
    [
      "a host that says something else",
      {},
      { ":authority": "evil.example", host: "localhost" },
      403,
    ],
  ])("%s", async (_, options, headers, status) => {
    await start(options);
    const answer = await answerOf(send(ok, { ...plain, ...headers }));
    expect(answer.status).toBe(status);
  });
});

test("F16: notifications stream, and the connection is kept", async () => {
  await start();
  for (const turn of [1, 2, 3]) {
    const stream = send(
      JSON.stringify(call(turn, "count", { to: 3 }, { progressToken: "p" })),
      lower(headersFor("tools/call", "count")),
    );
    const { status, headers, body } = await answerOf(stream);
    expect(status).toBe(200);
    expect(headers["connection"]).toBeUndefined();
    expect(body.match(/notifications\/progress/g)).toHaveLength(3);
  }
});

test.each([0, 1, 5, 10, 30, 60])(
  "F16: a stream that is reset after %i ms cancels its request",
  async (delay) => {
    await start();
    const stream = send(
      JSON.stringify(call(1, "wait", { label: "a", ms: 60_000 })),
      lower(headersFor("tools/call", "wait")),
    );
    await until(() => fixture.running.size === 1, "it runs");
    await sleep(delay);
    stream.close(constants.NGHTTP2_CANCEL);
    await until(() => fixture.cancelled.length === 1, "it was cancelled");
  },
);

test("F16: streams that are reset at once, many times over, leave nothing", async () => {
  await start();
  const waiting = JSON.stringify(call(1, "wait", { label: "a", ms: 20 }));
  for (let turn = 0; turn < 200; turn += 1) {
    const stream = send(waiting, lower(headersFor("tools/call", "wait")));
    if (turn % 2 === 0) stream.close(constants.NGHTTP2_CANCEL);
    else stream.resume();
  }
  await until(() => fixture.running.size === 0, "nothing runs");
  expect((await answerOf(send(ok))).status).toBe(200);
});

test("F16: a subscription ends with its session", async () => {
  await start();
  const stream = send(
    JSON.stringify(
      request("s", "subscriptions/listen", {
        notifications: { toolsListChanged: true },
      }),
    ),
    lower(headersFor("subscriptions/listen")),
  );
  await once(stream, "data");
  session?.destroy();
  // Closing would wait for the subscription, if it were still open.
  fixture.server.notify.toolsListChanged();
});

test("F16: a body that is too large gets its 413, the session goes on", async () => {
  await start({ maxBodyBytes: 1_000 });
  for (const size of [2_000, 1_000_000, 4_000_000]) {
    const answer = await answerOf(send(Buffer.alloc(size, 0x20)));
    expect(answer.status).toBe(413);
    expect(answer.body).toContain("1000 bytes");
  }
  expect((await answerOf(send(ok))).status).toBe(200);
});
