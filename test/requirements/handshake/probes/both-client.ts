/** DC and DF5: clients of both eras. */
import assert from "node:assert/strict";
import {
  channels,
  everyWay,
  key,
  pause,
  rejection,
  until,
  version,
  type Message,
} from "../../message.js";
import type { Arrival, HandshakePeer } from "../peer.js";
import { ofBothClient, type HandshakeProbe } from "../probe.js";
import { revisions } from "../revision.js";

const complete: Message = { content: [] };
const modernResult: Message = { ...complete, resultType: "complete" };
const discovered: Message = {
  resultType: "complete",
  supportedVersions: [version],
  capabilities: { tools: {}, resources: { subscribe: true } },
  _meta: { [key.serverInfo]: { name: "peer", version: "1.0.0" } },
  ttlMs: 0,
  cacheScope: "private",
};
const http = ["http"] as const;
const isDiscover = ({ message }: Arrival): boolean =>
  message["method"] === "server/discover";

/** A server of the stateless era: a question about it, then calls. */
function modern(peer: HandshakePeer): void {
  peer.script = (arrival) =>
    arrival.reply(isDiscover(arrival) ? discovered : modernResult);
}

/** A server of the older era, which answers the question in some way. */
function legacy(
  peer: HandshakePeer,
  answer: (arrival: Arrival) => void = (arrival) =>
    arrival.refuse({ code: -32601, message: "Method not found" }),
): void {
  peer.script = (arrival) => {
    if (isDiscover(arrival)) answer(arrival);
    else if ("id" in arrival.message) arrival.reply(complete);
  };
}

/** The methods that a peer got, in their order. */
const methodsOf = (peer: HandshakePeer): readonly string[] =>
  peer.messages.map(({ method }) => String(method));

