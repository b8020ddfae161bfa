/** What a client sends, and what it makes of the answers. */
import { getEventListeners } from "node:events";
import { describe, expect, test, vi } from "vitest";
import {
  ClosedError,
  InvalidMessageError,
  InvalidResultError,
  LegacyServerError,
  NoCommonVersionError,
  RequestTimeoutError,
  isInputRequired,
  isResourceNotFound,
  serverInfoOf,
} from "../../out/draft/client.js";
import { isMcpError } from "../../out/draft/errors.js";
import {
  key,
  rawServer,
  said,
  settle,
  version,
  type Message,
  type RawPeer,
} from "./raw-peer.js";

/** Answers the newest request. */
function answer(peer: RawPeer, result: unknown): void {
  peer.send({ jsonrpc: "2.0", id: peer.received.at(-1)?.["id"], result });
}

function refuse(peer: RawPeer, error: unknown): void {
  peer.send({ jsonrpc: "2.0", id: peer.received.at(-1)?.["id"], error });
}

/** The promise's error; fails the test if there is none. */
async function errorOf(promise: Promise<unknown>): Promise<any> {
  return promise.then(
    (value) => {
      throw new Error(`It did not fail: ${JSON.stringify(value)}`);
    },
    (error: unknown) => error,
  );
}

describe("requests", () => {
  test("carry version, identity and capabilities, under ids of their own", async () => {
    const peer = rawServer({
      inputs: {
        "roots/list": () => ({ roots: [] }),
        "elicitation/create": () => ({ action: "cancel" }),
      },
      capabilities: {
        elicitation: { form: {}, url: {} },
        extensions: { "com.example/x": {} },
      },
    });
    const calls = [
      peer.client.callTool({ name: "a", arguments: { b: 1 } }),
      peer.client.discover(),
    ];
    await settle();
    expect(peer.received).toEqual([
      {
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: {
          name: "a",
          arguments: { b: 1 },
          _meta: {
            [key.version]: version,
            [key.clientInfo]: { name: "client", version: "1.0.0" },
            [key.capabilities]: {
              elicitation: { form: {}, url: {} },
              extensions: { "com.example/x": {} },
              roots: {},
            },
          },
        },
      },
      {
        jsonrpc: "2.0",
        id: 2,
        method: "server/discover",
        params: expect.anything(),
      },
    ]);
    await peer.client.close();
    await Promise.allSettled(calls);
  });

  test("own metadata and trace context go along, and never displace the client's", async () => {
    const { client, received } = rawServer({ identify: false });
    const call = client.callTool(
      { name: "a" },
      {
        meta: { "com.example/tenant": 7, traceparent: "00-x" },
        logLevel: "info",
        onProgress: () => undefined,
      },
    );
    await settle();
    expect(received[0]?.["params"]._meta).toEqual({
      "com.example/tenant": 7,
      traceparent: "00-x",
      [key.version]: version,
      [key.capabilities]: {},
      progressToken: 1,
      [key.logLevel]: "info",
    });
    await client.close();
    await call.catch(() => undefined);
  });

  test.each([
    ["a/b/c"],
    ["io.modelcontextprotocol/protocolVersion"],
    ["dev.mcp/x"],
    ["progressToken"],
  ])(
    "the key %s of own metadata is refused before anything is sent",
    async (name) => {
      const { client, received } = rawServer();
      expect(
        await errorOf(client.callTool({ name: "a" }, { meta: { [name]: 1 } })),
      ).toBeInstanceOf(TypeError);
      await settle();
      expect(received).toEqual([]);
    },
  );

  test("a key of a declared extension may have its reserved prefix", async () => {
    const { client, received } = rawServer({
      capabilities: { extensions: { "io.modelcontextprotocol/tasks": {} } },
    });
    void client
      .callTool({ name: "a" }, { meta: { "io.modelcontextprotocol/task": 1 } })
      .catch(() => undefined);
    await settle();
    expect(received).toHaveLength(1);
    await client.close();
  });
});

