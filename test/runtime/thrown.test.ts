/** Handlers that throw and return whatever JavaScript has: each request is answered once. */
import { afterEach, describe, expect, test, vi } from "vitest";
import { McpInvalidParamsError } from "../../out/draft/errors.js";
import { createMcpServer, fetchHandler } from "../../out/draft/server.js";
import { headersFor } from "../transports/fixture.js";
import { rawClient, request, settle } from "./raw-peer.js";

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

function thrower(thrown: unknown): () => never {
  return () => {
    throw thrown;
  };
}

const cyclic: Record<string, unknown> = { content: [] };
cyclic["structuredContent"] = cyclic;

/** What a handler does, and what its client is told. */
const handlers: Readonly<
  Record<string, { readonly run: () => unknown; readonly says: unknown }>
> = {
  "throws null": { run: thrower(null), says: "null" },
  "throws undefined": { run: thrower(undefined), says: "undefined" },
  "throws a symbol": { run: thrower(Symbol("s")), says: "Symbol(s)" },
  "throws a frozen error": {
    run: thrower(Object.freeze(new Error("frozen"))),
    says: "frozen",
  },
  "throws an object that is not text": {
    run: thrower(Object.create(null)),
    says: "something that cannot be described",
  },
  "throws a revoked proxy": {
    run: thrower(revoked()),
    says: expect.stringContaining("throws when it is read"),
  },
  "throws an error whose message throws": {
    run: thrower(
      Object.defineProperty(new Error(), "message", { get: thrower("no") }),
    ),
    says: expect.stringContaining("throws when it is read"),
  },
  "throws an McpError that JSON cannot say": {
    run: thrower(new McpInvalidParamsError("big", { big: 1n } as never)),
    says: -32603,
  },
  "rejects with undefined": {
    run: () => Promise.reject(undefined),
    says: "undefined",
  },
  "returns a revoked proxy": { run: revoked, says: expect.any(String) },
  "returns a thenable that throws": {
    // oxlint-disable-next-line unicorn/no-thenable -- that is the point of it
    run: () => Object.defineProperty({}, "then", { get: thrower("late") }),
    says: "late",
  },
  "returns a thenable that rejects, resolves and throws": {
    run: () => ({
      // oxlint-disable-next-line unicorn/no-thenable -- that is the point of it
      then(resolve: (value: unknown) => void, reject: (why: string) => void) {
        reject("first");
        resolve({ content: [] });
        throw new Error("third");
      },
    }),
    says: "first",
  },
  "returns nothing": { run: () => undefined, says: -32603 },
  "returns a cycle": { run: () => cyclic, says: -32603 },
  "returns a BigInt": {
    run: () => ({ content: [], structuredContent: 1n }),
    says: -32603,
  },
  "returns what throws on its way to JSON": {
    run: () => ({
      content: [],
      structuredContent: { toJSON: thrower(new Error("no")) },
    }),
    says: -32603,
  },
};

function server() {
  return createMcpServer({
    info: { name: "server", version: "1.0.0" },
    handlers: {
      callTool: ({ name }) => handlers[name]?.run() as never,
      listTools: () => ({ tools: [] }),
    },
  });
}

/** The code of an error, or the text of a tool's failure. */
function saidBy(response: unknown): unknown {
  const { error, result } = response as {
    error?: { code: number };
    result?: { isError: true; content: { text: string }[] };
  };
  return error?.code ?? result?.content[0]?.text;
}

describe.each(Object.entries(handlers))("a handler that %s", (name, given) => {
  test("in memory", async () => {
    const peer = rawClient(server());
    peer.send(request(1, "tools/call", { name }));
    await settle();
    expect(peer.received.map(saidBy)).toEqual([given.says]);
  });

  test("over HTTP", async () => {
    const call = request(1, "tools/call", { name });
    const response = await fetchHandler(server())(
      new Request("http://localhost/", {
        method: "POST",
        headers: headersFor("tools/call", name),
        body: JSON.stringify(call),
      }),
    );
    expect(saidBy(await response.json())).toEqual(given.says);
  });
});

describe("hooks that throw", () => {
  afterEach(() => vi.unstubAllGlobals());

  test("keep nobody from an answer, and are uncaught errors of the program", async () => {
    const uncaught: unknown[] = [];
    const queue = globalThis.queueMicrotask;
    vi.stubGlobal("queueMicrotask", (job: () => void) =>
      queue(() => {
        try {
          job();
        } catch (error) {
          uncaught.push(error);
        }
      }),
    );
    const peer = rawClient(
      createMcpServer({
        info: { name: "server", version: "1.0.0" },
        onError: thrower(new Error("logger")),
        handlers: {
          callTool: thrower(new Error("tool")),
          listTools: thrower(new Error("list")),
        },
      }),
    );
    peer.send(request(1, "tools/call", { name: "any" }));
    peer.send(request(2, "tools/list"));
    await settle();
    expect(peer.received.map(saidBy)).toEqual(["tool", -32603]);
    expect(uncaught).toEqual([new Error("logger"), new Error("logger")]);
  });
});
