/** J1 to J9: ids, notifications, codes, malformed input, metadata. */
import assert from "node:assert/strict";
import {
  call,
  channels,
  everyWay,
  key,
  leastParams,
  meta,
  pause,
  rejection,
  request,
  until,
  version,
  type Message,
} from "../message.js";
import { headersOf } from "../server-wire.js";
import { ofClient, ofServer, ofValidators, type Probe } from "../probe.js";

const complete: Message = { resultType: "complete", content: [] };

export const messageProbes: readonly Probe[] = [
  ...ofClient(
    "J1",
    "fifty open requests have fifty valid ids",
    everyWay,
    async ({ peer, connect }) => {
      const client = await connect();
      const calls = Array.from({ length: 50 }, () =>
        client.request("tools/call", { name: "echo" }),
      );
      const last = await peer.arrival(49);
      assert.equal(last.message["jsonrpc"], "2.0");
      const ids = peer.arrivals.map(({ message }) => message["id"]);
      assert.equal(new Set(ids).size, 50);
      for (const id of ids) {
        assert.ok(typeof id === "string" || Number.isInteger(id), String(id));
      }
      for (const arrival of peer.arrivals) arrival.reply(complete);
      await Promise.all(calls);
    },
  ),

  ...ofServer(
    "J2",
    "ids of all kinds come back as they went, on every method",
    everyWay,
    async (wire) => {
      for (const id of [7, "7", 0, "", -3, "日本", 9007199254740991]) {
        const { id: given } = await wire.ask(call(id, "echo"));
        assert.strictEqual(given, id);
      }
      for (const [method, params] of Object.entries(leastParams)) {
        if (method === "subscriptions/listen") continue;
        const response = await wire.ask(
          request(`of ${method}`, method, params),
        );
        assert.strictEqual(response["id"], `of ${method}`);
        assert.ok("result" in response, JSON.stringify(response));
        assert.equal(response["jsonrpc"], "2.0");
      }
      for (const id of [404, "nope"]) {
        const refused = await wire.ask(request(id, "no/such"));
        assert.strictEqual(refused["id"], id);
        assert.equal(refused["error"]?.code, -32601);
      }
    },
  ),

  ...ofServer(
    "J3",
    "notifications, known or not, valid or not, are not answered",
    channels,
    async (wire) => {
      for (const notification of [
        { method: "notifications/unknown" },
        { method: "notifications/initialized" },
        { method: "notifications/cancelled", params: { requestId: 999 } },
        { method: "notifications/cancelled", params: { requestId: null } },
        { method: "notifications/cancelled" },
        { method: "notifications/cancelled", params: [] },
        { method: "tools/list", params: { _meta: meta } },
        { method: "tools/call", params: 7 },
      ]) {
        const came = await wire.sendLine(
          JSON.stringify({ jsonrpc: "2.0", ...notification }),
        );
        assert.deepEqual(came, [], JSON.stringify(notification));
      }
      const unknown = '{"jsonrpc":"1.0","method":"notifications/cancelled"}';
      assert.deepEqual(await wire.sendLine(unknown), [], unknown);
    },
  ),
  ...ofClient(
    "J3",
    "whatever is notified, the client writes nothing back",
    everyWay,
    async ({ peer, connect }) => {
      const client = await connect();
      const done = client.request("tools/call", { name: "echo" });
      const arrival = await peer.arrival(0);
      for (const method of [
        "notifications/unknown",
        "notifications/progress",
        "notifications/message",
      ]) {
        arrival.send({ jsonrpc: "2.0", method, params: {} });
      }
      await pause();
      arrival.reply(complete);
      await done;
      assert.equal(peer.arrivals.length, 1);
    },
  ),

  ...ofClient(
    "J4",
    "an unknown resultType rejects the call",
    everyWay,
    async ({ peer, connect }) => {
      const client = await connect();
      peer.script = (arrival) =>
        arrival.reply({
          resultType: "partial",
          content: [],
          tools: [],
          ttlMs: 0,
          cacheScope: "private",
        });
      await rejection(client.request("tools/call", { name: "echo" }));
      await rejection(client.request("tools/list"));
    },
  ),
  ...ofClient(
    "J4",
    "no resultType is a complete result",
    everyWay,
    async ({ peer, connect }) => {
      const client = await connect();
      peer.script = (arrival) => arrival.reply({ content: [] });
      const { content } = await client.request("tools/call", { name: "echo" });
      assert.deepEqual(content, []);
    },
  ),
  ...ofValidators(
    "J4",
    "an unknown resultType is invalid",
    "isResult",
    (isResult) => {
      assert.ok(isResult("tools/call", complete));
      assert.ok(
        !isResult("tools/call", { ...complete, resultType: "partial" }),
      );
      assert.ok(!isResult("tools/call", { ...complete, resultType: 7 }));
    },
  ),

  ...ofServer(
    "J5",
    "codes that nobody may send are not sent",
    everyWay,
    async (wire) => {
      for (const code of [-32002, -32042, -32000, -32019, -32023, -32099]) {
        const { error, result } = await wire.ask(call(1, "fail", { code }));
        if (result !== undefined) {
          assert.equal(result.isError, true);
          continue;
        }
        assert.notEqual(error.code, code);
        assert.ok(
          Number.isInteger(error.code) && typeof error.message === "string",
        );
      }
      const { error } = await wire.ask(call(2, "fail", { code: -32602 }));
      if (error !== undefined) assert.equal(error.code, -32602);
    },
  ),
  ...ofValidators(
    "J5",
    "it is known which codes may be sent",
    "isSendable",
    (isSendable) => {
      const sendable = [
        -32700, -32600, -32601, -32602, -32603, -32020, -32021, -32022, 1, -1,
      ];
      const not = [-32002, -32042, -32000, -32019, -32023, -32099, 1.5];
      assert.deepEqual(
        sendable.filter((code) => !isSendable(code)),
        [],
      );
      assert.deepEqual(
        not.filter((code) => isSendable(code)),
        [],
      );
    },
  ),

  ...ofClient(
    "J6",
    "legacy codes reject the call with their code and have no other effect",
    everyWay,
    async ({ peer, connect }) => {
      const client = await connect();
      await settleEra(client, peer);
      const before = peer.arrivals.length;
      const codes = [-32000, -32001, -32002, -32003, -32004, -32019];
      for (const code of codes) {
        peer.script = (arrival) => arrival.refuse({ code, message: "m" });
        const error = await rejection(
          client.request("tools/call", { name: "echo" }),
        );
        assert.equal(error.code, code);
        assert.ok(!client.saysLegacy(error));
      }
      assert.equal(
        peer.arrivals.length - before,
        codes.length,
        "it tried again",
      );
    },
  ),

  ...ofServer(
    "J7",
    "what is not a request is answered as JSON-RPC says",
    channels,
    async (wire) => {
      const cases: [string | Uint8Array, number, unknown?][] = [
        ["{", -32700],
        ["no json", -32700],
        ["[]", -32600],
        [JSON.stringify([request(1, "server/discover")]), -32600],
        ["42", -32600],
        ["null", -32600],
        ['{"jsonrpc":"2.0"}', -32600],
        ['{"jsonrpc":"2.0","id":null,"method":"tools/list"}', -32600],
        ['{"jsonrpc":"2.0","id":1.5,"method":"tools/list"}', -32600],
        ['{"jsonrpc":"2.0","id":{},"method":"tools/list"}', -32600],
        ['{"jsonrpc":"1.0","id":4,"method":"tools/list"}', -32600, 4],
        ['{"id":5,"method":"tools/list"}', -32600, 5],
        ['{"jsonrpc":"2.0","id":"six","method":7}', -32600, "six"],
      ];
      for (const [line, code, id] of cases) {
        const came = await wire.sendLine(line);
        assert.equal(came.length, 1, `${line}: ${JSON.stringify(came)}`);
        assert.equal(came[0]?.["error"]?.code, code, String(line));
        assert.strictEqual(came[0]?.["id"] ?? undefined, id, String(line));
        assert.equal(came[0]?.["jsonrpc"], "2.0");
      }
    },
  ),
  ...ofServer(
    "J7",
    "what has no readable id is answered without one: MCP's ids are never null",
    channels,
    async (wire) => {
      const [unread] = await wire.sendLine(
        '{"jsonrpc":"2.0","id":null,"method":"a"}',
      );
      assert.equal(unread?.["error"]?.code, -32600);
      assert.ok(!("id" in unread));
    },
  ),
  ...ofServer(
    "J7",
    "what has no readable id is answered without one: MCP's ids are never null",
    ["http"],
    async (wire) => {
      const { body } = await wire
        .post({ ...headersOf(request(1, "tools/list")) }, "{")
        .whole();
      assert.equal(JSON.parse(body).error.code, -32700);
      assert.ok(!("id" in JSON.parse(body)));
    },
  ),
  ...ofServer(
    "J7",
    "a line that is not UTF-8 costs that line",
    ["stdio"],
    async (wire) => {
      const came = await wire.sendLine(
        Uint8Array.from([0x22, 0xff, 0xfe, 0x22]),
      );
      assert.equal(came[0]?.["error"]?.code, -32700);
      const { result } = await wire.ask(call(1, "echo", { text: "日本🜁" }));
      assert.match(result.content[0].text, /日本🜁/);
    },
  ),
  ...ofServer(
    "J7",
    "what is not a request is HTTP 400 with the right code",
    ["http"],
    async (wire) => {
      const headers = {
        "Content-Type": "application/json",
        Accept: "application/json, text/event-stream",
        "MCP-Protocol-Version": version,
        "Mcp-Method": "tools/list",
      };
      const cases: [string | Uint8Array, number, unknown?][] = [
        ["{", -32700],
        [Uint8Array.from([0x22, 0xff, 0x22]), -32700],
        ["42", -32600],
        [JSON.stringify([request(1, "tools/list")]), -32600],
        ['{"jsonrpc":"2.0","id":null,"method":"tools/list"}', -32600],
        ['{"jsonrpc":"1.0","id":4,"method":"tools/list"}', -32600, 4],
      ];
      for (const [body, code, id] of cases) {
        const { status, body: text } = await wire.post(headers, body).whole();
        const { error, id: given } = JSON.parse(text);
        assert.equal(status, 400, String(body));
        assert.equal(error.code, code, String(body));
        assert.strictEqual(given ?? undefined, id, String(body));
      }
    },
  ),
  ...ofClient(
    "J7",
    "junk and strange responses break nothing",
    channels,
    async ({ peer, connect }) => {
      const client = await connect();
      const done = client.request("tools/call", { name: "echo" });
      const arrival = await peer.arrival(0);
      const { id } = arrival.message;
      arrival.sendText("hello, I am a log line\n");
      arrival.sendText("\n[]\n7\nnull\n");
      arrival.send({ jsonrpc: "2.0", id: 4711, result: {} });
      arrival.send({
        jsonrpc: "2.0",
        id: null,
        error: { code: -32700, message: "m" },
      });
      arrival.send({
        jsonrpc: "2.0",
        id: String(id),
        result: { ...complete, isError: true },
      });
      arrival.reply(complete);
      const { isError } = await done;
      assert.notEqual(isError, true);
      peer.script = (next) =>
        next.send({
          jsonrpc: "2.0",
          id: next.message["id"],
          result: complete,
          error: { code: 1, message: "m" },
        });
      await rejection(client.request("tools/call", { name: "echo" }));
    },
  ),

  ...ofServer(
    "J8",
    "metadata that is missing or of the wrong type is -32602 on every method",
    everyWay,
    async (wire) => {
      const wrong: unknown[] = [
        undefined,
        {},
        { [key.version]: version },
        { [key.capabilities]: {} },
        { [key.version]: 7, [key.capabilities]: {} },
        { [key.version]: version, [key.capabilities]: [] },
        { [key.version]: version, [key.capabilities]: "all" },
      ];
      for (const [method, params] of Object.entries(leastParams)) {
        for (const _meta of wrong) {
          const exchange = wire.send({
            jsonrpc: "2.0",
            id: 1,
            method,
            params: { ...params, _meta },
          });
          const { error } = await exchange.response();
          const what = `${method} with ${JSON.stringify(_meta)}`;
          assert.equal(error?.code, -32602, what);
          assert.ok([400, undefined].includes(exchange.status()), what);
        }
      }
    },
  ),

  ...ofServer(
    "J8",
    "a progress token that is none is -32602",
    everyWay,
    async (wire) => {
      for (const progressToken of [1.5, null, {}, true]) {
        const { error } = await wire.ask(
          call(1, "echo", {}, { progressToken }),
        );
        assert.equal(error?.code, -32602, JSON.stringify(progressToken));
      }
    },
  ),

  ...ofServer(
    "J9",
    "capabilities, log level and version are those of the request alone",
    everyWay,
    async (wire) => {
      const able = {
        [key.capabilities]: { elicitation: { form: {} } },
        [key.logLevel]: "debug",
      };
      const first = await wire.ask(call(1, "ask", { what: "form" }, able));
      assert.equal(first["result"]?.resultType, "input_required");
      const second = await wire.ask(call(2, "ask", { what: "form" }));
      assert.notEqual(second["result"]?.resultType, "input_required");
      const quiet = wire.send(call(3, "chat"));
      await quiet.response();
      assert.ok(
        !quiet
          .messages()
          .some(({ method }) => method === "notifications/message"),
      );
      const third = await wire.ask({
        jsonrpc: "2.0",
        id: 4,
        method: "tools/list",
        params: { _meta: { [key.capabilities]: {} } },
      });
      assert.equal(third["error"]?.code, -32602);
    },
  ),
];

/** Lets a client learn that its server is a modern one. */
async function settleEra(
  client: { request(method: string, params?: Message): Promise<Message> },
  peer: { script: (arrival: any) => void; arrivals: readonly unknown[] },
): Promise<void> {
  peer.script = (arrival) => arrival.reply(complete);
  await client.request("tools/call", { name: "echo" });
  await until(() => peer.arrivals.length > 0, "it was called");
}