describe("responses", () => {
  test("reach their calls in any order", async () => {
    const peer = rawServer();
    const calls = ["a", "b", "c"].map((name) => peer.client.callTool({ name }));
    await settle();
    for (const { id, params } of [...peer.received].reverse()) {
      peer.send({ jsonrpc: "2.0", id, result: said(params.name) });
    }
    const results = await Promise.all(calls);
    expect(results.map(({ content }) => content[0])).toEqual([
      { type: "text", text: "a" },
      { type: "text", text: "b" },
      { type: "text", text: "c" },
    ]);
  });

  const invalid: readonly [string, Message, new (...args: never[]) => Error][] =
    [
      [
        "both result and error",
        { result: said("a"), error: { code: 1, message: "m" } },
        InvalidMessageError,
      ],
      ["a result that is not an object", { result: [] }, InvalidResultError],
      [
        "a result of an unknown type",
        { result: { ...said("a"), resultType: "partial" } },
        InvalidResultError,
      ],
      [
        "a type that is null",
        { result: { ...said("a"), resultType: null } },
        InvalidResultError,
      ],
      [
        "a result without its content",
        { result: { resultType: "complete" } },
        InvalidResultError,
      ],
    ];
  test.each(invalid)("%s: the call fails", async (_name, members, kind) => {
    const peer = rawServer();
    const call = peer.client.callTool({ name: "a" });
    await settle();
    peer.send({ jsonrpc: "2.0", id: 1, ...members });
    expect(await errorOf(call)).toBeInstanceOf(kind);
  });

  test("an absent type of result is complete", async () => {
    const peer = rawServer();
    const call = peer.client.callTool({ name: "a" });
    await settle();
    answer(peer, { content: [] });
    expect(await call).toMatchObject({ resultType: "complete", content: [] });
  });

  test("unknown members are kept", async () => {
    const peer = rawServer();
    const call = peer.client.callTool({ name: "a" });
    await settle();
    answer(peer, { ...said("a"), extra: { deep: [null] } });
    expect((await call)["extra"]).toEqual({ deep: [null] });
  });

  test("a type of result of a declared extension is handed over", async () => {
    const peer = rawServer({ resultTypes: ["task"] });
    const call = peer.client.callTool({ name: "a" });
    await settle();
    answer(peer, { resultType: "task", taskId: "7" });
    expect(await call).toEqual({ resultType: "task", taskId: "7" });
  });

  test("odd hints on caching and a cursor that is null do no harm", async () => {
    const peer = rawServer();
    const call = peer.client.listTools();
    await settle();
    answer(peer, {
      resultType: "complete",
      tools: [],
      ttlMs: -4,
      cacheScope: "everyone",
      nextCursor: null,
    });
    expect(await call).toEqual({
      resultType: "complete",
      tools: [],
      ttlMs: 0,
      cacheScope: "private",
    });
  });

  test.each([
    ["an unknown id", { id: 99, result: {} }],
    ["the id in another type", { id: "1", result: {} }],
    ["an error without an id", { error: { code: -32700, message: "What?" } }],
    [
      "an error whose id is null",
      { id: null, error: { code: -32700, message: "What?" } },
    ],
    ["a request", { id: 5, method: "sampling/createMessage", params: {} }],
    ["no message at all", { id: 1 }],
  ])("%s is reported and ends no call", async (_name, members) => {
    const peer = rawServer();
    const call = peer.client.callTool({ name: "a" });
    await settle();
    peer.send({ jsonrpc: "2.0", ...members });
    await settle();
    expect(peer.errors).toHaveLength(1);
    expect(peer.received).toHaveLength(1);
    answer(peer, said("a"));
    await call;
  });

  test("junk on the wire is reported, and the next line is read", async () => {
    const peer = rawServer();
    const call = peer.client.callTool({ name: "a" });
    await settle();
    peer.sendText("[dev] reloaded in 12 ms");
    answer(peer, said("a"));
    await call;
    expect(peer.errors[0]).toBeInstanceOf(InvalidMessageError);
  });
});

