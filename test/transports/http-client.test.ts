/** The HTTP client: raw bytes out, raw bytes in, from a scripted server. */
import type { IncomingHttpHeaders } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import { Client } from "../../out/draft/client.js";
import { httpTransport } from "../../out/draft/runtime/http/client/transport.js";
import type { HttpOptions } from "../../out/draft/runtime/http/client/post.js";
import { HttpError } from "../../out/draft/runtime/http/client/response.js";
import { nodeHandler } from "../../out/draft/runtime/http/node.js";
import type {
  Receiver,
  Transport,
} from "../../out/draft/runtime/protocol/transport.js";
import {
  call,
  fixtureServer,
  listen,
  request,
  until,
  version,
  type Listening,
} from "./fixture.js";

/** A POST as the scripted server saw it. */
interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly message: Record<string, any>;
}

/** What the scripted server answers: a status, headers, and pieces of a body. */
interface Reply {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body?: string | Uint8Array | readonly (string | Uint8Array)[];
  /** Cut the connection instead of ending the body. */
  readonly cut?: boolean;
  /** Leave the body open. */
  readonly open?: boolean;
}

const json = (message: unknown, status = 200): Reply => ({
  status,
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify(message),
});
const events = (...body: (string | Uint8Array)[]): Reply => ({
  headers: { "Content-Type": "text/event-stream" },
  body,
});
const result = (id: unknown, more: object = {}): object => ({
  jsonrpc: "2.0",
  id,
  result: { resultType: "complete", content: [], ...more },
});

interface Recorder extends Receiver {
  readonly messages: Record<string, any>[];
  readonly origins: unknown[];
  readonly failures: { id: unknown; cause: Error }[];
  readonly reports: Error[];
  readonly malformedTexts: string[];
  closedTimes: number;
}

function recorder(): Recorder {
  const recording: Recorder = {
    messages: [],
    origins: [],
    failures: [],
    reports: [],
    malformedTexts: [],
    closedTimes: 0,
    message: (message, origin) => {
      recording.messages.push(message as Record<string, any>);
      recording.origins.push(origin);
    },
    malformed: (text) => recording.malformedTexts.push(text),
    failed: (id, cause) => recording.failures.push({ id, cause }),
    lost: () => undefined,
    report: (error) => recording.reports.push(error),
    closed: () => {
      recording.closedTimes += 1;
    },
  };
  return recording;
}

interface Scripted extends Listening {
  readonly seen: Seen[];
  readonly receiver: Recorder;
  readonly transport: Transport;
  /** Sends a message and waits until something has come of it. */
  settled(message: Record<string, unknown>): Promise<void>;
}

