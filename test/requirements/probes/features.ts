/** U1 to U3, O1 to O5, E1, E2, S1, W1: subscriptions, tools, resources, prompts, input. */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  call,
  everyWay,
  key,
  pause,
  rejection,
  request,
  until,
  type Message,
} from "../message.js";
import { ofClient, ofServer, ofValidators, type Probe } from "../probe.js";
import { acknowledge, changed } from "./channel.js";

const all = {
  toolsListChanged: true,
  promptsListChanged: true,
  resourcesListChanged: true,
  resourceSubscriptions: ["file:///srv/note.txt"],
};
const listen = (id: unknown, notifications: Message): Message =>
  request(id, "subscriptions/listen", { notifications });
const complete: Message = { resultType: "complete", content: [] };

export const featureProbes: readonly Probe[] = [
  ...ofServer(
    "U1",
    "every message of a subscription has its id, in value and type",
    everyWay,
    async (wire) => {
      for (const id of ["sub", 41, 0, ""]) {
        const stream = wire.send(listen(id, all));
        const own = (): Message[] =>
          stream
            .messages()
            .filter(({ params }) => params?._meta?.[key.subscriptionId] === id);
        await until(() => own().length === 1, "it was acknowledged");
        for (const what of ["tools", "prompts", "resources"])
          await wire.ask(call("c", "change", { what }));
        await wire.ask(
          call("c", "change", { what: "uri", uri: "file:///srv/note.txt" }),
        );
        await until(() => own().length === 5, "all changes were told");
        assert.deepEqual(
          own()
            .map(({ method }) => method)
            .sort(),
          [
            "notifications/prompts/list_changed",
            "notifications/resources/list_changed",
            "notifications/resources/updated",
            "notifications/subscriptions/acknowledged",
            "notifications/tools/list_changed",
          ],
        );
        stream.cancel();
      }
    },
  ),
  ...ofServer(
    "U2",
    "the acknowledgement is first and says what of the filter is honoured",
    everyWay,
    async (wire) => {
      for (const filter of [
        {},
        { toolsListChanged: true },
        { promptsListChanged: false, toolsListChanged: true },
        all,
        { toolsListChanged: true, somethingElse: true },
      ]) {
        const stream = wire.send(listen("sub", filter));
        await until(() => stream.messages().length > 0, "something was said");
        const [first] = stream.messages();
        assert.equal(
          first?.["method"],
          "notifications/subscriptions/acknowledged",
        );
        const expected = Object.fromEntries(
          Object.entries(filter).filter(
            ([name, value]) => name in all && value !== false,
          ),
        );
        const honoured = Object.fromEntries(
          Object.entries(first?.["params"].notifications).filter(
            ([, value]) => value !== false,
          ),
        );
        assert.deepEqual(honoured, expected);
        stream.cancel();
        await wire.ask(call(1, "echo"));
      }
    },
  ),
  ...ofServer(
    "U2",
    "each subscription hears what it asked for, and nothing else",
    everyWay,
    async (wire) => {
      const filters: Record<string, Message> = {
        tools: { toolsListChanged: true },
        prompts: { promptsListChanged: true },
        note: { resourceSubscriptions: ["file:///srv/note.txt"] },
        none: {},
      };
      const streams = Object.entries(filters).map(
        ([id, filter]) => [id, wire.send(listen(id, filter))] as const,
      );
      const heard = (id: string): Message[] => {
        const stream = streams.find(([each]) => each === id)?.[1];
        return (stream?.messages() ?? []).filter(
          ({ params }) => params?._meta?.[key.subscriptionId] === id,
        );
      };
      await until(
        () => streams.every(([id]) => heard(id).length >= 1),
        "all were acknowledged",
      );
      for (const what of ["tools", "prompts", "resources"])
        await wire.ask(call("c", "change", { what }));
      await wire.ask(
        call("c", "change", { what: "uri", uri: "file:///srv/note.txt" }),
      );
      await wire.ask(
        call("c", "change", { what: "uri", uri: "file:///srv/other.txt" }),
      );
      await until(() => heard("note").length === 2, "the update was told");
      await pause();
      const methods = (id: string): unknown[] =>
        heard(id)
          .slice(1)
          .map(({ method }) => method);
      assert.deepEqual(methods("tools"), ["notifications/tools/list_changed"]);
      assert.deepEqual(methods("prompts"), [
        "notifications/prompts/list_changed",
      ]);
      assert.deepEqual(methods("note"), ["notifications/resources/updated"]);
      assert.equal(heard("note")[1]?.["params"].uri, "file:///srv/note.txt");
      // A server may end at once what it can never tell anything.
      assert.deepEqual(
        methods("none").filter(
          (method) => method !== "notifications/cancelled",
        ),
        [],
      );
      const tools = streams[0]?.[1];
      tools?.cancel();
      await wire.ask(call("fence", "echo"));
      await pause();
      await wire.ask(call("c", "change", { what: "tools" }));
      await pause();
      assert.equal(heard("tools").length, 2, "told after the end");
      assert.ok(!tools?.messages().some(({ id }) => id === "tools"));
    },
  ),
  ...ofServer(
    "U2",
    "a filter that is missing or malformed is -32602",
    everyWay,
    async (wire) => {
      for (const notifications of [
        undefined,
        [],
        7,
        { toolsListChanged: "yes" },
        { resourceSubscriptions: "file:///a" },
      ]) {
        const { error } = await wire.ask(
          request(1, "subscriptions/listen", { notifications }),
        );
        assert.equal(error?.code, -32602, JSON.stringify(notifications));
      }
    },
  ),

  ...ofClient(
    "U3",
    "a subscription is asked for, acknowledged, followed and ended by the server",
    everyWay,
    async ({ peer, connect }) => {
      const client = await connect();
      peer.script = (arrival) => {
        const { id } = arrival.message;
        arrival.send(acknowledge(id, { toolsListChanged: true }));
        arrival.send(changed(id, "tools/list_changed"));
      };
      const subscription = await client.listen({
        toolsListChanged: true,
        promptsListChanged: true,
      });
      const [arrival] = peer.arrivals;
      assert.equal(arrival?.message["method"], "subscriptions/listen");
      assert.deepEqual(arrival?.message["params"].notifications, {
        toolsListChanged: true,
        promptsListChanged: true,
      });
      assert.deepEqual(subscription.acknowledged, { toolsListChanged: true });
      await until(
        () => subscription.events.length === 1,
        "the change was told",
      );
      arrival?.reply({
        resultType: "complete",
        _meta: { [key.subscriptionId]: arrival.message["id"] },
      });
      await until(() => subscription.ended(), "it ended");
      assert.equal(peer.arrivals.length, 1);
    },
  ),
  ...ofClient(
    "U3",
    "ending it tells the server in the transport's way",
    everyWay,
    async ({ peer, connect }) => {
      const client = await connect();
      peer.script = (arrival) => {
        if (arrival.message["method"] === "subscriptions/listen")
          arrival.send(acknowledge(arrival.message["id"], {}));
      };
      const subscription = await client.listen({});
      const [arrival] = peer.arrivals;
      subscription.close();
      if (peer.way === "http") {
        await until(() => arrival?.hungUp() === true, "the stream was closed");
      } else {
        const { message } = await peer.arrival(1);
        assert.equal(message["method"], "notifications/cancelled");
        assert.strictEqual(message["params"].requestId, arrival?.message["id"]);
      }
      await until(() => subscription.ended(), "it ended");
    },
  ),
  ...ofClient(
    "U3",
    "a refusal rejects",
    everyWay,
    async ({ peer, connect }) => {
      const client = await connect();
      peer.script = (arrival) =>
        arrival.refuse({ code: -32603, message: "too many" });
      await rejection(client.listen({ toolsListChanged: true }));
    },
  ),

  ...ofServer(
    "O1",
    "wrong arguments are a result with isError; an unknown tool is -32602",
    everyWay,
    async (wire) => {
      for (const args of [
        {},
        { a: 1 },
        { a: "1", b: 2 },
        { a: 1, b: 2, c: 3 },
      ]) {
        const { result, error } = await wire.ask(call(1, "sum", args));
        assert.equal(
          result?.isError,
          true,
          `${JSON.stringify(args)}: ${JSON.stringify(error)}`,
        );
        assert.equal(result.resultType, "complete");
        assert.ok(result.content[0].text.length > 0);
      }
      assert.equal(
        (await wire.ask(call(2, "sum", { a: 1, b: 2 })))["result"].content[0]
          .text,
        "3",
      );
      assert.equal(
        (await wire.ask(call(3, "no such tool")))["error"]?.code,
        -32602,
      );
      assert.equal(
        (
          await wire.ask(
            request(4, "tools/call", { name: "echo", arguments: [] }),
          )
        )["error"]?.code,
        -32602,
      );
      const broken = await wire.ask(call(5, "break"));
      assert.equal(broken["result"]?.isError, true);
    },
  ),
  ...ofServer(
    "O2",
    "what does not fit the output schema is not sent as if it did",
    everyWay,
    async (wire) => {
      const good = await wire.ask(call(1, "shape", { give: { n: 1 } }));
      assert.deepEqual(good["result"]?.structuredContent, { n: 1 });
      for (const give of [{}, { n: "1" }, undefined, null, [1]]) {
        const { result, error } = await wire.ask(call(2, "shape", { give }));
        assert.ok(
          error !== undefined || result.isError === true,
          `${JSON.stringify(give)}: ${JSON.stringify(result)}`,
        );
      }
      const list = await wire.ask(call(3, "numbers"));
      assert.deepEqual(list["result"]?.structuredContent, [1, 2]);
    },
  ),
  ...ofClient(
    "O2",
    "the client finds it out, too",
    everyWay,
    async ({ peer, connect }) => {
      const client = await connect();
      let structuredContent: unknown = { n: 1 };
      peer.script = (arrival) =>
        arrival.reply(
          arrival.message["method"] === "tools/list"
            ? {
                resultType: "complete",
                tools: [
                  {
                    name: "t",
                    inputSchema: { type: "object" },
                    outputSchema: {
                      type: "object",
                      properties: { n: { type: "integer" } },
                      required: ["n"],
                    },
                  },
                ],
                ttlMs: 0,
                cacheScope: "private",
              }
            : {
                ...complete,
                ...(structuredContent === undefined
                  ? {}
                  : { structuredContent }),
              },
        );
      await client.request("tools/list");
      assert.deepEqual(
        (await client.request("tools/call", { name: "t" }))[
          "structuredContent"
        ],
        { n: 1 },
      );
      for (const bad of [{}, { n: "1" }, undefined]) {
        structuredContent = bad;
        await rejection(client.request("tools/call", { name: "t" }));
      }
    },
  ),
  {
    id: "O3",
    side: "server",
    way: "stdio",
    claim:
      "a second connection sees the same lists, whatever happened on the first",
    run: async (subject) => {
      const lists: string[] = [];
      for (const before of [false, true]) {
        const wire = await subject.serve("stdio", {});
        try {
          if (before) {
            for (const name of ["echo", "sum", "chat"]) {
              await wire.ask(
                call(
                  name,
                  name,
                  { a: 1, b: 2 },
                  { [key.capabilities]: { sampling: {}, roots: {} } },
                ),
              );
            }
          }
          const all = [];
          for (const method of [
            "tools/list",
            "resources/list",
            "prompts/list",
          ]) {
            const { result } = await wire.ask(request(method, method));
            all.push(result.tools ?? result.resources ?? result.prompts);
          }
          lists.push(JSON.stringify(all));
        } finally {
          await wire.close();
        }
      }
      assert.equal(lists[0], lists[1]);
    },
  },
  ...ofServer(
    "O4",
    "a missing resource is -32602 with its URI",
    everyWay,
    async (wire) => {
      for (const uri of [
        "file:///srv/missing.txt",
        "file:///srv/../etc/passwd",
        "nonsense:x",
      ]) {
        const { error, result } = await wire.ask(
          request(1, "resources/read", { uri }),
        );
        assert.equal(
          error?.code,
          -32602,
          `${uri}: ${JSON.stringify(error ?? result)}`,
        );
        assert.equal(error.data?.uri, uri);
      }
    },
  ),
  ...ofValidators(
    "O4",
    "images, audio and blobs are Base64",
    "isExactly",
    async (is) => {
      const values: [string, (data: string) => Message][] = [
        [
          "ImageContent",
          (data) => ({ type: "image", mimeType: "image/png", data }),
        ],
        [
          "AudioContent",
          (data) => ({ type: "audio", mimeType: "audio/wav", data }),
        ],
        ["BlobResourceContents", (blob) => ({ uri: "file:///a", blob })],
      ];
      for (const [type, of] of values) {
        for (const data of ["AAAA", "AA==", ""]) {
          assert.ok(await is(type, of(data)), `${type} ${data}`);
        }
        for (const data of ["no Base64!", "AAA", "AA=A", "A-_A"]) {
          assert.ok(!(await is(type, of(data))), `${type} ${data}`);
        }
      }
    },
  ),
  ...ofServer(
    "O5",
    "a missing or wrong argument of a prompt is -32602",
    everyWay,
    async (wire) => {
      for (const params of [
        { name: "greet" },
        { name: "greet", arguments: {} },
        { name: "greet", arguments: { who: 7 } },
        { name: "no such prompt" },
      ]) {
        const { error } = await wire.ask(request(1, "prompts/get", params));
        assert.equal(error?.code, -32602, JSON.stringify(params));
      }
      const { result } = await wire.ask(
        request(2, "prompts/get", { name: "greet", arguments: { who: "Ada" } }),
      );
      assert.match(result.messages[0].content.text, /Ada/);
    },
  ),

  ...ofValidators(
    "E1",
    "forms are flat, URLs are valid",
    "isElicitation",
    (valid) => {
      const form = (properties: Message): Message => ({
        message: "m",
        requestedSchema: { type: "object", properties },
      });
      const url = (address: unknown): Message => ({
        mode: "url",
        message: "m",
        url: address,
      });
      const good = [
        form({}),
        form({ a: { type: "string", format: "date" }, b: { type: "integer" } }),
        { mode: "form", ...form({}) },
        url("https://example.com/a"),
      ];
      const bad = [
        form({ a: { type: "object", properties: {} } }),
        form({ a: { type: "array", items: { type: "object" } } }),
        { message: "m" },
        { requestedSchema: { type: "object", properties: {} } },
        url("no url"),
        url(undefined),
        { mode: "url", url: "https://example.com/a" },
      ];
      assert.deepEqual(
        good.filter((params) => !valid(params)),
        [],
      );
      assert.deepEqual(
        bad.filter((params) => valid(params)),
        [],
      );
    },
  ),
  ...ofClient(
    "E2",
    "no mode is a form; a mode that was not declared is not answered",
    everyWay,
    async ({ peer, connect }) => {
      const asked: unknown[] = [];
      const client = await connect({
        inputs: {
          "elicitation/create": ({ mode }) => {
            asked.push(mode ?? "form");
            return { action: "accept", content: {} };
          },
        },
        capabilities: { elicitation: { form: {} } },
      });
      const ask = (params: Message): Message => ({
        resultType: "input_required",
        inputRequests: { q: { method: "elicitation/create", params } },
      });
      const questions = [
        ask({
          message: "m",
          requestedSchema: { type: "object", properties: {} },
        }),
        complete,
        ask({ mode: "url", message: "m", url: "https://example.com/a" }),
      ];
      peer.script = (arrival) =>
        arrival.reply(questions[peer.arrivals.length - 1] ?? complete);
      await client.request("tools/call", { name: "echo" });
      await rejection(client.request("tools/call", { name: "echo" }));
      assert.deepEqual(asked, ["form"]);
      assert.equal(peer.arrivals.length, 3);
    },
  ),
  ...ofClient(
    "E2",
    "nobody fetches the URL but the handler",
    ["memory"],
    async ({ peer, connect }) => {
      let fetched = 0;
      const page = createServer((_request, response) => {
        fetched += 1;
        response.end();
      });
      await new Promise<void>((resolve) =>
        page.listen(0, "127.0.0.1", resolve),
      );
      const url = `http://127.0.0.1:${(page.address() as AddressInfo).port}/in`;
      try {
        const client = await connect({
          inputs: { "elicitation/create": () => ({ action: "accept" }) },
          capabilities: { elicitation: { url: {} } },
        });
        peer.script = (arrival) =>
          arrival.reply(
            peer.arrivals.length === 1
              ? {
                  resultType: "input_required",
                  inputRequests: {
                    q: {
                      method: "elicitation/create",
                      params: { mode: "url", message: "m", url },
                    },
                  },
                }
              : complete,
          );
        await client.request("tools/call", { name: "echo" });
        await pause();
        assert.equal(fetched, 0);
      } finally {
        await new Promise((resolve) => page.close(resolve));
      }
    },
  ),

  ...ofValidators(
    "S1",
    "tool results stand alone and answer each use",
    "areSamplingMessages",
    (areValid) => {
      const text: Message = { type: "text", text: "t" };
      const use = (id: string): Message => ({
        type: "tool_use",
        id,
        name: "t",
        input: {},
      });
      const result = (toolUseId: string): Message => ({
        type: "tool_result",
        toolUseId,
        content: [],
      });
      const valid = (...messages: Message[]): boolean => areValid(messages);
      const user = (...content: Message[]): Message => ({
        role: "user",
        content,
      });
      const assistant = (...content: Message[]): Message => ({
        role: "assistant",
        content,
      });
      assert.ok(valid(user(text)));
      assert.ok(
        valid(
          user(text),
          assistant(use("a"), use("b")),
          user(result("b"), result("a")),
        ),
      );
      assert.ok(
        !valid(user(text), assistant(use("a")), user(result("a"), text)),
        "in addition to text",
      );
      assert.ok(
        !valid(user(text), assistant(use("a"), use("b")), user(result("a"))),
        "one is missing",
      );
      assert.ok(
        !valid(user(text), assistant(use("a")), user(result("a"), result("a"))),
        "twice",
      );
      assert.ok(
        !valid(user(text), assistant(use("a")), user(text)),
        "unanswered",
      );
      assert.ok(!valid({ role: "system", content: text }), "another role");
    },
  ),
  ...ofClient(
    "S1",
    "tools are refused by a client that did not declare them",
    everyWay,
    async ({ peer, connect }) => {
      let sampled = 0;
      const client = await connect({
        inputs: {
          "sampling/createMessage": () => {
            sampled += 1;
            return {
              role: "assistant",
              content: { type: "text", text: "t" },
              model: "m",
            };
          },
        },
      });
      peer.script = (arrival) =>
        arrival.reply(
          peer.arrivals.length === 1
            ? {
                resultType: "input_required",
                inputRequests: {
                  q: {
                    method: "sampling/createMessage",
                    params: {
                      messages: [
                        { role: "user", content: { type: "text", text: "t" } },
                      ],
                      maxTokens: 1,
                      tools: [{ name: "t", inputSchema: { type: "object" } }],
                    },
                  },
                },
              }
            : complete,
        );
      await rejection(client.request("tools/call", { name: "echo" }));
      assert.equal(sampled, 0);
    },
  ),

  ...ofValidators("W1", "roots of other schemes are invalid", "is", (is) => {
    assert.ok(is("Root", { uri: "file:///srv/app" }));
    for (const uri of [
      "https://example.com/",
      "srv",
      "/srv",
      "FILE",
      "file:",
    ]) {
      assert.ok(!is("Root", { uri }), uri);
    }
  }),
];
