/** F12: acknowledgements cost a client nothing, and buy a server no reconnects. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Client, ResultCache } from "../../out/draft/client.js";
import type {
  Receiver,
  Transport,
} from "../../out/draft/runtime/protocol/transport.js";
import { key, rawServer, settle, type Message } from "../runtime/raw-peer.js";

const acknowledgement = (id: unknown): Message => ({
  jsonrpc: "2.0",
  method: "notifications/subscriptions/acknowledged",
  params: {
    notifications: { toolsListChanged: true },
    _meta: { [key.subscriptionId]: id },
  },
});

test("F12: a repeated acknowledgement changes nothing, and reports are few", async () => {
  let reconnects = 0;
  let invalidations = 0;
  const cache = new ResultCache();
  cache.invalidate = () => {
    invalidations += 1;
  };
  const peer = rawServer({ cache });
  const subscription = peer.client.listen(
    { toolsListChanged: true },
    { onReconnect: () => (reconnects += 1) },
  );
  await settle();
  for (let each = 0; each < 10_000; each += 1) peer.send(acknowledgement(1));
  await subscription.acknowledged;
  expect(reconnects).toBe(0);
  expect(invalidations).toBe(0);
  expect(peer.errors.length).toBeLessThan(200);
  expect(peer.errors[0]?.message).toContain("second time");
  await peer.client.close();
});

describe("F12: a server that acknowledges and breaks off", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** A client whose subscriptions last a time, and then break. */
  function breaking(lastsMs: number) {
    let opened = 0;
    let receiver: Receiver | undefined;
    const transport: Transport = {
      receive: (given) => {
        receiver = given;
      },
      send: (message) => {
        const { id } = message as Message;
        opened += 1;
        queueMicrotask(() => {
          receiver?.message(acknowledgement(id));
          setTimeout(() => receiver?.failed(id, new Error("cut")), lastsMs);
        });
      },
      abort: () => undefined,
      close: () => Promise.resolve(),
    };
    const client = new Client(transport, {
      info: { name: "c", version: "1" },
      probe: false,
    });
    return { client, opened: () => opened };
  }

  test.each([0, 1_000])(
    "after %i ms is asked as often as maxReconnects says",
    async (lastsMs) => {
      const { client, opened } = breaking(lastsMs);
      const subscription = client.listen(
        { toolsListChanged: true },
        { maxReconnects: 4 },
      );
      const ended = subscription.next().catch((error: unknown) => error);
      await vi.advanceTimersByTimeAsync(3_600_000);
      expect(opened()).toBe(5);
      expect(String(await ended)).toContain("The subscription broke off: cut");
    },
  );

  test("after a healthy time is asked again and again", async () => {
    const { client, opened } = breaking(6_000);
    const subscription = client.listen(
      { toolsListChanged: true },
      { maxReconnects: 4 },
    );
    const ended = subscription.next().catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(opened()).toBeGreaterThan(50);
    subscription.close();
    await client.close();
    expect(await ended).toMatchObject({ done: true });
  });
});
