/** HP, HG, HQ, HE, HU, HD, HM: what a session is for. */
import assert from "node:assert/strict";
import {
  channels,
  everyWay,
  pause,
  rejection,
  until,
  type Message,
} from "../../message.js";
import { form } from "../fixture.js";
import {
  ofClient,
  ofServer,
  ofValidators,
  type HandshakeProbe,
} from "../probe.js";
import { isSince, revisions, type Revision } from "../revision.js";
import type { HandshakePeer } from "../peer.js";
import type { Session } from "../session.js";
import type { HandshakeClient } from "../subject.js";

const since0326: readonly Revision[] = [
  "2025-03-26",
  "2025-06-18",
  "2025-11-25",
];
const since0618: readonly Revision[] = ["2025-06-18", "2025-11-25"];
const complete: Message = { content: [] };
const note = "file:///srv/note.txt";

/** The value that a tool gave back as JSON in its text. */
function given(response: Message): any {
  const text = response["result"]?.content?.[0]?.text as string;
  assert.equal(typeof text, "string", JSON.stringify(response));
  return JSON.parse(text);
}

/** All progress that a session received. */
function progressOf(session: Session): readonly number[] {
  return session
    .notified("notifications/progress")
    .map((each) => each["params"]?.progress as number);
}

/** Has a server ask for sampling in the middle of a call; gives the client's answer. */
async function askedForSampling(
  client: HandshakeClient,
  peer: HandshakePeer,
  params: Message = {},
): Promise<Message> {
  const called = client.request("tools/call", { name: "echo" });
  const arrival = await peer.arrival(0);
  arrival.send({
    jsonrpc: "2.0",
    id: "s",
    method: "sampling/createMessage",
    params: {
      messages: [{ role: "user", content: { type: "text", text: "Hi" } }],
      maxTokens: 5,
      ...params,
    },
  });
  const answer = await peer.responseTo("s");
  arrival.reply(complete);
  await called;
  return answer;
}

const sampled: Message = {
  role: "assistant",
  content: { type: "text", text: "Hi" },
  model: "m",
};

