/** H1 to H13: Streamable HTTP. */
import assert from "node:assert/strict";
import {
  call,
  key,
  pause,
  rejection,
  request,
  until,
  version,
  type Message,
} from "../message.js";
import { ofClient, ofServer, ofValidators, type Probe } from "../probe.js";
import type { HttpExchange, HttpWire } from "../server-wire.js";

const complete: Message = { resultType: "complete", content: [] };
const base64 = (text: string): string =>
  `=?base64?${Buffer.from(text).toString("base64")}?=`;

async function refusedAs(
  exchange: HttpExchange,
  code: number,
  what: string,
): Promise<void> {
  const { status, body } = await exchange.whole();
  assert.equal(status, 400, `${what}: HTTP ${status} ${body}`);
  assert.equal(JSON.parse(body).error?.code, code, `${what}: ${body}`);
}

async function accepted(exchange: HttpExchange, what: string): Promise<void> {
  const { result, error } = await exchange.response();
  assert.equal(exchange.status(), 200, `${what}: ${JSON.stringify(error)}`);
  assert.ok(
    result !== undefined && result.isError !== true,
    `${what}: ${JSON.stringify(error ?? result)}`,
  );
}

const read = request(1, "resources/read", { uri: "file:///srv/note.txt" });
const get = request(1, "prompts/get", {
  name: "greet",
  arguments: { who: "Ada" },
});

/** A tool with annotated properties. */
const routed: Message = {
  name: "route",
  inputSchema: {
    type: "object",
    properties: {
      region: { type: "string", "x-mcp-header": "Region" },
      place: {
        type: "object",
        properties: {
          floor: { type: "integer", "x-mcp-header": "Floor" },
          open: { type: "boolean", "x-mcp-header": "Open" },
        },
      },
    },
  },
};

const text = (name: string): Message => ({
  type: "string",
  "x-mcp-header": name,
});

/** Input schemas whose annotations are invalid. */
const invalidSchemas: Readonly<Record<string, Message>> = {
  items: { properties: { a: { type: "array", items: text("A") } } },
  prefixItems: {
    properties: { a: { type: "array", prefixItems: [text("A")] } },
  },
  allOf: { allOf: [{ properties: { a: text("A") } }] },
  anyOf: { anyOf: [{ properties: { a: text("A") } }] },
  oneOf: { properties: { a: { oneOf: [text("A")] } } },
  not: { not: { properties: { a: text("A") } } },
  else: { if: {}, else: { properties: { a: text("A") } } },
  $ref: { properties: { a: { $ref: "#/$defs/a" } }, $defs: { a: text("A") } },
  additionalProperties: { additionalProperties: text("A") },
  patternProperties: { patternProperties: { a: text("A") } },
  dependentSchemas: {
    dependentSchemas: { a: { properties: { b: text("A") } } },
  },
  root: { "x-mcp-header": "A" },
  number: { properties: { a: { type: "number", "x-mcp-header": "A" } } },
  object: { properties: { a: { type: "object", "x-mcp-header": "A" } } },
  untyped: { properties: { a: { "x-mcp-header": "A" } } },
  types: {
    properties: { a: { type: ["string", "null"], "x-mcp-header": "A" } },
  },
  empty: { properties: { a: text("") } },
  blank: { properties: { a: text("A B") } },
  colon: { properties: { a: text("A:B") } },
  unknown: { properties: { a: text("É") } },
  notText: { properties: { a: { type: "string", "x-mcp-header": 7 } } },
  twice: { properties: { a: text("A"), b: text("a") } },
  nestedTwice: {
    properties: {
      a: text("A"),
      b: { type: "object", properties: { c: text("a") } },
    },
  },
};

