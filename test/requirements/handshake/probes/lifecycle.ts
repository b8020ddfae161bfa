/** HL and HC: the handshake, and what it agrees on. */
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
import { newest, revisions, type Revision } from "../revision.js";
import { handshake, initializeParams } from "../session.js";

const since0618: readonly Revision[] = ["2025-06-18", "2025-11-25"];
const since0326: readonly Revision[] = ["2025-03-26", ...since0618];
const complete: Message = { content: [] };

export const lifecycleProbes: readonly HandshakeProbe[] = [
  ...ofClient(
    "HL1",
    "initialize goes first, with version, capabilities and name, and nothing before its answer",
    { ways: everyWay },
    async ({ peer, connect }) => {
      peer.initialize = undefined;
      const client = await connect();
      const called = client.request("tools/call", { name: "echo" });
      const arrival = await peer.arrival(0);
      assert.equal(arrival.message["method"], "initialize");
      const { params } = arrival.message;
      assert.equal(typeof params?.protocolVersion, "string");
      assert.equal(typeof params?.capabilities, "object");
      assert.equal(typeof params?.clientInfo?.name, "string");
      assert.equal(typeof params?.clientInfo?.version, "string");
      await pause();
      assert.equal(peer.messages.length, 1);
      peer.script = (each) => each.reply(complete);
      arrival.reply(peer.agreement());
      await called;
    },
  ),
  ...ofClient(
    "HL2",
    "initialized is sent once, between the answer and the first request",
    { ways: everyWay, revisions },
    async ({ peer, connect }) => {
      peer.script = (arrival) => arrival.reply(complete);
      const client = await connect();
      await Promise.all([
        client.request("tools/call", { name: "echo" }),
        client.request("tools/call", { name: "echo" }),
      ]);
      const methods = peer.messages.map((each) => each["method"] as unknown);
      assert.deepEqual(methods.slice(0, 2), [
        "initialize",
        "notifications/initialized",
      ]);
      assert.equal(peer.of("notifications/initialized").length, 1);
      assert.equal(peer.of("initialize").length, 1);
    },
  ),
  ...ofClient(
    "HL2",
    "no request overtakes initialized, however slowly it is taken",
    { ways: ["http"], revisions: since0326 },
    async ({ peer, connect }) => {
      const seen: unknown[] = [];
      peer.script = (arrival) => arrival.reply(complete);
      peer.http = ({ method, body, response }) => {
        if (method !== "POST") return false;
        const said = (JSON.parse(body) as Message)["method"] as unknown;
        seen.push(said);
        if (said !== "notifications/initialized") return false;
        setTimeout(() => {
          seen.push("taken");
          response.writeHead(202).end();
        }, 50);
        return true;
      };
      const client = await connect();
      await client.request("tools/call", { name: "echo" });
      assert.deepEqual(seen.slice(0, 3), [
        "initialize",
        "notifications/initialized",
        "taken",
      ]);
    },
  ),
  ...ofClient(
    "HL3",
    "the newest revision with a handshake is offered",
    { ways: everyWay },
    async ({ peer, connect }) => {
      const client = await connect();
      await client.connect();
      const [first] = peer.of("initialize");
      assert.equal(first?.["params"]?.protocolVersion, newest);
    },
  ),
  ...ofServer(
    "HL4",
    "the answer is whole, and in the version asked for",
    { ways: everyWay, revisions },
    async ({ open, revision }) => {
      const { opened } = await open({ stream: false });
      const { result } = opened;
      assert.equal(result?.protocolVersion, revision);
      assert.equal(typeof result?.capabilities, "object");
      assert.equal(typeof result?.serverInfo?.name, "string");
      assert.equal(typeof result?.serverInfo?.version, "string");
    },
  ),
  ...ofServer(
    "HL5",
    "an unknown version is answered with a result that names the newest",
    { ways: everyWay },
    async ({ connect }) => {
      for (const version of ["1.0", "2099-01-01", "2026-07-28", ""]) {
        const session = await connect();
        await handshake(session, { version, stream: false });
        assert.equal(
          session.opened["result"]?.protocolVersion,
          newest,
          `${version}: ${JSON.stringify(session.opened)}`,
        );
      }
    },
  ),
  ...ofClient(
    "HL6",
    "an unknown version in the answer ends the connection with a typed error",
    { ways: everyWay },
    async ({ peer, connect }) => {
      peer.initialize = (arrival) =>
        arrival.reply(peer.agreement("1999-01-01"));
      const client = await connect();
      const error = await rejection(
        client.request("tools/call", { name: "echo" }),
      );
      assert.ok(client.saysVersion(error), String(error));
      assert.match(String(error.message), /1999-01-01/);
      assert.match(String(error.message), new RegExp(newest));
      assert.equal(peer.of("notifications/initialized").length, 0);
      if (peer.way !== "http") {
        await until(() => !peer.connected, "the client disconnected");
      }
    },
  ),
  ...ofClient(
    "HL6",
    "an error that lists other versions is the same",
    { ways: everyWay },
    async ({ peer, connect }) => {
      peer.initialize = (arrival) =>
        arrival.refuse({
          code: -32602,
          message: "Unsupported protocol version",
          data: { supported: ["1999-01-01"], requested: newest },
        });
      const client = await connect();
      const error = await rejection(
        client.request("tools/call", { name: "echo" }),
      );
      assert.ok(client.saysVersion(error), String(error));
    },
  ),
  ...ofServer(
    "HL7",
    "until initialized the server asks and announces nothing; who asks early waits",
    { ways: everyWay },
    async ({ open }) => {
      const session = await open({
        initialized: false,
        capabilities: { roots: {} },
      });
      session.answer = () => ({ result: { roots: [] } });
      const early = session.start("tools/call", {
        name: "ask",
        arguments: { what: "roots" },
      });
      await session.call("change", { what: "tools" });
      await pause();
      assert.equal(session.requested("roots/list").length, 0);
      assert.equal(
        session.notified("notifications/tools/list_changed").length,
        0,
      );
      session.notify("notifications/initialized");
      const answered = await early.response();
      assert.ok("result" in answered, JSON.stringify(answered));
      assert.notEqual(answered["result"]?.isError, true);
    },
  ),
  ...ofServer(
    "HL8",
    "a request ahead of initialize is refused, and ping is answered",
    { ways: channels },
    async ({ connect }) => {
      const session = await connect();
      const refused = await session.ask("tools/list", {});
      assert.equal(refused["error"]?.code, -32600, JSON.stringify(refused));
      assert.deepEqual((await session.ask("ping"))["result"], {});
    },
  ),
  ...ofServer(
    "HL8",
    "a POST ahead of initialize is 400",
    { ways: ["http"] as const },
    async ({ connect }) => {
      const session = await connect();
      const { call } = session.start("tools/list", {});
      assert.equal((await call?.whole())?.status, 400);
    },
  ),
  ...ofServer(
    "HL9",
    "a second initialize is refused, and the first one holds",
    { ways: everyWay },
    async ({ open }) => {
      const session = await open({ version: "2025-06-18" });
      const sent = session.start(
        "initialize",
        initializeParams({ version: newest }),
      );
      const second = await sent.response();
      assert.equal(second["error"]?.code, -32600, JSON.stringify(second));
      // What only the other revision has is still not there.
      const task = await session.ask("tasks/list", {});
      assert.equal(task["error"]?.code, -32601, JSON.stringify(task));
    },
  ),
  ...ofClient(
    "HL10",
    "an initialize without an answer is not cancelled and ends the connection",
    { ways: everyWay },
    async ({ peer, connect }) => {
      peer.initialize = () => undefined;
      const client = await connect({ timeoutMs: 150 });
      await rejection(client.request("tools/call", { name: "echo" }));
      await pause();
      assert.equal(peer.of("notifications/cancelled").length, 0);
      if (peer.way !== "http") {
        await until(() => !peer.connected, "the client disconnected");
      }
    },
  ),
  ...ofClient(
    "HL11",
    "what the server did not declare fails here, and is not sent",
    { ways: everyWay, revisions: since0618 },
    async ({ peer, connect }) => {
      peer.capabilities = { tools: {} };
      const client = await connect();
      for (const [method, params] of [
        ["resources/list", {}],
        ["prompts/list", {}],
        ["logging/setLevel", { level: "info" }],
        ["resources/subscribe", { uri: "file:///a" }],
      ] as const) {
        const error = await rejection(client.request(method, params));
        assert.ok(client.saysUndeclared(error), `${method}: ${String(error)}`);
      }
      assert.deepEqual(peer.arrivals, []);
    },
  ),
  ...ofServer(
    "HL11",
    "methods of later revisions are not served",
    { ways: everyWay, revisions: ["2025-06-18"] },
    async ({ open }) => {
      const session = await open();
      const refused = await session.ask("tasks/get", { taskId: "t" });
      assert.equal(refused["error"]?.code, -32601);
    },
  ),
  ...ofClient(
    "HL12",
    "a request that times out is cancelled; progress extends it up to the limit",
    { ways: everyWay, revisions: since0326 },
    async ({ peer, connect }) => {
      const client = await connect();
      await client.connect();
      const timed = client.request(
        "tools/call",
        { name: "echo" },
        { timeoutMs: 100 },
      );
      const arrival = await peer.arrival(0);
      await rejection(timed);
      const cancelled = await peer.message("notifications/cancelled");
      assert.strictEqual(cancelled["params"]?.requestId, arrival.message["id"]);
      const progressed: Message[] = [];
      const started = performance.now();
      const extended = client.request(
        "tools/call",
        { name: "echo" },
        {
          timeoutMs: 200,
          maxTotalMs: 500,
          onProgress: (params) => progressed.push(params),
        },
      );
      await until(
        () =>
          peer.arrivals.some(
            ({ message }) =>
              message["method"] === "tools/call" &&
              message["id"] !== arrival.message["id"],
          ),
        "the second call came",
      );
      const second = peer.arrivals.at(-1);
      const token = second?.message["params"]?._meta?.progressToken as unknown;
      let progress = 0;
      const timer = setInterval(() => {
        second?.send({
          jsonrpc: "2.0",
          method: "notifications/progress",
          params: { progressToken: token, progress: ++progress },
        });
      }, 50);
      try {
        await rejection(extended);
      } finally {
        clearInterval(timer);
      }
      assert.ok(progressed.length >= 4, `${progressed.length} reports`);
      assert.ok(performance.now() - started >= 400);
    },
  ),
  ...ofServer(
    "HL12",
    "a question to the client ends with the call that it serves",
    { ways: everyWay },
    async ({ open }) => {
      const session = await open({ capabilities: { roots: {} } });
      session.start(
        "tools/call",
        { name: "ask", arguments: { what: "roots" } },
        "asking",
      );
      const asked = await session.request("roots/list");
      session.notify("notifications/cancelled", { requestId: "asking" });
      await until(
        () =>
          session
            .notified("notifications/cancelled")
            .some((each) => each["params"]?.requestId === asked["id"]),
        "the question was cancelled",
      );
    },
  ),

  ...ofServer(
    "HC1",
    "capabilities are declared for all that is served",
    { ways: everyWay, revisions },
    async ({ open, revision }) => {
      const { opened } = await open({ stream: false });
      const capabilities = opened["result"]?.capabilities as Message;
      for (const name of ["tools", "resources", "prompts", "logging"]) {
        assert.equal(typeof capabilities[name], "object", name);
      }
      if (revision !== "2024-11-05") {
        assert.equal(typeof capabilities["completions"], "object");
      }
    },
  ),
  ...ofServer(
    "HC1",
    "completion works in 2024-11-05, which has no capability for it",
    { ways: everyWay, revisions: ["2024-11-05"] },
    async ({ open }) => {
      const session = await open();
      const answered = await session.ask("completion/complete", {
        ref: { type: "ref/prompt", name: "greet" },
        argument: { name: "who", value: "Ada" },
      });
      assert.ok(
        Array.isArray(answered["result"]?.completion?.values),
        JSON.stringify(answered),
      );
    },
  ),
  ...ofServer(
    "HC2",
    "unknown methods are -32601",
    { ways: everyWay, revisions },
    async ({ open }) => {
      const session = await open();
      for (const method of ["no/such", "server/discover", "toString"]) {
        const refused = await session.ask(method, {});
        assert.equal(refused["error"]?.code, -32601, method);
      }
    },
  ),
  ...ofServer(
    "HC2",
    "so are methods whose capability is not declared",
    { ways: everyWay, revisions },
    async ({ open }) => {
      const session = await open();
      const refused = await session.ask("logging/setLevel", { level: "info" });
      assert.equal(refused["error"]?.code, -32601, JSON.stringify(refused));
    },
    { logging: false },
  ),
  ...ofClient(
    "HC3",
    "what is handled is declared, and the rest is refused with -32601",
    { ways: everyWay, revisions: since0618 },
    async ({ peer, connect }) => {
      const client = await connect({
        inputs: { "roots/list": () => ({ roots: [] }) },
      });
      const called = client.request("tools/call", { name: "echo" });
      const arrival = await peer.arrival(0);
      const [first] = peer.of("initialize");
      const capabilities = first?.["params"]?.capabilities as Message;
      assert.equal(typeof capabilities["roots"], "object");
      assert.equal(capabilities["sampling"], undefined);
      assert.equal(capabilities["elicitation"], undefined);
      arrival.send({
        jsonrpc: "2.0",
        id: "s1",
        method: "sampling/createMessage",
        params: { messages: [], maxTokens: 1 },
      });
      arrival.send({ jsonrpc: "2.0", id: "s2", method: "no/such" });
      for (const id of ["s1", "s2"]) {
        const answer = await peer.responseTo(id);
        assert.equal(answer["error"]?.code, -32601, JSON.stringify(answer));
      }
      arrival.reply(complete);
      await called;
    },
  ),
  ...ofServer(
    "HC4",
    "what the client did not declare is not asked for; the tool fails",
    { ways: everyWay, revisions },
    async ({ open }) => {
      const session = await open({ capabilities: {} });
      for (const what of ["roots", "sampling", "form"]) {
        const answered = await session.call("ask", { what });
        assert.equal(
          answered["result"]?.isError,
          true,
          `${what}: ${JSON.stringify(answered)}`,
        );
      }
      assert.ok(session.received.every((each) => !("method" in each)));
    },
  ),
  ...ofServer(
    "HC5",
    "declared subscriptions and announcements work",
    { ways: everyWay, revisions },
    async ({ open }) => {
      const session = await open();
      const capabilities = session.opened["result"]?.capabilities as Message;
      assert.equal(capabilities["resources"]?.subscribe, true);
      assert.equal(capabilities["tools"]?.listChanged, true);
      const uri = "file:///srv/note.txt";
      const subscribed = await session.ask("resources/subscribe", { uri });
      assert.ok("result" in subscribed, JSON.stringify(subscribed));
      await session.call("change", { what: "updated", uri });
      await session.call("change", { what: "tools" });
      await until(
        () =>
          session.notified("notifications/resources/updated").length === 1 &&
          session.notified("notifications/tools/list_changed").length === 1,
        "both changes were announced",
      );
    },
  ),
  ...ofServer(
    "HC5",
    "a server without sessions declares neither",
    { ways: ["http"] as const },
    async ({ connect }) => {
      const session = await connect();
      await handshake(session, { stream: false });
      assert.equal(session.id, undefined);
      const capabilities = session.opened["result"]?.capabilities as Message;
      assert.notEqual(capabilities["resources"]?.subscribe, true);
      assert.notEqual(capabilities["tools"]?.listChanged, true);
    },
    { sessions: false },
  ),
];