const servers: Listening[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

/** Starts a server that answers by script, and a client's transport to it. */
async function script(
  answer: (seen: Seen, count: number) => Reply,
  options?: HttpOptions,
): Promise<Scripted> {
  const seen: Seen[] = [];
  const at = await listen(async (incoming, outgoing) => {
    const pieces: Buffer[] = [];
    for await (const piece of incoming) {
      pieces.push(piece as Buffer);
    }
    const one: Seen = {
      method: incoming.method,
      url: incoming.url,
      headers: incoming.headers,
      message: JSON.parse(Buffer.concat(pieces).toString()),
    };
    seen.push(one);
    const {
      status = 200,
      headers = {},
      body = [],
      cut,
      open,
    } = answer(one, seen.length);
    outgoing.writeHead(status, headers);
    const parts =
      typeof body === "string" || body instanceof Uint8Array ? [body] : body;
    for (const part of parts) {
      outgoing.write(part);
      if (parts.length > 1) {
        await sleep(1);
      }
    }
    if (cut === true) {
      outgoing.destroy();
    } else if (open !== true) {
      outgoing.end();
    }
  });
  servers.push(at);
  const receiver = recorder();
  const transport = httpTransport(at.url, options);
  transport.receive(receiver);
  return {
    ...at,
    seen,
    receiver,
    transport,
    settled: async (message) => {
      await transport.send(message as never);
      await until(
        () =>
          receiver.failures.length > 0 ||
          receiver.messages.some(
            ({ id, method }) => id === message["id"] && method === undefined,
          ),
        "the request is settled",
      );
    },
  };
}

describe("what is sent", () => {
  test("one POST, with the headers of the message", async () => {
    const { seen, settled } = await script(({ message }) =>
      json(result(message["id"])),
    );
    const message = call(1, "echo", { a: 1 });
    await settled(message);
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatchObject({
      method: "POST",
      url: "/mcp",
      message,
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": version,
        "mcp-method": "tools/call",
        "mcp-name": "echo",
      },
    });
    expect(
      Object.keys(seen[0]?.headers ?? {}).filter((name) =>
        name.startsWith("mcp-"),
      ),
    ).toEqual(
      expect.arrayContaining([
        "mcp-protocol-version",
        "mcp-method",
        "mcp-name",
      ]),
    );
  });

  const names: [message: Record<string, unknown>, name: string | undefined][] =
    [
      [call(1, "日本"), "=?base64?5pel5pys?="],
      [call(1, "=?base64?QQ==?="), "=?base64?PT9iYXNlNjQ/UVE9PT89?="],
      [call(1, "a\r\nX-Evil: 1"), "=?base64?YQ0KWC1FdmlsOiAx?="],
      [
        request(1, "resources/read", { uri: "file:///世界" }),
        "=?base64?ZmlsZTovLy/kuJbnlYw=?=",
      ],
      [request(1, "prompts/get", { name: "p" }), "p"],
      [request(1, "tools/list"), undefined],
    ];
  test.each(names)("Mcp-Name of %j", async (message, name) => {
    const { seen, settled } = await script(({ message: { id } }) =>
      json(result(id)),
    );
    await settled(message);
    expect(seen[0]?.headers["mcp-name"]).toBe(name);
    expect(seen[0]?.headers["x-evil"]).toBeUndefined();
  });

  test("own headers, computed for each request; those of the protocol stay", async () => {
    let count = 0;
    const { seen, settled } = await script(
      ({ message: { id } }) => json(result(id)),
      {
        headers: async () => ({
          Authorization: `Bearer ${(count += 1)}`,
          Accept: "text/html",
          "Content-Type": "text/plain",
          "Mcp-Method": "other",
          "MCP-Protocol-Version": "1900-01-01",
        }),
      },
    );
    await settled(call(1, "echo"));
    await settled(call(2, "echo"));
    expect(seen.map(({ headers }) => headers.authorization)).toEqual([
      "Bearer 1",
      "Bearer 2",
    ]);
    expect(seen[0]?.headers).toMatchObject({
      accept: "application/json, text/event-stream, text/html",
      "content-type": "application/json",
      "mcp-method": "tools/call",
      "mcp-protocol-version": version,
    });
  });

  test("a notification: accepted with 202; it takes the version of the requests", async () => {
    const { seen, settled, transport, receiver } = await script(
      ({ message }) =>
        "id" in message ? json(result(message["id"])) : { status: 202 },
    );
    await settled(call(1, "echo"));
    await transport.send({ jsonrpc: "2.0", method: "notifications/x" });
    expect(seen[1]?.headers).toMatchObject({
      "mcp-method": "notifications/x",
      "mcp-protocol-version": version,
    });
    expect(receiver.messages).toHaveLength(1);
  });

  test("a notification that is refused rejects", async () => {
    const { transport } = await script(() => ({ status: 400, body: "no" }));
    await expect(
      transport.send({ jsonrpc: "2.0", method: "notifications/x" }),
    ).rejects.toMatchObject({ name: "HttpError", status: 400, body: "no" });
  });

  test("never a response", async () => {
    const { transport, seen } = await script(() => ({}));
    await expect(
      transport.send({
        jsonrpc: "2.0",
        id: 1,
        result: { resultType: "complete" },
      }),
    ).rejects.toThrow("no responses");
    expect(seen).toEqual([]);
  });
});