describe("errors of the server", () => {
  test("are typed", async () => {
    const peer = rawServer();
    const call = peer.client.callTool({ name: "a" });
    await settle();
    refuse(peer, {
      code: -32021,
      message: "No.",
      data: { requiredCapabilities: { sampling: {} } },
    });
    const error = await errorOf(call);
    expect(isMcpError(error, -32021)).toBe(true);
    expect(error.data.requiredCapabilities).toEqual({ sampling: {} });
  });

  test.each([
    ["no object", 5],
    ["no code", { message: "m" }],
    ["a code that is not an integer", { code: 1.5, message: "m" }],
  ])("%s is an internal error of the server", async (_name, error) => {
    const peer = rawServer();
    const call = peer.client.callTool({ name: "a" });
    await settle();
    refuse(peer, error);
    expect(await errorOf(call)).toMatchObject({ code: -32603 });
  });

  test.each([
    [-32602, { uri: "x:y" }, true],
    [-32602, undefined, false],
    [-32002, undefined, true],
    [-32603, { uri: "x:y" }, false],
  ])(
    "code %d with data %j: no such resource is %s",
    async (code, data, want) => {
      const peer = rawServer();
      const call = peer.client.readResource({ uri: "x:y" });
      await settle();
      refuse(peer, { code, message: "m", ...(data && { data }) });
      expect(isResourceNotFound(await errorOf(call))).toBe(want);
    },
  );
});

describe("timeouts", () => {
  test("a silent server: the call fails, and the server is told once", async () => {
    const peer = rawServer({ timeoutMs: 20 });
    const error = await errorOf(peer.client.callTool({ name: "a" }));
    expect(error).toBeInstanceOf(RequestTimeoutError);
    expect(error).toMatchObject({
      method: "tools/call",
      limitMs: 20,
      kind: "idle",
    });
    await settle();
    expect(peer.received.slice(1)).toMatchObject([
      { method: "notifications/cancelled", params: { requestId: 1 } },
    ]);
    expect(peer.received[1]).not.toHaveProperty("id");
  });

  test("progress keeps a call alive, up to its total", async () => {
    const seen: number[] = [];
    const peer = rawServer();
    const call = errorOf(
      peer.client.callTool(
        { name: "a" },
        {
          timeoutMs: 60,
          maxTotalMs: 300,
          onProgress: ({ progress }) => seen.push(progress),
        },
      ),
    );
    await settle();
    let progress = 0;
    const ticking = setInterval(() => {
      progress += 1;
      peer.send({
        jsonrpc: "2.0",
        method: "notifications/progress",
        params: { progressToken: 1, progress },
      });
    }, 15);
    const error = await call;
    clearInterval(ticking);
    expect(error).toMatchObject({ kind: "total", limitMs: 300 });
    expect(seen.length).toBeGreaterThan(4);
  });

  test("without a callback, progress is asked for to keep a call alive", async () => {
    const { client, received } = rawServer();
    const call = client.callTool(
      { name: "a" },
      { resetTimeoutOnProgress: true },
    );
    await settle();
    expect(received[0]?.["params"]._meta.progressToken).toBe(1);
    await client.close();
    await call.catch(() => undefined);
  });

  test("a call with no limit waits", async () => {
    const peer = rawServer();
    const call = peer.client.callTool(
      { name: "a" },
      { timeoutMs: Infinity, maxTotalMs: Infinity },
    );
    await settle();
    answer(peer, said("a"));
    await call;
  });

  test("many calls with different limits each fail at their own", async () => {
    const peer = rawServer();
    const order: number[] = [];
    await Promise.all(
      [90, 10, 50].map((timeoutMs) =>
        peer.client
          .callTool({ name: "a" }, { timeoutMs })
          .catch(({ limitMs }) => order.push(limitMs)),
      ),
    );
    expect(order).toEqual([10, 50, 90]);
  });
});

