/** Subscriptions: what a server delivers, and what a client makes of it. */
import { describe, expect, test, vi } from "vitest";
import {
  SubscriptionError,
  type SubscriptionEvent,
} from "../../out/draft/client.js";
import {
  createMcpServer,
  type McpServerOptions,
} from "../../out/draft/server.js";
import {
  connect,
  key,
  rawClient,
  rawServer,
  request,
  settle,
  type Message,
  type RawPeer,
} from "./raw-peer.js";

const everything = {
  toolsListChanged: true,
  promptsListChanged: true,
  resourcesListChanged: true,
  resourceSubscriptions: ["file:///srv", "x:y"],
};

function serverWith(options: Partial<McpServerOptions> = {}) {
  return createMcpServer({
    info: { name: "s", version: "1" },
    ...options,
    handlers: {
      listTools: () => ({ tools: [] }),
      listPrompts: () => ({ prompts: [] }),
      readResource: () => ({ contents: [] }),
      ...options.handlers,
    },
  });
}

const listen = (id: unknown, notifications: object): Message =>
  request(id, "subscriptions/listen", { notifications });

describe("the server", () => {
  test("acknowledges first, with what it can honour", async () => {
    const peer = rawClient(
      serverWith({
        capabilities: { prompts: { listChanged: false } },
      }),
    );
    expect(
      await peer.exchange(listen("s", { ...everything, unknown: true })),
    ).toEqual([
      {
        jsonrpc: "2.0",
        method: "notifications/subscriptions/acknowledged",
        params: {
          notifications: {
            toolsListChanged: true,
            resourcesListChanged: true,
            resourceSubscriptions: ["file:///srv", "x:y"],
          },
          _meta: { [key.subscriptionId]: "s" },
        },
      },
    ]);
  });

  test.each([
    ["nothing", {}],
    ["false", { toolsListChanged: false }],
    ["a list without URIs", { resourceSubscriptions: [] }],
    ["what it cannot do", { promptsListChanged: true }],
  ])("asked for %s, it has nothing to tell and ends", async (_name, filter) => {
    const server = serverWith({
      capabilities: { prompts: { listChanged: false } },
    });
    const peer = rawClient(server);
    expect(await peer.exchange(listen(1, filter))).toMatchObject([
      { params: { _meta: { [key.subscriptionId]: 1 } } },
      { method: "notifications/cancelled", params: { requestId: 1 } },
      { id: 1, result: { resultType: "complete" } },
    ]);
    server.notify.toolsListChanged();
    await settle();
    expect(peer.received).toHaveLength(3);
  });

  test("a filter is required", async () => {
    const peer = rawClient(serverWith());
    expect(
      await peer.exchange(request(1, "subscriptions/listen")),
    ).toMatchObject([{ id: 1, error: { code: -32602 } }]);
  });

  test("delivers each change to those who asked, under their own ids", async () => {
    const server = serverWith();
    const [one, two] = [rawClient(server), rawClient(server)];
    await one.exchange(listen(0, { toolsListChanged: true }));
    await one.exchange(listen("b", { promptsListChanged: true }));
    await two.exchange(
      listen(0, {
        toolsListChanged: true,
        resourceSubscriptions: ["file:///srv", "x:y"],
      }),
    );
    server.notify.toolsListChanged();
    server.notify.promptsListChanged();
    server.notify.resourcesListChanged();
    server.notify.resourceUpdated("file:///srv/a.txt");
    server.notify.resourceUpdated("file:///srv2");
    server.notify.resourceUpdated("x:y");
    await settle();
    const heard = (peer: RawPeer, acknowledgements: number) =>
      peer.received
        .slice(acknowledgements)
        .map(({ method, params, id }) => [
          method,
          params.uri,
          params._meta[key.subscriptionId],
          id,
        ]);
    expect(heard(one, 2)).toEqual([
      ["notifications/tools/list_changed", undefined, 0, undefined],
      ["notifications/prompts/list_changed", undefined, "b", undefined],
    ]);
    expect(heard(two, 1)).toEqual([
      ["notifications/tools/list_changed", undefined, 0, undefined],
      ["notifications/resources/updated", "file:///srv/a.txt", 0, undefined],
      ["notifications/resources/updated", "x:y", 0, undefined],
    ]);
  });

  test("a cancelled one hears nothing more, no result either", async () => {
    const server = serverWith();
    const peer = rawClient(server);
    await peer.exchange(listen(1, everything));
    peer.send({
      jsonrpc: "2.0",
      method: "notifications/cancelled",
      params: { requestId: 1 },
    });
    server.notify.toolsListChanged();
    await server.close();
    await settle();
    expect(peer.received).toHaveLength(1);
  });

  test("ends them gracefully when it closes: a cancellation, then the result", async () => {
    const server = serverWith();
    const peer = rawClient(server);
    await peer.exchange(listen("s", everything));
    await server.close();
    await settle();
    const marked = { [key.subscriptionId]: "s" };
    expect(peer.received.slice(1)).toEqual([
      {
        jsonrpc: "2.0",
        method: "notifications/cancelled",
        params: { requestId: "s", _meta: marked },
      },
      {
        jsonrpc: "2.0",
        id: "s",
        result: {
          resultType: "complete",
          _meta: expect.objectContaining(marked),
        },
      },
    ]);
  });

  test("refuses more than it is willing to hold", async () => {
    const peer = rawClient(serverWith({ maxSubscriptions: 1 }));
    await peer.exchange(listen(1, everything));
    expect(await peer.exchange(listen(2, everything))).toMatchObject([
      { id: 2, error: { code: -32603 } },
    ]);
  });

  test("what it does not declare it must not announce", () => {
    const server = serverWith({
      capabilities: { tools: { listChanged: false } },
    });
    expect(() => server.notify.toolsListChanged()).toThrow(/tools.listChanged/);
  });
});

