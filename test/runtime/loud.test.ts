/** What a server without `onError` prints. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { McpError, McpInvalidParamsError } from "../../out/draft/errors.js";
import {
  createCompactMcpServer,
  createMcpServer,
  type ServerHandlers,
} from "../../out/draft/server.js";
import { rawClient, request } from "./raw-peer.js";

const said: string[] = [];

beforeEach(() => {
  said.length = 0;
  vi.spyOn(console, "error").mockImplementation((...words: unknown[]) => {
    said.push(words.join(" "));
  });
});

afterEach(() => vi.restoreAllMocks());

/** What is printed for a handler of `resources/read` or `tools/call`. */
async function printed(
  method: "resources/read" | "tools/call",
  handler: () => unknown,
  create = createMcpServer,
): Promise<readonly string[]> {
  const handlers = {
    readResource: handler,
    callTool: handler,
  } as unknown as ServerHandlers;
  const server = create({ info: { name: "demo", version: "1" }, handlers });
  const params = {
    "resources/read": { uri: "x:y" },
    "tools/call": { name: "a" },
  };
  await rawClient(server).exchange(request(1, method, params[method]));
  return said;
}

function throwing(error: unknown): () => never {
  return () => {
    throw error;
  };
}

describe("a line for each fault of the server's own code", () => {
  test.each<[string, () => unknown, RegExp]>([
    [
      "an error",
      throwing(new TypeError("x is undefined")),
      /^demo: resources\/read failed: x is undefined \(.*loud\.test\.ts:\d+:\d+\)?/,
    ],
    [
      "something that is not an error",
      throwing("no\nway\u001b[31m"),
      /^demo: resources\/read failed: no way \[31m$/,
    ],
    [
      "a rejection",
      () => Promise.reject(new Error("late")),
      /^demo: resources\/read failed: late/,
    ],
    [
      "an invalid result",
      () => ({ contents: [{ uri: "x:y" }] }),
      /^demo: The result of resources\/read is invalid: contents\[0\].*text/,
    ],
    [
      "a result that is not JSON",
      () => ({ contents: [], _meta: { "a.b/n": 1n } }),
      /^demo: resources\/read failed: .*BigInt/,
    ],
    [
      "an error whose code is never sent",
      throwing(new McpError(-32002, "Gone.")),
      /^demo: resources\/read failed: Gone\./,
    ],
  ])("%s", async (_name, handler, want) => {
    const lines = await printed("resources/read", handler);
    expect(lines).toEqual([expect.stringMatching(want)]);
    expect(lines[0]).not.toContain("\n");
  });

  test("a tool that throws, although its client gets to read it", async () => {
    const lines = await printed("tools/call", throwing(new Error("disk")));
    expect(lines).toEqual([
      expect.stringMatching(/^demo: tools\/call failed: disk/),
    ]);
  });

  test("without descriptions it is the method alone", async () => {
    const lines = await printed(
      "tools/call",
      () => ({ content: 1 }),
      createCompactMcpServer,
    );
    expect(lines).toEqual([
      "demo: The result of tools/call is invalid: it does not fit the schema.",
    ]);
  });
});

test.each<[string, () => unknown]>([
  ["a result", () => ({ contents: [] })],
  ["a refusal", throwing(new McpInvalidParamsError("No such thing."))],
  ["a refusal of the application's", throwing(new McpError(40, "Sold out."))],
])("%s is not a fault", async (_name, handler) => {
  expect(await printed("resources/read", handler)).toEqual([]);
});

test("faults of clients are not the server's", async () => {
  const server = createMcpServer({
    info: { name: "demo", version: "1" },
    handlers: {},
  });
  const peer = rawClient(server);
  await peer.exchange(7);
  await peer.exchange({ jsonrpc: "2.0", id: 5, result: {} });
  await peer.exchange({ jsonrpc: "2.0", id: 5, method: "nope" });
  expect(said).toEqual([]);
});