export const bothClientProbes: readonly HandshakeProbe[] = [
  ...ofBothClient(
    "DC1",
    "the first message asks what the server is; a result keeps it modern",
    { ways: channels },
    async ({ peer, connect }) => {
      modern(peer);
      const client = await connect();
      await client.request("tools/call", { name: "echo" });
      assert.deepEqual(methodsOf(peer), ["server/discover", "tools/call"]);
      const [asked] = peer.messages;
      const meta = asked?.["params"]["_meta"] as Message;
      assert.equal(meta[key.version], version);
      assert.equal(client.era(), "modern");
      assert.equal(client.version(), version);
    },
  ),
  ...ofBothClient(
    "DC1",
    "a refused version that is served after all keeps it modern",
    { ways: channels },
    async ({ peer, connect }) => {
      let isRefused = false;
      peer.script = (arrival) => {
        if (!isDiscover(arrival)) arrival.reply(modernResult);
        else if (isRefused) arrival.reply(discovered);
        else {
          isRefused = true;
          arrival.refuse({
            code: -32022,
            message: "Unsupported protocol version",
            data: { supported: [version], requested: version },
          });
        }
      };
      const client = await connect();
      await client.request("tools/call", { name: "echo" });
      assert.deepEqual(peer.of("initialize"), []);
      assert.equal(client.era(), "modern");
    },
  ),
  ...[-32601, -32602, -32600, -32000, -32603, 7].flatMap((code) =>
    ofBothClient(
      "DC2",
      `error ${code} leads to initialize`,
      { ways: channels, ...(code === -32601 ? { revisions } : {}) },
      async ({ peer, revision, connect }) => {
        legacy(peer, (arrival) => arrival.refuse({ code, message: "What?" }));
        const client = await connect();
        await client.request("tools/call", { name: "echo" });
        assert.deepEqual(methodsOf(peer), [
          "server/discover",
          "initialize",
          "notifications/initialized",
          "tools/call",
        ]);
        assert.equal(client.era(), "legacy");
        assert.equal(client.version(), revision);
        assert.equal(peer.connections, 1);
      },
    ),
  ),
  ...ofBothClient(
    "DC2",
    "a result that says nothing leads to initialize",
    { ways: everyWay },
    async ({ peer, connect }) => {
      legacy(peer, (arrival) => arrival.reply({}));
      const client = await connect();
      await client.request("tools/call", { name: "echo" });
      assert.equal(client.era(), "legacy");
    },
  ),
  ...ofBothClient(
    "DC2",
    "silence leads to initialize, on the same channel",
    { ways: channels },
    async ({ peer, connect }) => {
      legacy(peer, () => undefined);
      const client = await connect({ patienceMs: 30 });
      await client.request("tools/call", { name: "echo" });
      assert.equal(client.era(), "legacy");
      assert.equal(peer.connections, 1);
    },
  ),
  ...ofBothClient(
    "DC2",
    "a modern server that is slow to answer is not an older one",
    { ways: channels },
    async ({ peer, connect }) => {
      peer.initialize = (arrival) =>
        arrival.refuse({ code: -32601, message: "Method not found" });
      peer.script = (arrival) => {
        if (!isDiscover(arrival)) arrival.reply(modernResult);
        else setTimeout(() => arrival.reply(discovered), 150);
      };
      const client = await connect({ patienceMs: 20 });
      await client.request("tools/call", { name: "echo" });
      assert.equal(client.era(), "modern");
    },
  ),
  ...ofBothClient(
    "DC2",
    "a server that was slow to start, and answers both questions, is modern",
    { ways: channels },
    async ({ peer, connect }) => {
      let asked: Arrival | undefined;
      peer.script = (arrival) => {
        if (isDiscover(arrival)) asked = arrival;
        else arrival.reply(modernResult);
      };
      peer.initialize = (arrival) => {
        arrival.reply(peer.agreement());
        asked?.reply(discovered);
      };
      const client = await connect({ timeoutMs: 4_000, patienceMs: 10 });
      await client.request("tools/call", { name: "echo" });
      assert.equal(peer.of("initialize").length, 1);
      assert.equal(client.era(), "modern");
    },
  ),
  ...ofBothClient(
    "DC3",
    "a process that ends at the question is started once more, and initialized",
    { ways: ["stdio"] },
    async ({ peer, connect }) => {
      legacy(peer, () => peer.breakOff());
      const client = await connect();
      await client.request("tools/call", { name: "echo" });
      assert.deepEqual(methodsOf(peer), [
        "server/discover",
        "initialize",
        "notifications/initialized",
        "tools/call",
      ]);
      assert.equal(peer.connections, 2);
      assert.equal(client.era(), "legacy");
    },
  ),
  ...ofBothClient(
    "DC3",
    "a process that ends again is not started a third time",
    { ways: ["stdio"] },
    async ({ peer, connect }) => {
      peer.initialize = () => peer.breakOff();
      legacy(peer, () => peer.breakOff());
      const client = await connect();
      await rejection(client.request("tools/call", { name: "echo" }));
      // Long enough for a process to start.
      await pause(400);
      assert.equal(peer.connections, 2);
    },
  ),
  ...ofBothClient(
    "DC4",
    "400 with a modern error never leads to initialize",
    { ways: http },
    async ({ peer, connect }) => {
      for (const [code, data] of [
        [-32020, undefined],
        [-32021, { requiredCapabilities: {} }],
        [-32022, { supported: ["2099-01-01"], requested: version }],
      ] as const) {
        peer.script = (arrival) =>
          arrival.refuse({ code, message: "No", data }, 400);
        const client = await connect();
        const error = await rejection(
          client.request("tools/call", { name: "echo" }),
        );
        assert.ok(error instanceof Error);
        assert.deepEqual(peer.of("initialize"), []);
      }
    },
  ),
  ...ofBothClient(
    "DC4",
    "400 that lists older versions alone does",
    { ways: http },
    async ({ peer, connect }) => {
      legacy(peer, (arrival) =>
        arrival.refuse(
          {
            code: -32022,
            message: "No",
            data: { supported: ["2025-06-18"], requested: version },
          },
          400,
        ),
      );
      const client = await connect();
      await client.request("tools/call", { name: "echo" });
      assert.equal(client.era(), "legacy");
    },
  ),
  ...(
    [
      [400, "application/json", '{"error":"not initialized"}'],
      [400, "text/html", "<h1>Bad Request</h1>"],
      [404, "text/plain", ""],
      [405, "text/plain", "Method Not Allowed"],
    ] as const
  ).flatMap(([status, type, body]) =>
    ofBothClient(
      "DC5",
      `${status} with ${body === "" ? "nothing" : type} leads to initialize`,
      { ways: http },
      async ({ peer, connect }) => {
        legacy(peer, (arrival) => arrival.answer(status, type, body));
        const client = await connect();
        await client.request("tools/call", { name: "echo" });
        assert.equal(client.era(), "legacy");
      },
    ),
  ),
  ...ofBothClient(
    "DC5",
    "where initialize is unknown too, HTTP+SSE is spoken",
    { ways: http, revisions: ["2024-11-05"] },
    async ({ peer, connect }) => {
      let stream: { write(text: string): unknown } | undefined;
      peer.http = ({ method, url, body, response }) => {
        if (method === "GET") {
          response.writeHead(200, { "content-type": "text/event-stream" });
          response.write("event: endpoint\ndata: /messages?s=1\n\n");
          stream = response;
        } else if (!url.startsWith("/messages")) {
          response.writeHead(404).end();
        } else {
          response.writeHead(202).end();
          const { id, method: name } = JSON.parse(body) as Message;
          if (id === undefined) return true;
          const result =
            name === "initialize" ? peer.agreement("2024-11-05") : complete;
          const answer = JSON.stringify({ jsonrpc: "2.0", id, result });
          stream?.write(`event: message\ndata: ${answer}\n\n`);
        }
        return true;
      };
      const client = await connect();
      await client.request("tools/call", { name: "echo" });
      assert.equal(client.version(), "2024-11-05");
    },
  ),
  ...ofBothClient(
    "DC5",
    "404 with an unknown method leads to initialize",
    { ways: http },
    async ({ peer, connect }) => {
      legacy(peer, (arrival) =>
        arrival.refuse({ code: -32601, message: "Method not found" }, 404),
      );
      const client = await connect();
      await client.request("tools/call", { name: "echo" });
      assert.equal(client.era(), "legacy");
    },
  ),
  ...([401, 403, 500, 503] as const).flatMap((status) =>
    ofBothClient(
      "DC6",
      `${status} says nothing about the era, and the next call asks again`,
      { ways: http },
      async ({ peer, connect }) => {
        peer.script = (arrival) => arrival.answer(status, "text/plain", "No");
        const client = await connect();
        const error = (await rejection(
          client.request("tools/call", { name: "echo" }),
        )) as { status?: number };
        assert.equal(error.status, status);
        assert.equal(client.era(), undefined);
        assert.deepEqual(peer.of("initialize"), []);
        modern(peer);
        await client.request("tools/call", { name: "echo" });
        assert.equal(client.era(), "modern");
      },
    ),
  ),
  ...ofBothClient(
    "DC6",
    "silence over HTTP is an outage",
    { ways: http },
    async ({ peer, connect }) => {
      const client = await connect({ timeoutMs: 100, patienceMs: 10 });
      await rejection(client.request("tools/call", { name: "echo" }));
      await pause(50);
      assert.deepEqual(peer.of("initialize"), []);
      assert.equal(client.era(), undefined);
    },
  ),
  ...ofBothClient(
    "DC7",
    "the verdict is kept: the question is asked once",
    { ways: everyWay },
    async ({ peer, connect }) => {
      legacy(peer);
      const client = await connect();
      await Promise.all([
        client.request("tools/call", { name: "echo" }),
        client.request("tools/call", { name: "echo" }),
      ]);
      await client.request("tools/call", { name: "echo" });
      assert.equal(peer.of("server/discover").length, 1);
      assert.equal(peer.of("initialize").length, 1);
    },
  ),
  ...ofBothClient(
    "DC7",
    "a verdict that is given back saves the question",
    { ways: everyWay },
    async ({ peer, connect }) => {
      legacy(peer);
      const client = await connect({ era: "legacy" });
      await client.request("tools/call", { name: "echo" });
      assert.deepEqual(peer.of("server/discover"), []);
      assert.equal(client.era(), "legacy");
    },
  ),
  ...ofBothClient(
    "DC7",
    "a verdict that proves wrong is dropped",
    { ways: everyWay },
    async ({ peer, connect }) => {
      peer.streams = false;
      peer.initialize = (arrival) =>
        arrival.refuse({ code: -32601, message: "Method not found" }, 404);
      modern(peer);
      const client = await connect({ era: "legacy" });
      await client.request("tools/call", { name: "echo" });
      assert.equal(client.era(), "modern");
    },
  ),
  ...ofBothClient(
    "DC7",
    "so is one that an older server has contradicted",
    { ways: http },
    async ({ peer, connect }) => {
      const refuse = (arrival: Arrival): void =>
        arrival.answer(400, "text/plain", "");
      let isInitialized = false;
      const { initialize } = peer;
      peer.initialize = (arrival) => {
        isInitialized = true;
        initialize?.(arrival);
      };
      peer.script = (arrival) => {
        if (isInitialized) arrival.reply(complete);
        else refuse(arrival);
      };
      const client = await connect({ era: "modern" });
      await client.request("tools/call", { name: "echo" });
      assert.equal(client.era(), "legacy");
    },
  ),
  ...ofBothClient(
    "DC8",
    "after a fallback nothing modern is in legacy messages",
    { ways: everyWay },
    async ({ peer, connect }) => {
      legacy(peer);
      const client = await connect();
      await client.request("tools/call", { name: "echo" });
      for (const message of peer.messages.slice(1)) {
        assert.ok(!("_meta" in ((message["params"] ?? {}) as Message)));
      }
      for (const { headers, body } of peer.https.slice(1)) {
        for (const name of ["mcp-method", "mcp-name"]) {
          assert.ok(!(name in headers), `${name} of ${body}`);
        }
        const isFirst = body.includes('"initialize"');
        assert.equal(
          headers["mcp-protocol-version"],
          isFirst ? undefined : peer.revision,
        );
      }
    },
  ),
  ...ofBothClient(
    "DC9",
    "a fixed older version begins with initialize",
    { ways: everyWay },
    async ({ peer, connect }) => {
      legacy(peer);
      peer.initialize = (arrival) =>
        arrival.reply(peer.agreement("2025-06-18"));
      const client = await connect({ versions: ["2025-06-18"] });
      await client.request("tools/call", { name: "echo" });
      assert.deepEqual(peer.of("server/discover"), []);
      assert.equal(
        peer.of("initialize")[0]?.["params"]["protocolVersion"],
        "2025-06-18",
      );
    },
  ),
  ...ofBothClient(
    "DC9",
    "a fixed modern version never begins with initialize: the error names both sides",
    { ways: everyWay },
    async ({ peer, connect }) => {
      legacy(peer, (arrival) =>
        arrival.refuse(
          {
            code: -32022,
            message: "No",
            data: { supported: ["2025-06-18"], requested: version },
          },
          400,
        ),
      );
      const client = await connect({ versions: [version] });
      const error = (await rejection(
        client.request("server/discover"),
      )) as Error;
      assert.ok(client.saysVersion(error), String(error));
      assert.match(error.message, /2025-06-18/);
      assert.match(error.message, new RegExp(version));
      assert.deepEqual(peer.of("initialize"), []);
    },
  ),
  ...ofBothClient(
    "DC9",
    "and is a typed error where the server only says that it knows no such method",
    { ways: everyWay },
    async ({ peer, connect }) => {
      legacy(peer);
      const client = await connect({ versions: [version] });
      const error = await rejection(
        client.request("tools/call", { name: "echo" }),
      );
      assert.equal(error.name, "LegacyServerError");
      assert.deepEqual(methodsOf(peer), ["server/discover"]);
    },
  ),
  ...ofBothClient(
    "DC10",
    "one table of inputs answers requests of the server and input requests",
    { ways: everyWay },
    async ({ peer, connect }) => {
      const inputs = {
        "elicitation/create": () => ({
          action: "accept",
          content: { word: "yes" },
        }),
      };
      const form: Message = {
        message: "Which?",
        requestedSchema: {
          type: "object",
          properties: { word: { type: "string" } },
        },
      };
      peer.script = (arrival) => {
        const { method, params } = arrival.message;
        if (method === "server/discover") arrival.reply(discovered);
        else if (params?.inputResponses !== undefined) {
          arrival.reply({
            ...modernResult,
            content: [{ type: "text", text: JSON.stringify(params) }],
          });
        } else {
          arrival.reply({
            resultType: "input_required",
            inputRequests: {
              one: { method: "elicitation/create", params: form },
            },
          });
        }
      };
      const first = await connect({ inputs });
      const said = await first.request("tools/call", { name: "ask" });
      assert.match(JSON.stringify(said), /yes/);
      await first.close();

      legacy(peer);
      const { script } = peer;
      let open: Arrival | undefined;
      peer.script = (arrival) => {
        if (arrival.message["method"] !== "tools/call") script(arrival);
        else {
          open = arrival;
          arrival.send({
            jsonrpc: "2.0",
            id: "q",
            method: "elicitation/create",
            params: form,
          });
        }
      };
      const second = await connect({ inputs });
      const call = second.request("tools/call", { name: "ask" });
      const answer = await peer.responseTo("q");
      assert.deepEqual(answer["result"]["content"], { word: "yes" });
      open?.reply(complete);
      await call;
    },
  ),
  ...ofBothClient(
    "DC10",
    "and pages that have to be visited",
    { ways: everyWay },
    async ({ peer, connect }) => {
      let isRefused = false;
      legacy(peer);
      const { script } = peer;
      peer.script = (arrival) => {
        if (arrival.message["method"] !== "tools/call" || isRefused) {
          script(arrival);
          return;
        }
        isRefused = true;
        const page = {
          mode: "url",
          elicitationId: "v",
          url: "https://example.com/in",
          message: "Sign in",
        };
        arrival.refuse({
          code: -32042,
          message: "Sign in first",
          data: { elicitations: [page] },
        });
        setTimeout(
          () =>
            peer.say({
              jsonrpc: "2.0",
              method: "notifications/elicitation/complete",
              params: { elicitationId: "v" },
            }),
          50,
        );
      };
      const visited: unknown[] = [];
      const client = await connect({
        inputs: {
          "elicitation/create": (params: Message) => {
            visited.push(params["url"]);
            return { action: "accept" };
          },
        },
        capabilities: { elicitation: { form: {}, url: {} } },
      });
      await client.request("tools/call", { name: "visit" });
      assert.deepEqual(visited, ["https://example.com/in"]);
    },
  ),
  ...ofBothClient(
    "DF5",
    "a call's log level is set for the session, once",
    { ways: everyWay },
    async ({ peer, connect }) => {
      legacy(peer);
      const client = await connect();
      for (let calls = 0; calls < 2; calls += 1) {
        await client.request(
          "tools/call",
          { name: "echo" },
          { logLevel: "warning" },
        );
      }
      assert.deepEqual(
        peer.of("logging/setLevel").map(({ params }) => params.level as string),
        ["warning"],
      );
    },
  ),
  ...ofBothClient(
    "DF5",
    "and is in the metadata of a modern call",
    { ways: everyWay },
    async ({ peer, connect }) => {
      modern(peer);
      const client = await connect();
      await client.request(
        "tools/call",
        { name: "echo" },
        { logLevel: "warning" },
      );
      const [call] = peer.of("tools/call");
      assert.equal(call?.["params"]["_meta"][key.logLevel], "warning");
    },
  ),
  ...ofBothClient(
    "DF5",
    "listening subscribes to resources, and leaves out what was not asked for",
    { ways: everyWay },
    async ({ peer, connect }) => {
      legacy(peer);
      const client = await connect();
      const { seen, acknowledged } = client.listen({
        resourceSubscriptions: ["shelf:1"],
      });
      await peer.message("resources/subscribe");
      await acknowledged;
      if (peer.way === "http") {
        await until(() => peer.hasStream(), "the stream is open");
      }
      await pause(20);
      for (const uri of ["shelf:2", "shelf:1"]) {
        peer.say({
          jsonrpc: "2.0",
          method: "notifications/resources/updated",
          params: { uri },
        });
      }
      await until(() => seen.length > 0, "the change was seen");
      assert.deepEqual(
        seen.map(({ params }) => params.uri as string),
        ["shelf:1"],
      );
    },
  ),
  ...ofBothClient(
    "DF5",
    "listening that ends before it is known how subscribes to nothing",
    { ways: everyWay },
    async ({ peer, connect }) => {
      legacy(peer);
      const client = await connect();
      client.listen({ resourceSubscriptions: ["shelf:1"] }).close();
      await client.request("tools/call", { name: "echo" });
      await pause(20);
      assert.deepEqual(peer.of("resources/subscribe"), []);
    },
  ),
  ...ofBothClient(
    "DF5",
    "discovery says what the handshake said, and results look alike",
    { ways: everyWay },
    async ({ peer, connect, revision }) => {
      legacy(peer);
      const client = await connect();
      const called = await client.request("tools/call", { name: "echo" });
      assert.equal(called["resultType"], "complete");
      const said = await client.request("server/discover");
      assert.deepEqual(said["supportedVersions"], [revision]);
      assert.equal(peer.of("server/discover").length, 1);
    },
  ),
];
