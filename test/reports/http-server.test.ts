/** Reports from the field about servers behind HTTP, by the ids of the shared list. */
import { once } from "node:events";
import { type IncomingMessage, type RequestListener } from "node:http";
import {
  connect as connectHttp2,
  createServer as http2Server,
} from "node:http2";
import { connect, type AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { Client, httpTransport } from "../../out/draft/client.js";
import {
  createMcpServer,
  fetchHandler,
  nodeHandler,
} from "../../out/draft/server.js";
import {
  call,
  eventsOf,
  fixtureServer,
  headersFor,
  listen,
  post,
  postBytes,
  until,
} from "../transports/fixture.js";

const headers = headersFor("tools/call", "echo");
const ok = JSON.stringify(call(1, "echo"));

async function bodyOf(message: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of message) text += String(chunk);
  return text;
}

/** A message with what middleware leaves on it. */
type Read = IncomingMessage & { body?: unknown };

/** Posts to a listener; gives status, body and what the server's owner was told. */
async function posted(
  make: (handler: ReturnType<typeof nodeHandler<Read>>) => RequestListener,
  body?: (message: Read) => unknown,
): Promise<[status: number, body: string, errors: string[]]> {
  const { server, errors } = fixtureServer();
  const at = await listen(make(nodeHandler<Read>(server, { body })));
  const answer = await post(at.port, headers, ok);
  await at.close();
  return [answer.status, answer.body, errors];
}

const readFirst =
  (parse: (text: string) => unknown, delay = 0) =>
  (handler: ReturnType<typeof nodeHandler<Read>>): RequestListener =>
  async (message: Read, response) => {
    message.body = parse(await bodyOf(message));
    await sleep(delay);
    handler(message, response);
  };

describe("bodies that something else has touched", () => {
  test("Q20: what middleware has read can be passed, else the owner is told", async () => {
    const pass = (message: Read) => message.body;
    for (const parse of [
      (text: string): unknown => JSON.parse(text),
      (text: string) => text,
      (text: string) => Buffer.from(text),
    ]) {
      const [status, body, errors] = await posted(readFirst(parse, 5), pass);
      expect([status, JSON.parse(body).id, errors]).toEqual([200, 1, []]);
    }
    // A route without such middleware reads the request.
    const [untouched] = await posted((handler) => handler, pass);
    expect(untouched).toBe(200);
    const [status, , errors] = await posted(readFirst(JSON.parse));
    expect(status).toBe(500);
    expect(errors).toEqual([
      expect.stringMatching(/read by something else.*`body`/),
    ]);
  });

  test("one that was paused is read", async () => {
    const [status, , errors] = await posted(
      (handler) => (message, response) => {
        message.pause();
        setTimeout(() => handler(message, response), 5);
      },
    );
    expect([status, errors]).toEqual([200, []]);
  });

  test("one that is read from its beginning by two is read by both", async () => {
    let seen = "";
    const [status, , errors] = await posted(
      (handler) => (message, response) => {
        message.on("data", (chunk) => {
          seen += String(chunk);
        });
        handler(message, response);
      },
    );
    expect([status, seen, errors]).toEqual([200, ok, []]);
  });

  test("one whose beginning is gone is the owner's fault", async () => {
    const [status, , errors] = await posted(
      (handler) => (message, response) => {
        message.once("data", () => {
          message.pause();
          handler(message, response);
        });
      },
    );
    expect(status).toBe(500);
    expect(errors).toHaveLength(1);
  });

  test.each([
    ["utf8", 200],
    ["UTF-8", 200],
    ["hex", 500],
    ["latin1", 500],
  ] as const)("one that is decoded as %s: %i", async (encoding, wanted) => {
    const [status, , errors] = await posted(
      (handler) => (message, response) => {
        message.setEncoding(encoding as BufferEncoding);
        handler(message, response);
      },
    );
    expect(status).toBe(wanted);
    expect(errors).toHaveLength(wanted === 200 ? 0 : 1);
  });

  test("an option that throws is the owner's fault", async () => {
    const [status, , errors] = await posted(
      (handler) => handler,
      () => {
        throw new Error("no body");
      },
    );
    expect([status, errors]).toEqual([500, ["Error: no body"]]);
  });

  test("fetchHandler: the same", async () => {
    const { server, errors } = fixtureServer();
    const make = () =>
      new Request("http://localhost/", { method: "POST", headers, body: ok });
    const used = make();
    await used.text();
    const locked = make();
    locked.body?.getReader();
    for (const each of [used, locked]) {
      expect((await fetchHandler(server)(each)).status).toBe(500);
    }
    expect(errors).toHaveLength(2);
    expect(errors[0]).toMatch(/read by something else.*`body`/);
    for (const body of [
      ok,
      JSON.parse(ok),
      Buffer.from(ok),
      Promise.resolve(ok),
    ]) {
      const handler = fetchHandler(server, { body: () => body });
      expect((await handler(used)).status).toBe(200);
    }
    expect(errors).toHaveLength(2);
  });
});