describe("the client", () => {
  const marked = (
    id: unknown,
    method: string,
    params: object = {},
  ): Message => ({
    jsonrpc: "2.0",
    method,
    params: { ...params, _meta: { [key.subscriptionId]: id } },
  });
  const acknowledge = (id: unknown, notifications: object = everything) =>
    marked(id, "notifications/subscriptions/acknowledged", { notifications });
  const toolsChanged = (id: unknown) =>
    marked(id, "notifications/tools/list_changed");

  test("reads events of its own subscription, and says goodbye on leaving", async () => {
    const onNotification = vi.fn();
    const peer = rawServer({ onNotification });
    const subscription = peer.client.listen({ toolsListChanged: true });
    const other = peer.client.listen({ promptsListChanged: true });
    await settle();
    expect(peer.received).toMatchObject([
      { id: 1, params: { notifications: { toolsListChanged: true } } },
      { id: 2, params: { notifications: { promptsListChanged: true } } },
    ]);
    peer.send(acknowledge(1, { toolsListChanged: true }));
    peer.send(acknowledge(2, {}));
    expect(await subscription.acknowledged).toEqual({ toolsListChanged: true });
    expect(await other.acknowledged).toEqual({});
    peer.send(toolsChanged(1));
    peer.send(toolsChanged("1"));
    peer.send({ jsonrpc: "2.0", method: "notifications/tools/list_changed" });
    peer.send(marked(1, "notifications/resources/updated", { uri: "x:y" }));
    const events: SubscriptionEvent[] = [];
    for await (const event of subscription) {
      events.push(event);
      if (events.length === 2) break;
    }
    expect(events.map(({ method }) => method)).toEqual([
      "notifications/tools/list_changed",
      "notifications/resources/updated",
    ]);
    await settle();
    expect(peer.received[2]).toMatchObject({
      method: "notifications/cancelled",
      params: { requestId: 1 },
    });
    expect(onNotification).toHaveBeenCalledTimes(2);
    other.close();
  });

  test.each([
    [
      "an error",
      (id: number) => ({
        jsonrpc: "2.0",
        id,
        error: { code: -32603, message: "full" },
      }),
    ],
    [
      "a result",
      (id: number) => ({
        jsonrpc: "2.0",
        id,
        result: { resultType: "complete" },
      }),
    ],
    ["an event", (id: number) => toolsChanged(id)],
  ])(
    "%s before the acknowledgement: the subscription failed",
    async (_name, first) => {
      const peer = rawServer();
      const subscription = peer.client.listen(everything);
      await settle();
      peer.send(first(1));
      await expect(subscription.acknowledged).rejects.toBeInstanceOf(
        SubscriptionError,
      );
      await expect(subscription.next()).rejects.toBeInstanceOf(
        SubscriptionError,
      );
      expect(await subscription.next()).toEqual({
        value: undefined,
        done: true,
      });
    },
  );

  test("no acknowledgement in time: the subscription failed, the server is told", async () => {
    const peer = rawServer();
    const subscription = peer.client.listen(everything, { timeoutMs: 10 });
    await expect(subscription.next()).rejects.toThrow(/10 ms/);
    await settle();
    expect(peer.received[1]).toMatchObject({
      method: "notifications/cancelled",
    });
  });

  test.each([
    [
      "a result",
      [
        {
          jsonrpc: "2.0",
          id: 1,
          result: {
            resultType: "complete",
            _meta: { [key.subscriptionId]: 1 },
          },
        },
      ],
    ],
    [
      "a cancellation",
      [marked(1, "notifications/cancelled", { requestId: 1 })],
    ],
    [
      "both",
      [
        marked(1, "notifications/cancelled", { requestId: 1 }),
        {
          jsonrpc: "2.0",
          id: 1,
          result: {
            resultType: "complete",
            _meta: { [key.subscriptionId]: 1 },
          },
        },
      ],
    ],
  ])("%s ends it gracefully, after what came before", async (_name, ends) => {
    const peer = rawServer();
    const subscription = peer.client.listen(everything);
    await settle();
    peer.send(acknowledge(1));
    peer.send(toolsChanged(1));
    for (const end of ends) peer.send(end);
    const methods: string[] = [];
    for await (const { method } of subscription) methods.push(method);
    expect(methods).toEqual(["notifications/tools/list_changed"]);
    expect(peer.errors).toEqual([]);
    expect(peer.received).toHaveLength(1);
  });

  test("an AbortSignal ends it with its reason", async () => {
    const abort = new AbortController();
    const peer = rawServer();
    const subscription = peer.client.listen(everything, {
      signal: abort.signal,
    });
    await settle();
    peer.send(acknowledge(1));
    await subscription.acknowledged;
    const next = subscription.next();
    abort.abort("enough");
    await expect(next).rejects.toBe("enough");
    await settle();
    expect(peer.received[1]).toMatchObject({
      method: "notifications/cancelled",
    });
  });

  test("closing the client ends the loops", async () => {
    const peer = rawServer();
    const subscription = peer.client.listen(everything);
    await settle();
    peer.send(acknowledge(1));
    await subscription.acknowledged;
    const next = subscription.next();
    await peer.client.close();
    expect(await next).toEqual({ value: undefined, done: true });
  });

  test("a lost connection: it is opened again under a new id, and the reader is told", async () => {
    const onReconnect = vi.fn();
    let receiver: { lost(cause: Error): void; message(message: unknown): void };
    const sent: Message[] = [];
    const { Client } = await import("../../out/draft/client.js");
    const client = new Client(
      {
        receive: (given) => {
          receiver = given;
        },
        send: (message) => {
          sent.push(message);
        },
        close: () => Promise.resolve(),
      },
      { info: { name: "c", version: "1" } },
    );
    const subscription = client.listen(everything, { onReconnect });
    receiver!.message(acknowledge(1));
    await subscription.acknowledged;
    receiver!.lost(new Error("crashed"));
    await vi.waitFor(() => expect(sent).toHaveLength(2), { timeout: 5_000 });
    expect(sent[1]).toMatchObject({
      id: 2,
      method: "subscriptions/listen",
      params: { notifications: everything },
    });
    receiver!.message(acknowledge(2));
    receiver!.message(toolsChanged(2));
    receiver!.message(toolsChanged(1));
    expect(await subscription.next()).toMatchObject({
      value: { method: "notifications/tools/list_changed" },
    });
    expect(onReconnect).toHaveBeenCalledTimes(1);
    receiver!.lost(new Error("again"));
    await client.close();
    expect(await subscription.next()).toMatchObject({ done: true });
  });

  test("reconnecting can be forbidden", async () => {
    const peer = rawServer();
    const subscription = peer.client.listen(everything, { maxReconnects: 0 });
    await settle();
    peer.send(acknowledge(1));
    await subscription.acknowledged;
    const next = subscription.next();
    await peer.close();
    await expect(next).rejects.toThrow();
  });

  test("a reader that is far behind is not told the same thing a thousand times", async () => {
    const peer = rawServer();
    const subscription = peer.client.listen(everything);
    await settle();
    peer.send(acknowledge(1));
    for (let sent = 0; sent < 5_000; sent += 1) peer.send(toolsChanged(1));
    peer.send(marked(1, "notifications/resources/updated", { uri: "x:y" }));
    peer.send({ jsonrpc: "2.0", id: 1, result: { resultType: "complete" } });
    let count = 0;
    let last = "";
    for await (const { method } of subscription) {
      count += 1;
      last = method;
    }
    expect(count).toBe(1_001);
    expect(last).toBe("notifications/resources/updated");
  });
});

test("client and server together", async () => {
  const server = serverWith();
  const client = connect(server);
  const subscription = client.listen({
    resourceSubscriptions: ["file:///srv/"],
    toolsListChanged: true,
  });
  await subscription.acknowledged;
  server.notify.resourceUpdated("file:///srv/a");
  server.notify.toolsListChanged();
  await settle();
  await server.close();
  const events: unknown[] = [];
  for await (const event of subscription) {
    events.push([event.method, (event.params as Message)?.["uri"]]);
  }
  expect(events).toEqual([
    ["notifications/resources/updated", "file:///srv/a"],
    ["notifications/tools/list_changed", undefined],
  ]);
  await client.close();
});