describe("AbortSignal", () => {
  test("stops the call with its own reason and tells the server", async () => {
    const peer = rawServer();
    const abort = new AbortController();
    const call = peer.client.callTool({ name: "a" }, { signal: abort.signal });
    await settle();
    const reason = new Error("enough");
    abort.abort(reason);
    expect(await errorOf(call)).toBe(reason);
    await settle();
    expect(peer.received[1]).toMatchObject({
      method: "notifications/cancelled",
      params: { requestId: 1, reason: "enough" },
    });
    answer(peer, said("late"));
    peer.send({ jsonrpc: "2.0", id: 1, result: said("late") });
    await settle();
    expect(peer.received).toHaveLength(2);
  });

  test("that has fired already sends nothing", async () => {
    const { client, received } = rawServer();
    expect(
      await errorOf(
        client.callTool({ name: "a" }, { signal: AbortSignal.abort("no") }),
      ),
    ).toBe("no");
    await settle();
    expect(received).toEqual([]);
  });

  test("has one listener for many calls, and none afterwards", async () => {
    const peer = rawServer();
    const { signal } = new AbortController();
    const calls = Array.from({ length: 50 }, () =>
      peer.client.callTool({ name: "a" }, { signal }),
    );
    await settle();
    expect(getEventListeners(signal, "abort")).toHaveLength(1);
    for (const { id } of peer.received.slice()) {
      peer.send({ jsonrpc: "2.0", id, result: said("a") });
    }
    await Promise.all(calls);
    expect(getEventListeners(signal, "abort")).toHaveLength(0);
  });
});

describe("closing", () => {
  test("fails what is open and everything after it; twice is once", async () => {
    const { client } = rawServer();
    const open = errorOf(client.callTool({ name: "a" }));
    await settle();
    await Promise.all([client.close(), client.close()]);
    expect(await open).toBeInstanceOf(ClosedError);
    expect(await errorOf(client.callTool({ name: "a" }))).toBeInstanceOf(
      ClosedError,
    );
  });

  test("by the other side fails what is open", async () => {
    const peer = rawServer();
    const open = errorOf(peer.client.callTool({ name: "a" }));
    await settle();
    await peer.close();
    expect(await open).toBeInstanceOf(ClosedError);
  });
});

describe("versions", () => {
  const refusal = (supported: string[]) => ({
    code: -32022,
    message: "No.",
    data: { supported, requested: "?" },
  });

  test("the best common one is tried once more, under a new id, and kept", async () => {
    const peer = rawServer({ protocolVersions: ["2027-01-01", version] });
    const call = peer.client.callTool({ name: "a" });
    await settle();
    expect(peer.received[0]?.["params"]._meta[key.version]).toBe("2027-01-01");
    refuse(peer, refusal(["2025-11-25", version]));
    await settle();
    expect(peer.received[1]).toMatchObject({
      id: 2,
      params: { name: "a", _meta: { [key.version]: version } },
    });
    answer(peer, said("a"));
    await call;
    expect(peer.client.protocolVersion).toBe(version);
  });

  test("the very version that was refused is tried again, once", async () => {
    const peer = rawServer();
    const call = errorOf(peer.client.callTool({ name: "a" }));
    await settle();
    refuse(peer, refusal([version]));
    await settle();
    expect(peer.received[1]?.["params"]._meta[key.version]).toBe(version);
    refuse(peer, refusal([version]));
    expect(await call).toMatchObject({ code: -32022 });
    expect(peer.received).toHaveLength(2);
  });

  test("without a common one, both lists are told", async () => {
    const peer = rawServer();
    const call = errorOf(peer.client.callTool({ name: "a" }));
    await settle();
    refuse(peer, refusal(["2025-11-25"]));
    const error = await call;
    expect(error).toBeInstanceOf(NoCommonVersionError);
    expect(error).toMatchObject({ ours: [version], theirs: ["2025-11-25"] });
  });
});

