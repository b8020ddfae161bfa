/** HS, HO, HT, HX, HR: stdio, HTTP+SSE, Streamable HTTP, sessions, resuming. */
import assert from "node:assert/strict";
import {
  channels,
  pause,
  rejection,
  until,
  type Message,
} from "../../message.js";
import type { HttpArrival } from "../peer.js";
import { ofClient, ofServer, type HandshakeProbe } from "../probe.js";
import { isSince, revisions, type Revision } from "../revision.js";
import { HttpSession, initializeParams } from "../session.js";

const since0326: readonly Revision[] = [
  "2025-03-26",
  "2025-06-18",
  "2025-11-25",
];
const since0618: readonly Revision[] = ["2025-06-18", "2025-11-25"];
const complete: Message = { content: [] };
const http = ["http"] as const;

/** The event of an SSE stream that carries a message. */
function event(message: unknown, id?: string): string {
  return `${id === undefined ? "" : `id: ${id}\n`}data: ${JSON.stringify(message)}\n\n`;
}

/** Has a peer serve HTTP+SSE, and refuse POSTs of Streamable HTTP. */
function serveHttpSse(
  arrival: HttpArrival,
  state: {
    stream: HttpArrival["response"] | undefined;
    readonly endpoint: string;
  },
): boolean {
  const { method, url, body, response } = arrival;
  if (method === "GET") {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.flushHeaders();
    state.stream = response;
    response.write(`event: endpoint\ndata: ${state.endpoint}\n\n`);
    return true;
  }
  if (!url.startsWith("/messages")) {
    response.writeHead(404).end();
    return true;
  }
  response.writeHead(202).end("Accepted");
  const message = JSON.parse(body) as Message;
  const reply = (result: unknown): void => {
    const answer = { jsonrpc: "2.0", id: message["id"] as unknown, result };
    state.stream?.write(`event: message\ndata: ${JSON.stringify(answer)}\n\n`);
  };
  if (message["method"] === "initialize") {
    reply({
      protocolVersion: "2024-11-05",
      capabilities: { tools: {} },
      serverInfo: { name: "old", version: "1" },
    });
  } else if ("id" in message && "method" in message) reply(complete);
  return true;
}