export const httpProbes: readonly Probe[] = [
  ...ofServer(
    "H1",
    "an unknown Origin is 403 with the server's own Host; none is fine",
    ["http"],
    async (wire) => {
      for (const origin of [
        "http://evil.example.com",
        "null",
        "https://localhost.evil.example.com",
      ]) {
        const { status } = await wire
          .send(request(1, "tools/list"), { Origin: origin })
          .whole();
        assert.equal(status, 403, origin);
      }
      await accepted(wire.send(request(1, "tools/list")), "no Origin");
    },
  ),
  ...ofServer(
    "H1",
    "an unknown Host is refused on a local address",
    ["http"],
    async (wire) => {
      const { status } = await wire
        .send(request(1, "tools/list"), { Host: "evil.example.com" })
        .whole();
      assert.ok(status >= 400 && status < 500, String(status));
    },
  ),

  ...ofServer(
    "H2",
    "a notification is 202 and nothing else",
    ["http"],
    async (wire) => {
      for (const method of [
        "notifications/cancelled",
        "notifications/unknown",
      ]) {
        const { status, body, headers } = await wire
          .send({
            jsonrpc: "2.0",
            method,
            params: {
              requestId: 1,
              _meta: { [key.version]: version, [key.capabilities]: {} },
            },
          })
          .whole();
        assert.equal(status, 202, method);
        assert.equal(body, "");
        assert.ok(["0", undefined].includes(headers["content-length"]));
      }
    },
  ),
  ...ofServer(
    "H2",
    "one that cannot be read is 4xx",
    ["http"],
    async (wire) => {
      for (const message of [
        { jsonrpc: "2.0", method: 7 },
        { jsonrpc: "1.0", method: "notifications/cancelled" },
      ]) {
        const { status } = await wire.send(message).whole();
        assert.ok(
          status >= 400 && status < 500,
          `${JSON.stringify(message)}: ${status}`,
        );
      }
    },
  ),

  ...ofServer(
    "H3",
    "no version header, no method header: -32020",
    ["http"],
    async (wire) => {
      for (const message of [
        request(1, "tools/list"),
        request(1, "server/discover"),
        call(1, "echo"),
        read,
      ]) {
        await refusedAs(
          wire.send(message, { "MCP-Protocol-Version": undefined }),
          -32020,
          `${message["method"]} without version`,
        );
        await refusedAs(
          wire.send(message, { "Mcp-Method": undefined }),
          -32020,
          `${message["method"]} without method`,
        );
        await refusedAs(
          wire.send(message, { "Mcp-Method": "tools/lisT" }),
          -32020,
          `${message["method"]} as another method`,
        );
        await refusedAs(
          wire.send(message, { "MCP-Protocol-Version": "2025-11-25" }),
          -32020,
          `${message["method"]} in another version`,
        );
      }
    },
  ),
  ...ofServer(
    "H4",
    "the name is compared wherever there is one",
    ["http"],
    async (wire) => {
      for (const message of [call(1, "echo"), get, read]) {
        const { method } = message;
        await accepted(wire.send(message), method);
        await refusedAs(
          wire.send(message, { "Mcp-Name": "other" }),
          -32020,
          method,
        );
        await refusedAs(
          wire.send(message, { "Mcp-Name": undefined }),
          -32020,
          `${method} without name`,
        );
      }
    },
  ),
  ...ofServer(
    "H5",
    "an encoded name is the name; another spelling of the markers is plain text",
    ["http"],
    async (wire) => {
      await accepted(wire.send(call(1, "日本")), "encoded");
      await accepted(
        wire.send(call(1, "echo"), { "Mcp-Name": base64("echo") }),
        "encoded without need",
      );
      await accepted(
        wire.send(call(1, "echo"), { "Mcp-Name": "  echo\t" }),
        "with blanks around it",
      );
      const bad = [
        "=?base64?5pel5pysX?=",
        base64("echo").replace("base64", "BASE64"),
        "=?base64?ZWNobw?=",
        "=?base64?ZWNobw=?=",
        "=?base64?ZWNo*w==?=",
        "=?base64?//8=?=",
        base64("other"),
      ];
      for (const name of bad) {
        await refusedAs(
          wire.send(call(1, "echo"), { "Mcp-Name": name }),
          -32020,
          name,
        );
      }
      await refusedAs(
        wire.send(call(1, "日本"), { "Mcp-Name": base64("日木") }),
        -32020,
        "another name",
      );
    },
  ),
  ...ofServer(
    "H6",
    "parameters are compared: text, integers, booleans, nested ones",
    ["http"],
    async (wire) => {
      const args = { region: "Zürich", place: { floor: 42, open: true } };
      const good = {
        "Mcp-Param-Region": base64("Zürich"),
        "Mcp-Param-Floor": "42",
        "Mcp-Param-Open": "true",
      };
      await accepted(wire.send(call(1, "route", args), good), "equal");
      await accepted(
        wire.send(call(1, "route", args), {
          ...good,
          "Mcp-Param-Floor": "42.0",
        }),
        "equal as numbers",
      );
      await accepted(
        wire.send(call(1, "route", args), { ...good, "Mcp-Param-Other": "x" }),
        "an unknown one in addition",
      );
      for (const [header, value] of [
        ["Mcp-Param-Region", "Zurich"],
        ["Mcp-Param-Region", undefined],
        ["Mcp-Param-Region", "=?base64?Wg?="],
        ["Mcp-Param-Floor", "43"],
        ["Mcp-Param-Floor", "0x2A"],
        ["Mcp-Param-Floor", undefined],
        ["Mcp-Param-Open", "false"],
        ["Mcp-Param-Open", "True"],
        ["Mcp-Param-Open", undefined],
      ] as const) {
        await refusedAs(
          wire.send(call(1, "route", args), { ...good, [header]: value }),
          -32020,
          `${header}: ${value}`,
        );
      }
    },
  ),
  ...ofServer(
    "H7",
    "no header for null and absent arguments, and none where one is",
    ["http"],
    async (wire) => {
      for (const args of [
        {},
        { region: null },
        { place: null },
        { region: null, place: { floor: null } },
      ]) {
        const message = call(1, "route", args);
        const exchange = wire.send(message);
        const { error } = await exchange.response();
        assert.notEqual(error?.code, -32020, JSON.stringify(args));
        await refusedAs(
          wire.send(message, { "Mcp-Param-Floor": "1" }),
          -32020,
          `${JSON.stringify(args)} with a header`,
        );
      }
    },
  ),

  ...ofClient(
    "H8",
    "names and values that need it are encoded, others are not",
    ["http"],
    async ({ peer, connect }) => {
      const client = await connect();
      peer.script = (arrival) =>
        arrival.reply(
          arrival.message["method"] === "tools/list"
            ? {
                resultType: "complete",
                tools: [routed],
                ttlMs: 0,
                cacheScope: "private",
              }
            : arrival.message["method"] === "resources/read"
              ? {
                  resultType: "complete",
                  contents: [],
                  ttlMs: 0,
                  cacheScope: "private",
                }
              : complete,
        );
      // A tab inside and the empty text may go either way, as the text says.
      const values = [
        "eu-north",
        "north ",
        " x",
        "Zürich",
        "\tcol",
        "a\r\nX-Evil: 1",
        "=?base64?QQ==?=",
        "日報",
      ];
      for (const uri of values) {
        await client.request("resources/read", { uri });
        const { headers } = peer.arrivals.at(-1) as {
          headers: Record<string, string>;
        };
        const plain = uri === "eu-north";
        assert.equal(
          headers["mcp-name"],
          plain ? uri : base64(uri),
          JSON.stringify(uri),
        );
        assert.equal(headers["x-evil"], undefined);
      }
      await client.request("tools/list");
      for (const region of values) {
        await client.request("tools/call", {
          name: "route",
          arguments: { region },
        });
        const { headers } = peer.arrivals.at(-1) as {
          headers: Record<string, string>;
        };
        const plain = region === "eu-north";
        assert.equal(
          headers["mcp-param-region"],
          plain ? region : base64(region),
          JSON.stringify(region),
        );
      }
    },
  ),

  ...ofValidators(
    "H9",
    "annotations count only where they can be reached",
    "hasValidHeaders",
    (isValid) => {
      for (const [name, schema] of Object.entries(invalidSchemas)) {
        assert.ok(!isValid({ type: "object", ...schema }), name);
      }
      assert.ok(isValid(routed["inputSchema"]));
      assert.ok(
        isValid({
          type: "object",
          properties: {
            "x-mcp-header": { type: "string" },
            a: text("!#$%&'*+-.^_`|~09azAZ"),
          },
        }),
      );
    },
  ),
  ...ofClient(
    "H9",
    "tools with invalid annotations are left out, others are not",
    ["http"],
    async ({ peer, connect }) => {
      const client = await connect();
      const tools = Object.entries(invalidSchemas).map(([name, schema]) => ({
        name,
        inputSchema: { type: "object", ...schema },
      }));
      peer.script = (arrival) =>
        arrival.reply({
          resultType: "complete",
          tools: [...tools, routed],
          ttlMs: 0,
          cacheScope: "private",
        });
      const listed = await client.request("tools/list");
      assert.deepEqual(
        listed["tools"].map(({ name }: Message) => name),
        ["route"],
      );
    },
  ),
  ...ofClient(
    "H9",
    "nested values are found by their path; unsafe integers are not sent",
    ["http"],
    async ({ peer, connect }) => {
      const client = await connect();
      peer.script = (arrival) =>
        arrival.reply(
          arrival.message["method"] === "tools/list"
            ? {
                resultType: "complete",
                tools: [routed],
                ttlMs: 0,
                cacheScope: "private",
              }
            : complete,
        );
      await client.request("tools/list");
      const sent = async (args: Message): Promise<Record<string, string>> => {
        await client.request("tools/call", { name: "route", arguments: args });
        return peer.arrivals.at(-1)?.headers as Record<string, string>;
      };
      const full = await sent({
        region: "eu",
        floor: 1,
        place: { floor: -7, open: false },
      });
      assert.equal(full["mcp-param-region"], "eu");
      assert.equal(full["mcp-param-floor"], "-7");
      assert.equal(full["mcp-param-open"], "false");
      const none = await sent({ region: null, place: {} });
      for (const name of ["region", "floor", "open"])
        assert.equal(none[`mcp-param-${name}`], undefined, name);
      const count = peer.arrivals.length;
      await rejection(
        client.request("tools/call", {
          name: "route",
          arguments: { place: { floor: 2 ** 53 } },
        }),
      );
      assert.equal(peer.arrivals.length, count);
    },
  ),

  ...ofClient(
    "H10",
    "event streams: notifications first, comments, CRLF, CR, split data",
    ["http"],
    async ({ peer, connect }) => {
      const client = await connect();
      for (const end of ["\n", "\r\n", "\r"]) {
        peer.script = (arrival) => {
          const { id, params } = arrival.message;
          const notification = JSON.stringify({
            jsonrpc: "2.0",
            method: "notifications/progress",
            params: { progressToken: params._meta.progressToken, progress: 1 },
          });
          const stream = [
            ": comment",
            "",
            "event: message",
            "id: 1",
            "retry: 10",
            `data: ${notification}`,
            "",
            "data:",
            "",
            `data: {"jsonrpc":"2.0","id":${JSON.stringify(id)},`,
            'data:"result":{"resultType":"complete","content":[]}}',
            "",
            "",
          ].join(end);
          for (const piece of [
            stream.slice(0, 30),
            stream.slice(30, 31),
            stream.slice(31),
          ])
            arrival.sendText(piece);
        };
        let progress = 0;
        const { content } = await client.request(
          "tools/call",
          { name: "echo" },
          { onProgress: () => (progress += 1) },
        );
        assert.deepEqual(content, []);
        assert.equal(progress, 1, JSON.stringify(end));
      }
    },
  ),
  ...ofClient(
    "H10",
    "a stream that ends without the response rejects the call",
    ["http"],
    async ({ peer, connect }) => {
      const client = await connect();
      peer.script = (arrival) => {
        arrival.sendText(": nothing\n\n");
        setTimeout(() => arrival.breakOff(), 10);
      };
      await rejection(client.request("tools/call", { name: "echo" }));
    },
  ),
  ...ofClient(
    "H10",
    "errors inside a stream reject the call, with their code",
    ["http"],
    async ({ peer, connect }) => {
      const client = await connect();
      peer.script = (arrival) => {
        arrival.send({
          jsonrpc: "2.0",
          id: arrival.message["id"],
          error: { code: -32602, message: "m" },
        });
      };
      assert.equal(
        (await rejection(client.request("tools/call", { name: "echo" }))).code,
        -32602,
      );
    },
  ),

  ...ofClient(
    "H11",
    "each body is one message with a method",
    ["http"],
    async ({ peer, connect }) => {
      const client = await connect({
        inputs: { "roots/list": () => ({ roots: [] }) },
      });
      peer.script = (arrival) => {
        arrival.send({ jsonrpc: "2.0", id: 77, method: "roots/list" });
        setTimeout(() => arrival.reply(complete), 20);
      };
      await Promise.all(
        Array.from({ length: 5 }, () =>
          client.request("tools/call", { name: "echo" }),
        ),
      );
      assert.equal(peer.arrivals.length, 5);
      for (const { message, headers } of peer.arrivals) {
        assert.ok(
          !Array.isArray(message) && typeof message["method"] === "string",
        );
        assert.match(headers["accept"] ?? "", /application\/json/);
        assert.match(headers["accept"] ?? "", /text\/event-stream/);
        assert.equal(headers["mcp-protocol-version"], version);
      }
    },
  ),

  ...ofServer(
    "H12",
    "progress and changes stay on the streams they belong to",
    ["http"],
    async (wire: HttpWire) => {
      const subscription = wire.send(
        request("sub", "subscriptions/listen", {
          notifications: { toolsListChanged: true },
        }),
      );
      await until(
        () => subscription.messages().length === 1,
        "it was acknowledged",
      );
      const one = wire.send(
        call("one", "steps", {}, { progressToken: "of one" }),
      );
      const two = wire.send(
        call("two", "steps", {}, { progressToken: "of two" }),
      );
      await wire.ask(call("c", "change", { what: "tools" }));
      await Promise.all([one.response(), two.response()]);
      await until(
        () => subscription.messages().length === 2,
        "the change was told",
      );
      for (const [exchange, token] of [
        [one, "of one"],
        [two, "of two"],
      ] as const) {
        const said = exchange
          .messages()
          .filter(({ method }) => method !== undefined);
        assert.ok(said.length > 0);
        for (const { method, params } of said) {
          assert.equal(method, "notifications/progress");
          assert.equal(params.progressToken, token);
        }
      }
      await pause();
      assert.equal(subscription.messages().length, 2);
    },
  ),

  ...ofServer("H13", "GET and DELETE are 405", ["http"], async (wire) => {
    for (const method of ["GET", "DELETE", "PUT"]) {
      const { status } = await wire
        .post(
          { Accept: "text/event-stream", "MCP-Protocol-Version": version },
          "",
          method,
        )
        .whole();
      assert.equal(status, 405, method);
    }
  }),
  ...ofServer(
    "H13",
    "a stream has X-Accel-Buffering: no",
    ["http"],
    async (wire) => {
      const stream = wire.send(
        request(1, "subscriptions/listen", { notifications: {} }),
      );
      await until(() => stream.messages().length > 0, "the stream was opened");
      const { headers } = stream.answer();
      assert.equal(headers["x-accel-buffering"], "no");
      assert.match(headers["content-type"] ?? "", /^text\/event-stream/);
    },
  ),
];
