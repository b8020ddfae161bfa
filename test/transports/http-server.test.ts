/** Both faces of the HTTP server: raw bytes in, raw bytes out. */
import type { IncomingMessage } from "node:http";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fetchHandler } from "../../out/draft/runtime/http/fetch.js";
import { nodeHandler } from "../../out/draft/runtime/http/node.js";
import type { HttpServerOptions } from "../../out/draft/runtime/http/server/reply.js";
import {
  call,
  eventsOf,
  exchangeBytes,
  fixtureServer,
  headersFor,
  listen,
  parseAnswer,
  post,
  postBytes,
  request,
  until,
  version,
  type Fixture,
  type Listening,
} from "./fixture.js";
import { serveFetch } from "./serve-fetch.js";

const faces: [
  name: string,
  start: (fixture: Fixture, options?: HttpServerOptions) => Promise<Listening>,
][] = [
  [
    "nodeHandler",
    ({ server }, options) => listen(nodeHandler(server, options)),
  ],
  [
    "fetchHandler",
    ({ server }, options) => listen(serveFetch(fetchHandler(server, options))),
  ],
];

describe.each(faces)("%s", (_, start) => {
  let fixture: Fixture;
  let at: Listening;
  beforeAll(async () => {
    fixture = fixtureServer();
    at = await start(fixture, {
      allowedOrigins: ["https://app.example.com"],
      allowedHosts: ["127.0.0.1", "MCP.example.com"],
      maxBodyBytes: 10_000,
      sseAfterMs: 60_000,
    });
  });
  afterAll(async () => {
    await fixture.server.close();
    await at.close();
  });

  const ok = JSON.stringify(call(1, "echo", { a: 1 }));
  const okHeaders = headersFor("tools/call", "echo");

  test("a call is answered with JSON", async () => {
    const answer = await post(at.port, okHeaders, ok);
    expect(answer.status).toBe(200);
    expect(answer.headers["content-type"]).toBe("application/json");
    expect(answer.headers["mcp-session-id"]).toBeUndefined();
    expect(JSON.parse(answer.body)).toMatchObject({
      jsonrpc: "2.0",
      id: 1,
      result: {
        resultType: "complete",
        content: [{ type: "text", text: '{"a":1}' }],
      },
    });
  });

  describe("the envelope", () => {
    const refused: [
      name: string,
      method: string,
      headers: Record<string, string>,
      body: string,
      status: number,
    ][] = [
      ["GET", "GET", { Accept: "text/event-stream" }, "", 405],
      ["DELETE", "DELETE", { "Mcp-Session-Id": "1" }, "", 405],
      ["PUT", "PUT", okHeaders, ok, 405],
      [
        "an unknown origin",
        "POST",
        { ...okHeaders, Origin: "https://evil.example.com" },
        ok,
        403,
      ],
      ["the origin null", "POST", { ...okHeaders, Origin: "null" }, ok, 403],
      [
        "an origin equal to the host",
        "POST",
        { ...okHeaders, Origin: "http://127.0.0.1" },
        ok,
        403,
      ],
      [
        "an origin that only begins well",
        "POST",
        { ...okHeaders, Origin: "https://app.example.com.evil" },
        ok,
        403,
      ],
      [
        "an unknown host",
        "POST",
        { ...okHeaders, Host: "evil.example.com:80" },
        ok,
        403,
      ],
      ["no media type", "POST", { ...okHeaders, "Content-Type": "" }, ok, 415],
      [
        "an unknown media type",
        "POST",
        { ...okHeaders, "Content-Type": "text/plain" },
        ok,
        415,
      ],
      [
        "an unknown charset",
        "POST",
        { ...okHeaders, "Content-Type": "application/json; charset=latin1" },
        ok,
        415,
      ],
      [
        "a content encoding",
        "POST",
        { ...okHeaders, "Content-Encoding": "gzip" },
        ok,
        415,
      ],
      [
        "JSON alone accepted",
        "POST",
        { ...okHeaders, Accept: "application/json" },
        ok,
        406,
      ],
      [
        "events alone accepted",
        "POST",
        { ...okHeaders, Accept: "text/event-stream" },
        ok,
        406,
      ],
      [
        "events at quality 0",
        "POST",
        { ...okHeaders, Accept: "*/*, text/event-stream;q=0" },
        ok,
        406,
      ],
      [
        "nothing useful accepted",
        "POST",
        { ...okHeaders, Accept: "text/html, application/json;q=0" },
        ok,
        406,
      ],
      [
        "a body too long",
        "POST",
        okHeaders,
        JSON.stringify(call(1, "echo", { a: "x".repeat(10_000) })),
        413,
      ],
    ];
    test.each(refused)(
      "%s is refused",
      async (_name, method, headers, body, status) => {
        const answer = await post(at.port, headers, body, method);
        expect(answer.status).toBe(status);
        expect(answer.headers["content-type"]).toMatch(/^text\/plain/);
        expect(answer.headers["allow"]).toBe(
          status === 405 ? "POST" : undefined,
        );
      },
    );

    const passing: [name: string, headers: Record<string, string>][] = [
      ["a listed origin", { Origin: "https://app.example.com" }],
      ["a listed host with a port", { Host: "mcp.example.com:8443" }],
      ["a charset", { "Content-Type": 'Application/JSON ; charset="UTF-8"' }],
      ["identity encoding", { "Content-Encoding": "identity" }],
      ["every type accepted", { Accept: "*/*" }],
      ["ranges and qualities", { Accept: "text/*;q=0.5,application/*;q=0.9" }],
      [
        "traces of older revisions",
        { "Mcp-Session-Id": "x", "Last-Event-ID": "7" },
      ],
    ];
    test.each(passing)("%s passes", async (_name, headers) => {
      const answer = await post(at.port, { ...okHeaders, ...headers }, ok);
      expect(answer.status).toBe(200);
    });

    test("the limit holds for a body of unknown length", async () => {
      const chunk = `400\r\n${"x".repeat(1024)}\r\n`;
      const { "Content-Length": _none, ...rest } = {
        ...okHeaders,
        "Content-Length": "",
      };
      const head = [
        "POST /mcp HTTP/1.1",
        ...Object.entries({
          Host: "127.0.0.1",
          Connection: "close",
          "Transfer-Encoding": "chunked",
          ...rest,
        }).map(([name, value]) => `${name}: ${value}`),
      ].join("\r\n");
      const answer = parseAnswer(
        await exchangeBytes(
          at.port,
          `${head}\r\n\r\n${chunk.repeat(20)}0\r\n\r\n`,
        ),
      );
      expect(answer.status).toBe(413);
    });

    test("a body in many pieces is read whole", async () => {
      const body = JSON.stringify(call(1, "echo", { text: "日本🜁" }));
      const bytes = [...Buffer.from(body)].map((byte) =>
        Buffer.concat([
          Buffer.from("1\r\n"),
          Buffer.of(byte),
          Buffer.from("\r\n"),
        ]),
      );
      const head = Object.entries({
        Host: "127.0.0.1",
        Connection: "close",
        "Transfer-Encoding": "chunked",
        ...okHeaders,
      }).map(([name, value]) => `${name}: ${value}`);
      const answer = parseAnswer(
        await exchangeBytes(
          at.port,
          Buffer.concat([
            Buffer.from(`POST /mcp HTTP/1.1\r\n${head.join("\r\n")}\r\n\r\n`),
            ...bytes,
            Buffer.from("0\r\n\r\n"),
          ]),
        ),
      );
      expect(answer.body).toContain("日本🜁");
    });
  });

  describe("the message", () => {
    const faults: [
      name: string,
      body: string | Uint8Array,
      id: unknown,
      code: number,
    ][] = [
      ["no JSON", "{", undefined, -32700],
      ["nothing", "", undefined, -32700],
      ["no UTF-8", Buffer.from([0x22, 0xff, 0x22]), undefined, -32700],
      ["a batch", `[${ok}]`, undefined, -32600],
      ["a number", "1", undefined, -32600],
      ["no jsonrpc", '{"id":7,"method":"tools/call"}', 7, -32600],
      [
        "another jsonrpc",
        '{"jsonrpc":"1.0","id":"a","method":"x"}',
        "a",
        -32600,
      ],
      [
        "a null id",
        '{"jsonrpc":"2.0","id":null,"method":"x"}',
        undefined,
        -32600,
      ],
      [
        "a fractional id",
        '{"jsonrpc":"2.0","id":1.5,"method":"x"}',
        undefined,
        -32600,
      ],
      ["a response", '{"jsonrpc":"2.0","id":1,"result":{}}', 1, -32600],
      [
        "an error response",
        '{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":""}}',
        1,
        -32600,
      ],
      [
        "a method that is not a string",
        '{"jsonrpc":"2.0","method":1}',
        undefined,
        -32600,
      ],
    ];
    test.each(faults)(
      "%s: an error with 400",
      async (_name, body, id, code) => {
        const answer = await post(at.port, okHeaders, body);
        expect(answer.status).toBe(400);
        const message = JSON.parse(answer.body);
        expect(message.error.code).toBe(code);
        expect(message.id).toBe(id);
        expect("id" in message).toBe(id !== undefined);
      },
    );

    test("a notification is accepted without a body, whatever its headers", async () => {
      const answer = await post(
        at.port,
        { "Content-Type": "application/json", Accept: "*/*" },
        '{"jsonrpc":"2.0","method":"notifications/unknown"}',
      );
      expect(answer.status).toBe(202);
      expect(answer.body).toBe("");
      expect(answer.headers["content-type"]).toBeUndefined();
    });

    test("ids are echoed as they came", async () => {
      for (const id of [0, "", "0", -1, 9007199254740991]) {
        const answer = await post(
          at.port,
          okHeaders,
          JSON.stringify(call(id, "echo")),
        );
        expect(JSON.parse(answer.body).id).toBe(id);
      }
    });
  });

  describe("headers against the body", () => {
    const encoded = (text: string): string =>
      `=?base64?${Buffer.from(text).toString("base64")}?=`;
    const without = (name: string): Record<string, string> =>
      Object.fromEntries(
        Object.entries(okHeaders).filter(([header]) => header !== name),
      );
    const cases: [
      name: string,
      headers: Record<string, string>,
      body: Record<string, unknown>,
      status: number,
      code?: number,
    ][] = [
      [
        "no version",
        without("MCP-Protocol-Version"),
        call(1, "echo"),
        400,
        -32020,
      ],
      ["no method", without("Mcp-Method"), call(1, "echo"), 400, -32020],
      ["no name", without("Mcp-Name"), call(1, "echo"), 400, -32020],
      [
        "another version",
        { ...okHeaders, "MCP-Protocol-Version": "2025-11-25" },
        call(1, "echo"),
        400,
        -32020,
      ],
      [
        "another method",
        { ...okHeaders, "Mcp-Method": "tools/list" },
        call(1, "echo"),
        400,
        -32020,
      ],
      [
        "a method of other case",
        { ...okHeaders, "Mcp-Method": "Tools/Call" },
        call(1, "echo"),
        400,
        -32020,
      ],
      [
        "another name",
        { ...okHeaders, "Mcp-Name": "other" },
        call(1, "echo"),
        400,
        -32020,
      ],
      [
        "a name twice",
        { ...okHeaders, "Mcp-Name": "echo", "mcp-name": "echo" },
        call(1, "echo"),
        400,
        -32020,
      ],
      [
        "names of headers in any case",
        { ...without("Mcp-Name"), "MCP-NAME": "echo" },
        call(1, "echo"),
        200,
      ],
      [
        "blanks around values",
        { ...okHeaders, "Mcp-Name": "  echo  " },
        call(1, "echo"),
        200,
      ],
      [
        "an encoded name",
        { ...okHeaders, "Mcp-Name": encoded("日本") },
        call(1, "日本"),
        200,
      ],
      [
        "a plain name, encoded",
        { ...okHeaders, "Mcp-Name": encoded("echo") },
        call(1, "echo"),
        200,
      ],
      [
        "bad Base64",
        { ...okHeaders, "Mcp-Name": "=?base64?ZWNobw?=" },
        call(1, "echo"),
        400,
        -32020,
      ],
      [
        "a raw byte beyond ASCII",
        { ...okHeaders, "Mcp-Name": "\u00e9" },
        call(1, "\u00e9"),
        400,
        -32020,
      ],
      [
        "a uri",
        headersFor("resources/read", "file:///a"),
        request(1, "resources/read", { uri: "file:///a" }),
        200,
      ],
      [
        "another uri",
        headersFor("resources/read", "file:///b"),
        request(1, "resources/read", { uri: "file:///a" }),
        400,
        -32020,
      ],
      [
        "an encoded uri",
        headersFor("resources/read", encoded("file:///世界")),
        request(1, "resources/read", { uri: "file:///世界" }),
        200,
      ],
      [
        "a method without a name needs none",
        headersFor("tools/list"),
        request(1, "tools/list"),
        200,
      ],
      [
        "the body lacks the version",
        okHeaders,
        {
          jsonrpc: "2.0",
          id: 1,
          method: "tools/call",
          params: { name: "echo" },
        },
        400,
        -32602,
      ],
      [
        "the body lacks all params",
        headersFor("tools/list"),
        { jsonrpc: "2.0", id: 1, method: "tools/list" },
        400,
        -32602,
      ],
      [
        "the body lacks the name",
        okHeaders,
        request(1, "tools/call"),
        200,
        -32602,
      ],
      [
        "an unknown method",
        headersFor("nope/nope"),
        request(1, "nope/nope"),
        404,
        -32601,
      ],
      [
        "an unknown version, the same in both",
        { ...headersFor("tools/list"), "MCP-Protocol-Version": "1900-01-01" },
        request(
          1,
          "tools/list",
          {},
          { "io.modelcontextprotocol/protocolVersion": "1900-01-01" },
        ),
        400,
        -32022,
      ],
    ];
    test.each(cases)("%s", async (_name, headers, body, status, code) => {
      const answer = await post(at.port, headers, JSON.stringify(body));
      const message = JSON.parse(answer.body);
      expect(message.error?.code).toBe(code);
      expect(answer.status).toBe(status);
      expect(message.id).toBe(1);
    });

    test("initialize is told which versions are served", async () => {
      const body = JSON.stringify({
        jsonrpc: "2.0",
        id: 0,
        method: "initialize",
        params: {
          protocolVersion: "2025-11-25",
          capabilities: {},
          clientInfo: { name: "old", version: "1" },
        },
      });
      const plain = { "Content-Type": "application/json", Accept: "*/*" };
      const answer = await post(at.port, plain, body);
      expect(answer.status).toBe(400);
      const { error } = JSON.parse(answer.body);
      expect(error.code).toBe(-32020);
      expect(error.message).toContain(version);
      expect(error.data).toEqual({ supported: [version] });
    });
  });

  describe("parameter headers", () => {
    const route = headersFor("tools/call", "route");
    const cases: [
      name: string,
      args: object | undefined,
      headers: Record<string, string>,
      fits: boolean,
    ][] = [
      ["no arguments, no headers", undefined, {}, true],
      [
        "all mirrored",
        { region: "eu", place: { floor: 42, open: true } },
        {
          "Mcp-Param-Region": "eu",
          "Mcp-Param-Floor": "42",
          "Mcp-Param-Open": "true",
        },
        true,
      ],
      [
        "numbers as numbers",
        { place: { floor: 42 } },
        { "Mcp-Param-Floor": "42.0" },
        true,
      ],
      [
        "encoded",
        { region: "日" },
        { "Mcp-Param-Region": "=?base64?5pel?=" },
        true,
      ],
      [
        "names without case",
        { region: "eu" },
        { "MCP-PARAM-REGION": "eu" },
        true,
      ],
      ["null needs none", { region: null }, {}, true],
      [
        "headers that no annotation names",
        {},
        { "Mcp-Param-Other": "x" },
        true,
      ],
      ["missing", { region: "eu" }, {}, false],
      ["missing, nested", { place: { open: false } }, {}, false],
      ["another value", { region: "eu" }, { "Mcp-Param-Region": "us" }, false],
      [
        "another number",
        { place: { floor: 42 } },
        { "Mcp-Param-Floor": "43" },
        false,
      ],
      [
        "another boolean",
        { place: { open: true } },
        { "Mcp-Param-Open": "false" },
        false,
      ],
      [
        "bad Base64",
        { region: "日" },
        { "Mcp-Param-Region": "=?base64?5pe?=" },
        false,
      ],
      [
        "a header for null",
        { region: null },
        { "Mcp-Param-Region": "null" },
        false,
      ],
      ["a header for nothing", {}, { "Mcp-Param-Region": "" }, false],
    ];
    test.each(cases)("%s", async (_name, args, headers, fits) => {
      const answer = await post(
        at.port,
        { ...route, ...headers },
        JSON.stringify(call("p", "route", args)),
      );
      const message = JSON.parse(answer.body);
      expect(message.id).toBe("p");
      expect(message.error?.code).toBe(fits ? undefined : -32020);
      expect(answer.status).toBe(fits ? 200 : 400);
    });
  });

  describe("event streams", () => {
    test("a notification ahead of the result opens one", async () => {
      const answer = await post(
        at.port,
        headersFor("tools/call", "count"),
        JSON.stringify(call(9, "count", { to: 3 }, { progressToken: "t" })),
      );
      expect(answer.status).toBe(200);
      expect(answer.headers).toMatchObject({
        "content-type": "text/event-stream",
        "x-accel-buffering": "no",
      });
      expect(answer.headers["cache-control"]).toContain("no-cache");
      expect(eventsOf(answer.body)).toMatchObject([
        {
          method: "notifications/progress",
          params: { progressToken: "t", progress: 1, total: 3 },
        },
        { method: "notifications/progress", params: { progress: 2 } },
        { method: "notifications/progress", params: { progress: 3 } },
        { id: 9, result: { resultType: "complete" } },
      ]);
    });

    test("without a token there is nothing to stream", async () => {
      const answer = await post(
        at.port,
        headersFor("tools/call", "count"),
        JSON.stringify(call(9, "count", { to: 3 })),
      );
      expect(answer.headers["content-type"]).toBe("application/json");
    });

    test("a slow request gets one, and comments while nothing happens", async () => {
      const slow = await start(fixture, { sseAfterMs: 20, keepAliveMs: 20 });
      try {
        const answer = await post(
          slow.port,
          headersFor("tools/call", "wait"),
          JSON.stringify(call(1, "wait", { ms: 200, label: "slow" })),
        );
        expect(answer.headers["content-type"]).toBe("text/event-stream");
        expect(answer.body.match(/^: .*\n\n/gm)?.length).toBeGreaterThan(1);
        expect(eventsOf(answer.body)).toMatchObject([{ id: 1, result: {} }]);
      } finally {
        await slow.close();
      }
    });

    test("a subscription is acknowledged and ends with the server", async () => {
      const own = fixtureServer();
      const there = await start(own);
      try {
        const answered = post(
          there.port,
          headersFor("subscriptions/listen"),
          JSON.stringify(
            request("s", "subscriptions/listen", {
              notifications: { toolsListChanged: true },
            }),
          ),
        );
        let seen = false;
        setTimeout(() => {
          seen = true;
          void own.server.close();
        }, 100);
        const events = eventsOf((await answered).body);
        expect(seen).toBe(true);
        expect(events).toMatchObject([
          { method: "notifications/subscriptions/acknowledged" },
          { id: "s", result: { resultType: "complete" } },
        ]);
      } finally {
        await there.close();
      }
    });
  });

  describe("a client that hangs up", () => {
    const hangUp = async (
      label: string,
      meta: object,
      tool: string,
      args: object,
    ): Promise<void> => {
      const socket = connect(at.port, "127.0.0.1");
      socket.on("error", () => undefined);
      socket.write(
        postBytes(
          headersFor("tools/call", tool),
          JSON.stringify(call(1, tool, { ...args, label }, meta)),
        ),
      );
      await until(() => fixture.running.has(label), `${label} runs`);
      socket.destroy();
      await until(() => fixture.cancelled.includes(label), `${label} ends`);
    };

    test("cancels a request that waits for a plain answer", async () => {
      await hangUp("plain", {}, "wait", { ms: 60_000 });
    });

    test("before its body is complete costs nothing", async () => {
      const socket = connect(at.port, "127.0.0.1");
      socket.on("error", () => undefined);
      socket.write(postBytes(okHeaders, ok).subarray(0, -5));
      await new Promise((resolve) => setTimeout(resolve, 50));
      socket.destroy();
      expect((await post(at.port, okHeaders, ok)).status).toBe(200);
    });

    test("cancels a subscription", async () => {
      const own = fixtureServer();
      const there = await start(own);
      try {
        const socket = connect(there.port, "127.0.0.1");
        let text = "";
        socket.on("data", (piece) => {
          text += piece.toString();
        });
        socket.on("error", () => undefined);
        socket.write(
          postBytes(
            headersFor("subscriptions/listen"),
            JSON.stringify(
              request(1, "subscriptions/listen", {
                notifications: { toolsListChanged: true },
              }),
            ),
          ),
        );
        await until(() => text.includes("acknowledged"), "it is open");
        socket.destroy();
        await new Promise((resolve) => setTimeout(resolve, 50));
        own.server.notify.toolsListChanged();
        expect(own.errors).toEqual([]);
      } finally {
        await own.server.close();
        await there.close();
      }
    });
  });
});