export const featureProbes: readonly HandshakeProbe[] = [
  ...ofServer(
    "HP1",
    "ping has an empty result",
    { ways: everyWay, revisions },
    async ({ open }) => {
      const session = await open();
      assert.deepEqual((await session.ask("ping"))["result"], {});
      assert.deepEqual((await session.ask("ping", {}))["result"], {});
    },
  ),
  ...ofClient(
    "HP2",
    "ping of the server is answered while a call is running",
    { ways: everyWay, revisions },
    async ({ peer, connect }) => {
      const client = await connect();
      const called = client.request("tools/call", { name: "echo" });
      const arrival = await peer.arrival(0);
      arrival.send({ jsonrpc: "2.0", id: "p", method: "ping" });
      assert.deepEqual((await peer.responseTo("p"))["result"], {});
      arrival.reply(complete);
      await called;
    },
  ),
  ...ofClient(
    "HP3",
    "a cancelled call sends its id, over HTTP in a POST of its own",
    { ways: everyWay },
    async ({ peer, connect }) => {
      const client = await connect();
      const abort = new AbortController();
      const called = client.request(
        "tools/call",
        { name: "echo" },
        { signal: abort.signal },
      );
      const arrival = await peer.arrival(0);
      abort.abort(new Error("enough"));
      await rejection(called);
      const cancelled = await peer.message("notifications/cancelled");
      assert.strictEqual(cancelled["params"]?.requestId, arrival.message["id"]);
      assert.equal("id" in cancelled, false);
      if (peer.way === "http") {
        const post = peer.https.find(({ body }) =>
          body.includes("notifications/cancelled"),
        );
        assert.equal(post?.method, "POST");
      }
    },
  ),
  ...ofServer(
    "HP3",
    "a POST of cancelled is 202",
    { ways: ["http"] as const },
    async ({ open }) => {
      const session = await open();
      const { call } = session.notify("notifications/cancelled", {
        requestId: "nothing",
      });
      assert.equal((await call?.whole())?.status, 202);
    },
  ),
  ...ofServer(
    "HP4",
    "a cancelled request stops and is not answered",
    { ways: everyWay, revisions },
    async ({ open }) => {
      const session = await open();
      session.start(
        "tools/call",
        { name: "wait", arguments: {}, _meta: { progressToken: "t" } },
        "doomed",
      );
      await until(() => progressOf(session).length === 1, "the tool ran");
      session.notify("notifications/cancelled", { requestId: "doomed" });
      // Neither of these is open.
      session.notify("notifications/cancelled", { requestId: "doomed" });
      session.notify("notifications/cancelled", { requestId: null });
      await session.fence();
      await pause();
      assert.equal(
        session.received.some((each) => each["id"] === "doomed"),
        false,
      );
      assert.deepEqual(progressOf(session), [1]);
      // This one comes to an end, whether or not anybody waits for it.
      session.start(
        "tools/call",
        { name: "stubborn", arguments: {}, _meta: { progressToken: "t" } },
        "late",
      );
      await until(() => progressOf(session).length === 2, "the tool ran");
      session.notify("notifications/cancelled", { requestId: "late" });
      await pause(120);
      assert.equal(
        session.received.some((each) => each["id"] === "late"),
        false,
      );
    },
  ),
  ...ofClient(
    "HP4",
    "a request of the server that it cancels is not answered",
    { ways: everyWay },
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
      const called = client.request("tools/call", { name: "echo" });
      const arrival = await peer.arrival(0);
      arrival.send({ jsonrpc: "2.0", id: "r", method: "roots/list" });
      await pause();
      arrival.send({
        jsonrpc: "2.0",
        method: "notifications/cancelled",
        params: { requestId: "r" },
      });
      await pause();
      release();
      await pause();
      assert.equal(
        peer.messages.some((each) => each["id"] === "r"),
        false,
      );
      arrival.reply(complete);
      await called;
    },
  ),
  ...ofServer(
    "HP5",
    "a handler runs on when the connection of its stream breaks",
    { ways: ["http"] as const, revisions: since0326 },
    async ({ open }) => {
      const session = await open();
      const { call } = session.start("tools/call", {
        name: "held",
        arguments: {},
        _meta: { progressToken: "t" },
      });
      await until(() => progressOf(session).length === 1, "the tool ran");
      call?.breakOff();
      await pause();
      // It still holds, and is let go by this.
      const released = await session.call("next");
      assert.ok("result" in released);
      const after = await session.call("echo");
      assert.ok("result" in after);
    },
  ),
  ...ofServer(
    "HP6",
    "progress has the token, grows, and ends with the response",
    { ways: everyWay, revisions },
    async ({ open }) => {
      const session = await open();
      const answered = await session.call(
        "steps",
        {},
        { _meta: { progressToken: 7 } },
      );
      assert.ok("result" in answered);
      await pause();
      const reports = session.notified("notifications/progress");
      assert.ok(reports.length >= 2);
      for (const { params } of reports) {
        assert.strictEqual(params?.progressToken, 7);
      }
      const values = progressOf(session);
      values.reduce((last, next) => {
        assert.ok(next > last, String(values));
        return next;
      }, 0);
      assert.equal(Math.max(...values), 3);
      await session.call("steps");
      assert.equal(progressOf(session).length, values.length);
    },
  ),
  ...ofClient(
    "HP6",
    "calls that run at a time have different tokens",
    { ways: everyWay },
    async ({ peer, connect }) => {
      const client = await connect();
      const onProgress = (): void => undefined;
      const called = [1, 2, 3].map(() =>
        client.request("tools/call", { name: "echo" }, { onProgress }),
      );
      await peer.arrival(2);
      const tokens = peer.arrivals.map(
        ({ message }) => message["params"]?._meta?.progressToken as unknown,
      );
      assert.equal(new Set(tokens).size, 3);
      for (const arrival of peer.arrivals) arrival.reply(complete);
      await Promise.all(called);
    },
  ),

  ...ofServer(
    "HG1",
    "the level filters what the session is told from then on",
    { ways: everyWay, revisions },
    async ({ open }) => {
      const session = await open();
      const set = await session.ask("logging/setLevel", { level: "error" });
      assert.deepEqual(set["result"], {});
      await session.call("chat");
      await session.fence();
      const said = session
        .notified("notifications/message")
        .map((each) => each["params"]?.level as string);
      assert.deepEqual(said, ["error", "critical", "alert", "emergency"]);
    },
  ),
  ...ofServer(
    "HG2",
    "an unknown level is -32602",
    { ways: everyWay, revisions },
    async ({ open }) => {
      const session = await open();
      for (const level of ["loud", "toString", 3]) {
        const refused = await session.ask("logging/setLevel", { level });
        assert.equal(refused["error"]?.code, -32602, String(level));
      }
    },
  ),
  ...ofServer(
    "HG3",
    "the level of one session is not that of another",
    { ways: ["memory", "http"] as const },
    async ({ open }) => {
      const [quiet, loud] = [await open(), await open()];
      await quiet.ask("logging/setLevel", { level: "emergency" });
      await loud.ask("logging/setLevel", { level: "debug" });
      await quiet.call("chat");
      await loud.call("chat");
      assert.equal(quiet.notified("notifications/message").length, 1);
      assert.equal(loud.notified("notifications/message").length, 8);
    },
  ),
  ...ofServer(
    "HG3",
    "without the capability nothing is logged",
    { ways: everyWay },
    async ({ open }) => {
      const session = await open();
      const answered = await session.call("chat");
      assert.ok("result" in answered);
      assert.equal(session.notified("notifications/message").length, 0);
    },
    { logging: false },
  ),

  ...ofServer(
    "HQ1",
    "a tool gets the message that the client's model wrote",
    { ways: everyWay, revisions },
    async ({ open }) => {
      const session = await open({ capabilities: { sampling: {} } });
      session.answer = () => ({ result: sampled });
      const answered = given(await session.call("ask", { what: "sampling" }));
      assert.equal(answered.content.text, "Hi");
      const [asked] = session.requested("sampling/createMessage");
      assert.equal(asked?.["params"]?.maxTokens, 10);
    },
  ),
  ...ofServer(
    "HQ2",
    "a tool gets accept, decline and cancel",
    { ways: everyWay, revisions: since0618 },
    async ({ open }) => {
      const session = await open({ capabilities: { elicitation: {} } });
      for (const result of [
        { action: "accept", content: { row: 3 } },
        { action: "decline" },
        { action: "cancel" },
      ]) {
        session.answer = () => ({ result });
        const answered = given(await session.call("ask", { what: "form" }));
        assert.equal(answered.action, result.action);
        if (result.action === "accept") assert.equal(answered.content.row, 3);
      }
      const [asked] = session.requested("elicitation/create");
      assert.equal(asked?.["params"]?.message, form["message"]);
    },
  ),
  ...ofServer(
    "HQ3",
    "a tool gets the roots",
    { ways: everyWay, revisions },
    async ({ open }) => {
      const session = await open({
        capabilities: { roots: { listChanged: true } },
      });
      session.answer = () => ({
        result: { roots: [{ uri: "file:///home", name: "home" }] },
      });
      const answered = given(await session.call("ask", { what: "roots" }));
      assert.equal(answered.roots[0].uri, "file:///home");
      const { call } = session.notify("notifications/roots/list_changed");
      if (call !== undefined) {
        assert.equal((await call.whole()).status, 202);
      }
      await session.fence();
    },
  ),
  ...ofClient(
    "HQ3",
    "changes of the roots are announced",
    { ways: everyWay, revisions },
    async ({ peer, connect }) => {
      const client = await connect({
        inputs: { "roots/list": () => ({ roots: [] }) },
        capabilities: { roots: { listChanged: true } },
      });
      await client.connect();
      await client.notifyRootsChanged();
      await peer.message("notifications/roots/list_changed");
      const [first] = peer.of("initialize");
      assert.equal(first?.["params"]?.capabilities?.roots?.listChanged, true);
    },
  ),
  ...ofClient(
    "HQ4",
    "three questions at a time are answered as they are done, not as they came",
    { ways: everyWay, revisions },
    async ({ peer, connect }) => {
      const releases: (() => void)[] = [];
      const client = await connect({
        inputs: {
          "roots/list": () =>
            new Promise((resolve) => {
              releases.push(() => resolve({ roots: [] }));
            }),
        },
      });
      const called = client.request("tools/call", { name: "echo" });
      const arrival = await peer.arrival(0);
      for (const id of ["q0", "q1", "q2"]) {
        arrival.send({ jsonrpc: "2.0", id, method: "roots/list" });
      }
      await until(() => releases.length === 3, "all three were asked at once");
      for (const index of [2, 0, 1]) {
        releases[index]?.();
        const answer = await peer.responseTo(`q${index}`);
        assert.deepEqual(answer["result"]?.roots, []);
      }
      if (peer.way === "http") {
        const posts = peer.https.filter(
          ({ method, body }) => method === "POST" && body.includes('"q'),
        );
        assert.equal(posts.length, 3);
      }
      arrival.reply(complete);
      await called;
    },
  ),
  ...ofServer(
    "HQ4",
    "two questions of one tool are open at a time",
    { ways: everyWay, revisions },
    async ({ open }) => {
      const session = await open({
        capabilities: { roots: {}, sampling: {} },
      });
      const called = session.start("tools/call", {
        name: "ask-twice",
        arguments: {},
      });
      const roots = await session.request("roots/list");
      const sampling = await session.request("sampling/createMessage");
      session.respond(sampling["id"], { result: sampled });
      session.respond(roots["id"], { result: { roots: [] } });
      const answered = await called.response();
      assert.equal(given(answered).length, 2);
    },
  ),
  ...ofClient(
    "HQ5",
    "a refusal of the user goes out as it is, wrong params are -32602",
    { ways: everyWay },
    async ({ peer, connect }) => {
      const client = await connect({
        inputs: {
          "sampling/createMessage": () => {
            throw Object.assign(new Error("User rejected sampling request"), {
              code: -1,
            });
          },
        },
      });
      const called = client.request("tools/call", { name: "echo" });
      const arrival = await peer.arrival(0);
      const params = {
        messages: [{ role: "user", content: { type: "text", text: "Hi" } }],
        maxTokens: 5,
      };
      arrival.send({
        jsonrpc: "2.0",
        id: "s1",
        method: "sampling/createMessage",
        params,
      });
      assert.equal((await peer.responseTo("s1"))["error"]?.code, -1);
      arrival.send({
        jsonrpc: "2.0",
        id: "s2",
        method: "sampling/createMessage",
        params: { ...params, maxTokens: "five" },
      });
      assert.equal((await peer.responseTo("s2"))["error"]?.code, -32602);
      arrival.reply(complete);
      await called;
    },
  ),
  ...ofServer(
    "HQ5",
    "a refusal makes the tool fail",
    { ways: everyWay },
    async ({ open }) => {
      const session = await open({ capabilities: { sampling: {} } });
      session.answer = () => ({
        error: { code: -1, message: "User rejected sampling request" },
      });
      const answered = await session.call("ask", { what: "sampling" });
      assert.equal(answered["result"]?.isError, true, JSON.stringify(answered));
    },
  ),
  ...ofServer(
    "HQ6",
    "tools for the model need sampling.tools",
    { ways: everyWay },
    async ({ open }) => {
      const without = await open({ capabilities: { sampling: {} } });
      const refused = await without.call("ask", { what: "sampling-tools" });
      assert.equal(refused["result"]?.isError, true);
      assert.equal(without.requested("sampling/createMessage").length, 0);
      await without.close();
      const able = await open({ capabilities: { sampling: { tools: {} } } });
      able.answer = () => ({ result: sampled });
      const answered = await able.call("ask", { what: "sampling-tools" });
      assert.notEqual(answered["result"]?.isError, true);
    },
  ),
  ...ofClient(
    "HQ6",
    "tools for a client that did not declare them are refused",
    { ways: everyWay },
    async ({ peer, connect }) => {
      const client = await connect({
        inputs: { "sampling/createMessage": () => sampled },
      });
      const answer = await askedForSampling(client, peer, {
        tools: [{ name: "t", inputSchema: { type: "object" } }],
      });
      assert.ok("error" in answer, JSON.stringify(answer));
    },
  ),
  ...ofClient(
    "HQ7",
    "tool results that answer no call are -32602",
    { ways: everyWay },
    async ({ peer, connect }) => {
      const client = await connect({
        inputs: { "sampling/createMessage": () => sampled },
        capabilities: { sampling: { tools: {} } },
      });
      const answer = await askedForSampling(client, peer, {
        messages: [
          {
            role: "user",
            content: [{ type: "tool_result", toolUseId: "x", content: [] }],
          },
        ],
      });
      assert.equal(answer["error"]?.code, -32602);
    },
  ),
  ...ofValidators(
    "HQ7",
    "tool results are balanced and stand alone",
    "areSamplingMessages",
    (areMessages) => {
      const use = {
        role: "assistant",
        content: [{ type: "tool_use", id: "u", name: "t", input: {} }],
      };
      const result = { type: "tool_result", toolUseId: "u", content: [] };
      assert.ok(areMessages([use, { role: "user", content: [result] }]));
      assert.ok(!areMessages([{ role: "user", content: [result] }]));
      assert.ok(
        !areMessages([
          use,
          { role: "user", content: [result, { type: "text", text: "and" }] },
        ]),
      );
      assert.ok(
        !areMessages([
          use,
          { role: "user", content: [{ ...result, toolUseId: "v" }] },
        ]),
      );
    },
  ),
  ...ofServer(
    "HQ8",
    "a question travels on the stream of the call that it serves",
    { ways: ["http"] as const, revisions: since0326 },
    async ({ open }) => {
      const session = await open({ capabilities: { roots: {} } });
      const { call } = session.start("tools/call", {
        name: "ask",
        arguments: { what: "roots" },
      });
      const asked = await session.request("roots/list");
      assert.ok(
        call?.messages.some((each) => each["id"] === asked["id"]),
        "on the stream of the call",
      );
      assert.deepEqual(session.stream?.messages ?? [], []);
      session.respond(asked["id"], { result: { roots: [] } });
      assert.ok("result" in (await call!.response()));
    },
  ),
  ...ofServer(
    "HQ9",
    "a handler that asks where nobody can be asked fails at once",
    { ways: ["http"] as const },
    async ({ connect }) => {
      const session = await connect();
      session.version = "2025-11-25";
      const answered = await session.call("ask", { what: "roots" });
      assert.equal(answered["result"]?.isError, true, JSON.stringify(answered));
    },
    { sessions: false },
  ),

  ...ofClient(
    "HE1",
    "modes that were not declared are -32602",
    { ways: everyWay },
    async ({ peer, connect }) => {
      const client = await connect({
        inputs: { "elicitation/create": () => ({ action: "decline" }) },
        capabilities: { elicitation: { form: {} } },
      });
      const called = client.request("tools/call", { name: "echo" });
      const arrival = await peer.arrival(0);
      arrival.send({
        jsonrpc: "2.0",
        id: "url",
        method: "elicitation/create",
        params: {
          mode: "url",
          message: "Go",
          url: "https://example.com/",
          elicitationId: "e",
        },
      });
      assert.equal((await peer.responseTo("url"))["error"]?.code, -32602);
      arrival.send({
        jsonrpc: "2.0",
        id: "form",
        method: "elicitation/create",
        params: form,
      });
      const answer = await peer.responseTo("form");
      assert.equal(answer["result"]?.action, "decline", JSON.stringify(answer));
      arrival.reply(complete);
      await called;
    },
  ),
  ...ofServer(
    "HE2",
    "modes are used as declared",
    { ways: everyWay },
    async ({ open }) => {
      const forms = await open({ capabilities: { elicitation: {} } });
      const refused = await forms.call("ask", { what: "url" });
      assert.equal(refused["result"]?.isError, true);
      assert.equal(forms.requested("elicitation/create").length, 0);
      await forms.close();
      const pages = await open({ capabilities: { elicitation: { url: {} } } });
      pages.answer = () => ({ result: { action: "accept" } });
      const form_ = await pages.call("ask", { what: "form" });
      assert.equal(form_["result"]?.isError, true, JSON.stringify(form_));
      const visited = given(await pages.call("ask", { what: "url" }));
      assert.equal(visited.action, "accept");
    },
  ),
  ...ofServer(
    "HE2",
    "2025-06-18 knows no modes",
    { ways: everyWay, revisions: ["2025-06-18"] },
    async ({ open }) => {
      const session = await open({
        capabilities: { elicitation: { form: {}, url: {} } },
      });
      session.answer = () => ({ result: { action: "decline" } });
      await session.call("ask", { what: "form" });
      const [asked] = session.requested("elicitation/create");
      assert.equal(asked?.["params"]?.mode, undefined);
      const refused = await session.call("ask", { what: "url" });
      assert.equal(refused["result"]?.isError, true);
      assert.equal(session.requested("elicitation/create").length, 1);
    },
  ),
  ...ofValidators(
    "HE3",
    "a form has one level of plain fields",
    "isElicitation",
    (isElicitation) => {
      assert.ok(isElicitation(form));
      const withField = (field: object): object => ({
        message: "m",
        requestedSchema: { type: "object", properties: { f: field } },
      });
      assert.ok(
        isElicitation(
          withField({
            type: "array",
            items: { anyOf: [{ const: "a", title: "A" }] },
          }),
        ),
      );
      for (const field of [
        { type: "object", properties: {} },
        { type: "array", items: { type: "object" } },
        { type: "date" },
      ]) {
        assert.ok(!isElicitation(withField(field)), JSON.stringify(field));
      }
    },
  ),
  ...ofClient(
    "HE4",
    "fields that an accepted form leaves out have their defaults",
    { ways: everyWay },
    async ({ peer, connect }) => {
      const client = await connect({
        inputs: {
          "elicitation/create": () => ({ action: "accept", content: {} }),
        },
      });
      const called = client.request("tools/call", { name: "echo" });
      const arrival = await peer.arrival(0);
      arrival.send({
        jsonrpc: "2.0",
        id: "e",
        method: "elicitation/create",
        params: {
          message: "m",
          requestedSchema: {
            type: "object",
            properties: {
              name: { type: "string", default: "Ada" },
              age: { type: "integer", default: 36 },
              sure: { type: "boolean", default: false },
              free: { type: "string" },
            },
          },
        },
      });
      assert.deepEqual((await peer.responseTo("e"))["result"]?.content, {
        name: "Ada",
        age: 36,
        sure: false,
      });
      arrival.reply(complete);
      await called;
    },
  ),
  ...ofServer(
    "HE5",
    "an answer that does not fit the form is not handed to the tool",
    { ways: everyWay, revisions: since0618 },
    async ({ open }) => {
      const session = await open({ capabilities: { elicitation: {} } });
      for (const result of [
        { action: "accept", content: { row: "three" } },
        { action: "accept", content: {} },
        { action: "maybe" },
      ]) {
        session.answer = () => ({ result });
        const answered = await session.call("ask", { what: "form" });
        assert.equal(
          answered["result"]?.isError,
          true,
          JSON.stringify([result, answered]),
        );
      }
    },
  ),
  ...ofClient(
    "HE5",
    "an answer that does not fit the form does not go out",
    { ways: everyWay, revisions: since0618 },
    async ({ peer, connect }) => {
      const answers = [
        { action: "accept", content: { row: "three" } },
        { action: "decline", content: { row: 3 } },
      ];
      const client = await connect({
        inputs: { "elicitation/create": () => answers.shift() },
      });
      const called = client.request("tools/call", { name: "echo" });
      const arrival = await peer.arrival(0);
      const ask = (id: string): void =>
        arrival.send({
          jsonrpc: "2.0",
          id,
          method: "elicitation/create",
          params: form,
        });
      ask("e1");
      const wrong = await peer.responseTo("e1");
      assert.notEqual(wrong["result"]?.action, "accept", JSON.stringify(wrong));
      ask("e2");
      const declined = await peer.responseTo("e2");
      assert.equal(declined["result"]?.content, undefined);
      arrival.reply(complete);
      await called;
    },
  ),
  ...ofServer(
    "HE6",
    "a page has a URL and an id, and complete repeats the id to that client alone",
    { ways: ["memory", "http"] as const },
    async ({ open }) => {
      const session = await open({
        capabilities: { elicitation: { url: {} } },
      });
      const other = await open({ capabilities: { elicitation: { url: {} } } });
      session.answer = () => ({ result: { action: "accept" } });
      const answered = await session.call("visit-done");
      assert.notEqual(answered["result"]?.isError, true);
      const [asked] = session.requested("elicitation/create");
      const { url, elicitationId } = (asked?.["params"] ?? {}) as Message;
      assert.ok(URL.canParse(url as string));
      await until(
        () =>
          session.notified("notifications/elicitation/complete").length === 1,
        "completion was announced",
      );
      const [done] = session.notified("notifications/elicitation/complete");
      assert.equal(done?.["params"]?.elicitationId, elicitationId);
      await pause();
      assert.equal(
        other.notified("notifications/elicitation/complete").length,
        0,
      );
    },
  ),
  ...ofClient(
    "HE6",
    "complete for an unknown id is ignored",
    { ways: everyWay },
    async ({ peer, connect }) => {
      const client = await connect();
      const called = client.request("tools/call", { name: "echo" });
      const arrival = await peer.arrival(0);
      arrival.send({
        jsonrpc: "2.0",
        method: "notifications/elicitation/complete",
        params: { elicitationId: "nobody" },
      });
      arrival.reply(complete);
      assert.deepEqual((await called)["content"], []);
    },
  ),
  ...ofServer(
    "HE7",
    "-32042 lists the pages",
    { ways: everyWay },
    async ({ open }) => {
      const session = await open({
        capabilities: { elicitation: { url: {} } },
      });
      const refused = await session.call("visit");
      assert.equal(refused["error"]?.code, -32042, JSON.stringify(refused));
      const [first] = (refused["error"]?.data?.elicitations ?? []) as Message[];
      assert.equal(first?.["mode"], "url");
      assert.equal(typeof first?.["elicitationId"], "string");
      assert.equal(first?.["url"], "https://example.com/in");
    },
  ),
  ...ofServer(
    "HE7",
    "clients that cannot show pages never get it",
    { ways: everyWay, revisions: since0618 },
    async ({ open }) => {
      const session = await open({ capabilities: { elicitation: {} } });
      const answered = await session.call("visit");
      assert.equal(answered["result"]?.isError, true, JSON.stringify(answered));
    },
  ),
  ...ofClient(
    "HE8",
    "-32042 has the handler show the pages, and the call is repeated",
    { ways: everyWay },
    async ({ peer, connect }) => {
      const shown: Message[] = [];
      const client = await connect({
        inputs: {
          "elicitation/create": (params) => {
            shown.push(params as Message);
            return { action: "accept" };
          },
        },
        capabilities: { elicitation: { url: {} } },
      });
      const called = client.request("tools/call", { name: "visit" });
      const first = await peer.arrival(0);
      first.refuse({
        code: -32042,
        message: "Sign in first",
        data: {
          elicitations: [
            {
              mode: "url",
              message: "Sign in",
              url: "https://example.com/in",
              elicitationId: "visit-1",
            },
          ],
        },
      });
      await until(() => shown.length === 1, "the handler was asked");
      peer.say({
        jsonrpc: "2.0",
        method: "notifications/elicitation/complete",
        params: { elicitationId: "visit-1" },
      });
      const second = await peer.arrival(1);
      assert.notEqual(second.message["id"], first.message["id"]);
      assert.equal(second.message["params"]?.name, "visit");
      second.reply(complete);
      assert.deepEqual((await called)["content"], []);
    },
  ),
  ...ofClient(
    "HE8",
    "a page that the user declines makes the call fail",
    { ways: everyWay },
    async ({ peer, connect }) => {
      const client = await connect({
        inputs: { "elicitation/create": () => ({ action: "decline" }) },
        capabilities: { elicitation: { url: {} } },
      });
      const called = client.request("tools/call", { name: "visit" });
      const first = await peer.arrival(0);
      first.refuse({
        code: -32042,
        message: "Sign in first",
        data: {
          elicitations: [
            {
              mode: "url",
              message: "Sign in",
              url: "https://example.com/in",
              elicitationId: "visit-1",
            },
          ],
        },
      });
      const error = await rejection(called);
      assert.equal(error.code, -32042, String(error));
      assert.equal(peer.arrivals.length, 1);
    },
  ),

  ...ofServer(
    "HU1",
    "subscribe and unsubscribe have empty results, twice too",
    { ways: everyWay, revisions },
    async ({ open }) => {
      const session = await open();
      for (const method of [
        "resources/subscribe",
        "resources/subscribe",
        "resources/unsubscribe",
        "resources/unsubscribe",
      ]) {
        const answered = await session.ask(method, { uri: note });
        assert.deepEqual(answered["result"], {}, method);
      }
    },
  ),
  ...ofServer(
    "HU2",
    "updated reaches the subscribed session until it unsubscribes, and no other",
    { ways: ["memory", "http"] as const, revisions },
    async ({ open }) => {
      const [one, other] = [await open(), await open()];
      await one.ask("resources/subscribe", { uri: note });
      await other.ask("resources/subscribe", {
        uri: "file:///srv/second.txt",
      });
      const updates = (session: Session): number =>
        session.notified("notifications/resources/updated").length;
      await other.call("change", { what: "updated", uri: note });
      await until(() => updates(one) === 1, "the subscriber was told");
      const [told] = one.notified("notifications/resources/updated");
      assert.equal(told?.["params"]?.uri, note);
      await one.ask("resources/unsubscribe", { uri: note });
      await other.call("change", { what: "updated", uri: note });
      await other.fence();
      await pause();
      assert.equal(updates(one), 1);
      assert.equal(updates(other), 0);
    },
  ),
  ...ofServer(
    "HU3",
    "list_changed reaches every session, unasked",
    { ways: ["memory", "http"] as const, revisions },
    async ({ open }) => {
      const sessions = [await open(), await open()];
      for (const [what, method] of [
        ["tools", "notifications/tools/list_changed"],
        ["prompts", "notifications/prompts/list_changed"],
        ["resources", "notifications/resources/list_changed"],
      ] as const) {
        await sessions[0]?.call("change", { what });
        await until(
          () => sessions.every((each) => each.notified(method).length === 1),
          `${method} reached both`,
        );
      }
    },
  ),
  ...ofServer(
    "HU4",
    "a change is told on one stream",
    { ways: ["http"] as const, revisions: since0326 },
    async ({ open }) => {
      const session = await open();
      const held = session.start("tools/call", {
        name: "held",
        arguments: {},
        _meta: { progressToken: "t" },
      });
      await until(() => progressOf(session).length === 1, "the tool ran");
      await session.call("change", { what: "tools" });
      await pause();
      assert.equal(
        session.notified("notifications/tools/list_changed").length,
        1,
      );
      await session.call("next");
      await held.response();
    },
  ),

  ...ofServer(
    "HD1",
    "a missing resource is -32002 with its URI",
    { ways: everyWay, revisions },
    async ({ open }) => {
      const session = await open();
      const uri = "file:///srv/missing.txt";
      const refused = await session.ask("resources/read", { uri });
      assert.equal(refused["error"]?.code, -32002, JSON.stringify(refused));
      assert.equal(refused["error"]?.data?.uri, uri);
    },
  ),
  ...ofClient(
    "HD1",
    "both codes say that the resource is missing",
    { ways: everyWay },
    async ({ peer, connect }) => {
      const client = await connect();
      for (const code of [-32002, -32602]) {
        peer.script = (arrival) =>
          arrival.refuse({
            code,
            message: "Resource not found",
            data: { uri: note },
          });
        const error = await rejection(
          client.request("resources/read", { uri: note }),
        );
        assert.ok(client.saysMissing(error), `${code}: ${String(error)}`);
      }
    },
  ),
  ...ofServer(
    "HD2",
    "unknown tools are -32602; failures and wrong arguments are isError",
    { ways: everyWay, revisions },
    async ({ open }) => {
      const session = await open();
      const unknown = await session.call("no-such-tool");
      assert.equal(unknown["error"]?.code, -32602, JSON.stringify(unknown));
      for (const [name, args] of [
        ["break", {}],
        ["sum", { a: "one", b: 2 }],
      ] as const) {
        const failed = await session.call(name, args);
        assert.equal(failed["result"]?.isError, true, JSON.stringify(failed));
      }
    },
  ),
  ...ofServer(
    "HD3",
    "structured content that does not fit does not go out",
    { ways: everyWay, revisions: since0618 },
    async ({ open }) => {
      const session = await open();
      const good = await session.call("shape", { give: { n: 1 } });
      assert.deepEqual(good["result"]?.structuredContent, { n: 1 });
      for (const give of [{ n: "one" }, {}, [1]]) {
        const answered = await session.call("shape", { give });
        assert.ok(
          "error" in answered || answered["result"]?.isError === true,
          JSON.stringify(answered),
        );
      }
    },
  ),
  ...ofClient(
    "HD3",
    "structured content that does not fit the listed schema is refused",
    { ways: everyWay, revisions: since0618 },
    async ({ peer, connect }) => {
      peer.script = (arrival) =>
        arrival.message["method"] === "tools/list"
          ? arrival.reply({
              tools: [
                {
                  name: "shape",
                  inputSchema: { type: "object" },
                  outputSchema: {
                    type: "object",
                    properties: { n: { type: "integer" } },
                    required: ["n"],
                  },
                },
              ],
            })
          : arrival.reply({ content: [], structuredContent: { n: "one" } });
      const client = await connect();
      await client.request("tools/list", {});
      await rejection(client.request("tools/call", { name: "shape" }));
    },
  ),
  ...ofServer(
    "HD4",
    "messages of several blocks are not sent to a client of a revision without them",
    { ways: everyWay, revisions },
    async ({ open, revision }) => {
      const session = await open({ capabilities: { sampling: {} } });
      session.answer = () => ({ result: sampled });
      const { result } = await session.call("ask", { what: "sampling-blocks" });
      const canBeSent = isSince(revision, "2025-11-25");
      assert.equal(result?.isError === true, !canBeSent);
      const sent = session.requested("sampling/createMessage");
      assert.equal(sent.length, canBeSent ? 1 : 0);
    },
  ),
  ...ofClient(
    "HD4",
    "an answer of several blocks is not given to a server of a revision without them",
    { ways: everyWay, revisions },
    async ({ peer, connect, revision }) => {
      const block = { type: "text", text: "Paris" };
      const client = await connect({
        inputs: {
          "sampling/createMessage": () => ({
            ...sampled,
            content: [block, block],
          }),
        },
      });
      const answer = await askedForSampling(client, peer);
      assert.equal("result" in answer, isSince(revision, "2025-11-25"));
    },
  ),
  ...ofServer(
    "HD4",
    "blocks that the revision lacks become text, structured content goes",
    { ways: everyWay, revisions },
    async ({ open, revision }) => {
      const session = await open();
      const { result } = await session.call("blocks");
      const kinds = ((result?.content ?? []) as Message[]).map(
        ({ type }) => type as string,
      );
      const hasAudio = isSince(revision, "2025-03-26");
      const hasLinks = isSince(revision, "2025-06-18");
      assert.deepEqual(kinds, [
        "text",
        hasAudio ? "audio" : "text",
        hasLinks ? "resource_link" : "text",
      ]);
      if (!hasLinks) {
        assert.match(
          ((result?.content ?? []) as Message[])[2]?.["text"],
          /note\.txt/,
        );
      }
      const structured = await session.call("structured");
      assert.equal(
        "structuredContent" in structured["result"],
        hasLinks,
        JSON.stringify(structured),
      );
    },
  ),
  ...ofServer(
    "HM1",
    "keys of others in _meta reach the handler and come back",
    { ways: channels, revisions },
    async ({ open }) => {
      const session = await open();
      const answered = await session.call(
        "echo",
        { a: 1 },
        { _meta: { "com.example/x": { deep: [1] }, traceparent: "00-1-2-01" } },
      );
      assert.deepEqual(given(answered), { a: 1 });
    },
  ),
  ...ofClient(
    "HM1",
    "keys of others in the _meta of results are kept",
    { ways: everyWay, revisions },
    async ({ peer, connect }) => {
      const _meta = { "com.example/x": { deep: [1] }, plain: true };
      peer.script = (arrival) => arrival.reply({ ...complete, _meta });
      const client = await connect();
      const result = await client.request("tools/call", { name: "echo" });
      assert.deepEqual(result["_meta"], _meta);
    },
  ),
  ...ofValidators(
    "HM1",
    "keys have the grammar of the revision",
    "isMetaKey",
    (isMetaKey) => {
      for (const key of ["a", "com.example/x", "x/a-b.c_d"]) {
        assert.ok(isMetaKey(key), key);
      }
      for (const key of ["/a", "1x/a", "a b", "com..example/x"]) {
        assert.ok(!isMetaKey(key), key);
      }
    },
  ),
];