describe("what comes back", () => {
  const progress = `data: ${JSON.stringify({
    jsonrpc: "2.0",
    method: "notifications/progress",
    params: { progressToken: 1, progress: 1 },
  })}\n\n`;
  const done = JSON.stringify(result(1));
  const good: [name: string, reply: Reply, messages: number][] = [
    ["JSON", json(result(1)), 1],
    [
      "JSON with a charset",
      {
        headers: { "Content-Type": "Application/JSON; charset=utf-8" },
        body: done,
      },
      1,
    ],
    ["one event", events(`data: ${done}\n\n`), 1],
    ["an event without a blank after the colon", events(`data:${done}\n\n`), 1],
    ["CRLF", events(`data: ${done}\r\n\r\n`), 1],
    ["CR", events(`data: ${done}\r\r`), 1],
    [
      "data over several lines",
      events(
        `data: {"jsonrpc":"2.0",\ndata: "id":1,"result":{"resultType":"complete"}}\n\n`,
      ),
      1,
    ],
    [
      "comments and empty events around",
      events(`id: 1\ndata: \n\n:keepalive\n\ndata\n\n`, `data: ${done}\n\n`),
      1,
    ],
    [
      "unknown fields",
      events(`event: x\nid: 5\nretry: 1\ndata: ${done}\n\n`),
      1,
    ],
    [
      "notifications before it",
      events(progress, `: still here\n\n`, progress, `data: ${done}\n\n`),
      3,
    ],
    [
      "in pieces",
      events(
        ...[...Buffer.from(`data: ${done}\n\n`)].map((byte) => Buffer.of(byte)),
      ),
      1,
    ],
    [
      "what follows the response is not read",
      events(`data: ${done}\n\n${progress}`),
      1,
    ],
  ];
  test.each(good)("%s", async (_, reply, messages) => {
    const { settled, receiver } = await script(() => reply);
    await settled(call(1, "echo"));
    expect(receiver.failures).toEqual([]);
    expect(receiver.messages).toHaveLength(messages);
    expect(receiver.messages.at(-1)).toMatchObject({ id: 1, result: {} });
    expect(receiver.origins).toEqual(
      receiver.messages.map(() => ({ requestId: 1, status: 200 })),
    );
  });

  const error = { code: -32601, message: "no" };
  const errors: [name: string, reply: Reply, status: number][] = [
    ["JSON with status 404", json({ jsonrpc: "2.0", id: 1, error }, 404), 404],
    ["JSON with status 200", json({ jsonrpc: "2.0", id: 1, error }), 200],
    ["without an id", json({ jsonrpc: "2.0", error }, 400), 400],
    ["with a null id", json({ jsonrpc: "2.0", id: null, error }, 400), 400],
    [
      "inside an event stream",
      events(`data: ${JSON.stringify({ jsonrpc: "2.0", id: 1, error })}\n\n`),
      200,
    ],
    [
      "inside an event stream, without an id",
      events(`data: ${JSON.stringify({ jsonrpc: "2.0", error })}\n\n`),
      200,
    ],
  ];
  test.each(errors)("an error: %s", async (_, reply, status) => {
    const { settled, receiver } = await script(() => reply);
    await settled(call(1, "echo"));
    expect(receiver.messages).toEqual([{ jsonrpc: "2.0", id: 1, error }]);
    expect(receiver.origins).toEqual([{ requestId: 1, status }]);
  });

  const failures: [name: string, reply: Reply, want: object][] = [
    [
      "401",
      {
        status: 401,
        headers: { "WWW-Authenticate": 'Bearer scope="a"' },
        body: "who?",
      },
      { name: "HttpError", status: 401, body: "who?" },
    ],
    [
      "403 with a JSON-RPC error",
      json({ jsonrpc: "2.0", id: 1, error }, 403),
      { name: "HttpError", status: 403 },
    ],
    [
      "500 with HTML",
      { status: 500, headers: { "Content-Type": "text/html" }, body: "<h1>" },
      { name: "HttpError", status: 500, body: "<h1>" },
    ],
    [
      "404 with nothing",
      { status: 404 },
      { name: "HttpError", status: 404, body: "" },
    ],
    [
      "404 with unknown JSON",
      json({ error: "no" }, 404),
      { name: "HttpError", status: 404, body: '{"error":"no"}' },
    ],
    ["202 for a request", { status: 202 }, { name: "HttpError", status: 202 }],
    [
      "200 with HTML",
      { headers: { "Content-Type": "text/html" }, body: "<h1>" },
      { name: "HttpError", status: 200 },
    ],
    [
      "JSON that is none",
      { headers: { "Content-Type": "application/json" }, body: "{" },
      { name: "HttpError", body: "{" },
    ],
    ["a response to another id", json(result(2)), { name: "HttpError" }],
    [
      "a response to the id as a string",
      json(result("1")),
      { name: "HttpError" },
    ],
    [
      "JSON that is not UTF-8",
      {
        headers: { "Content-Type": "application/json" },
        body: Buffer.from([0xff]),
      },
      { name: "ConnectionError" },
    ],
    [
      "an event stream without a response",
      events(progress),
      { name: "ConnectionError" },
    ],
    [
      "an event that no blank line ends",
      events(`data: ${done}\n`),
      { name: "ConnectionError" },
    ],
    ["an empty event stream", events(), { name: "ConnectionError" }],
    [
      "an event stream that breaks",
      { ...events(progress), cut: true },
      { name: "ConnectionError" },
    ],
    [
      "JSON that breaks",
      {
        headers: { "Content-Type": "application/json", "Content-Length": "99" },
        body: "{",
        cut: true,
      },
      { name: "ConnectionError" },
    ],
    [
      "an event past the limit",
      events(`data: ${"x".repeat(2_000)}\n\n`),
      { name: "ConnectionError" },
    ],
    [
      "JSON past the limit",
      {
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(result(1, { a: "x".repeat(2_000) })),
      },
      { name: "ConnectionError" },
    ],
  ];
  test.each(failures)("a failure: %s", async (_, reply, want) => {
    const { settled, receiver } = await script(() => reply, {
      maxMessageBytes: 1_000,
    });
    await settled(call(1, "echo"));
    expect(receiver.failures).toEqual([
      { id: 1, cause: expect.objectContaining(want) },
    ]);
    expect(receiver.messages.filter((each) => !("method" in each))).toEqual([]);
  });

  test("the challenge of a 401 reaches the caller", async () => {
    const challenge = 'Bearer resource_metadata="https://example.com/x"';
    const { settled, receiver } = await script(() => ({
      status: 401,
      headers: { "WWW-Authenticate": challenge },
    }));
    await settled(call(1, "echo"));
    const cause = receiver.failures[0]?.cause;
    expect(cause).toBeInstanceOf(HttpError);
    expect((cause as HttpError).headers.get("www-authenticate")).toBe(
      challenge,
    );
  });

  test("junk inside an event stream is reported and skipped", async () => {
    const { settled, receiver } = await script(() =>
      events("data: [dev] reloaded\n\n", "data: 1\n\n", `data: ${done}\n\n`),
    );
    await settled(call(1, "echo"));
    expect(receiver.malformedTexts).toEqual(["[dev] reloaded"]);
    expect(receiver.messages).toMatchObject([1, { id: 1 }]);
  });

  test("a server that is not there", async () => {
    const gone = await listen(() => undefined);
    await gone.close();
    const receiver = recorder();
    const transport = httpTransport(gone.url);
    transport.receive(receiver);
    transport.send(call(1, "echo") as never);
    await until(() => receiver.failures.length > 0, "it fails");
    expect(receiver.failures[0]?.cause.message).toContain("ECONNREFUSED");
  });
});