test("Q24: a client that leaves a progress stream ends its handler", async () => {
  const { server, running, cancelled } = fixtureServer();
  const at = await listen(nodeHandler(server));
  const leave = new AbortController();
  const answer = fetch(at.url, {
    method: "POST",
    headers: headersFor("tools/call", "wait"),
    body: JSON.stringify(call(7, "wait", { label: "a", ms: 60_000 })),
    signal: leave.signal,
  });
  answer.catch(() => undefined);
  await until(() => running.size === 1, "it runs");
  // A cancellation by another POST means nothing: closing the stream is the way.
  const notified = await post(
    at.port,
    headersFor("notifications/cancelled"),
    JSON.stringify({
      jsonrpc: "2.0",
      method: "notifications/cancelled",
      params: { requestId: 7 },
    }),
  );
  expect(notified.status).toBe(202);
  await sleep(30);
  expect(running.size).toBe(1);
  leave.abort();
  await until(() => cancelled.length === 1, "it was cancelled");
  await at.close();
});

test("Q26: a subscription of which nothing is honored is acknowledged and ends", async () => {
  const server = createMcpServer({
    info: { name: "s", version: "1" },
    capabilities: { tools: { listChanged: false } },
    handlers: { listTools: () => ({ tools: [] }) },
  });
  const at = await listen(nodeHandler(server));
  const client = new Client(httpTransport(at.url), {
    info: { name: "c", version: "1" },
  });
  const subscription = client.listen({
    toolsListChanged: true,
    promptsListChanged: true,
  });
  expect(await subscription.acknowledged).toEqual({});
  expect(await subscription.next()).toEqual({ value: undefined, done: true });
  await client.close();
  await at.close();
});

test("Q32: pages that may call are listed, in the usual forms", async () => {
  const { server } = fixtureServer();
  const statusOf = async (
    allowedOrigins: string[] | undefined,
    origin: string,
  ): Promise<number> => {
    const handler = fetchHandler(server, { allowedOrigins });
    const answer = await handler(
      new Request("http://localhost/", {
        method: "POST",
        headers: { ...headers, Origin: origin },
        body: ok,
      }),
    );
    return answer.status;
  };
  const page = "https://claude.ai";
  expect(await statusOf(undefined, page)).toBe(403);
  for (const entry of [page, `${page}/`, "HTTPS://Claude.AI", "*"]) {
    expect(await statusOf([entry], page), entry).toBe(200);
  }
  expect(await statusOf([page], "http://localhost")).toBe(403);
  expect(await statusOf(["http://localhost:*"], "http://localhost:5173")).toBe(
    200,
  );
});

