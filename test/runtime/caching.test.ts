/** Results that are kept, for whom, and until when. */
import { describe, expect, test } from "vitest";
import { ResultCache, type ClientOptions } from "../../out/draft/client.js";
import { createMcpServer } from "../../out/draft/server.js";
import { connect, settle } from "./raw-peer.js";

interface Setting {
  readonly hints?: { ttlMs: number; cacheScope: "public" | "private" };
  readonly options?: Partial<ClientOptions>;
  readonly cache?: ResultCache;
}

/** A server that numbers its answers, and a client with a cache and a clock. */
function setting({ hints, options, cache }: Setting = {}) {
  const clock = { now: 1_000 };
  let answers = 0;
  const result = () => ({
    ...(hints ?? { ttlMs: 100, cacheScope: "private" as const }),
    _meta: { "com.example/n": (answers += 1) },
  });
  const server = createMcpServer({
    info: { name: "s", version: "1" },
    handlers: {
      listTools: () => ({ tools: [], ...result() }),
      readResource: ({ requestState }, context) =>
        requestState === undefined && context.clientCapabilities.roots
          ? context.inputRequired({ requestState: "s" })
          : { contents: [], ...result() },
      listResources: () => ({ resources: [], ...result() }),
      callTool: () => ({ content: [], ...result() }),
    },
  });
  const kept = cache ?? new ResultCache({ now: () => clock.now });
  const client = connect(server, { cache: kept, ...options });
  return { server, client, clock, kept, answers: () => answers };
}

describe("what is kept", () => {
  test("a result until its time is over", async () => {
    const { client, clock, answers } = setting();
    const first = await client.listTools();
    clock.now += 99;
    expect(await client.listTools()).toEqual(first);
    clock.now += 1;
    expect(await client.listTools()).not.toEqual(first);
    expect(answers()).toBe(2);
  });

  test("for the same params only", async () => {
    const { client, answers } = setting();
    await client.readResource({ uri: "x:a" });
    await client.readResource({ uri: "x:b" });
    await client.readResource({ uri: "x:a" });
    await client.listTools({});
    await client.listTools({ cursor: "" });
    await client.listTools({ cursor: "" });
    expect(answers()).toBe(4);
  });

  test("as a copy that nobody can spoil", async () => {
    const { client } = setting();
    const first = await client.listTools();
    first.tools.push({ name: "x", inputSchema: { type: "object" } });
    const second = await client.listTools();
    expect(second.tools).toEqual([]);
    second.tools.push({ name: "y", inputSchema: { type: "object" } });
    expect((await client.listTools()).tools).toEqual([]);
  });

  test("nothing at ttlMs 0", async () => {
    const { client, answers } = setting({
      hints: { ttlMs: 0, cacheScope: "public" },
    });
    await client.listTools();
    await client.listTools();
    expect(answers()).toBe(2);
  });

  test.each([-5, Number.NaN, "100", null, undefined])(
    "nothing at the odd ttlMs %s",
    (ttlMs) => {
      const cache = new ResultCache();
      const entry = { method: "m", params: {}, context: "", authorization: "" };
      cache.set(entry, { ttlMs, cacheScope: "public" }, cache.generation);
      expect(cache.get(entry)).toBeUndefined();
    },
  );

  test("nothing of methods that have no hints", async () => {
    const { client, answers } = setting();
    await client.callTool({ name: "a" });
    await client.callTool({ name: "a" });
    expect(answers()).toBe(2);
  });

  test("nothing that took another round", async () => {
    const { client, answers } = setting({
      options: { inputs: { "roots/list": () => ({ roots: [] }) } },
    });
    await client.readResource({ uri: "x:a" });
    await client.readResource({ uri: "x:a" });
    expect(answers()).toBe(2);
    await client.readResource({ uri: "x:a", requestState: "s" });
    await client.readResource({ uri: "x:a", requestState: "s" });
    expect(answers()).toBe(4);
  });

  test("nothing when the caller wants it fresh; the new result is kept", async () => {
    const { client, answers } = setting();
    await client.listTools();
    const fresh = await client.listTools({}, { fresh: true });
    expect(await client.listTools()).toEqual(fresh);
    expect(answers()).toBe(2);
  });

  test("no more than fits, the unused going first", async () => {
    const cache = new ResultCache({ maxEntries: 2 });
    const { client, answers } = setting({ cache });
    await client.readResource({ uri: "x:a" });
    await client.readResource({ uri: "x:b" });
    await client.readResource({ uri: "x:a" });
    await client.readResource({ uri: "x:c" });
    await client.readResource({ uri: "x:a" });
    expect(answers()).toBe(3);
    await client.readResource({ uri: "x:b" });
    expect(answers()).toBe(4);
  });
});

describe("for whom", () => {
  test.each([
    ["private", 2],
    ["public", 1],
  ] as const)(
    "a %s result is asked for %d times by two users",
    async (cacheScope, want) => {
      let user = "ada";
      const { client, answers } = setting({
        hints: { ttlMs: 1_000, cacheScope },
        options: { cacheAuthorization: () => user },
      });
      await client.listTools();
      user = "bob";
      await client.listTools();
      user = "ada";
      await client.listTools();
      expect(answers()).toBe(want);
    },
  );

  test("other capabilities may get other answers", async () => {
    const cache = new ResultCache();
    const one = setting({ cache });
    const two = setting({ cache, options: { capabilities: { roots: {} } } });
    await one.client.listTools();
    await two.client.listTools();
    expect([one.answers(), two.answers()]).toEqual([1, 1]);
  });
});

describe("changes", () => {
  test("make stale what they are about, and nothing else", async () => {
    const { server, client, answers } = setting();
    const subscription = client.listen({
      toolsListChanged: true,
      resourceSubscriptions: ["x:a"],
    });
    await subscription.acknowledged;
    const all = async () => {
      await client.listTools();
      await client.listResources();
      await client.readResource({ uri: "x:a" });
      await client.readResource({ uri: "x:b" });
    };
    await all();
    await all();
    expect(answers()).toBe(4);
    server.notify.toolsListChanged();
    await settle();
    await all();
    expect(answers()).toBe(5);
    server.notify.resourceUpdated("x:a/part");
    await settle();
    await all();
    expect(answers()).toBe(6);
    subscription.close();
  });

  test("that cross an answer on its way keep it from being kept", () => {
    const cache = new ResultCache();
    const entry = {
      method: "tools/list",
      params: {},
      context: "",
      authorization: "",
    };
    const before = cache.generation;
    cache.invalidate(["tools/list"]);
    cache.set(entry, { ttlMs: 1_000, cacheScope: "public" }, before);
    expect(cache.get(entry)).toBeUndefined();
    cache.set(entry, { ttlMs: 1_000, cacheScope: "public" }, cache.generation);
    expect(cache.get(entry)).toEqual({ ttlMs: 1_000, cacheScope: "public" });
    cache.clear();
    expect(cache.get(entry)).toBeUndefined();
  });
});
