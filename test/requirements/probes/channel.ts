/** T1 to T7: framing, cancellation, subscriptions on a channel. */
import assert from "node:assert/strict";
import {
  call,
  channels,
  everyWay,
  key,
  leastParams,
  pause,
  rejection,
  request,
  until,
  type Message,
} from "../message.js";
import { ofClient, ofServer, type Probe } from "../probe.js";

const complete: Message = { resultType: "complete", content: [] };
const both = { progressToken: "p", [key.logLevel]: "debug" };
const breaks = "a\nb\r\nc\u2028d\u2029e\u0085f";

/** The acknowledgement of a subscription. */
export function acknowledge(id: unknown, notifications: Message): Message {
  return {
    jsonrpc: "2.0",
    method: "notifications/subscriptions/acknowledged",
    params: { notifications, _meta: { [key.subscriptionId]: id } },
  };
}

/** A change, as a subscription reports it. */
export function changed(
  id: unknown,
  method: string,
  params: Message = {},
): Message {
  return {
    jsonrpc: "2.0",
    method: `notifications/${method}`,
    params: { ...params, _meta: { [key.subscriptionId]: id } },
  };
}

export const channelProbes: readonly Probe[] = [
  ...ofServer(
    "T1",
    "line breaks in values stay inside the line",
    ["stdio"],
    async (wire) => {
      const { result } = await wire.ask(call(1, "echo", { text: breaks }));
      assert.equal(JSON.parse(result.content[0].text).text, breaks);
      assert.ok(wire.written.endsWith("\n"));
      for (const line of wire.lines())
        assert.equal(typeof JSON.parse(line), "object");
    },
  ),
  ...ofServer(
    "T1",
    "lines may end with CRLF, be blank, and come in pieces",
    ["stdio"],
    async (wire) => {
      wire.write("\r\n\n");
      const text = Buffer.from(
        `${JSON.stringify(call(1, "echo", { text: "日本" }))}\r\n`,
      );
      const cut = text.indexOf(Buffer.from("本")) + 1;
      wire.write(text.subarray(0, cut));
      await pause(20);
      wire.write(text.subarray(cut));
      await until(() => wire.lines().length === 1, "it was answered");
      assert.match(wire.messages()[0]?.["result"].content[0].text, /日本/);
    },
  ),
  ...ofClient(
    "T1",
    "line breaks in values stay inside the line",
    ["stdio"],
    async ({ peer, connect }) => {
      const client = await connect();
      const done = client.request("tools/call", {
        name: "echo",
        arguments: { text: breaks },
      });
      const arrival = await peer.arrival(0);
      assert.equal(arrival.message["params"].arguments.text, breaks);
      arrival.reply(complete);
      await done;
      assert.ok(peer.written.endsWith("\n"));
    },
  ),

  ...ofServer(
    "T2",
    "all that is written is a response or a notification",
    ["stdio"],
    async (wire) => {
      for (const [method, params] of Object.entries(leastParams)) {
        const exchange = wire.send(request(method, method, params, both));
        if (method !== "subscriptions/listen") await exchange.response();
      }
      await wire.ask(
        call(
          "ask",
          "ask",
          { what: "form" },
          { [key.capabilities]: { elicitation: {} } },
        ),
      );
      await wire.ask(call("chat", "chat", {}, both));
      wire.write("junk\n");
      await wire.fence();
      for (const message of wire.messages()) {
        assert.equal(message["jsonrpc"], "2.0");
        assert.ok(
          !("method" in message && "id" in message),
          JSON.stringify(message),
        );
      }
    },
  ),

  ...ofClient(
    "T3",
    "requests of a server get no response",
    channels,
    async ({ peer, connect }) => {
      const client = await connect({
        inputs: { "roots/list": () => ({ roots: [] }) },
      });
      const done = client.request("tools/call", { name: "echo" });
      const arrival = await peer.arrival(0);
      arrival.send({ jsonrpc: "2.0", id: 900, method: "roots/list" });
      arrival.send({ jsonrpc: "2.0", id: 901, method: "ping" });
      arrival.send({ jsonrpc: "2.0", id: 902, method: "no/such" });
      await pause();
      arrival.reply(complete);
      await done;
      for (const { message } of peer.arrivals) {
        assert.equal(
          typeof message["method"],
          "string",
          JSON.stringify(message),
        );
      }
    },
  ),

  ...ofClient(
    "T4",
    "a call that is given up is cancelled once, a finished one never",
    everyWay,
    async ({ peer, connect }) => {
      const client = await connect();
      const abort = new AbortController();
      const given = rejection(
        client.request(
          "tools/call",
          { name: "wait" },
          { signal: abort.signal },
        ),
      );
      const open = await peer.arrival(0);
      abort.abort(new Error("enough"));
      await given;
      if (peer.way === "http") {
        await until(() => open.hungUp(), "the stream was closed");
        assert.equal(peer.arrivals.length, 1, "a message was sent as well");
      } else {
        const { message } = await peer.arrival(1);
        assert.equal(message["method"], "notifications/cancelled");
        assert.strictEqual(message["params"].requestId, open.message["id"]);
        assert.ok(!("id" in message));
      }
      const late = new AbortController();
      const count = peer.arrivals.length;
      peer.script = (arrival) => arrival.reply(complete);
      await client.request(
        "tools/call",
        { name: "echo" },
        { signal: late.signal },
      );
      late.abort();
      await pause();
      assert.equal(peer.arrivals.length, count + 1);
    },
  ),

  ...ofServer(
    "T5",
    "nothing more is said about it, neither response nor notification",
    everyWay,
    async (wire) => {
      for (const name of ["wait", "stubborn"]) {
        const exchange = wire.send(call("gone", name, {}, both));
        await until(() => exchange.messages().length > 0, "it runs");
        const before = exchange.messages().length;
        exchange.cancel();
        await pause(120);
        const after = exchange
          .messages()
          .slice(before)
          .filter(({ id, method }) => id === "gone" || method !== undefined);
        assert.deepEqual(after, [], name);
      }
      assert.equal((await wire.ask(call(2, "echo")))["id"], 2);
    },
  ),

  ...ofClient(
    "T6",
    "each subscription gets what bears its id, and no other",
    everyWay,
    async ({ peer, connect }) => {
      const client = await connect();
      peer.script = (arrival) =>
        arrival.send(
          acknowledge(
            arrival.message["id"],
            arrival.message["params"].notifications,
          ),
        );
      const tools = await client.listen({ toolsListChanged: true });
      const prompts = await client.listen({ promptsListChanged: true });
      const [first, second] = peer.arrivals;
      first?.send(changed(first.message["id"], "tools/list_changed"));
      second?.send(changed(second.message["id"], "prompts/list_changed"));
      first?.send(changed("nobody's", "tools/list_changed"));
      first?.send({
        jsonrpc: "2.0",
        method: "notifications/tools/list_changed",
      });
      await until(
        () => tools.events.length > 0 && prompts.events.length > 0,
        "the events came",
      );
      await pause();
      const methods = (events: readonly Message[]): unknown[] =>
        events.map(({ method }) => method);
      assert.deepEqual(methods(tools.events), [
        "notifications/tools/list_changed",
      ]);
      assert.deepEqual(methods(prompts.events), [
        "notifications/prompts/list_changed",
      ]);
    },
  ),
  ...ofClient(
    "T6",
    "a subscription is reopened when its connection breaks",
    ["stdio", "http"],
    async ({ peer, connect }) => {
      const client = await connect();
      peer.script = (arrival) =>
        arrival.send(
          acknowledge(
            arrival.message["id"],
            arrival.message["params"].notifications,
          ),
        );
      const subscription = await client.listen({ toolsListChanged: true });
      peer.arrivals[0]?.breakOff();
      const again = await peer.arrival(1);
      assert.equal(again.message["method"], "subscriptions/listen");
      assert.deepEqual(again.message["params"].notifications, {
        toolsListChanged: true,
      });
      assert.notStrictEqual(
        again.message["id"],
        peer.arrivals[0]?.message["id"],
      );
      again.send(changed(again.message["id"], "tools/list_changed"));
      await until(() => subscription.events.length === 1, "the event came");
    },
  ),

  ...ofServer(
    "T7",
    "a subscription that the server ends has a cancellation, then a result",
    channels,
    async (wire) => {
      const stream = wire.send(
        request("sub", "subscriptions/listen", {
          notifications: { toolsListChanged: true },
        }),
      );
      await wire.ask(call(1, "shut-down"));
      const { result } = await stream
        .response()
        .catch(() => ({ result: undefined }) as Message);
      const said = wire.messages();
      const cancelled = said.filter(
        ({ method }) => method === "notifications/cancelled",
      );
      assert.equal(cancelled.length, 1, "cancellations");
      assert.strictEqual(cancelled[0]?.["params"].requestId, "sub");
      const ending = said.find(({ id }) => id === "sub");
      assert.equal(ending?.["result"]?.resultType, "complete");
      assert.strictEqual(ending?.["result"]._meta[key.subscriptionId], "sub");
      assert.ok(
        said.indexOf(cancelled[0] as Message) < said.indexOf(ending as Message),
      );
      void result;
    },
  ),
  ...ofServer(
    "T7",
    "over HTTP its stream ends with the result",
    ["http"],
    async (wire) => {
      const stream = wire.send(
        request("sub", "subscriptions/listen", {
          notifications: { toolsListChanged: true },
        }),
      );
      await until(() => stream.messages().length === 1, "it was acknowledged");
      await wire.ask(call(1, "shut-down"));
      const { result } = await stream.response();
      assert.equal(result.resultType, "complete");
      assert.strictEqual(result._meta[key.subscriptionId], "sub");
      await until(() => stream.ended, "the stream ended");
      assert.equal(stream.messages().length, 2);
    },
  ),
  ...ofServer(
    "T7",
    "nothing else is ever cancelled by the server",
    channels,
    async (wire) => {
      const open = wire.send(call("open", "wait", {}, both));
      await until(() => open.messages().length > 0, "it runs");
      await wire.ask(call(1, "shut-down"));
      await pause(80);
      assert.ok(
        !wire
          .messages()
          .some(({ method }) => method === "notifications/cancelled"),
      );
    },
  ),
];
