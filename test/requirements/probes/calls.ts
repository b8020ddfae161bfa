/** R1 to P2, L1, C1, G1, G2, K1, K2: what surrounds a call. */
import assert from "node:assert/strict";
import { levels } from "../fixture.js";
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
import type { Arrival } from "../peer.js";
import { ofClient, ofServer, ofValidators, type Probe } from "../probe.js";

const complete: Message = { resultType: "complete", content: [] };
const able = (capabilities: Message): Message => ({
  [key.capabilities]: capabilities,
});
const form: Message = {
  method: "elicitation/create",
  params: {
    message: "Which row?",
    requestedSchema: {
      type: "object",
      properties: { row: { type: "integer" } },
    },
  },
};
const sampling: Message = {
  method: "sampling/createMessage",
  params: {
    messages: [{ role: "user", content: { type: "text", text: "Hi" } }],
    maxTokens: 5,
  },
};
const asks = (inputRequests?: Message, requestState?: string): Message => ({
  resultType: "input_required",
  ...(inputRequests === undefined ? {} : { inputRequests }),
  ...(requestState === undefined ? {} : { requestState }),
});

/** A request for suggestions. */
function completionOf(name: string, value: unknown): Message {
  return request(1, "completion/complete", {
    ref: { type: "ref/prompt", name },
    argument: { name: "who", value },
  });
}

const answers = {
  "elicitation/create": () => ({ action: "accept", content: { row: 4 } }),
  "sampling/createMessage": () => ({
    role: "assistant",
    content: { type: "text", text: "Hi" },
    model: "m",
  }),
  "roots/list": () => ({ roots: [{ uri: "file:///srv" }] }),
};