describe("redirects", () => {
  test("are followed within the origin, with method and body", async () => {
    const { seen, settled, receiver } = await script(({ url, message }) =>
      url === "/mcp"
        ? { status: 308, headers: { Location: "/v2" } }
        : json(result(message["id"])),
    );
    await settled(call(1, "echo"));
    expect(receiver.failures).toEqual([]);
    expect(seen.map(({ url, method }) => [method, url])).toEqual([
      ["POST", "/mcp"],
      ["POST", "/v2"],
    ]);
    expect(seen[1]?.message).toEqual(seen[0]?.message);
  });

  test("never to another origin, so no credentials go there", async () => {
    const other = await script(({ message: { id } }) => json(result(id)));
    for (const [status, location] of [
      [307, other.url],
      [308, other.url],
      [302, "/v2"],
      [303, "/v2"],
      [307, undefined],
    ] as const) {
      const { seen, settled, receiver } = await script(
        () => ({
          status,
          headers: location === undefined ? {} : { Location: location },
        }),
        { headers: { Authorization: "Bearer secret", "X-Key": "secret" } },
      );
      await settled(call(1, "echo"));
      expect(receiver.failures[0]?.cause).toMatchObject({
        name: "HttpError",
        status,
      });
      expect(seen).toHaveLength(1);
    }
    expect(other.seen).toEqual([]);
  });

  test("not in a circle", async () => {
    const { seen, settled, receiver } = await script(() => ({
      status: 307,
      headers: { Location: "/mcp" },
    }));
    await settled(call(1, "echo"));
    expect(receiver.failures).toHaveLength(1);
    expect(seen).toHaveLength(6);
  });
});