test("Q42: behind HTTP/2 the authority is the host, as in a URL alone", async () => {
  const { server } = fixtureServer();
  const warnings: Error[] = [];
  const onWarning = (warning: Error) => warnings.push(warning);
  process.on("warning", onWarning);
  const http = http2Server(nodeHandler(server));
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  const session = connectHttp2(
    `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
  );
  const statusOf = async (more: object): Promise<unknown> => {
    const stream = session.request({
      ":method": "POST",
      ...Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [
          name.toLowerCase(),
          value,
        ]),
      ),
      ...more,
    });
    stream.end(ok);
    const [answer] = await once(stream, "response");
    stream.resume();
    return answer[":status"];
  };
  expect(await statusOf({})).toBe(200);
  expect(await statusOf({ ":authority": "evil.example" })).toBe(403);
  expect(await statusOf({ "content-type": "text/plain" })).toBe(415);
  session.close();
  http.close();
  process.off("warning", onWarning);
  expect(warnings).toEqual([]);

  const handler = fetchHandler(server, { allowedHosts: ["mcp.example.com"] });
  for (const [url, status] of [
    ["https://mcp.example.com/mcp", 200],
    ["https://mcp.example.com:8443/mcp", 200],
    ["https://evil.example/mcp", 403],
  ] as const) {
    const answer = await handler(
      new Request(url, { method: "POST", headers, body: ok }),
    );
    expect(answer.status, url).toBe(status);
  }
});

test("Q46: event streams pass through proxies one by one", async () => {
  const at = await listen(nodeHandler(fixtureServer().server));
  const answer = await post(
    at.port,
    headersFor("tools/call", "count"),
    JSON.stringify(call(1, "count", { to: 1 }, { progressToken: 1 })),
  );
  await at.close();
  expect(answer.headers).toMatchObject({
    "content-type": "text/event-stream",
    "x-accel-buffering": "no",
    "cache-control": "no-cache, no-transform",
  });
});

test("Q47: half an upload, and resets before the answer, harm nobody else", async () => {
  const { server, errors, running } = fixtureServer();
  const at = await listen(nodeHandler(server));
  const bytes = postBytes(
    headersFor("tools/call", "wait"),
    JSON.stringify(call(1, "wait", { label: "a", ms: 60_000 })),
  );
  for (let turn = 0; turn < 20; turn += 1) {
    const socket = connect(at.port, "127.0.0.1");
    socket.on("error", () => undefined);
    await once(socket, "connect");
    socket.write(turn === 0 ? bytes.subarray(0, -10) : bytes);
    await sleep(turn);
    socket.resetAndDestroy();
  }
  await until(() => running.size === 0, "all were cancelled");
  expect((await post(at.port, headers, ok)).status).toBe(200);
  expect(errors).toEqual([]);
  await at.close();
});

test("Q48: a body over the limit is 413, and says which limit", async () => {
  const at = await listen(nodeHandler(fixtureServer().server));
  const withArgument = (length: number): string =>
    JSON.stringify(call(1, "echo", { text: "y".repeat(length) }));
  const limit = 4 * 1024 * 1024;
  const fits = await post(at.port, headers, withArgument(limit - 1_000));
  const tooLarge = await post(at.port, headers, withArgument(5 * 1024 * 1024));
  await at.close();
  expect(fits.status).toBe(200);
  expect([tooLarge.status, tooLarge.body]).toEqual([
    413,
    `The body is larger than the limit of ${limit} bytes.`,
  ]);
});

test("Q50: local names with any port pass on loopback, others are told the option", async () => {
  const at = await listen(nodeHandler(fixtureServer().server));
  for (const [host, status] of [
    ["localhost", 200],
    ["localhost:6575", 200],
    ["LOCALHOST", 200],
    ["127.0.0.1:1", 200],
    ["[::1]:99", 200],
    ["mcp.example.com", 403],
    ["mcp.example.com:443", 403],
    ["localhost.evil.example", 403],
    ["127.0.0.1.evil.example", 403],
    ["", 403],
  ] as const) {
    const answer = await post(at.port, { ...headers, Host: host }, ok);
    expect(answer.status, host).toBe(status);
    if (status === 403) expect(answer.body).toContain("allowedHosts");
  }
  await at.close();
});

test("Q54: fetchHandler reports progress before it answers", async () => {
  const answer = await fetchHandler(fixtureServer().server)(
    new Request("http://localhost/", {
      method: "POST",
      headers: headersFor("tools/call", "count"),
      body: JSON.stringify(call(1, "count", { to: 2 }, { progressToken: 1 })),
    }),
  );
  expect(eventsOf(await answer.text())).toMatchObject([
    { method: "notifications/progress" },
    { method: "notifications/progress" },
    { id: 1, result: {} },
  ]);
  const plain = await fetchHandler(fixtureServer().server)(
    new Request("http://localhost/", { method: "POST", headers, body: ok }),
  );
  expect(plain.headers.get("content-type")).toBe("application/json");
});
