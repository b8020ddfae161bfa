/** What is done is let go: a server keeps nothing of requests that are over. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { createMcpServer, type McpServer } from "../../out/draft/server.js";
import type { Exchange } from "../../out/draft/runtime/protocol/transport.js";
import { request, settle } from "./raw-peer.js";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Sends a request of which nobody but the server knows, and ends it at once. */
function serveOne(
  server: McpServer,
  message: Record<string, unknown>,
  cancelled: boolean,
): WeakRef<object> {
  const exchange: Exchange = {
    shared: false,
    notify: () => undefined,
    respond: () => undefined,
  };
  const open = server.request(message as never, exchange);
  if (cancelled) open.cancel();
  return new WeakRef(exchange);
}

test.each([
  {
    what: "answered requests",
    method: "tools/list",
    params: {},
    cancel: false,
  },
  {
    what: "cancelled requests",
    method: "tools/call",
    params: { name: "wait" },
    cancel: true,
  },
  {
    what: "cancelled subscriptions",
    method: "subscriptions/listen",
    params: { notifications: { toolsListChanged: true } },
    cancel: true,
  },
])("$what are let go", async ({ method, params, cancel }) => {
  const server = createMcpServer({
    info: { name: "s", version: "1" },
    handlers: {
      listTools: () => ({ tools: [] }),
      callTool: () => new Promise(() => undefined),
    },
  });
  const refs = Array.from({ length: 10 }, (_, id) =>
    serveOne(server, request(id, method, params), cancel),
  );
  for (let tries = 0; tries < 20; tries += 1) {
    await settle();
    collectGarbage();
  }
  // The machine may still have the last one at hand.
  const kept = refs.filter((ref) => ref.deref() !== undefined);
  expect(kept.length).toBeLessThanOrEqual(1);
  await server.close();
});