export const callProbes: readonly Probe[] = [
  ...ofServer(
    "R1",
    "a handler that asks for nothing gets an error out",
    everyWay,
    async (wire) => {
      const { result, error } = await wire.ask(
        call(1, "ask", { what: "nothing" }),
      );
      assert.ok(
        error !== undefined || result.isError === true,
        JSON.stringify(result),
      );
    },
  ),
  ...ofValidators("R1", "one of the two members is there", "is", (is) => {
    assert.ok(!is("InputRequiredResult", asks()));
    assert.ok(is("InputRequiredResult", asks(undefined, "")));
    assert.ok(is("InputRequiredResult", asks({ a: form })));
  }),
  ...ofClient(
    "R1",
    "a question without either rejects the call",
    everyWay,
    async ({ peer, connect }) => {
      const client = await connect({ inputs: answers });
      peer.script = (arrival) => arrival.reply(asks());
      await rejection(client.request("tools/call", { name: "echo" }));
      assert.equal(peer.arrivals.length, 1);
    },
  ),

  ...ofServer("R2", "reading a resource may ask", everyWay, async (wire) => {
    const { result } = await wire.ask(
      request(
        1,
        "resources/read",
        { uri: "file:///srv/asks" },
        able({ roots: {} }),
      ),
    );
    assert.equal(result?.resultType, "input_required");
    const again = await wire.ask(
      request(
        2,
        "resources/read",
        { uri: "file:///srv/asks", inputResponses: { q: { roots: [] } } },
        able({ roots: {} }),
      ),
    );
    assert.equal(again["result"]?.contents?.[0].text, "answered");
  }),
  ...ofClient(
    "R2",
    "a question in answer to anything else rejects the call",
    everyWay,
    async ({ peer, connect }) => {
      const client = await connect({ inputs: answers });
      peer.script = (arrival) => arrival.reply(asks({ q: form }, "s"));
      for (const method of [
        "tools/list",
        "resources/list",
        "resources/templates/list",
        "prompts/list",
      ]) {
        const before = peer.arrivals.length;
        await rejection(client.request(method));
        assert.equal(peer.arrivals.length, before + 1, method);
      }
    },
  ),

  ...ofServer(
    "R3",
    "what was not declared is not asked",
    everyWay,
    async (wire) => {
      const cases: [string, Message][] = [
        ["form", {}],
        ["form", { elicitation: { url: {} } }],
        ["url", { elicitation: {} }],
        ["url", { elicitation: { form: {} } }],
        ["sampling", { elicitation: {}, roots: {} }],
        ["sampling-tools", { sampling: {} }],
        ["roots", { sampling: {}, elicitation: {} }],
      ];
      for (const [what, capabilities] of cases) {
        const exchange = wire.send(
          call(1, "ask", { what }, able(capabilities)),
        );
        const { result, error } = await exchange.response();
        const said = `${what} of ${JSON.stringify(capabilities)}: ${JSON.stringify(result ?? error)}`;
        assert.equal(error?.code, -32021, said);
        assert.equal(typeof error.data?.requiredCapabilities, "object", said);
        assert.ok(!Array.isArray(error.data.requiredCapabilities), said);
        assert.ok([400, undefined].includes(exchange.status()), said);
      }
    },
  ),
  ...ofServer("R3", "what was declared is", everyWay, async (wire) => {
    const cases: [string, Message][] = [
      ["form", { elicitation: {} }],
      ["form", { elicitation: { form: {} } }],
      ["url", { elicitation: { url: {} } }],
      ["sampling", { sampling: {} }],
      ["sampling-tools", { sampling: { tools: {} } }],
      ["roots", { roots: {} }],
    ];
    for (const [what, capabilities] of cases) {
      const { result, error } = await wire.ask(
        call(1, "ask", { what }, able(capabilities)),
      );
      assert.equal(
        result?.resultType,
        "input_required",
        `${what}: ${JSON.stringify(error)}`,
      );
    }
  }),

  ...ofServer(
    "R4",
    "state comes back unaltered, to the same call, or not at all",
    everyWay,
    async (wire) => {
      const first = await wire.ask(call(1, "remember"));
      const state = first["result"]?.requestState as string;
      assert.equal(typeof state, "string");
      const retry = (requestState: string, args: Message = {}): Message =>
        request(2, "tools/call", {
          name: "remember",
          arguments: args,
          requestState,
        });
      const { result } = await wire.ask(retry(state));
      assert.match(result?.content[0].text ?? "", /12A/);
      const flipped = state.replace(/[A-Za-z]/, (letter) =>
        letter === "A" ? "B" : "A",
      );
      const middle = Math.floor(state.length / 2);
      for (const bad of [
        `${state}-TAMPERED`,
        `x${state}`,
        flipped,
        state.slice(0, -1),
        state.slice(0, middle) +
          (state[middle] === "x" ? "y" : "x") +
          state.slice(middle + 1),
        "",
        "e30.e30",
      ]) {
        const refused = await wire.ask(retry(bad));
        assert.ok(
          refused["error"] !== undefined,
          `${bad}: ${JSON.stringify(refused["result"])}`,
        );
      }
    },
  ),
  ...ofServer(
    "R4",
    "state of one call is not valid for other arguments",
    everyWay,
    async (wire) => {
      const first = await wire.ask(call(1, "remember", { seat: 1 }));
      const { error } = await wire.ask(
        request(2, "tools/call", {
          name: "remember",
          arguments: { seat: 2 },
          requestState: first["result"].requestState,
        }),
      );
      assert.ok(error !== undefined);
    },
  ),

  ...ofClient(
    "R5",
    "all three kinds, three rounds, state byte for byte",
    everyWay,
    async ({ peer, connect }) => {
      const client = await connect({ inputs: answers });
      const states = ['{"a" : 1}\u2028é', "", undefined];
      peer.script = (arrival) => {
        const round = peer.arrivals.length - 1;
        const rounds = [
          asks(
            { a: form, b: sampling, c: { method: "roots/list" } },
            states[0],
          ),
          asks({ d: form }, states[1]),
          asks({ e: { method: "roots/list" } }),
        ];
        arrival.reply(rounds[round] ?? complete);
      };
      await client.request("tools/call", { name: "echo", arguments: { x: 1 } });
      assert.equal(peer.arrivals.length, 4);
      const params = peer.arrivals.map(({ message }) => message["params"]);
      assert.deepEqual(params[1].inputResponses, {
        a: answers["elicitation/create"](),
        b: answers["sampling/createMessage"](),
        c: answers["roots/list"](),
      });
      assert.strictEqual(params[1].requestState, states[0]);
      assert.deepEqual(Object.keys(params[2].inputResponses), ["d"]);
      assert.strictEqual(params[2].requestState, "");
      assert.deepEqual(Object.keys(params[3].inputResponses), ["e"]);
      assert.ok(!("requestState" in params[3]));
      for (const each of params) assert.deepEqual(each.arguments, { x: 1 });
      const ids = peer.arrivals.map(({ message }) => message["id"]);
      assert.equal(new Set(ids).size, 4);
    },
  ),
  ...ofClient(
    "R5",
    "state alone is brought back; decline and cancel are answers",
    everyWay,
    async ({ peer, connect }) => {
      const given = ["decline", "cancel"];
      const client = await connect({
        inputs: { "elicitation/create": () => ({ action: given.shift() }) },
      });
      peer.script = (arrival) => {
        const round = peer.arrivals.length - 1;
        arrival.reply(
          [asks({ a: form }), asks({ a: form }), asks(undefined, "later")][
            round
          ] ?? complete,
        );
      };
      await client.request("tools/call", { name: "echo" });
      const params = peer.arrivals.map(({ message }) => message["params"]);
      assert.deepEqual(params[1].inputResponses, { a: { action: "decline" } });
      assert.deepEqual(params[2].inputResponses, { a: { action: "cancel" } });
      assert.ok(!("inputResponses" in params[3]));
      assert.equal(params[3].requestState, "later");
    },
  ),
  ...ofClient(
    "R5",
    "a question that was not declared is not answered",
    everyWay,
    async ({ peer, connect }) => {
      const client = await connect({
        inputs: { "roots/list": answers["roots/list"] },
      });
      peer.script = (arrival) => arrival.reply(asks({ a: form }));
      await rejection(client.request("tools/call", { name: "echo" }));
      assert.equal(peer.arrivals.length, 1);
    },
  ),

  ...ofClient(
    "R6",
    "two calls at the same time keep answers and state apart",
    everyWay,
    async ({ peer, connect }) => {
      const client = await connect({
        inputs: {
          "elicitation/create": ({ message }) => ({
            action: "accept",
            content: { row: message },
          }),
        },
      });
      const waiting: Arrival[] = [];
      peer.script = (arrival) => {
        const { name, inputResponses } = arrival.message["params"];
        if (inputResponses !== undefined) {
          arrival.reply({
            ...complete,
            content: [{ type: "text", text: name }],
          });
          return;
        }
        waiting.push(arrival);
        if (waiting.length < 3) return;
        for (const each of waiting.reverse()) {
          const of = each.message["params"].name;
          each.reply(
            of === "plain"
              ? complete
              : asks(
                  {
                    q: { ...form, params: { ...form["params"], message: of } },
                  },
                  `state of ${of}`,
                ),
          );
        }
      };
      await Promise.all(
        ["one", "two", "plain"].map((name) =>
          client.request("tools/call", { name }),
        ),
      );
      for (const name of ["one", "two"]) {
        const retry = peer.arrivals.find(
          ({ message }) =>
            message["params"].name === name && message["params"].inputResponses,
        );
        assert.equal(retry?.message["params"].requestState, `state of ${name}`);
        assert.equal(
          retry?.message["params"].inputResponses.q.content.row,
          name,
        );
      }
      const plain = peer.arrivals.filter(
        ({ message }) => message["params"].name === "plain",
      );
      assert.equal(plain.length, 1);
      assert.equal(plain[0]?.message["params"].requestState, undefined);
    },
  ),

  ...ofClient(
    "P1",
    "tokens of open requests differ; a call without a listener has none",
    everyWay,
    async ({ peer, connect }) => {
      const client = await connect();
      const seen: [number, unknown][] = [];
      const calls = [0, 1, 2].map((index) =>
        client.request(
          "tools/call",
          { name: "echo" },
          { onProgress: ({ progress }) => seen.push([index, progress]) },
        ),
      );
      const plain = client.request("tools/call", { name: "plain" });
      await peer.arrival(3);
      const tokens = peer.arrivals
        .slice(0, 3)
        .map(({ message }) => message["params"]._meta.progressToken);
      assert.equal(new Set(tokens).size, 3);
      for (const token of tokens)
        assert.ok(typeof token === "string" || Number.isInteger(token));
      const { _meta: unasked } = (peer.arrivals[3] as Arrival).message[
        "params"
      ];
      assert.ok(!("progressToken" in unasked));
      peer.arrivals.slice(0, 3).forEach((arrival, index) =>
        arrival.send({
          jsonrpc: "2.0",
          method: "notifications/progress",
          params: { progressToken: tokens[index], progress: index + 10 },
        }),
      );
      peer.arrivals[0]?.send({
        jsonrpc: "2.0",
        method: "notifications/progress",
        params: { progressToken: "nobody's", progress: 1 },
      });
      await until(() => seen.length === 3, "progress was passed on");
      for (const arrival of peer.arrivals) arrival.reply(complete);
      await Promise.all([...calls, plain]);
      assert.deepEqual(seen.sort(), [
        [0, 10],
        [1, 11],
        [2, 12],
      ]);
    },
  ),
  ...ofServer(
    "P2",
    "values grow, and stop with the response",
    everyWay,
    async (wire) => {
      const exchange = wire.send(
        call(1, "steps", {}, { progressToken: "tok" }),
      );
      await exchange.response();
      await pause(60);
      const progress = exchange
        .messages()
        .filter(({ method }) => method === "notifications/progress");
      assert.ok(progress.length > 0);
      const values = progress.map(({ params }) => params.progress as number);
      values.reduce((before, now) => {
        assert.ok(now > before, `${now} after ${before}`);
        return now;
      });
      assert.ok(!values.includes(4), "after the response");
      for (const { params } of progress)
        assert.strictEqual(params.progressToken, "tok");
      const order = exchange.messages();
      const response = order.findIndex(
        ({ method, id }) => method === undefined && id === 1,
      );
      assert.ok(
        order.slice(response + 1).every(({ method }) => method === undefined),
      );
    },
  ),
  ...ofServer(
    "P2",
    "no token, no progress; tokens keep their type",
    everyWay,
    async (wire) => {
      const silent = wire.send(call(1, "steps"));
      await silent.response();
      await pause();
      assert.ok(!silent.messages().some(({ method }) => method !== undefined));
      for (const token of [0, "", 7]) {
        const exchange = wire.send(
          call(2, "steps", {}, { progressToken: token }),
        );
        await exchange.response();
        const [first] = exchange.messages();
        assert.strictEqual(first?.["params"]?.progressToken, token);
      }
    },
  ),

  ...ofServer(
    "K1",
    "pages of a list agree on who may keep them",
    everyWay,
    async (wire) => {
      const scopes = new Set<unknown>();
      let cursor: string | undefined;
      for (let page = 0; page < 5; page += 1) {
        const { result } = await wire.ask(
          request(
            page,
            "resources/list",
            cursor === undefined ? {} : { cursor },
          ),
        );
        assert.ok(Number.isInteger(result.ttlMs) && result.ttlMs >= 0);
        scopes.add(result.cacheScope);
        cursor = result.nextCursor;
        if (cursor === undefined) break;
      }
      assert.equal(scopes.size, 1);
      assert.ok(["public", "private"].includes([...scopes][0] as string));
    },
  ),
  ...ofServer(
    "K1",
    "cacheable results have hints without the handler's help; questions have none",
    everyWay,
    async (wire) => {
      for (const method of ["prompts/list", "resources/templates/list"]) {
        const { result } = await wire.ask(request(method, method));
        assert.equal(result.cacheScope, "private");
        assert.equal(result.ttlMs, 0);
      }
      const { result } = await wire.ask(
        request(
          1,
          "resources/read",
          { uri: "file:///srv/asks" },
          able({ roots: {} }),
        ),
      );
      assert.ok(!("ttlMs" in result) && !("cacheScope" in result));
    },
  ),

  ...ofClient(
    "K2",
    "results are kept by method and params, and only while fresh",
    everyWay,
    async ({ peer, connect }) => {
      const client = await connect({ cache: true });
      peer.script = (arrival) =>
        arrival.reply({
          resultType: "complete",
          contents: [
            {
              uri: arrival.message["params"].uri,
              text: `${peer.arrivals.length}`,
            },
          ],
          ttlMs: arrival.message["params"].uri === "file:///stale" ? 0 : 60_000,
          cacheScope: "private",
        });
      const read = (uri: string): Promise<Message> =>
        client.request("resources/read", { uri });
      const one = await read("file:///a");
      const two = await read("file:///a");
      assert.deepEqual(two["contents"], one["contents"]);
      assert.equal(peer.arrivals.length, 1);
      await read("file:///b");
      assert.equal(peer.arrivals.length, 2);
      await read("file:///stale");
      await read("file:///stale");
      assert.equal(peer.arrivals.length, 4);
    },
  ),
  ...ofClient(
    "K2",
    "what was got with input is not kept",
    everyWay,
    async ({ peer, connect }) => {
      const client = await connect({ cache: true, inputs: answers });
      peer.script = (arrival) =>
        arrival.reply(
          arrival.message["params"].inputResponses === undefined
            ? asks({ q: form })
            : {
                resultType: "complete",
                contents: [],
                ttlMs: 60_000,
                cacheScope: "public",
              },
        );
      await client.request("resources/read", { uri: "file:///a" });
      await client.request("resources/read", { uri: "file:///a" });
      assert.equal(peer.arrivals.length, 4);
    },
  ),
  ...ofClient(
    "K2",
    "a change makes what was kept stale",
    everyWay,
    async ({ peer, connect }) => {
      const client = await connect({ cache: true });
      peer.script = (arrival) => {
        const { id, method, params } = arrival.message;
        if (method === "subscriptions/listen") {
          arrival.send({
            jsonrpc: "2.0",
            method: "notifications/subscriptions/acknowledged",
            params: {
              notifications: params.notifications,
              _meta: { [key.subscriptionId]: id },
            },
          });
        } else {
          arrival.reply({
            resultType: "complete",
            tools: [],
            ttlMs: 60_000,
            cacheScope: "private",
          });
        }
      };
      const subscription = await client.listen({ toolsListChanged: true });
      const [listening] = peer.arrivals;
      await client.request("tools/list");
      await client.request("tools/list");
      assert.equal(peer.arrivals.length, 2);
      listening?.send({
        jsonrpc: "2.0",
        method: "notifications/tools/list_changed",
        params: { _meta: { [key.subscriptionId]: listening.message["id"] } },
      });
      await until(() => subscription.events.length > 0, "it was told");
      await client.request("tools/list");
      assert.equal(peer.arrivals.length, 3);
    },
  ),

  ...ofClient(
    "G1",
    "cursors come back as they were, the empty one too; only absence ends",
    everyWay,
    async ({ peer, connect }) => {
      const client = await connect();
      const cursors = ["", "%20 é=&", "last"];
      peer.script = (arrival) => {
        const page = peer.arrivals.length - 1;
        arrival.reply({
          resultType: "complete",
          resources: [{ uri: `file:///${page}`, name: "r" }],
          ttlMs: 0,
          cacheScope: "private",
          ...(page < cursors.length ? { nextCursor: cursors[page] } : {}),
        });
      };
      const items = await client.all("resources/list");
      assert.equal(items.length, 4);
      const sent = peer.arrivals.map(({ message }) => message["params"].cursor);
      assert.deepEqual(sent, [undefined, ...cursors]);
    },
  ),
  ...ofServer(
    "G2",
    "a cursor of the client's own is -32602",
    everyWay,
    async (wire) => {
      const { error } = await wire.ask(
        request(1, "resources/list", { cursor: "no such cursor" }),
      );
      assert.equal(error?.code, -32602);
    },
  ),

  ...ofServer(
    "L1",
    "each level brings itself and those above, and nothing without one",
    everyWay,
    async (wire) => {
      for (const [index, level] of levels.entries()) {
        const exchange = wire.send(
          call(1, "chat", {}, { [key.logLevel]: level }),
        );
        await exchange.response();
        const said = exchange
          .messages()
          .filter(({ method }) => method === "notifications/message");
        assert.deepEqual(
          said.map(({ params }) => params.level),
          levels.slice(index),
          level,
        );
      }
      const silent = wire.send(call(2, "chat"));
      await silent.response();
      assert.ok(
        !silent
          .messages()
          .some(({ method }) => method === "notifications/message"),
      );
      const { error } = await wire.ask(
        call(3, "chat", {}, { [key.logLevel]: "loud" }),
      );
      assert.equal(error?.code, -32602);
    },
  ),
  ...ofServer(
    "L1",
    "over HTTP they are on the stream of their request",
    ["http"],
    async (wire) => {
      const other = wire.send(
        call(
          "other",
          "wait",
          {},
          { progressToken: 1, [key.logLevel]: "debug" },
        ),
      );
      await until(() => other.messages().length > 0, "the other one runs");
      const asked = wire.send(
        call("asked", "chat", {}, { [key.logLevel]: "error" }),
      );
      await asked.response();
      assert.ok(
        asked
          .messages()
          .some(({ method }) => method === "notifications/message"),
      );
      assert.ok(
        !other
          .messages()
          .some(({ method }) => method === "notifications/message"),
      );
    },
  ),

  ...ofServer(
    "C1",
    "never more than 100 suggestions leave the server",
    everyWay,
    async (wire) => {
      const { result } = await wire.ask(completionOf("greet", "Ada"));
      if (result !== undefined)
        assert.ok(result.completion.values.length <= 100);
      const few = await wire.ask(completionOf("greet", "Ada 14"));
      assert.ok(few["result"].completion.values.length > 0);
    },
  ),
  ...ofServer(
    "C1",
    "an unknown prompt and a value that is not a text are -32602",
    everyWay,
    async (wire) => {
      for (const [name, value] of [
        ["no such prompt", "A"],
        ["greet", 7],
      ] as const) {
        const { error } = await wire.ask(completionOf(name, value));
        assert.equal(error?.code, -32602, `${name} ${value}`);
      }
    },
  ),
  ...ofValidators(
    "C1",
    "a result with more is invalid",
    "isResult",
    (isResult) => {
      const of = (count: number): Message => ({
        resultType: "complete",
        completion: { values: Array.from({ length: count }, () => "v") },
      });
      assert.ok(isResult("completion/complete", of(100)));
      assert.ok(!isResult("completion/complete", of(101)));
    },
  ),
];