describe("nodeHandler", () => {
  test("lets only local names through on a loopback connection", async () => {
    const fixture = fixtureServer();
    const at = await listen(nodeHandler(fixture.server));
    const headers = headersFor("tools/call", "echo");
    const body = JSON.stringify(call(1, "echo"));
    try {
      for (const [Host, status] of [
        ["127.0.0.1", 200],
        ["localhost:9", 200],
        ["[::1]:9", 200],
        ["LOCALHOST", 200],
        ["evil.example.com", 403],
        ["localhost.evil.example.com", 403],
        ["127.0.0.1.evil.example.com:80", 403],
      ] as const) {
        const answer = await post(at.port, { ...headers, Host }, body);
        expect(answer.status, Host).toBe(status);
      }
    } finally {
      await at.close();
      await fixture.server.close();
    }
  });

  test("passes the principal on, and survives its failure", async () => {
    const { server, errors } = fixtureServer();
    const handler = nodeHandler(server, {
      principal: (message: IncomingMessage) => {
        if (message.headers.authorization === undefined) {
          throw new Error("no token");
        }
        return { id: message.headers.authorization };
      },
    });
    const at = await listen(handler);
    const headers = headersFor("tools/call", "echo");
    const body = JSON.stringify(call(1, "echo"));
    try {
      expect((await post(at.port, headers, body)).status).toBe(500);
      expect(errors).toEqual(["Error: no token"]);
      const authorized = { ...headers, Authorization: "Bearer a" };
      expect((await post(at.port, authorized, body)).status).toBe(200);
    } finally {
      await at.close();
      await server.close();
    }
  });

  test("says so when something else has read the body", async () => {
    const { server, errors } = fixtureServer();
    const handler = nodeHandler(server);
    const at = await listen((message, response) => {
      message.resume();
      message.on("end", () => setImmediate(() => handler(message, response)));
    });
    try {
      const answer = await post(
        at.port,
        headersFor("tools/call", "echo"),
        JSON.stringify(call(1, "echo")),
      );
      expect(answer.status).toBe(500);
      expect(errors.join()).toContain("before nodeHandler saw it");
    } finally {
      await at.close();
      await server.close();
    }
  });

  test("keeps a connection for the next request", async () => {
    const { server } = fixtureServer();
    const at = await listen(nodeHandler(server));
    const headers = { ...headersFor("tools/call", "echo") };
    const one = (id: number, connection: string): Buffer =>
      postBytes(
        { ...headers, Connection: connection },
        JSON.stringify(call(id, "echo")),
      );
    try {
      const text = await exchangeBytes(
        at.port,
        Buffer.concat([
          one(1, "keep-alive"),
          one(2, "keep-alive"),
          one(3, "close"),
        ]),
      );
      expect(text.match(/"id":\d/g)).toEqual(['"id":1', '"id":2', '"id":3']);
    } finally {
      await at.close();
      await server.close();
    }
  });
});

