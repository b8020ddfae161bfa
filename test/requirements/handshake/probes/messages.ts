/** HJ and HB: messages, ids, batches. */
import assert from "node:assert/strict";
import {
  channels,
  everyWay,
  pause,
  rejection,
  until,
  type Message,
} from "../../message.js";
import { ofClient, ofServer, type HandshakeProbe } from "../probe.js";
import { revisions, type Revision } from "../revision.js";
import { handshake, initializeParams, type HttpSession } from "../session.js";

const withBatches: readonly Revision[] = ["2025-03-26"];
const withoutBatches: readonly Revision[] = [
  "2024-11-05",
  "2025-06-18",
  "2025-11-25",
];

const complete: Message = { content: [] };

/** Keys and names of the stateless era. */
const stateless =
  /"(resultType|ttlMs|cacheScope|io\.modelcontextprotocol\/(serverInfo|protocolVersion|clientCapabilities|clientInfo|logLevel|subscriptionId))"/;

export const messageProbes: readonly HandshakeProbe[] = [
  ...ofClient(
    "HJ1",
    "twenty requests one after the other have twenty valid ids",
    { ways: everyWay },
    async ({ peer, connect }) => {
      peer.script = (arrival) => arrival.reply(complete);
      const client = await connect();
      for (let turn = 0; turn < 20; turn += 1) {
        await client.request("tools/call", { name: "echo" });
      }
      const ids = peer.messages
        .filter((each) => "id" in each)
        .map((each) => each["id"] as unknown);
      for (const id of ids) {
        assert.ok(typeof id === "string" || Number.isInteger(id), String(id));
      }
      assert.equal(new Set(ids).size, ids.length);
      assert.ok(ids.length >= 21);
    },
  ),
  ...ofServer(
    "HJ1",
    "requests of the server have valid ids that do not repeat in the session",
    { ways: everyWay },
    async ({ open }) => {
      const session = await open({ capabilities: { roots: {} } });
      session.answer = () => ({ result: { roots: [] } });
      for (let turn = 0; turn < 5; turn += 1) {
        await session.call("ask", { what: "roots" });
      }
      const ids = session.requested("roots/list").map((each) => each["id"]);
      assert.equal(ids.length, 5);
      assert.equal(new Set(ids).size, 5);
      for (const id of ids) {
        assert.ok(typeof id === "string" || Number.isInteger(id), String(id));
      }
    },
  ),

  ...ofServer(
    "HJ2",
    "ids come back as they went, and the server's own are told apart from them",
    { ways: everyWay, revisions },
    async ({ open }) => {
      const session = await open({ capabilities: { roots: {} } });
      for (const id of [700, "700", 0, "", -3, "日本"]) {
        const response = await session.ask("tools/list", {}, id);
        assert.strictEqual(response["id"], id);
      }
      // Both sides count from where they like: the ids may be the same.
      session.answer = () => ({ result: { roots: [] } });
      for (let id = 1; id < 6; id += 1) {
        const response = await session.ask(
          "tools/call",
          { name: "ask", arguments: { what: "roots" } },
          id + 10_000,
        );
        assert.strictEqual(response["id"], id + 10_000);
        assert.ok("result" in response, JSON.stringify(response));
      }
    },
  ),
  ...ofClient(
    "HJ2",
    "a request of the server with the id of an open call is answered, the call goes on",
    { ways: everyWay },
    async ({ peer, connect }) => {
      const client = await connect({
        inputs: { "roots/list": () => ({ roots: [] }) },
      });
      const called = client.request("tools/call", { name: "echo" });
      const arrival = await peer.arrival(0);
      const id = arrival.message["id"] as unknown;
      arrival.send({ jsonrpc: "2.0", id, method: "roots/list" });
      const answer = await peer.responseTo(id);
      assert.deepEqual(answer["result"]?.roots, []);
      const other = typeof id === "number" ? String(id) : Number(id);
      arrival.send({ jsonrpc: "2.0", id: other, result: { content: [1] } });
      await pause();
      arrival.reply(complete);
      assert.deepEqual((await called)["content"], []);
    },
  ),

  ...ofServer(
    "HJ3",
    "notifications, known or not, valid or not, are not answered",
    { ways: channels, revisions },
    async ({ open }) => {
      const session = await open();
      for (const notification of [
        { method: "notifications/unknown" },
        { method: "notifications/initialized" },
        { method: "notifications/cancelled", params: { requestId: 999 } },
        { method: "notifications/cancelled" },
        { method: "notifications/cancelled", params: [] },
        { method: "notifications/roots/list_changed" },
        { method: "tools/list" },
        { method: "tools/call", params: 7 },
      ]) {
        const came = await session.sendLine(
          JSON.stringify({ jsonrpc: "2.0", ...notification }),
        );
        assert.deepEqual(came, [], JSON.stringify(notification));
      }
    },
  ),
  ...ofClient(
    "HJ3",
    "notifications of the server are not answered",
    { ways: everyWay },
    async ({ peer, connect }) => {
      const client = await connect();
      const called = client.request("tools/call", { name: "echo" });
      const arrival = await peer.arrival(0);
      const before = peer.messages.length;
      for (const method of [
        "notifications/unknown",
        "notifications/progress",
        "notifications/message",
        "notifications/cancelled",
      ]) {
        arrival.send({ jsonrpc: "2.0", method, params: {} });
      }
      await pause();
      arrival.reply(complete);
      await called;
      assert.equal(peer.messages.length, before);
    },
  ),

  ...ofServer(
    "HJ4",
    "malformed messages have their error, and the session goes on",
    { ways: channels, revisions },
    async ({ open }) => {
      const session = await open();
      for (const [line, code] of [
        ['{"jsonrpc":"2.0","id":1.5,"method":"ping"}', -32600],
        ['{"jsonrpc":"2.0","id":{},"method":"ping"}', -32600],
        ['{"jsonrpc":"2.0","id":"m","method":7}', -32600],
        ['{"id":"m","method":"ping"}', -32600],
        ["{", -32700],
      ] as const) {
        const came = await session.sendLine(line);
        assert.equal(came.length, 1, `${line}: ${JSON.stringify(came)}`);
        assert.equal(came[0]?.["error"]?.code, code, line);
      }
      const stray = await session.sendLine(
        '{"jsonrpc":"2.0","id":"nothing","result":{}}',
      );
      assert.deepEqual(stray, []);
      assert.deepEqual((await session.ask("ping"))["result"], {});
    },
  ),
  ...ofServer(
    "HJ4",
    "malformed bodies are 400 with their error",
    { ways: ["http"] as const, revisions },
    async ({ open }) => {
      const session = await open({ stream: false });
      for (const [body, code] of [
        ['{"jsonrpc":"2.0","id":1.5,"method":"ping"}', -32600],
        ['{"id":"m","method":"ping"}', -32600],
        ["{", -32700],
      ] as const) {
        const call = await session.post(body).whole();
        assert.equal(call.status, 400, body);
        assert.equal(call.messages[0]?.["error"]?.code, code, body);
      }
      const stray = await session
        .post('{"jsonrpc":"2.0","id":"nothing","result":{}}')
        .whole();
      assert.equal(stray.status, 202);
    },
  ),
  ...ofClient(
    "HJ4",
    "responses to nothing are dropped, and an error without an id breaks nothing",
    { ways: channels },
    async ({ peer, connect }) => {
      const client = await connect();
      const called = client.request("tools/call", { name: "echo" });
      const arrival = await peer.arrival(0);
      for (const stray of [
        { jsonrpc: "2.0", id: "nobody", result: {} },
        { jsonrpc: "2.0", error: { code: -32700, message: "what?" } },
        {
          jsonrpc: "2.0",
          id: null,
          error: { code: -32600, message: "what?" },
        },
      ]) {
        arrival.send(stray);
      }
      arrival.reply(complete);
      assert.deepEqual((await called)["content"], []);
    },
  ),

  ...ofServer(
    "HJ5",
    "nothing that the server sends is of the stateless era",
    { ways: everyWay, revisions },
    async ({ open }) => {
      const session = await open({
        capabilities: { roots: {}, sampling: {}, elicitation: {} },
      });
      session.answer = ({ method }) =>
        method === "roots/list"
          ? { result: { roots: [] } }
          : { error: { code: -1, message: "no" } };
      for (const method of [
        "tools/list",
        "resources/list",
        "resources/templates/list",
        "prompts/list",
      ]) {
        const listed = await session.ask(method, {});
        assert.ok("result" in listed, JSON.stringify(listed));
      }
      await session.call("echo");
      await session.call("chat");
      await session.call("ask", { what: "roots" });
      await session.ask("resources/read", { uri: "file:///srv/note.txt" });
      await session.ask("prompts/get", {
        name: "greet",
        arguments: { who: "Ada" },
      });
      const all = JSON.stringify([session.opened, ...session.received]);
      assert.doesNotMatch(all, stateless);
    },
  ),
  ...ofClient(
    "HJ5",
    "nothing that the client sends is of the stateless era",
    { ways: everyWay, revisions },
    async ({ peer, connect }) => {
      peer.script = (arrival) => arrival.reply(complete);
      const client = await connect({
        inputs: { "roots/list": () => ({ roots: [] }) },
      });
      await client.request("tools/call", { name: "echo" });
      assert.doesNotMatch(JSON.stringify(peer.messages), stateless);
      for (const { headers } of peer.https) {
        assert.equal(headers["mcp-method"], undefined);
        assert.equal(headers["mcp-name"], undefined);
      }
    },
  ),

  ...ofServer(
    "HB1",
    "a batch gets a response for each request, an empty one a single -32600",
    { ways: everyWay, revisions: withBatches },
    async ({ open }) => {
      const session = await open({ stream: false });
      session.send([
        { jsonrpc: "2.0", id: "one", method: "ping" },
        { jsonrpc: "2.0", method: "notifications/unknown" },
        { jsonrpc: "2.0", id: "two", method: "tools/list" },
        { jsonrpc: "2.0", id: "bad", method: 7 },
      ]);
      const ids = (): unknown[] =>
        session.received.map((each) => each["id"]).filter((id) => id !== 0);
      await until(
        () => ["one", "two", "bad"].every((id) => ids().includes(id)),
        "all of the batch was answered",
      );
      const of = (id: string): Message | undefined =>
        session.received.find((each) => each["id"] === id);
      assert.deepEqual(of("one")?.["result"], {});
      assert.ok(Array.isArray(of("two")?.["result"]?.tools));
      assert.equal(of("bad")?.["error"]?.code, -32600);
      const before = session.received.length;
      session.send([]);
      await until(
        () => session.received.length > before,
        "an empty batch was answered",
      );
      assert.equal(session.received[before]?.["error"]?.code, -32600);
    },
  ),
  ...ofServer(
    "HB2",
    "a batch with initialize in it is refused, and nothing in it served",
    { ways: everyWay, revisions: withBatches },
    async ({ connect, revision }) => {
      const session = await connect();
      session.send([
        {
          jsonrpc: "2.0",
          id: "first",
          method: "initialize",
          params: initializeParams({ version: revision }),
        },
        { jsonrpc: "2.0", id: "second", method: "ping" },
      ]);
      await until(() => session.received.length > 0, "the batch was answered");
      await pause();
      for (const message of session.received) {
        assert.equal(message["error"]?.code, -32600, JSON.stringify(message));
      }
      // The session can still begin.
      await handshake(session, { version: revision, stream: false });
      assert.ok("result" in session.opened, JSON.stringify(session.opened));
      // Nor does one serve its neighbours once there is a session.
      session.send([
        {
          jsonrpc: "2.0",
          id: "again",
          method: "initialize",
          params: initializeParams({ version: revision }),
        },
        { jsonrpc: "2.0", id: "neighbour", method: "ping" },
      ]);
      await pause();
      await session.fence();
      assert.ok(!session.received.some(({ id }) => id === "neighbour"));
    },
  ),
  ...ofServer(
    "HB3",
    "a POST of a batch without requests is 202 without a body",
    { ways: ["http"] as const, revisions: withBatches },
    async ({ open }) => {
      const session: HttpSession = await open({ stream: false });
      for (const batch of [
        [
          { jsonrpc: "2.0", method: "notifications/unknown" },
          { jsonrpc: "2.0", method: "notifications/roots/list_changed" },
        ],
        [{ jsonrpc: "2.0", id: "nothing", result: {} }],
      ]) {
        const call = await session.post(JSON.stringify(batch)).whole();
        assert.equal(call.status, 202);
        assert.equal(call.body, "");
      }
    },
  ),
  ...ofClient(
    "HB4",
    "arrays are split, in a JSON answer and in events",
    { ways: everyWay, revisions: withBatches },
    async ({ peer, connect }) => {
      const client = await connect();
      const progress: Message[] = [];
      const called = client.request(
        "tools/call",
        { name: "echo" },
        { onProgress: (params) => progress.push(params) },
      );
      const arrival = await peer.arrival(0);
      const { id, params } = arrival.message;
      arrival.send([
        {
          jsonrpc: "2.0",
          method: "notifications/progress",
          params: { progressToken: params?._meta?.progressToken, progress: 1 },
        },
        { jsonrpc: "2.0", id, result: complete },
      ]);
      arrival.end();
      assert.deepEqual((await called)["content"], []);
      assert.equal(progress.length, 1);
      if (peer.way !== "http") return;
      const again = client.request("tools/call", { name: "echo" });
      const second = await peer.arrival(1);
      second.answer(
        200,
        "application/json",
        JSON.stringify([
          { jsonrpc: "2.0", id: second.message["id"], result: complete },
        ]),
      );
      assert.deepEqual((await again)["content"], []);
    },
  ),
  ...ofServer(
    "HB5",
    "an array is one -32600, and nothing in it is served",
    { ways: everyWay, revisions: withoutBatches },
    async ({ open, way }) => {
      const session = await open({ stream: false });
      const before = session.received.length;
      const sent = session.send([
        { jsonrpc: "2.0", id: "one", method: "ping" },
        { jsonrpc: "2.0", id: "two", method: "tools/list" },
      ]);
      await until(
        () => session.received.length > before,
        "the array was answered",
      );
      await pause();
      const came = session.received.slice(before);
      assert.equal(came.length, 1, JSON.stringify(came));
      assert.equal(came[0]?.["error"]?.code, -32600);
      if (way === "http") assert.equal(sent.call?.status, 400);
    },
  ),
  ...ofClient(
    "HB5",
    "an array of the server is dropped, and the client sends none",
    { ways: channels, revisions: withoutBatches },
    async ({ peer, connect }) => {
      const client = await connect({ timeoutMs: 300 });
      const called = client.request("tools/call", { name: "echo" });
      const arrival = await peer.arrival(0);
      arrival.send([
        { jsonrpc: "2.0", id: arrival.message["id"], result: complete },
      ]);
      await rejection(called);
      assert.ok(peer.messages.every((each) => each["jsonrpc"] === "2.0"));
    },
  ),
];