describe("cancelling and closing", () => {
  test("abort closes the stream; nothing more is delivered", async () => {
    const fixture = fixtureServer();
    const at = await listen(nodeHandler(fixture.server));
    servers.push(at);
    const receiver = recorder();
    const transport = httpTransport(at.url);
    transport.receive(receiver);
    transport.send(call(1, "wait", { ms: 60_000, label: "a" }) as never);
    await until(() => fixture.running.has("a"), "it runs");
    transport.abort?.(1);
    await until(() => fixture.cancelled.includes("a"), "it is cancelled");
    expect(receiver.messages).toEqual([]);
    expect(receiver.failures).toEqual([]);
    await fixture.server.close();
  });

  test("close ends all streams and says so once", async () => {
    const { transport, receiver, seen } = await script(() => ({
      ...events(": open\n\n"),
      open: true,
    }));
    transport.send(call(1, "echo") as never);
    await until(() => seen.length > 0, "the request is there");
    await transport.close();
    await transport.close();
    expect(receiver.closedTimes).toBe(1);
    await expect(transport.send(call(2, "echo") as never)).rejects.toThrow(
      "closed",
    );
    await sleep(20);
    expect(receiver.failures).toEqual([]);
  });

  test("an aborted id can be used again", async () => {
    const { transport, receiver, settled } = await script(
      ({ message }, count) =>
        count === 1
          ? { ...events(": open\n\n"), open: true }
          : json(result(message["id"])),
    );
    transport.send(call(1, "echo") as never);
    await sleep(20);
    transport.abort?.(1);
    await settled(call(1, "echo"));
    expect(receiver.messages).toMatchObject([{ id: 1, result: {} }]);
    expect(receiver.failures).toEqual([]);
  });
});

describe("tools with parameter headers", () => {
  const tool = (name: string, properties: object): object => ({
    name,
    inputSchema: { type: "object", properties },
  });
  const region = (type: string, header = "Region"): object => ({
    region: { type, "x-mcp-header": header },
  });
  const listed = (id: unknown, tools: object[], more: object = {}): Reply =>
    json(result(id, { tools, ttlMs: 0, cacheScope: "private", ...more }));

  test("arguments are mirrored once the tool has been listed", async () => {
    const { seen, settled } = await script(({ message: { id, method } }) =>
      method === "tools/list"
        ? listed(id, [tool("t", region("string"))])
        : json(result(id)),
    );
    await settled(call(1, "t", { region: "日" }));
    await settled(request(2, "tools/list"));
    await settled(call(3, "t", { region: "日" }));
    await settled(call(4, "t", { region: null }));
    await settled(call(5, "t"));
    await settled(call(6, "other", { region: "eu" }));
    expect(seen.map(({ headers }) => headers["mcp-param-region"])).toEqual([
      undefined,
      undefined,
      "=?base64?5pel?=",
      undefined,
      undefined,
      undefined,
    ]);
  });

  test("invalid tools are left out with a warning, the others stay", async () => {
    const { settled, receiver } = await script(({ message: { id } }) =>
      listed(
        id,
        [
          tool("a", region("string")),
          tool("b", region("number")),
          tool("c", {}),
        ],
        { nextCursor: "" },
      ),
    );
    await settled(request(1, "tools/list"));
    const page = receiver.messages[0]?.["result"];
    expect(page.tools.map(({ name }: { name: string }) => name)).toEqual([
      "a",
      "c",
    ]);
    expect(page.nextCursor).toBe("");
    expect(receiver.reports).toEqual([
      expect.objectContaining({ name: "InvalidToolError", toolName: "b" }),
    ]);
    expect(receiver.reports[0]?.message).toContain(
      'is not "string", "integer" or "boolean"',
    );
  });

  const mismatch = (id: unknown): Reply =>
    json(
      { jsonrpc: "2.0", id, error: { code: -32020, message: "mismatch" } },
      400,
    );

  test("-32020: the list is read again, and the call sent once more", async () => {
    const { seen, settled, receiver } = await script(
      ({ message: { id, method, params }, headers }) => {
        if (method === "tools/list") {
          return params.cursor === undefined
            ? listed(id, [tool("x", {})], { nextCursor: "2" })
            : listed(id, [tool("t", region("string"))], { nextCursor: "3" });
        }
        return headers["mcp-param-region"] === "eu"
          ? json(result(id))
          : mismatch(id);
      },
    );
    await settled(
      call(1, "t", { region: "eu" }, { progressToken: "p", traceparent: "00" }),
    );
    expect(receiver.messages).toMatchObject([{ id: 1, result: {} }]);
    expect(seen.map(({ message }) => message["method"])).toEqual([
      "tools/call",
      "tools/list",
      "tools/list",
      "tools/call",
    ]);
    expect(seen[2]?.message["params"]).toMatchObject({ cursor: "2" });
    const meta = seen[1]?.message["params"]._meta;
    expect(meta).toMatchObject({
      "io.modelcontextprotocol/protocolVersion": version,
      traceparent: "00",
    });
    expect(meta).not.toHaveProperty("progressToken");
    expect(seen[1]?.headers["mcp-name"]).toBeUndefined();
  });

  test("-32020 again: the error, and no third try", async () => {
    const { seen, settled, receiver } = await script(
      ({ message: { id, method } }) =>
        method === "tools/list"
          ? listed(id, [tool("t", region("string"))])
          : mismatch(id),
    );
    await settled(call(1, "t", { region: "eu" }));
    expect(receiver.messages).toMatchObject([
      { id: 1, error: { code: -32020 } },
    ]);
    expect(seen).toHaveLength(3);
  });

  test("-32020 that the list does not explain: the error at once", async () => {
    const { seen, settled, receiver } = await script(
      ({ message: { id, method } }) =>
        method === "tools/list" ? listed(id, []) : mismatch(id),
    );
    await settled(call(1, "t", { region: "eu" }));
    expect(receiver.messages).toMatchObject([
      { id: 1, error: { code: -32020 } },
    ]);
    expect(seen).toHaveLength(2);
  });

  test("-32020, and the list cannot be read: the error", async () => {
    const { settled, receiver } = await script(({ message: { id, method } }) =>
      method === "tools/list" ? { status: 503 } : mismatch(id),
    );
    await settled(call(1, "t", { region: "eu" }));
    expect(receiver.messages).toMatchObject([
      { id: 1, error: { code: -32020 } },
    ]);
  });

  test("-32020 about anything but a call is passed on", async () => {
    const { seen, settled, receiver } = await script(({ message: { id } }) =>
      mismatch(id),
    );
    await settled(request(1, "resources/read", { uri: "file:///a" }));
    expect(receiver.messages).toMatchObject([{ error: { code: -32020 } }]);
    expect(seen).toHaveLength(1);
  });

  test("a number that no header can carry fails before it is sent", async () => {
    const { seen, settled, receiver } = await script(({ message: { id } }) =>
      listed(id, [tool("t", { n: { type: "integer", "x-mcp-header": "N" } })]),
    );
    await settled(request(1, "tools/list"));
    await settled(call(2, "t", { n: 2 ** 53 }));
    expect(receiver.failures).toMatchObject([
      { id: 2, cause: { name: "UnmirroredArgumentError" } },
    ]);
    expect(seen).toHaveLength(1);
  });
});

