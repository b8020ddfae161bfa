/** F7: events that nobody reads yet cost the same whether few or many wait, and are bounded. */
import { describe, expect, test } from "vitest";
import { EventQueue } from "../../out/draft/runtime/eras/event-queue.js";
import { key, rawServer, settle } from "../runtime/raw-peer.js";

const updated = (uri: string, more: object = {}) => ({
  jsonrpc: "2.0" as const,
  method: "notifications/resources/updated",
  params: { uri, ...more },
});

/** Events that count how often anything of them is looked at. */
function counting(count: number) {
  let looks = 0;
  const events = Array.from({ length: count }, (_, index) => {
    const { params, ...event } = updated(`file:///${index}`);
    return Object.defineProperty(event, "params", {
      enumerable: true,
      get: () => {
        looks += 1;
        return params;
      },
    });
  });
  return { events, looks: () => looks };
}

describe("F7", () => {
  test("what was read makes room, however much passes through", () => {
    const queue = new EventQueue(10);
    const large = "x".repeat(1024 * 1024);
    for (let index = 0; index < 10; index += 1) {
      expect(queue.push(updated(`file:///${index}`, { large }))).toBe(0);
      expect(queue.shift()?.params?.["uri"]).toBe(`file:///${index}`);
    }
  });
  test("work an event is the same at 1,000 and at 10,000 that wait", () => {
    const perEvent = [1_000, 10_000].map((count) => {
      const queue = new EventQueue(count);
      const { events, looks } = counting(count);
      for (const event of events) expect(queue.push(event as never)).toBe(0);
      for (const event of events) expect(queue.shift()).toBe(event);
      return looks() / count;
    });
    expect(perEvent[1]).toBeLessThanOrEqual((perEvent[0] as number) + 0.01);
    expect(perEvent[1]).toBeLessThan(10);
  });

  test("what waits comes out in order, also when both ends move", () => {
    const queue = new EventQueue(100_000);
    let next = 0;
    let expected = 0;
    for (let round = 0; round < 200; round += 1) {
      for (let push = 0; push < 7; push += 1) {
        queue.push(updated(`${next++}`) as never);
      }
      for (let take = 0; take < 5; take += 1) {
        expect(queue.shift()?.params?.["uri"]).toBe(`${expected++}`);
      }
    }
    for (let event = queue.shift(); event; event = queue.shift()) {
      expect(event.params?.["uri"]).toBe(`${expected++}`);
    }
    expect(expected).toBe(next);
  });

  test("where many wait, equal events wait once; those that say more are never equal", () => {
    const queue = new EventQueue(10_000);
    for (let each = 0; each < 1_000; each += 1) queue.push(updated(`${each}`));
    for (let each = 0; each < 500; each += 1) {
      queue.push(updated("5"));
      queue.push(updated("5", { status: `${each}` }));
      queue.push(updated("new"));
    }
    let count = 0;
    while (queue.shift() !== undefined) count += 1;
    expect(count).toBe(1_000 + 500 + 1);
  });

  test.each([
    ["number", 10_000, 1],
    ["weight", 40, 200_000],
  ])("the %s of those that wait is bounded", (_, count, length) => {
    const queue = new EventQueue(10_000);
    let dropped = 0;
    for (let each = 0; each < 3 * count; each += 1) {
      dropped += queue.push(updated(`${each}`.padStart(length, "x")) as never);
    }
    let waiting = 0;
    while (queue.shift() !== undefined) waiting += 1;
    expect(dropped).toBeGreaterThan(0);
    expect(waiting + dropped).toBe(3 * count);
  });

  test("a reader that comes too late is told how many changes were missed", async () => {
    const missed: number[] = [];
    const peer = rawServer();
    const subscription = peer.client.listen(
      { resourceSubscriptions: ["file:///"] },
      { maxWaiting: 10, onMissed: (count) => missed.push(count) },
    );
    await settle();
    const marked = { _meta: { [key.subscriptionId]: 1 } };
    peer.send({
      jsonrpc: "2.0",
      method: "notifications/subscriptions/acknowledged",
      params: { notifications: {}, ...marked },
    });
    for (let each = 0; each < 25; each += 1) {
      peer.send(updated(`file:///${each}`, marked));
    }
    expect(missed).toEqual([11, 11]);
    const read: unknown[] = [];
    for (let each = 0; each < 3; each += 1) {
      const { value } = await subscription.next();
      read.push((value as { params: { uri: string } }).params.uri);
    }
    expect(read).toEqual(["file:///22", "file:///23", "file:///24"]);
    await peer.client.close();
  });
});