describe("servers of an older era", () => {
  const discovered = {
    resultType: "complete",
    supportedVersions: [version],
    capabilities: {},
    ttlMs: 0,
    cacheScope: "private",
  };

  test("a probe comes first, once, and then the calls", async () => {
    const peer = rawServer({ probe: true });
    const calls = [
      peer.client.callTool({ name: "a" }),
      peer.client.callTool({ name: "b" }),
    ];
    await settle();
    expect(peer.received).toMatchObject([{ method: "server/discover" }]);
    answer(peer, discovered);
    await settle();
    expect(peer.received.slice(1)).toMatchObject([
      { method: "tools/call" },
      { method: "tools/call" },
    ]);
    for (const { id } of peer.received.slice(1)) {
      peer.send({ jsonrpc: "2.0", id, result: said("a") });
    }
    await Promise.all(calls);
  });

  test.each([-32601, -32602, -32000, -32600, 1])(
    "error %d to the probe is a legacy server",
    async (code) => {
      const peer = rawServer({ probe: true });
      const call = errorOf(peer.client.callTool({ name: "a" }));
      await settle();
      refuse(peer, { code, message: "Server not initialized" });
      expect(await call).toBeInstanceOf(LegacyServerError);
      await settle();
      expect(peer.received).toHaveLength(1);
    },
  );

  test("silence to the probe is a legacy server, until it answers after all", async () => {
    const peer = rawServer({ probe: true, timeoutMs: 10 });
    const silent = await errorOf(peer.client.callTool({ name: "a" }));
    expect(silent).toBeInstanceOf(LegacyServerError);
    expect(String(silent)).toContain("not answered within 10 ms");
    // It has been silent for longer than this call would wait.
    const again = await errorOf(peer.client.callTool({ name: "a" }));
    expect(again).toBeInstanceOf(LegacyServerError);
    const patient = peer.client.callTool({ name: "b" }, { timeoutMs: 5_000 });
    await settle();
    expect(peer.received.map(({ method }) => method)).toEqual([
      "server/discover",
    ]);
    peer.send({ jsonrpc: "2.0", id: 1, result: discovered });
    await settle();
    const later = peer.client.callTool({ name: "c" }, { timeoutMs: 5_000 });
    await settle();
    expect(peer.received.slice(1).map(({ params }) => params.name)).toEqual([
      "b",
      "c",
    ]);
    for (const { id } of peer.received.slice(1)) {
      peer.send({ jsonrpc: "2.0", id, result: said("yes") });
    }
    await Promise.all([patient, later]);
  });

  test("a modern error to the probe is a modern server", async () => {
    const peer = rawServer({ probe: true });
    const call = errorOf(peer.client.callTool({ name: "a" }));
    await settle();
    refuse(peer, {
      code: -32022,
      message: "No.",
      data: { supported: ["2030-01-01"], requested: version },
    });
    expect(await call).toBeInstanceOf(NoCommonVersionError);
  });

  test("an abort does not wait for the probe", async () => {
    const { client } = rawServer({ probe: true });
    const abort = new AbortController();
    const call = errorOf(
      client.callTool({ name: "a" }, { signal: abort.signal }),
    );
    await settle();
    abort.abort("now");
    expect(await call).toBe("now");
    await client.close();
  });

  test("an error to another method is the error it is", async () => {
    const peer = rawServer();
    const call = errorOf(peer.client.callTool({ name: "a" }));
    await settle();
    refuse(peer, { code: -32601, message: "Method not found" });
    expect(await call).toMatchObject({ code: -32601 });
  });
});

