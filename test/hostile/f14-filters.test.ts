/** F14: filters are bounded, and a change costs the same whatever others subscribed to. */
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import {
  covers,
  coveringUris,
} from "../../out/draft/runtime/protocol/uri-prefix.js";
import { createMcpServer, type McpServer } from "../../out/draft/server.js";
import { rawClient, request, settle } from "../runtime/raw-peer.js";
import { fuzzParameters } from "./values.js";

function resourceServer(maxSubscriptionUris?: number): McpServer {
  return createMcpServer({
    info: { name: "resources", version: "1" },
    maxSubscriptionUris,
    handlers: {
      listResources: () => ({ resources: [] }),
      readResource: () => ({ contents: [] }),
    },
  });
}

const listen = (id: unknown, resourceSubscriptions: readonly string[]) =>
  request(id, "subscriptions/listen", {
    notifications: { resourceSubscriptions },
  });

const uris = (count: number, start = "file:///"): string[] =>
  Array.from({ length: count }, (_, index) => `${start}${index}`);

describe("F14: a filter", () => {
  test.each([
    ["1,000 URIs are served", uris(1_000), undefined],
    ["1,001 are not", uris(1_001), -32602],
    ["a million empty ones are not", Array(1_000_000).fill(""), -32602],
    ["a very long one is not", [`x:${"y".repeat(10_000)}`], -32602],
  ])("%s", async (_, wanted, code) => {
    const peer = rawClient(resourceServer());
    const [answer] = await peer.exchange(listen(1, wanted));
    expect(answer?.["error"]?.code).toBe(code);
  });

  test("the limit is an option", async () => {
    const peer = rawClient(resourceServer(2));
    expect(await peer.exchange(listen(1, uris(2)))).toMatchObject([
      { method: "notifications/subscriptions/acknowledged" },
    ]);
    expect(await peer.exchange(listen(2, uris(3)))).toMatchObject([
      { error: { code: -32602, message: expect.stringContaining("2 URIs") } },
    ]);
  });

  test("all open ones together are bounded too, and leaving makes room", async () => {
    const peer = rawClient(resourceServer());
    const long = uris(1_000, `x:${"y".repeat(8_000)}`);
    const codes: unknown[] = [];
    for (let id = 0; id < 10; id += 1) {
      const [answer] = await peer.exchange(listen(id, long));
      codes.push(answer?.["error"]?.code);
    }
    expect(codes.indexOf(-32603)).toBe(8);
    peer.send({
      jsonrpc: "2.0",
      method: "notifications/cancelled",
      params: { requestId: 0 },
    });
    await settle();
    const [answer] = await peer.exchange(listen("again", long));
    expect(answer?.["method"]).toBe("notifications/subscriptions/acknowledged");
  });
});

test("F14: a change looks at nobody who did not ask for it", async () => {
  const steps = async (subscribers: number): Promise<number> => {
    const server = resourceServer();
    const peer = rawClient(server);
    await peer.exchange(listen("one", ["file:///changed"]));
    for (let id = 0; id < subscribers; id += 1) {
      await peer.exchange(listen(id, uris(100, `file:///${id}/`)));
    }
    const before = peer.received.length;
    const spies = [
      vi.spyOn(Map.prototype, "get"),
      vi.spyOn(Set.prototype, "add"),
      vi.spyOn(String.prototype, "startsWith"),
    ];
    server.notify.resourceUpdated("file:///changed/part");
    const calls = spies.reduce((sum, { mock }) => sum + mock.calls.length, 0);
    vi.restoreAllMocks();
    await settle();
    expect(peer.received).toHaveLength(before + 1);
    return calls;
  };
  const few = await steps(5);
  expect(few).toBeGreaterThan(0);
  expect(await steps(50)).toBe(few);
});

test("F14: the index finds exactly those that cover a URI", () => {
  const uri = fc
    .array(fc.constantFrom("a", "b", "/", "//", ":", "x:/"), { maxLength: 8 })
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(uri, uri, (subscribed, changed) => {
      expect(coveringUris(changed, 1_000).has(subscribed)).toBe(
        covers(subscribed, changed),
      );
    }),
    fuzzParameters("F14: the index", 2_000),
  );
});

test("F14: one that subscribed twice over is told once", async () => {
  const server = resourceServer();
  const peer = rawClient(server);
  await peer.exchange(listen(1, ["x:/a", "x:/a/", "x:/a/b", "x:/a/b"]));
  server.notify.resourceUpdated("x:/a/b");
  await settle();
  expect(peer.received).toHaveLength(2);
});
