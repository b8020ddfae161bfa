import { describe, expect, test } from "vitest";
import { Client } from "../../out/draft/client.js";
import { serve } from "../../out/draft/runtime/peer/serve.js";
import { memoryTransports } from "../../out/draft/runtime/memory.js";
import type { Receiver } from "../../out/draft/runtime/protocol/transport.js";
import { call, fixtureServer, until } from "./fixture.js";

/** Writes down what a transport delivers. */
function recorder(): Receiver & { readonly seen: unknown[] } {
  const seen: unknown[] = [];
  return {
    seen,
    message: (message) => seen.push(message),
    malformed: (text) => seen.push({ malformed: text }),
    failed: (id, cause) => seen.push({ failed: id, cause: cause.message }),
    lost: (cause) => seen.push({ lost: cause.message }),
    report: (error) => seen.push({ report: error.message }),
    closed: (cause) =>
      seen.push(cause === undefined ? "closed" : { closed: cause.message }),
  };
}

describe("memoryTransports", () => {
  test("what crosses is what JSON carries, and a copy", async () => {
    const [near, far] = memoryTransports();
    const receiver = recorder();
    far.receive(receiver);
    const message = { ...call(1, "echo"), extra: undefined };
    near.send(message as never);
    expect(receiver.seen).toEqual([]);
    await Promise.resolve();
    expect(receiver.seen).toEqual([call(1, "echo")]);
    expect(receiver.seen[0]).not.toBe(message);
    expect(Object.keys(receiver.seen[0] as object)).not.toContain("extra");
  });

  test("what was sent before there was a receiver is kept, in order", async () => {
    const [near, far] = memoryTransports();
    near.send(call(1, "echo") as never);
    near.send(call(2, "echo") as never);
    const receiver = recorder();
    far.receive(receiver);
    near.send(call(3, "echo") as never);
    await Promise.resolve();
    expect(receiver.seen).toMatchObject([{ id: 1 }, { id: 2 }, { id: 3 }]);
  });

  test("what was sent before the end arrives, then the end, once", async () => {
    const [near, far] = memoryTransports();
    const receivers = [recorder(), recorder()] as const;
    near.receive(receivers[0]);
    far.receive(receivers[1]);
    near.send(call(1, "echo") as never);
    await near.close();
    await near.close();
    await far.close();
    await Promise.resolve();
    expect(receivers[0].seen).toEqual(["closed"]);
    expect(receivers[1].seen.filter((each) => each === "closed")).toHaveLength(
      1,
    );
    await expect(near.send(call(2, "echo") as never)).rejects.toThrow("closed");
    await expect(far.send(call(2, "echo") as never)).rejects.toThrow("closed");
  });

  test("a receiver that comes after the end hears of it", async () => {
    const [near, far] = memoryTransports();
    await near.close();
    const receivers = [recorder(), recorder()] as const;
    near.receive(receivers[0]);
    far.receive(receivers[1]);
    await Promise.resolve();
    expect(receivers.map(({ seen }) => seen)).toEqual([["closed"], ["closed"]]);
  });

  test("a receiver that closes on a message gets no further one", async () => {
    const [near, far] = memoryTransports();
    const receiver = recorder();
    far.receive({
      ...receiver,
      message: (message) => {
        receiver.message(message);
        void far.close();
      },
    });
    near.send(call(1, "echo") as never);
    near.send(call(2, "echo") as never);
    await Promise.resolve();
    expect(receiver.seen).toMatchObject([{ id: 1 }, "closed"]);
  });

  test("a client and a server talk over it", async () => {
    const fixture = fixtureServer();
    const [near, far] = memoryTransports();
    const connection = serve(fixture.server, far);
    const client = new Client(near, { info: { name: "c", version: "1" } });
    const result = await client.callTool({ name: "echo", arguments: { a: 1 } });
    expect(result.content).toEqual([{ type: "text", text: '{"a":1}' }]);
    const controller = new AbortController();
    const waiting = client.callTool(
      { name: "wait", arguments: { ms: 60_000, label: "m" } },
      { signal: controller.signal },
    );
    await until(() => fixture.running.has("m"), "it runs");
    controller.abort(new Error("enough"));
    await expect(waiting).rejects.toThrow("enough");
    await until(() => fixture.cancelled.includes("m"), "it is cancelled");
    await client.close();
    await connection.closed;
  });
});