describe("notifications", () => {
  const progress = (progressToken: unknown, value = 1) => ({
    jsonrpc: "2.0",
    method: "notifications/progress",
    params: { progressToken, progress: value },
  });

  test("progress reaches its call and no other; the rest goes to the hook", async () => {
    const onNotification = vi.fn();
    const peer = rawServer({ onNotification });
    const seen: unknown[] = [];
    const calls = ["a", "b"].map((name) =>
      peer.client.callTool(
        { name },
        { onProgress: ({ progress: value }) => seen.push([name, value]) },
      ),
    );
    await settle();
    peer.send(progress(2, 5));
    peer.send(progress("2", 6));
    peer.send(progress(1, 7));
    for (const id of [1, 2]) {
      peer.send({ jsonrpc: "2.0", id, result: said("a") });
    }
    peer.send(progress(1, 8));
    await Promise.all(calls);
    await settle();
    expect(seen).toEqual([
      ["b", 5],
      ["a", 7],
    ]);
    expect(onNotification).toHaveBeenCalledTimes(2);
  });

  test("an invalid one is reported and dropped", async () => {
    const onNotification = vi.fn();
    const peer = rawServer({ onNotification });
    peer.send({
      jsonrpc: "2.0",
      method: "notifications/progress",
      params: { progress: "x" },
    });
    await settle();
    expect(peer.errors).toHaveLength(1);
    expect(onNotification).not.toHaveBeenCalled();
  });

  test("log messages go to the one call that asked, else to the client", async () => {
    const onLog = vi.fn();
    const peer = rawServer({ onLog });
    const own = vi.fn();
    const entry = { level: "info", data: null };
    const log = {
      jsonrpc: "2.0",
      method: "notifications/message",
      params: entry,
    };
    const first = peer.client.callTool(
      { name: "a" },
      { logLevel: "info", onLog: own },
    );
    const silent = peer.client.callTool({ name: "b" });
    await settle();
    peer.send(log);
    await settle();
    expect(own.mock.calls).toEqual([[entry]]);
    const second = peer.client.callTool({ name: "c" }, { logLevel: "debug" });
    await settle();
    peer.send(log);
    await settle();
    expect(own).toHaveBeenCalledTimes(1);
    expect(onLog.mock.calls).toEqual([[entry]]);
    await peer.client.close();
    await Promise.allSettled([first, silent, second]);
  });
});

describe("pagination", () => {
  const page = (names: string[], nextCursor?: string) => ({
    resultType: "complete",
    tools: names.map((name) => ({ name, inputSchema: { type: "object" } })),
    ttlMs: 0,
    cacheScope: "private",
    ...(nextCursor === undefined ? {} : { nextCursor }),
  });

  test("an empty string is a cursor; its absence is the end", async () => {
    const peer = rawServer();
    const names: string[] = [];
    const reading = (async () => {
      for await (const { name } of peer.client.listTools.all())
        names.push(name);
    })();
    await settle();
    expect(peer.received[0]?.["params"]).not.toHaveProperty("cursor");
    answer(peer, page(["a", "b"], ""));
    await settle();
    expect(peer.received[1]?.["params"].cursor).toBe("");
    answer(peer, page([], "x"));
    await settle();
    expect(peer.received[2]?.["params"].cursor).toBe("x");
    answer(peer, page(["c"]));
    await reading;
    expect(names).toEqual(["a", "b", "c"]);
  });

  test("cursors are opaque: one that comes twice is followed twice", async () => {
    const peer = rawServer();
    const names: string[] = [];
    const reading = (async () => {
      for await (const { name } of peer.client.listTools.all()) {
        names.push(name);
      }
    })();
    for (const cursor of ["x", "x", "y", "x", undefined]) {
      await settle();
      answer(peer, page(["a"], cursor));
    }
    await reading;
    expect(names).toHaveLength(5);
  });

  test("pages are asked for only as far as they are read", async () => {
    const peer = rawServer();
    const reading = (async () => {
      for await (const { name } of peer.client.listTools.all()) return name;
      return undefined;
    })();
    await settle();
    answer(peer, page(["a"], "next"));
    expect(await reading).toBe("a");
    await settle();
    expect(peer.received).toHaveLength(1);
  });
});

test("identity is read from a result's metadata, or from the result itself", () => {
  const info = { name: "s", version: "1" };
  expect(serverInfoOf({ _meta: { [key.serverInfo]: info } })).toEqual(info);
  expect(serverInfoOf({ serverInfo: info })).toEqual(info);
  expect(serverInfoOf({})).toBeUndefined();
  expect(isInputRequired({ resultType: "input_required" })).toBe(true);
  expect(isInputRequired({ resultType: "complete" })).toBe(false);
});

test("a transport that fails to send fails the call", async () => {
  const { Client } = await import("../../out/draft/client.js");
  const failures: unknown[] = [];
  const client = new Client(
    {
      receive: () => undefined,
      send: () => Promise.reject(new Error("broken pipe")),
      close: () => Promise.resolve(),
    },
    {
      info: { name: "c", version: "1" },
      onError: (error) => failures.push(error),
    },
  );
  expect((await errorOf(client.callTool({ name: "a" }))).message).toBe(
    "broken pipe",
  );
  expect(failures).toEqual([]);
});
