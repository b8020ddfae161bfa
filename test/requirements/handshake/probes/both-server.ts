/** DS and DF1 to DF4: servers of both eras. */
import assert from "node:assert/strict";
import {
  channels,
  everyWay,
  key,
  pause,
  request,
  until,
  version,
  type Message,
} from "../../message.js";
import { ofBothServer, type HandshakeProbe } from "../probe.js";
import { newest, revisions, type Revision } from "../revision.js";
import { HttpSession, initializeParams, type Session } from "../session.js";

const streamable: readonly Revision[] = [
  "2025-03-26",
  "2025-06-18",
  "2025-11-25",
];
const supported: readonly string[] = [version, ...[...revisions].reverse()];
const accepted = (word: string): { result: Message } => ({
  result: { action: "accept", content: { word } },
});

/** Asks in the stateless era, next to whatever session there is. */
function askModern(
  session: Session,
  method: string,
  params: Message = {},
  capabilities: Message = {},
  id: unknown = `modern-${session.nextId()}`,
): Promise<Message> {
  const message = request(id, method, params, {
    [key.capabilities]: capabilities,
  });
  if (!(session instanceof HttpSession))
    return session.send(message).response();
  return session
    .post(JSON.stringify(message), modernHeaders(method, params))
    .response();
}

/** Headers of a stateless request; none of a session. */
function modernHeaders(
  method: string,
  params: Message = {},
): Record<string, string | undefined> {
  const name = params["name"] ?? params["uri"];
  return {
    "mcp-session-id": undefined,
    "mcp-protocol-version": version,
    "mcp-method": method,
    "mcp-name": typeof name === "string" ? name : undefined,
  };
}

function callModern(
  session: Session,
  name: string,
  capabilities: Message = {},
  more: Message = {},
): Promise<Message> {
  const params = { name, arguments: {}, ...more };
  return askModern(session, "tools/call", params, capabilities);
}

function textOf(response: Message): string {
  const { result } = response;
  assert.ok(result !== undefined, JSON.stringify(response));
  return (result as Message)["content"][0].text as string;
}

/** What the header of a stateless request names. */
function methodOf(message: unknown): string | undefined {
  return (message as Message)["method"] as string | undefined;
}

/** Nothing of the stateless era is in a result. */
function assertLegacy(response: Message): void {
  for (const name of ["resultType", "ttlMs", "cacheScope", "_meta"]) {
    assert.ok(!(name in (response["result"] as Message)), name);
  }
}

/** A form is all that is asked for. */
const asking: Message = { elicitation: {} };