describe("with a client", () => {
  test("calls, progress, parameter headers and cancellation, end to end", async () => {
    const fixture = fixtureServer();
    const at = await listen(nodeHandler(fixture.server));
    servers.push(at);
    const client = new Client(httpTransport(at.url), {
      info: { name: "c", version: "1" },
    });
    const args = { region: "日", place: { floor: 1, open: false } };
    // The tool has not been listed yet: refused, listed, and called again.
    const routed = await client.callTool({ name: "route", arguments: args });
    expect(routed.content).toEqual([
      { type: "text", text: JSON.stringify(args) },
    ]);
    const steps: number[] = [];
    await client.callTool(
      { name: "count", arguments: { to: 3 } },
      { onProgress: ({ progress }) => steps.push(progress) },
    );
    expect(steps).toEqual([1, 2, 3]);
    const controller = new AbortController();
    const waiting = client.callTool(
      { name: "wait", arguments: { ms: 60_000, label: "c" } },
      { signal: controller.signal },
    );
    await until(() => fixture.running.has("c"), "it runs");
    controller.abort(new Error("enough"));
    await expect(waiting).rejects.toThrow("enough");
    await until(() => fixture.cancelled.includes("c"), "it is cancelled");
    await client.close();
    await fixture.server.close();
  });

  test("a fetch of one's own gets each POST as it is, and may repeat it", async () => {
    const bodies: unknown[] = [];
    const fixture = fixtureServer();
    const at = await listen(nodeHandler(fixture.server));
    servers.push(at);
    const client = new Client(
      httpTransport(at.url, {
        fetch: async (url, init) => {
          bodies.push(init.body);
          await (await fetch(url, init)).body?.cancel();
          return fetch(url, init);
        },
      }),
      { info: { name: "c", version: "1" } },
    );
    await client.callTool({ name: "echo", arguments: {} });
    expect(bodies).toEqual([expect.any(String)]);
    await client.close();
    await fixture.server.close();
  });
});