export const transportProbes: readonly HandshakeProbe[] = [
  ...ofServer(
    "HS1",
    "every line is one message, however the bytes came",
    { ways: channels, revisions },
    async ({ open }) => {
      const session = await open();
      const bytes = new TextEncoder().encode(
        `${JSON.stringify({
          jsonrpc: "2.0",
          id: "日本",
          method: "tools/call",
          params: { name: "echo", arguments: { text: "é\nü" } },
        })}\r\n`,
      );
      for (const byte of bytes) session.write(Uint8Array.of(byte));
      await until(
        () => session.received.some((each) => each["id"] === "日本"),
        "the message was answered",
      );
      for (const line of session.lines) {
        assert.equal((JSON.parse(line) as Message)["jsonrpc"], "2.0");
      }
    },
  ),
  ...ofServer(
    "HS2",
    "while a handler waits for the client, other requests are answered",
    { ways: channels, revisions },
    async ({ open }) => {
      const session = await open({ capabilities: { roots: {} } });
      const asking = session.start("tools/call", {
        name: "ask",
        arguments: { what: "roots" },
      });
      const asked = await session.request("roots/list");
      assert.deepEqual((await session.ask("ping"))["result"], {});
      assert.ok("result" in (await session.call("echo")));
      session.respond(asked["id"], { result: { roots: [] } });
      assert.ok("result" in (await asking.response()));
    },
  ),
  ...ofClient(
    "HS2",
    "while a handler of the client works, responses still arrive",
    { ways: channels },
    async ({ peer, connect }) => {
      let release = (): void => undefined;
      const client = await connect({
        inputs: {
          "roots/list": () =>
            new Promise((resolve) => {
              release = () => resolve({ roots: [] });
            }),
        },
      });
      const first = client.request("tools/call", { name: "echo" });
      const arrival = await peer.arrival(0);
      arrival.send({ jsonrpc: "2.0", id: "r", method: "roots/list" });
      arrival.reply(complete);
      await first;
      release();
      await peer.responseTo("r");
    },
  ),

  ...ofServer(
    "HO1",
    "the stream names where to POST, and carries the answers as message events",
    { ways: http, revisions: ["2024-11-05"] },
    async ({ server }) => {
      const session = new HttpSession(server.port);
      const stream = await session
        .http({
          method: "GET",
          path: "/sse",
          headers: { accept: "text/event-stream" },
        })
        .answered();
      await until(() => stream.events.length > 0, "the first event came");
      assert.equal(stream.events[0]?.event, "endpoint");
      const endpoint = stream.events[0]?.data ?? "";
      const post = (message: Message): Promise<unknown> =>
        session
          .http({
            method: "POST",
            path: endpoint,
            headers: { "content-type": "application/json" },
            body: JSON.stringify(message),
          })
          .whole()
          .then((call) => assert.equal(call.status, 202));
      await post({
        jsonrpc: "2.0",
        id: 1,
        method: "initialize",
        params: initializeParams({ version: "2024-11-05" }),
      });
      await post({ jsonrpc: "2.0", method: "notifications/initialized" });
      await post({ jsonrpc: "2.0", id: 2, method: "ping" });
      await until(
        () => stream.messages.some(({ id }) => id === 2),
        "both were answered on the stream",
      );
      assert.ok(
        stream.events.slice(1).every((each) => each.event === "message"),
      );
      stream.breakOff();
    },
    { httpSse: true },
  ),
  ...ofServer(
    "HO3",
    "Origin is checked on GET and POST, and an unknown session is 404",
    { ways: http, revisions: ["2024-11-05"] },
    async ({ server }) => {
      const session = new HttpSession(server.port);
      const origin = { origin: "https://evil.example" };
      const get = await session
        .http({
          method: "GET",
          path: "/sse",
          headers: { accept: "text/event-stream", ...origin },
        })
        .answered();
      assert.equal(get.status, 403);
      const stream = await session
        .http({
          method: "GET",
          path: "/sse",
          headers: { accept: "text/event-stream" },
        })
        .answered();
      await until(() => stream.events.length > 0, "the first event came");
      const endpoint = stream.events[0]?.data ?? "";
      const post = (path: string, headers: object): Promise<number> =>
        session
          .http({
            method: "POST",
            path,
            headers: { "content-type": "application/json", ...headers },
            body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
          })
          .whole()
          .then(({ status }) => status ?? 0);
      assert.equal(await post(endpoint, origin), 403);
      const unknown = endpoint.replace(/=[^=]*$/, "=nobody");
      assert.notEqual(unknown, endpoint);
      assert.equal(await post(unknown, {}), 404);
      stream.breakOff();
    },
    { httpSse: true },
  ),
  ...ofClient(
    "HO2",
    "everything is POSTed where the endpoint event says, once it has come",
    { ways: http, revisions: ["2024-11-05"] },
    async ({ peer, connect }) => {
      const state = { stream: undefined, endpoint: "/messages?sessionId=s" };
      peer.http = (arrival) => serveHttpSse(arrival, state);
      const client = await connect();
      const result = await client.request("tools/call", { name: "echo" });
      assert.deepEqual(result["content"], []);
      const posts = peer.https.filter(({ url }) => url.startsWith("/messages"));
      assert.ok(posts.length >= 3);
      for (const { url } of posts) {
        assert.equal(url, "/messages?sessionId=s");
      }
    },
  ),
  ...ofClient(
    "HO2",
    "an endpoint of another origin is refused",
    { ways: http, revisions: ["2024-11-05"] },
    async ({ peer, connect }) => {
      const state = {
        stream: undefined,
        endpoint: "http://127.0.0.1:1/messages",
      };
      peer.http = (arrival) => serveHttpSse(arrival, state);
      const client = await connect({ timeoutMs: 2_000 });
      await rejection(client.request("tools/call", { name: "echo" }));
      assert.ok(peer.https.every(({ url }) => !url.startsWith("/messages")));
    },
  ),
  ...ofClient(
    "HO4",
    "a refused initialize leads to HTTP+SSE, and else the first failure is told",
    { ways: http, revisions: since0326 },
    async ({ peer, connect }) => {
      const state = { stream: undefined, endpoint: "/messages?sessionId=s" };
      peer.http = (arrival) => serveHttpSse(arrival, state);
      const client = await connect();
      await client.request("tools/call", { name: "echo" });
      const before = peer.https.length;
      peer.http = ({ response }) => {
        response.writeHead(404, { "content-type": "text/plain" }).end("gone");
        return true;
      };
      const lost = await connect();
      const error = await rejection(
        lost.request("tools/call", { name: "echo" }),
      );
      assert.match(String(error.message), /404/);
      assert.ok(peer.https.length > before);
    },
  ),

  ...ofClient(
    "HT1",
    "each message is a POST of its own that accepts both kinds of answer",
    { ways: http, revisions: since0326 },
    async ({ peer, connect }) => {
      peer.script = (arrival) => arrival.reply(complete);
      const client = await connect();
      await Promise.all(
        [1, 2, 3].map(() => client.request("tools/call", { name: "echo" })),
      );
      const posts = peer.https.filter(({ method }) => method === "POST");
      assert.equal(posts.length, 5);
      for (const { headers, body } of posts) {
        assert.ok(!Array.isArray(JSON.parse(body)));
        assert.match(headers["accept"] ?? "", /application\/json/);
        assert.match(headers["accept"] ?? "", /text\/event-stream/);
        assert.match(headers["content-type"] ?? "", /^application\/json/);
      }
    },
  ),
  ...ofServer(
    "HT2",
    "accepted notifications and responses are 202 without a body",
    { ways: http, revisions: since0326 },
    async ({ open }) => {
      const session = await open({ stream: false });
      for (const message of [
        { jsonrpc: "2.0", method: "notifications/unknown" },
        { jsonrpc: "2.0", id: "nobody", result: {} },
        { jsonrpc: "2.0", id: "nobody", error: { code: -1, message: "no" } },
      ]) {
        const call = await session.post(JSON.stringify(message)).whole();
        assert.equal(call.status, 202, JSON.stringify(message));
        assert.equal(call.body, "");
      }
      const refused = await session
        .post('{"jsonrpc":"2.0","method":7}')
        .whole();
      assert.ok((refused.status ?? 0) >= 400, String(refused.status));
    },
  ),
  ...ofClient(
    "HT3",
    "JSON and events are read, notifications and questions ahead of the response too",
    { ways: http, revisions: since0326 },
    async ({ peer, connect }) => {
      const client = await connect({
        inputs: { "roots/list": () => ({ roots: [] }) },
      });
      const plain = client.request("tools/call", { name: "echo" });
      (await peer.arrival(0)).reply(complete);
      await plain;
      const streamed = client.request("tools/call", { name: "echo" });
      const arrival = await peer.arrival(1);
      arrival.send({
        jsonrpc: "2.0",
        method: "notifications/message",
        params: { level: "info", data: "hello" },
      });
      arrival.send({ jsonrpc: "2.0", id: "r", method: "roots/list" });
      assert.ok("result" in (await peer.responseTo("r")));
      arrival.reply(complete);
      await streamed;
      assert.ok(
        client.notified.some(
          ({ method }) => method === "notifications/message",
        ),
      );
    },
  ),
  ...ofServer(
    "HT4",
    "GET gives a stream without responses",
    { ways: http, revisions: since0326 },
    async ({ open }) => {
      const session = await open();
      assert.equal(session.stream?.status, 200);
      assert.match(
        session.stream?.headers["content-type"] ?? "",
        /^text\/event-stream/,
      );
      await session.call("echo");
      await session.ask("ping");
      await pause();
      assert.ok(
        session.stream?.messages.every((each) => "method" in each),
        session.stream?.body,
      );
    },
  ),
  ...ofServer(
    "HT4",
    "without sessions GET is 405",
    { ways: http, revisions: since0326 },
    async ({ connect }) => {
      const session = await connect();
      assert.equal((await session.get().whole()).status, 405);
    },
    { sessions: false },
  ),
  ...ofClient(
    "HT4",
    "a GET that is 405 is not a failure",
    { ways: http, revisions: since0326 },
    async ({ peer, connect }) => {
      peer.streams = false;
      peer.script = (arrival) => arrival.reply(complete);
      const client = await connect({
        inputs: { "roots/list": () => ({ roots: [] }) },
      });
      await client.request("tools/call", { name: "echo" });
      await pause();
      await client.request("tools/call", { name: "echo" });
      assert.ok(
        peer.https.filter(({ method }) => method === "GET").length <= 1,
      );
    },
  ),
  ...ofServer(
    "HT5",
    "the stream of a request ends after the response",
    { ways: http, revisions: since0326 },
    async ({ open }) => {
      const session = await open();
      const { call } = session.start("tools/call", {
        name: "steps",
        arguments: {},
        _meta: { progressToken: 1 },
      });
      await call?.whole();
      assert.equal(call?.messages.at(-1)?.["method"], undefined);
      assert.ok((call?.messages.length ?? 0) > 2);
    },
  ),
  ...ofServer(
    "HT6",
    "three requests at a time are answered, each on its own",
    { ways: http, revisions: since0326 },
    async ({ open }) => {
      const session = await open({ stream: false });
      const sent = [1, 2, 3].map(() => session.start("tools/list", {}));
      for (const { call } of sent) {
        await call?.whole();
        assert.equal(call?.status, 200);
        assert.equal(call?.messages.length, 1);
      }
    },
  ),
  ...ofServer(
    "HT7",
    "a page's Origin is 403, none at all is fine",
    { ways: http, revisions: since0326 },
    async ({ open }) => {
      const session = await open({ stream: false });
      const body = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
      for (const origin of ["https://evil.example", "null"]) {
        const call = await session.post(body, { origin }).whole();
        assert.equal(call.status, 403, origin);
      }
      const get = await session.get({ origin: "https://evil.example" }).whole();
      assert.equal(get.status, 403);
      assert.equal((await session.post(body).whole()).status, 200);
    },
  ),
  ...ofClient(
    "HT8",
    "the negotiated version is on every later request",
    { ways: http, revisions: since0618 },
    async ({ peer, connect, revision }) => {
      peer.script = (arrival) => arrival.reply(complete);
      const client = await connect({
        inputs: { "roots/list": () => ({ roots: [] }) },
      });
      await client.request("tools/call", { name: "echo" });
      await until(
        () => peer.https.some(({ method }) => method === "GET"),
        "the client opened a stream",
      );
      await client.close();
      await until(
        () => peer.https.some(({ method }) => method === "DELETE"),
        "the client ended its session",
      );
      for (const { headers, body } of peer.https) {
        if (body.includes('"initialize"')) continue;
        assert.equal(headers["mcp-protocol-version"], revision);
      }
    },
  ),
  ...ofServer(
    "HT9",
    "a version header that is not served is 400",
    { ways: http, revisions: since0618 },
    async ({ open }) => {
      const session = await open({ stream: false });
      const body = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
      for (const version of ["1.0", "2099-01-01", "garbage"]) {
        const call = await session
          .post(body, { "mcp-protocol-version": version })
          .whole();
        assert.equal(call.status, 400, version);
      }
    },
  ),
  ...ofServer(
    "HT10",
    "without the header the version of the session counts",
    { ways: http, revisions: since0618 },
    async ({ open }) => {
      const session = await open({ stream: false });
      const call = await session
        .post('[{"jsonrpc":"2.0","id":1,"method":"ping"}]', {
          "mcp-protocol-version": undefined,
        })
        .whole();
      // 2025-03-26 would serve the array.
      assert.equal(call.status, 400, call.body);
    },
  ),
  ...ofServer(
    "HT10",
    "where nothing is known it is 2025-03-26",
    { ways: http },
    async ({ connect }) => {
      const session = await connect();
      const call = await session
        .post('[{"jsonrpc":"2.0","id":1,"method":"ping"}]')
        .whole();
      assert.equal(call.status, 200, call.body);
      assert.deepEqual(call.messages[0]?.["result"], {});
    },
    { sessions: false },
  ),
  ...ofServer(
    "HT11",
    "faults of HTTP have their status, errors of JSON-RPC are 200",
    { ways: http, revisions: since0326 },
    async ({ open }) => {
      const session = await open({ stream: false });
      const body = '{"jsonrpc":"2.0","id":1,"method":"no/such"}';
      const status = async (
        changes: Record<string, string>,
        text = body,
      ): Promise<number | undefined> =>
        (await session.post(text, changes).whole()).status;
      assert.equal(await status({}), 200);
      assert.equal(await status({ accept: "text/plain" }), 406);
      assert.equal(await status({ "content-type": "text/plain" }), 415);
      assert.equal(await status({}, `"${"x".repeat(6 * 1024 * 1024)}"`), 413);
      const put = await session
        .http({ method: "PUT", headers: session.headers(), body })
        .whole();
      assert.equal(put.status, 405);
    },
  ),

  ...ofServer(
    "HX1",
    "session ids are printable, long and different",
    { ways: http, revisions: since0326 },
    async ({ open }) => {
      const ids = [];
      for (let turn = 0; turn < 3; turn += 1) {
        ids.push((await open({ stream: false })).id ?? "");
      }
      for (const id of ids) {
        assert.match(id, /^[\x21-\x7e]{16,}$/);
      }
      assert.equal(new Set(ids).size, 3);
    },
  ),
  ...ofClient(
    "HX2",
    "the session id is on every later request, responses included",
    { ways: http, revisions: since0326 },
    async ({ peer, connect }) => {
      const client = await connect({
        inputs: { "roots/list": () => ({ roots: [] }) },
      });
      const called = client.request("tools/call", { name: "echo" });
      const arrival = await peer.arrival(0);
      arrival.send({ jsonrpc: "2.0", id: "r", method: "roots/list" });
      await peer.responseTo("r");
      arrival.reply(complete);
      await called;
      await client.close();
      for (const { headers, body } of peer.https) {
        const isFirst = body.includes('"initialize"');
        assert.equal(
          headers["mcp-session-id"],
          isFirst ? undefined : "session-1",
        );
      }
      assert.ok(peer.https.length >= 4);
    },
  ),
  ...ofServer(
    "HX3",
    "a missing id is 400, an unknown one 404",
    { ways: http, revisions: since0326 },
    async ({ open }) => {
      const session = await open({ stream: false });
      const body = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
      const missing = await session
        .post(body, { "mcp-session-id": undefined })
        .whole();
      assert.equal(missing.status, 400);
      const unknown = await session
        .post(body, { "mcp-session-id": "nobody" })
        .whole();
      assert.equal(unknown.status, 404);
    },
  ),
  ...ofServer(
    "HX4",
    "after DELETE the id is 404 to POST, GET and DELETE",
    { ways: http, revisions: since0326 },
    async ({ open }) => {
      const session = await open({ stream: false });
      const ended = await session.delete().whole();
      assert.ok([200, 202, 204].includes(ended.status ?? 0));
      const post = await session
        .post('{"jsonrpc":"2.0","id":1,"method":"ping"}')
        .whole();
      assert.equal(post.status, 404);
      assert.equal((await session.get().whole()).status, 404);
      assert.equal((await session.delete().whole()).status, 404);
    },
  ),
  ...ofClient(
    "HX5",
    "a lost session is begun again, without the old id, and the call repeated",
    { ways: http, revisions: since0326 },
    async ({ peer, connect }) => {
      peer.script = (arrival) => arrival.reply(complete);
      const client = await connect();
      await client.request("resources/subscribe", { uri: "file:///a" });
      await client.request("logging/setLevel", { level: "error" });
      const before = peer.https.length;
      peer.sessionId = "session-2";
      peer.http = ({ headers, response }) => {
        if (headers["mcp-session-id"] !== "session-1") return false;
        response.writeHead(404).end();
        return true;
      };
      const result = await client.request("tools/call", { name: "echo" });
      assert.deepEqual(result["content"], []);
      const after = peer.https.slice(before);
      const again = after.find(({ body }) => body.includes('"initialize"'));
      assert.equal(again?.headers["mcp-session-id"], undefined);
      const posted = after
        .filter(({ headers }) => headers["mcp-session-id"] === "session-2")
        .map(({ body }) => body);
      for (const method of [
        "notifications/initialized",
        "resources/subscribe",
        "logging/setLevel",
        "tools/call",
      ]) {
        assert.ok(
          posted.some((body) => body.includes(`"${method}"`)),
          method,
        );
      }
      const calls = posted.filter((body) => body.includes('"tools/call"'));
      assert.equal(calls.length, 1);
    },
  ),
  ...ofClient(
    "HX5",
    "a server that forgets every session ends in an error",
    { ways: http, revisions: since0326 },
    async ({ peer, connect }) => {
      const client = await connect({ timeoutMs: 2_000 });
      peer.http = ({ headers, response }) => {
        if (headers["mcp-session-id"] === undefined) return false;
        response.writeHead(404).end();
        return true;
      };
      await rejection(client.request("tools/call", { name: "echo" }));
      assert.ok(peer.of("initialize").length <= 3);
    },
  ),
  ...ofClient(
    "HX6",
    "close deletes the session; 405 and 404 are fine",
    { ways: http, revisions: since0326 },
    async ({ peer, connect }) => {
      for (const status of [200, 405, 404]) {
        const client = await connect();
        await client.connect();
        const before = peer.https.length;
        peer.http = ({ method, response }) => {
          if (method !== "DELETE") return false;
          response.writeHead(status).end();
          return true;
        };
        await client.close();
        const deleted = peer.https
          .slice(before)
          .find(({ method }) => method === "DELETE");
        assert.equal(deleted?.headers["mcp-session-id"], "session-1");
      }
    },
  ),
  ...ofServer(
    "HX7",
    "a session is 404 to another principal, and to none",
    { ways: http, revisions: since0326 },
    async ({ open }) => {
      const session = await open({
        stream: false,
        headers: { authorization: "Bearer ada" },
      });
      const body = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
      assert.equal((await session.post(body).whole()).status, 200);
      for (const authorization of ["Bearer eve", undefined]) {
        const call = await session.post(body, { authorization }).whole();
        assert.equal(call.status, 404, String(authorization));
      }
    },
    { principals: true },
  ),
  ...ofServer(
    "HX8",
    "an idle session ends",
    { ways: http, revisions: since0326 },
    async ({ open }) => {
      const session = await open({ stream: false });
      await pause(400);
      const call = await session
        .post('{"jsonrpc":"2.0","id":1,"method":"ping"}')
        .whole();
      assert.equal(call.status, 404);
    },
    { sessionIdleMs: 100 },
  ),
  ...ofServer(
    "HX8",
    "more sessions than the limit are refused, or end the idlest",
    { ways: http, revisions: since0326 },
    async ({ connect, revision }) => {
      let live = 0;
      const sessions: HttpSession[] = [];
      for (let turn = 0; turn < 5; turn += 1) {
        const session = await connect();
        sessions.push(session);
        const { call } = session.start(
          "initialize",
          initializeParams({ version: revision }),
        );
        await call?.whole();
        session.id = call?.headers["mcp-session-id"] as string | undefined;
      }
      for (const session of sessions) {
        if (session.id === undefined) continue;
        const call = await session
          .post('{"jsonrpc":"2.0","id":1,"method":"ping"}')
          .whole();
        if (call.status === 200) live += 1;
      }
      assert.ok(live >= 1 && live <= 3, `${live} are live`);
    },
    { maxSessions: 3 },
  ),

  ...ofServer(
    "HR1",
    "ids do not repeat, and a replay has what followed on that stream",
    { ways: http, revisions: since0326 },
    async ({ open }) => {
      const session = await open();
      const one = session.start("tools/call", {
        name: "steps",
        arguments: {},
        _meta: { progressToken: "one" },
      }).call!;
      const two = session.start("tools/call", {
        name: "steps",
        arguments: {},
        _meta: { progressToken: "two" },
      }).call!;
      await one.whole();
      await two.whole();
      const withIds = [...one.events, ...two.events].filter(
        ({ id }) => id !== undefined,
      );
      const ids = withIds.map(({ id }) => id);
      assert.ok(ids.length >= 6, `${ids.length} ids`);
      assert.equal(new Set(ids).size, ids.length);
      const events = one.events.filter(({ data }) => data !== "");
      const from = events[0]?.id ?? "";
      const replay = await session.get({ "last-event-id": from }).answered();
      assert.equal(replay.status, 200, replay.body);
      await until(
        () => replay.messages.length >= events.length - 1,
        "what followed was replayed",
      );
      await pause();
      assert.deepEqual(
        replay.messages,
        events.slice(1).map(({ data }) => JSON.parse(data ?? "") as Message),
      );
    },
    { eventStore: true },
  ),
  ...ofServer(
    "HR2",
    "a stream begins with an event without data, from 2025-11-25 on",
    { ways: http, revisions: since0618 },
    async ({ open, revision }) => {
      const session = await open();
      const { call } = session.start("tools/call", {
        name: "steps",
        arguments: {},
        _meta: { progressToken: 1 },
      });
      await call?.whole();
      const [first] = call?.events ?? [];
      if (isSince(revision, "2025-11-25")) {
        assert.equal(first?.data, "");
        assert.notEqual(first?.id, undefined);
      } else assert.notEqual(first?.data, "");
    },
    { eventStore: true },
  ),
  ...ofServer(
    "HR3",
    "a connection that the server closes goes on after a reconnect",
    { ways: http },
    async ({ open }) => {
      const session = await open();
      const sent = session.start("tools/call", {
        name: "close-stream",
        arguments: {},
      });
      const call = sent.call!;
      await call.whole();
      assert.equal(
        call.messages.some((each) => !("method" in each)),
        false,
      );
      assert.ok(
        call.events.some(({ retry }) => retry !== undefined),
        call.body,
      );
      const last = call.events.filter(({ id }) => id !== undefined).at(-1);
      const resumed = session.get({ "last-event-id": last?.id ?? "" });
      const response = await resumed.response();
      assert.equal(response["result"]?.content?.[0]?.text, "resumed");
    },
    { eventStore: true },
  ),
  ...ofServer(
    "HR3",
    "an unknown event id is 400",
    { ways: http, revisions: since0326 },
    async ({ open }) => {
      const session = await open();
      const call = await session
        .get({ "last-event-id": "nobody-gave-this" })
        .answered();
      assert.equal(call.status, 400);
    },
    { eventStore: true },
  ),
  ...ofClient(
    "HR4",
    "a reconnect waits as long as retry says",
    { ways: http },
    async ({ peer, connect }) => {
      peer.streams = false;
      const client = await connect();
      const called = client.request("tools/call", { name: "echo" });
      const arrival = await peer.arrival(0);
      arrival.sendText("id: e1\nretry: 300\ndata:\n\n");
      arrival.end();
      const ended = performance.now();
      const before = peer.https.length;
      peer.http = ({ method, headers, response }) => {
        if (method !== "GET" || headers["last-event-id"] === undefined) {
          return false;
        }
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.end(
          event(
            {
              jsonrpc: "2.0",
              id: arrival.message["id"] as unknown,
              result: complete,
            },
            "e2",
          ),
        );
        return true;
      };
      assert.deepEqual((await called)["content"], []);
      const get = peer.https
        .slice(before)
        .find(({ headers }) => headers["last-event-id"] !== undefined);
      assert.ok((get?.at ?? 0) - ended >= 250, `${(get?.at ?? 0) - ended} ms`);
    },
  ),
  ...ofClient(
    "HR5",
    "a broken stream is resumed by GET with the last id, session and version",
    { ways: http, revisions: since0326 },
    async ({ peer, connect, revision }) => {
      peer.streams = false;
      const client = await connect();
      const called = client.request("tools/call", { name: "echo" });
      const arrival = await peer.arrival(0);
      arrival.sendText(
        `retry: 10\n${event({ jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data: 1 } }, "e7")}`,
      );
      await pause();
      peer.http = ({ method, headers, response }) => {
        if (method !== "GET" || headers["last-event-id"] === undefined) {
          return false;
        }
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.end(
          event(
            {
              jsonrpc: "2.0",
              id: arrival.message["id"] as unknown,
              result: complete,
            },
            "e8",
          ),
        );
        return true;
      };
      arrival.http?.response.destroy();
      assert.deepEqual((await called)["content"], []);
      const get = peer.https.find(
        ({ headers }) => headers["last-event-id"] !== undefined,
      );
      assert.equal(get?.headers["last-event-id"], "e7");
      assert.equal(get?.headers["mcp-session-id"], "session-1");
      if (isSince(revision, "2025-06-18")) {
        assert.equal(get?.headers["mcp-protocol-version"], revision);
      }
      const posts = peer.https.filter(({ body }) =>
        body.includes('"tools/call"'),
      );
      assert.equal(posts.length, 1);
    },
  ),
  ...ofClient(
    "HR5",
    "reconnects are limited",
    { ways: http },
    async ({ peer, connect }) => {
      peer.streams = false;
      const client = await connect({ timeoutMs: 8_000 });
      const called = client.request("tools/call", { name: "echo" });
      const arrival = await peer.arrival(0);
      let gets = 0;
      peer.http = ({ method, headers, response }) => {
        if (method !== "GET" || headers["last-event-id"] === undefined) {
          return false;
        }
        gets += 1;
        response.destroy();
        return true;
      };
      arrival.sendText("id: e1\nretry: 1\ndata:\n\n");
      arrival.end();
      await rejection(called);
      assert.ok(gets >= 1 && gets <= 100, `${gets} reconnects`);
    },
  ),
  ...ofClient(
    "HR6",
    "without an id a broken stream fails the call, which is not repeated",
    { ways: http, revisions: since0326 },
    async ({ peer, connect }) => {
      const client = await connect({ timeoutMs: 5_000 });
      const called = client.request("tools/call", { name: "echo" });
      const arrival = await peer.arrival(0);
      arrival.sendText(": nothing yet\n\n");
      await pause();
      arrival.http?.response.destroy();
      await rejection(called);
      const posts = peer.https.filter(({ body }) =>
        body.includes('"tools/call"'),
      );
      assert.equal(posts.length, 1);
    },
  ),
  ...ofClient(
    "HR6",
    "a replay that repeats the response changes nothing",
    { ways: http, revisions: since0326 },
    async ({ peer, connect }) => {
      const client = await connect();
      const called = client.request("tools/call", { name: "echo" });
      const arrival = await peer.arrival(0);
      const response = {
        jsonrpc: "2.0",
        id: arrival.message["id"] as unknown,
        result: complete,
      };
      arrival.sendText(`id: e1\ndata:\n\n${event(response, "e2")}`);
      arrival.sendText(event(response, "e2"));
      arrival.end();
      assert.deepEqual((await called)["content"], []);
      await pause();
      peer.script = (each) => each.reply(complete);
      await client.request("tools/call", { name: "echo" });
    },
  ),
];
