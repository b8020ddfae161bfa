/**
 * What platforms demand that run a server as a worker: nothing random before the first
 * request, and no timer that one request lends to another.
 */
import { afterEach, describe, expect, test, vi } from "vitest";
import { createMcpServer, fetchHandler } from "../../out/draft/server.js";
import { callHeaders, callRequest } from "../../bench/rpc/messages.js";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const info = { name: "worker", version: "1.0.0" };

function post(): Request {
  return new Request("http://localhost/mcp", {
    method: "POST",
    headers: callHeaders,
    body: JSON.stringify(callRequest),
  });
}

describe("a server at a worker", () => {
  test("is made without randomness, and signs all the same later", async () => {
    const random = vi
      .spyOn(crypto, "getRandomValues")
      .mockImplementation(() => {
        throw new Error("not allowed in global scope");
      });
    const server = createMcpServer({
      info,
      handlers: {
        callTool: async (_params, context) => {
          const state = await context.verifyState();
          return state === undefined
            ? context.inputRequired({
                requestState: await context.signState("kept"),
              })
            : { content: [] };
        },
      },
    });
    const handle = fetchHandler(server);
    random.mockRestore();
    const { result } = (await (await handle(post())).json()) as {
      result: { requestState: string };
    };
    expect(result.requestState).toMatch(/^[\w-]+\.[\w-]+$/);
  });

  test("guards each request by a timer of its own, which ends with it", async () => {
    vi.useFakeTimers();
    const finish: (() => void)[] = [];
    const server = createMcpServer({
      info,
      handlers: {
        callTool: () =>
          new Promise((resolve) => {
            finish.push(() => resolve({ content: [] }));
          }),
      },
    });
    const handle = fetchHandler(server, { sseAfterMs: 100, keepAliveMs: 100 });
    const answers = [handle(post()), handle(post())];
    await vi.waitUntil(() => finish.length === 2);
    expect(vi.getTimerCount()).toBe(2);

    // The first one gone, with its timers, the second one still gets its stream.
    finish[0]?.();
    await answers[0];
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(150);
    const second = await answers[1];
    expect(second?.headers.get("content-type")).toBe("text/event-stream");
    expect(vi.getTimerCount()).toBe(1);

    finish[1]?.();
    await second?.text();
    expect(vi.getTimerCount()).toBe(0);
  });
});
