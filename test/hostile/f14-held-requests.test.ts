/** F14: what a subscription holds is its filter, not the request that it came with. */
import { expect, test } from "vitest";
import { createMcpServer } from "../../out/draft/server.js";
import { quoted } from "../../out/draft/runtime/protocol/limits.js";
import { rawClient, request } from "../runtime/raw-peer.js";
import { usedBytes } from "./memory.js";

test("F14: 100 open subscriptions hold nothing of 20 MB of metadata", async () => {
  const server = createMcpServer({
    info: { name: "resources", version: "1" },
    handlers: {
      listResources: () => ({ resources: [] }),
      readResource: () => ({ contents: [] }),
    },
  });
  const peer = rawClient(server);
  const wanted = { notifications: { resourceSubscriptions: ["file:///a"] } };
  await peer.exchange(request(0, "subscriptions/listen", wanted));
  const before = usedBytes();
  for (let id = 1; id <= 100; id += 1) {
    const junk = { "com.example/junk": `${id}${"x".repeat(200_000)}` };
    const params = { ...wanted, junk: { ...junk } };
    const text = JSON.stringify(
      request(id, "subscriptions/listen", params, junk),
    );
    expect(await peer.exchange(JSON.parse(text))).toMatchObject([
      { method: "notifications/subscriptions/acknowledged" },
    ]);
  }
  expect(usedBytes() - before).toBeLessThan(4_000_000);
  server.notify.resourceUpdated("file:///a");
});

test.each([
  ["control characters", "\u0001"],
  ["quotes", '"'],
  ["halves of a pair", "\ud800"],
  ["emoji", "\u{1f600}"],
  ["letters", "a"],
])("F19: a quotation of %s takes 200 bytes on the wire", (_name, character) => {
  const text = character.repeat(300);
  const [cut = ""] = quoted(text).split("...");
  const bytes = Buffer.byteLength(JSON.stringify(cut)) - 2;
  expect(bytes).toBeLessThanOrEqual(200);
  expect(bytes).toBeGreaterThan(192);
  expect(text.startsWith(cut)).toBe(true);
  expect(quoted(character)).toBe(character);
});
