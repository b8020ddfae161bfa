/** Closing a server: calls finish first, if they are given the time. */
import { describe, expect, test } from "vitest";
import { createMcpServer, type McpServer } from "../../out/draft/server.js";
import { rawClient, request, settle } from "./raw-peer.js";

/** A server whose tool ends when it is told to. */
function slowServer(): {
  readonly server: McpServer;
  readonly finish: () => void;
  readonly stopped: () => boolean;
} {
  let finish = (): void => undefined;
  let stopped = false;
  const server = createMcpServer({
    info: { name: "server", version: "1.0.0" },
    handlers: {
      listTools: () => ({ tools: [] }),
      callTool: (_, { signal }) => {
        signal.addEventListener("abort", () => (stopped = true));
        return new Promise((resolve) => {
          finish = () => resolve({ content: [] });
        });
      },
    },
  });
  return { server, finish: () => finish(), stopped: () => stopped };
}

const call = request(1, "tools/call", { name: "t" });

describe("close({ graceMs })", () => {
  test("lets a call finish, and refuses further ones", async () => {
    const { server, finish, stopped } = slowServer();
    const raw = rawClient(server);
    expect(await raw.exchange(call)).toEqual([]);
    const closed = server.close({ graceMs: 60_000 });
    expect(await raw.exchange(request(2, "tools/list"))).toMatchObject([
      { id: 2, error: { code: -32603, message: "The server is closing." } },
    ]);
    finish();
    await closed;
    await settle();
    expect(raw.received).toMatchObject([
      { id: 2 },
      { id: 1, result: { content: [] } },
    ]);
    expect(stopped()).toBe(false);
  });

  test("answers what is left after that time", async () => {
    const { server, stopped } = slowServer();
    const raw = rawClient(server);
    expect(await raw.exchange(call)).toEqual([]);
    await server.close({ graceMs: 20 });
    await settle();
    expect(raw.received).toMatchObject([
      { id: 1, error: { code: -32603, message: "The server is closing." } },
    ]);
    expect(stopped()).toBe(true);
  });

  test("without it, calls are answered at once", async () => {
    const { server, stopped } = slowServer();
    const raw = rawClient(server);
    expect(await raw.exchange(call)).toEqual([]);
    await server.close();
    await settle();
    expect(raw.received).toMatchObject([{ id: 1, error: { code: -32603 } }]);
    expect(stopped()).toBe(true);
  });

  test("ends at once where nothing is served", async () => {
    const { server } = slowServer();
    await server.close({ graceMs: 60_000 });
  });

  test("subscriptions are ended first and are not waited for", async () => {
    const { server } = slowServer();
    const raw = rawClient(server);
    await raw.exchange(
      request(3, "subscriptions/listen", {
        notifications: { toolsListChanged: true },
      }),
    );
    await server.close({ graceMs: 60_000 });
    await settle();
    expect(raw.received.at(-1)).toMatchObject({ id: 3, result: {} });
  });
});