export const bothServerProbes: readonly HandshakeProbe[] = [
  ...ofBothServer(
    "DS1",
    "discovery, then initialize, then a session as with any other server",
    { ways: channels, revisions },
    async ({ revision, connect }) => {
      const session = await connect();
      const found = await askModern(session, "server/discover");
      assert.equal(found["result"].resultType, "complete");
      const opened = await session.ask(
        "initialize",
        initializeParams({ version: revision }),
      );
      assert.equal(opened["result"].protocolVersion, revision);
      assert.equal(opened["result"].serverInfo.name, "both");
      assert.equal(opened["result"].instructions, "Ask.");
      assertLegacy(opened);
      session.notify("notifications/initialized");
      assertLegacy(await session.ask("tools/list"));
      assert.equal(textOf(await session.call("echo", { a: 1 })), '{"a":1}');
      const again = await session.ask("initialize", initializeParams());
      assert.equal(again["error"].code, -32600);
      assert.deepEqual((await session.ask("ping"))["result"], {});
    },
  ),
  ...ofBothServer(
    "DS1",
    "before initialize only ping and stateless requests are served",
    { ways: channels },
    async ({ connect }) => {
      const session = await connect();
      assert.deepEqual((await session.ask("ping"))["result"], {});
      const { error } = await session.ask("tools/list");
      assert.equal(error.code, -32600);
      assert.match(error.message, /initialize/);
      assert.match(error.message, new RegExp(version));
      const known = await session.ask("server/discover", {});
      assert.equal(known["error"].code, -32602);
      session.notify("notifications/initialized");
      assert.equal((await session.ask("tools/list"))["error"].code, -32600);
      await askModern(session, "tools/list");
      const opened = await session.ask("initialize", initializeParams());
      assert.equal(opened["result"].protocolVersion, newest);
    },
  ),
  ...ofBothServer(
    "DS2",
    "requests of both eras that are open at the same time are answered in theirs",
    { ways: channels },
    async ({ open }) => {
      const session = await open({ capabilities: asking });
      const asked = session.start("tools/call", { name: "ask" });
      const question = await session.request("elicitation/create");
      const listed = await askModern(session, "tools/list");
      assert.equal(listed["result"].resultType, "complete");
      assert.equal(listed["result"].ttlMs, 1_000);
      assertLegacy(await session.ask("tools/list"));
      session.respond(question["id"], accepted("here"));
      assert.match(textOf(await asked.response()), /here/);
    },
  ),
  ...ofBothServer(
    "DS2",
    "a cancellation reaches the request of that id, whichever era it is of",
    { ways: channels },
    async ({ open }) => {
      const session = await open();
      const params = { name: "wait", arguments: {} };
      session.send(request("m", "tools/call", params));
      session.send({ jsonrpc: "2.0", id: 77, method: "tools/call", params });
      // An id that is open in one era is not free in the other.
      const taken = session.send({
        jsonrpc: "2.0",
        id: "m",
        method: "ping",
      });
      assert.equal((await taken.response())["error"].code, -32600);
      for (const requestId of ["m", 77]) {
        session.notify("notifications/cancelled", { requestId });
      }
      await session.fence();
      for (const id of ["m", 77]) {
        const free = await session.ask("ping", undefined, id);
        assert.deepEqual(free["result"], {});
      }
    },
  ),
  ...ofBothServer(
    "DS2",
    "arrays are for sessions of 2025-03-26; others refuse them",
    { ways: channels, revisions: ["2025-03-26", newest] },
    async ({ open, revision }) => {
      const session = await open();
      const ping = (id: string): Message => ({
        jsonrpc: "2.0",
        id,
        method: "ping",
      });
      const lines = session.lines.length;
      session.send([ping("a"), ping("b")]);
      await until(() => session.lines.length > lines, "the array was answered");
      const answer = JSON.parse(session.lines[lines] ?? "") as any;
      if (revision === newest) assert.equal(answer.error.code, -32600);
      else assert.equal(answer.length, 2);
    },
  ),
  ...ofBothServer(
    "DS3",
    "discovery and -32022 list the versions of both eras",
    { ways: everyWay },
    async ({ connect }) => {
      const session = await connect();
      const found = await askModern(session, "server/discover");
      assert.deepEqual(found["result"].supportedVersions, supported);
      for (const named of [newest, "1999-01-01"]) {
        const message = request(
          "v",
          "tools/list",
          {},
          { [key.version]: named },
        );
        const headers = {
          ...modernHeaders("tools/list"),
          "mcp-protocol-version": named,
        };
        const { error } =
          session instanceof HttpSession
            ? await session.post(JSON.stringify(message), headers).response()
            : await session.send(message).response();
        assert.equal(error.code, -32022, named);
        assert.deepEqual(error.data, { supported, requested: named });
      }
    },
  ),
  ...ofBothServer(
    "DS4",
    "sessions and stateless requests on one URL",
    { ways: ["http"], revisions: streamable },
    async ({ open, revision }) => {
      const session = await open({ capabilities: asking });
      assert.equal(session.opened["result"].protocolVersion, revision);
      assert.equal(typeof session.id, "string");
      assert.equal(session.stream?.status, 200);
      assertLegacy(await session.ask("tools/list"));
      const listed = await askModern(session, "tools/list");
      assert.equal(listed["result"].resultType, "complete");
      assert.equal((await session.delete().answered()).status, 204);
      const gone = session.start("tools/list");
      assert.equal((await gone.call?.answered())?.status, 404);
      assert.ok("result" in (await askModern(session, "tools/list")));
    },
  ),
  ...ofBothServer(
    "DS4",
    "a flood of sessions ends the idle ones, and no stateless request",
    { ways: ["http"] },
    async ({ connect, open }) => {
      const waiting = await connect();
      const params = { name: "wait", arguments: {} };
      const call = waiting.post(
        JSON.stringify(request(1, "tools/call", params)),
        modernHeaders("tools/call", params),
      );
      const first = await open({ stream: false });
      for (let index = 0; index < 5; index += 1) await open({ stream: false });
      assert.equal(
        (await first.start("tools/list").call?.answered())?.status,
        404,
      );
      assert.ok("result" in (await askModern(waiting, "tools/list")));
      assert.equal(call.ended, false);
    },
    { maxSessions: 3 },
  ),
  ...ofBothServer(
    "DS4",
    "without sessions the older era is served request by request",
    { ways: ["http"], revisions: streamable },
    async ({ connect, revision }) => {
      const session = await connect();
      const opened = session.start(
        "initialize",
        initializeParams({ version: revision }),
      );
      await opened.response();
      assert.equal(opened.call?.headers["mcp-session-id"], undefined);
      session.version = revision;
      assertLegacy(await session.ask("tools/list"));
      // There is no way to ask, so the tool fails.
      const asked = await session.call("ask");
      assert.equal(asked["result"].isError, true);
      assert.equal((await session.get().answered()).status, 405);
      assert.ok("result" in (await askModern(session, "tools/list")));
    },
    { sessions: false },
  ),
  ...ofBothServer(
    "DS5",
    "what belongs to no era is refused, and says what would",
    { ways: ["http"] },
    async ({ connect }) => {
      const session = await connect();
      const list = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
      const begin = {
        jsonrpc: "2.0",
        id: 1,
        method: "initialize",
        params: initializeParams(),
      };
      const rows: readonly (readonly [
        message: unknown,
        header: string | undefined,
        status: number,
        code: number,
      ])[] = [
        // A modern header on a message that is not.
        [begin, version, 400, -32020],
        [begin, "2099-01-01", 400, -32020],
        [list, version, 400, -32602],
        // A header that nobody knows.
        [begin, "1.0", 400, -32022],
        [list, "1.0", 400, -32022],
        // No session.
        [list, undefined, 400, -32600],
        [list, newest, 400, -32600],
        [[list], undefined, 400, -32600],
        [{ jsonrpc: "2.0", id: 9, result: {} }, undefined, 400, -32600],
        ["nothing", undefined, 400, -32600],
        // What a body says of itself decides, whatever header it has.
        [request(1, "tools/list"), newest, 400, -32020],
      ];
      for (const [message, header, status, code] of rows) {
        const call = session.post(JSON.stringify(message), {
          "mcp-protocol-version": header,
          "mcp-method": methodOf(message),
        });
        const place = `${JSON.stringify(message)} with ${header}`;
        assert.equal((await call.whole()).status, status, place);
        const { error } = JSON.parse(call.body) as Message;
        assert.equal(error.code, code, place);
        if (code === -32022) assert.deepEqual(error.data.supported, supported);
        if (message === list && header === undefined) {
          assert.match(error.message, /initialize/);
          assert.match(error.message, new RegExp(version));
        }
      }
      assert.equal((await session.get().answered()).status, 400);
      assert.equal((await session.delete().answered()).status, 400);
      const text = session.post("{", modernHeaders("tools/list"));
      assert.equal((await text.whole()).status, 400);
      assert.equal(JSON.parse(text.body).error.code, -32700);
    },
  ),
  ...ofBothServer(
    "DS5",
    "notifications go to the era of their header or metadata",
    { ways: ["http"] },
    async ({ open }) => {
      const session = await open();
      const note = { jsonrpc: "2.0", method: "notifications/x", params: {} };
      for (const changes of [
        {},
        { "mcp-session-id": undefined, "mcp-protocol-version": version },
      ]) {
        const call = session.post(JSON.stringify(note), changes);
        assert.equal((await call.answered()).status, 202);
      }
      const lost = session.post(JSON.stringify(note), {
        "mcp-session-id": undefined,
      });
      assert.equal((await lost.answered()).status, 400);
    },
  ),
  ...ofBothServer(
    "DS6",
    "a stateless request is served the same with session and event ids, and gets none",
    { ways: ["http"] },
    async ({ open }) => {
      const session = await open();
      for (const id of [session.id, "no-such-session"]) {
        const call = session.post(JSON.stringify(request(1, "tools/list")), {
          ...modernHeaders("tools/list"),
          "mcp-session-id": id,
          "last-event-id": "7",
        });
        const response = await call.response();
        assert.equal(response["result"].resultType, "complete");
        assert.equal(call.status, 200);
        assert.equal(call.headers["mcp-session-id"], undefined);
      }
      // That did not touch the session.
      assertLegacy(await session.ask("tools/list"));
    },
  ),
  ...ofBothServer(
    "DS7",
    "what a stateless call asks for is its result; nothing goes out on a session",
    { ways: everyWay },
    async ({ open }) => {
      const session = await open({ capabilities: asking });
      const asked = await callModern(session, "ask", asking);
      assert.equal(asked["result"].resultType, "input_required");
      assert.equal(
        asked["result"].inputRequests.word.method,
        "elicitation/create",
      );
      await session.fence();
      await pause();
      assert.deepEqual(session.requested("elicitation/create"), []);
    },
  ),
  ...ofBothServer(
    "DS8",
    "without the older era its methods are refused, and initialize names the versions",
    { ways: everyWay },
    async ({ connect }) => {
      const session = await connect();
      const { error } = await session.ask("initialize", initializeParams());
      assert.deepEqual(error.data.supported, [version]);
      if (session instanceof HttpSession) {
        assert.equal((await session.get().answered()).status, 405);
        assert.equal((await session.delete().answered()).status, 405);
      }
      const found = await askModern(session, "server/discover");
      assert.deepEqual(found["result"].supportedVersions, [version]);
    },
    { legacy: false },
  ),
  ...ofBothServer(
    "DF1",
    "the same handlers answer in the shapes of each revision",
    { ways: everyWay, revisions },
    async ({ open, revision, way }) => {
      // 2024-11-05 had another HTTP transport, and is spoken over this one all the same.
      const session = await open();
      const isOld = revision < "2025-06-18";
      const tools = (await session.ask("tools/list"))["result"].tools;
      const modern = (await askModern(session, "tools/list"))["result"].tools;
      assert.deepEqual(
        tools.map(({ name }: Message) => name),
        modern.map(({ name }: Message) => name),
      );
      const named = (name: string): Message =>
        tools.find((tool: Message) => tool["name"] === name);
      assert.equal("outputSchema" in named("mixed"), !isOld, way);
      assert.equal("outputSchema" in named("list"), false);

      const { result: mixed } = await session.call("mixed");
      const kinds = mixed.content.map(({ type }: Message) => type);
      assert.deepEqual(kinds, [
        "text",
        isOld ? "text" : "resource_link",
        revision === "2024-11-05" ? "text" : "audio",
      ]);
      assert.deepEqual(mixed.structuredContent, isOld ? undefined : { row: 1 });
      const listed = await session.call("list");
      assert.equal("structuredContent" in listed["result"], false);
      assert.deepEqual(
        (await callModern(session, "list"))["result"].structuredContent,
        [1],
      );

      const facts = JSON.parse(textOf(await session.call("facts"))) as unknown;
      assert.deepEqual(facts, { version: revision, client: "probe" });
      for (const [method, params] of [
        ["resources/list", {}],
        ["resources/templates/list", {}],
        ["resources/read", { uri: "shelf:1" }],
        ["prompts/list", {}],
        [
          "completion/complete",
          {
            ref: { type: "ref/prompt", name: "greet" },
            argument: { name: "who", value: "o" },
          },
        ],
      ] as const) {
        const older = await session.ask(method, params);
        assertLegacy(older);
        const newer = (await askModern(session, method, params))["result"];
        for (const [name, value] of Object.entries(older["result"])) {
          assert.deepEqual(value, newer[name], method);
        }
      }
      const prompt = await session.ask("prompts/get", { name: "greet" });
      assert.equal(
        prompt["result"].messages[0].content.type,
        isOld ? "text" : "resource_link",
      );
    },
  ),
  ...ofBothServer(
    "DF1",
    "errors are those of the session's era",
    { ways: everyWay },
    async ({ open }) => {
      const session = await open();
      const missing = { uri: "shelf:9" };
      const older = await session.ask("resources/read", missing);
      assert.equal(older["error"].code, -32002);
      assert.deepEqual(older["error"].data, missing);
      const newer = await askModern(session, "resources/read", missing);
      assert.equal(newer["error"].code, -32602);
      for (const [method, params, code] of [
        ["tools/call", {}, -32602],
        ["tools/call", { name: "none" }, -32602],
        ["tools/call", { name: "broken" }, -32603],
        ["server/x", {}, -32601],
        ["resources/read", { uri: 7 }, -32602],
        ["logging/setLevel", { level: "loud" }, -32602],
      ] as const) {
        const { error } = await session.ask(method, params);
        assert.equal(error?.code, code, `${method} ${JSON.stringify(params)}`);
      }
    },
  ),
  ...ofBothServer(
    "DF1",
    "progress and log messages follow the session, or the request",
    { ways: everyWay },
    async ({ open }) => {
      const session = await open();
      const logged = (): number =>
        session.notified("notifications/message").length;
      await session.call("progress", {}, { _meta: { progressToken: 5 } });
      assert.deepEqual(
        session
          .notified("notifications/progress")
          .map(({ params }) => [params.progressToken, params.progress]),
        [
          [5, 1],
          [5, 2],
        ],
      );
      assert.equal(logged(), 1);
      await session.ask("logging/setLevel", { level: "error" });
      await session.call("progress");
      await callModern(session, "progress");
      assert.equal(logged(), 1);
      await callModern(session, "progress", {}, {});
      const params = { name: "progress", arguments: {} };
      const message = request("log", "tools/call", params, {
        [key.logLevel]: "debug",
      });
      if (session instanceof HttpSession) {
        await session
          .post(JSON.stringify(message), modernHeaders("tools/call", params))
          .response();
      } else {
        await session.send(message).response();
      }
      assert.equal(logged(), 2);
    },
  ),
  ...ofBothServer(
    "DF2",
    "several rounds, with state and a pause, as requests of the server",
    { ways: everyWay, revisions: ["2025-06-18", newest] },
    async ({ open }) => {
      const session = await open({ capabilities: asking });
      session.answer = ({ params }) => accepted(`<${params.message}>`);
      const called = await session.call("rounds");
      assert.equal(textOf(called), "<one> <two> <three>");
      assertLegacy(called);
      const asked = session.requested("elicitation/create");
      assert.deepEqual(
        asked.map(({ params }) => params.message as unknown),
        ["one", "two", "three"],
      );
      for (const { params } of asked) {
        assert.equal("mode" in params, false);
        assert.equal("requestState" in params, false);
      }
    },
  ),
  ...ofBothServer(
    "DF2",
    "the questions of a round go out at the same time",
    { ways: everyWay },
    async ({ open }) => {
      const session = await open({ capabilities: asking });
      const called = session.start("tools/call", { name: "rounds" });
      const first = await session.request("elicitation/create");
      const second = await session.request("elicitation/create", 1);
      // One that is answered with an error ends the call, and the other question.
      session.respond(first["id"], { error: { code: -1, message: "No." } });
      const failed = await called.response();
      assert.equal(failed["result"].isError, true);
      assert.match(textOf(failed), /No\./);
      await until(
        () => session.notified("notifications/cancelled").length > 0,
        "the other question was cancelled",
      );
      const [cancelled] = session.notified("notifications/cancelled");
      assert.equal(cancelled?.["params"].requestId, second["id"]);
    },
  ),
  ...ofBothServer(
    "DF2",
    "several rounds in the stateless era, by the same handler",
    { ways: everyWay },
    async ({ open }) => {
      const session = await open();
      let more: Message = {};
      let called: Message = {};
      for (let round = 0; round < 4; round += 1) {
        called = await callModern(session, "rounds", asking, more);
        const { result } = called;
        if (result.resultType !== "input_required") break;
        const inputResponses = Object.fromEntries(
          Object.entries<Message>(result.inputRequests ?? {}).map(
            ([name, { params }]) => [name, accepted(params.message).result],
          ),
        );
        more = { requestState: result.requestState, inputResponses };
      }
      assert.equal(textOf(called), "one two three");
    },
  ),
  ...ofBothServer(
    "DF2",
    "a client that cannot be asked gets a failure that says so, and no question",
    { ways: everyWay, revisions },
    async ({ open, revision }) => {
      const session = await open(
        revision < "2025-06-18" ? { capabilities: asking } : {},
      );
      const failed = await session.call("ask");
      assert.equal(failed["result"].isError, true);
      assert.match(textOf(failed), /elicitation/);
      assert.deepEqual(session.requested("elicitation/create"), []);
      const modern = await callModern(session, "ask");
      assert.equal(modern["error"].code, -32021);
    },
  ),
  ...ofBothServer(
    "DF2",
    "a handler that asks for ever is stopped",
    { ways: ["memory"] },
    async ({ open }) => {
      const session = await open({ capabilities: asking });
      session.answer = () => accepted("again");
      const failed = await session.call("forever");
      assert.equal(failed["result"].isError, true);
      assert.equal(session.requested("elicitation/create").length, 10);
    },
  ),
  ...ofBothServer(
    "DF2",
    "a call that is cancelled takes its question along",
    { ways: everyWay },
    async ({ open }) => {
      const session = await open({ capabilities: asking });
      session.start("tools/call", { name: "ask" }, "asking");
      const question = await session.request("elicitation/create");
      session.notify("notifications/cancelled", { requestId: "asking" });
      await until(
        () => session.notified("notifications/cancelled").length > 0,
        "the question was cancelled",
      );
      const [cancelled] = session.notified("notifications/cancelled");
      assert.equal(cancelled?.["params"].requestId, question["id"]);
    },
  ),
  ...ofBothServer(
    "DF3",
    "-32042 for clients that show pages, a failure for others, a question in the stateless era",
    { ways: everyWay, revisions },
    async ({ open, revision }) => {
      const showing = { elicitation: { url: {} } };
      const session = await open({ capabilities: showing });
      const older = await session.call("visit");
      if (revision === newest) {
        assert.equal(older["error"].code, -32042);
        const [page] = older["error"].data.elicitations;
        assert.deepEqual(page, {
          mode: "url",
          elicitationId: "visit-1",
          url: "https://example.com/in",
          message: "Sign in",
        });
      } else {
        assert.equal(older["result"].isError, true);
      }
      const blind = await open({ capabilities: asking });
      assert.equal((await blind.call("visit"))["result"].isError, true);

      const asked = await callModern(session, "visit", showing);
      assert.equal(asked["result"].resultType, "input_required");
      const { "visit-1": question } = asked["result"].inputRequests;
      assert.deepEqual(question.params, {
        mode: "url",
        url: "https://example.com/in",
        message: "Sign in",
      });
      const again = await callModern(session, "visit", showing, {
        inputResponses: { "visit-1": { action: "accept" } },
      });
      assert.equal(textOf(again), "accept");
      const refused = await callModern(session, "visit", asking);
      assert.equal(refused["error"].code, -32021);
    },
  ),
  ...ofBothServer(
    "DF4",
    "sessions, subscribers and listen streams hear of one announcement",
    { ways: ["memory", "http"] },
    async ({ open, connect }) => {
      const subscriber = await open();
      const other = await open();
      const listener = await connect();
      await subscriber.ask("resources/subscribe", { uri: "shelf:1" });
      const params = {
        notifications: {
          toolsListChanged: true,
          resourceSubscriptions: ["shelf:1"],
        },
      };
      const message = request("listen", "subscriptions/listen", params);
      if (listener instanceof HttpSession) {
        listener.post(
          JSON.stringify(message),
          modernHeaders("subscriptions/listen"),
        );
      } else {
        listener.send(message);
      }
      await until(
        () => listener.received.length > 0,
        "the subscription was acknowledged",
      );
      const told = async (session: Session, method: string): Promise<void> => {
        await until(
          () => session.notified(method).length === 1,
          `${method} came once`,
        );
      };
      const args = { what: "updated", uri: "shelf:1" };
      await callModern(listener, "change", {}, { arguments: args });
      const updated = "notifications/resources/updated";
      await told(subscriber, updated);
      await told(listener, updated);
      await subscriber.call("change", { what: "tools" });
      const changed = "notifications/tools/list_changed";
      for (const each of [subscriber, other, listener]) {
        await told(each, changed);
      }
      assert.deepEqual(other.notified(updated), []);
      const [note] = listener.notified(changed);
      assert.equal(
        typeof note?.["params"]?._meta?.[key.subscriptionId],
        "string",
      );
      const [plain] = subscriber.notified(changed);
      assert.equal(plain?.["params"]?._meta, undefined);
    },
  ),
];