describe("fetchHandler", () => {
  const { server } = fixtureServer();
  const body = JSON.stringify(call(1, "echo"));
  const headers = headersFor("tools/call", "echo");
  const post = (init: RequestInit = {}): Request =>
    new Request("http://example.com/mcp", {
      method: "POST",
      headers,
      body,
      ...init,
    });
  afterAll(() => server.close());

  test("answers a Request with a Response", async () => {
    const response = await fetchHandler(server)(post());
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ id: 1, result: {} });
  });

  test("never rejects, not even for a body that breaks", async () => {
    const broken = new ReadableStream({
      pull(controller) {
        controller.error(new Error("broken"));
      },
    });
    const init = { body: broken, duplex: "half" } as RequestInit;
    const response = await fetchHandler(server)(post(init));
    expect(response.status).toBe(400);
  });

  test("passes the principal on", async () => {
    let seen: unknown;
    const handler = fetchHandler(server, {
      principal: (incoming) => {
        seen = incoming.url;
        return { id: "ada" };
      },
    });
    expect((await handler(post())).status).toBe(200);
    expect(seen).toBe("http://example.com/mcp");
  });

  test("an abort of the request cancels it", async () => {
    const own = fixtureServer();
    const controller = new AbortController();
    void fetchHandler(own.server)(
      post({
        headers: headersFor("tools/call", "wait"),
        body: JSON.stringify(call(1, "wait", { ms: 60_000, label: "w" })),
        signal: controller.signal,
      }),
    );
    await until(() => own.running.has("w"), "it runs");
    controller.abort();
    await until(() => own.cancelled.includes("w"), "it is cancelled");
  });

  test("holds a handler back while nobody reads its events", async () => {
    const own = fixtureServer();
    const response = await fetchHandler(own.server)(
      post({
        headers: headersFor("tools/call", "count"),
        body: JSON.stringify(
          call(1, "count", { to: 20_000 }, { progressToken: 1 }),
        ),
      }),
    );
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(own.counted).toBeGreaterThan(100);
    expect(own.counted).toBeLessThan(1_000);
    const reader = response.body?.getReader();
    let text = "";
    for (;;) {
      const next = await reader?.read();
      if (next?.value === undefined) {
        break;
      }
      text = `${text.slice(-200)}${Buffer.from(next.value).toString()}`;
    }
    expect(text).toContain('"id":1');
    expect(own.counted).toBe(20_000);
  });
});
