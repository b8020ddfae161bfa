/** F9: lists that never end, and tools without number. */
import { afterEach, describe, expect, test } from "vitest";
import { isLocalError, ListTooLongError } from "../../out/draft/client.js";
import {
  weightOf,
  BoundedMap,
} from "../../out/draft/runtime/protocol/bounded-map.js";
import { ResultCache } from "../../out/draft/runtime/client/result-cache.js";
import { MirroredTools } from "../../out/draft/runtime/http/client/tools.js";
import { ListedTools } from "../../out/draft/runtime/client/listed-tools.js";
import { nestedArrays } from "./values.js";
import { rawServer, type Message, type RawPeer } from "../runtime/raw-peer.js";

let stop: (() => void) | undefined;
afterEach(() => stop?.());

/** Answers each request for a page, as soon as it comes, with the page of that number. */
function answering(page: (count: number) => Message): RawPeer & {
  readonly client: ReturnType<typeof rawServer>["client"];
} {
  const peer = rawServer();
  let answered = 0;
  const timer = setInterval(() => {
    while (answered < peer.received.length) {
      const { id } = peer.received[answered] as Message;
      answered += 1;
      peer.send({ jsonrpc: "2.0", id, result: page(answered) });
    }
  });
  stop = () => clearInterval(timer);
  return peer;
}

async function readAll(
  peer: ReturnType<typeof answering>,
  options?: object,
): Promise<{ items: number; error: unknown }> {
  let items = 0;
  try {
    for await (const _ of peer.client.listTools.all({}, options)) items += 1;
    return { items, error: undefined };
  } catch (error) {
    return { items, error };
  }
}

const page = (count: number, cursor?: string): Message => ({
  resultType: "complete",
  tools: Array.from({ length: count }, (_, index) => ({
    name: `t${index}`,
    inputSchema: { type: "object" },
  })),
  ttlMs: 0,
  cacheScope: "private",
  ...(cursor === undefined ? {} : { nextCursor: cursor }),
});

describe("F9: all()", () => {
  test.each([
    ["ever new cursors", (count: number) => page(0, `${count}`)],
    ["one cursor for ever", () => page(0, "x")],
  ])("ends on empty pages with %s", async (_, make) => {
    const peer = answering(make);
    const { items, error } = await readAll(peer, { maxPages: 20 });
    expect(items).toBe(0);
    expect(peer.received).toHaveLength(20);
    expect(error).toMatchObject({
      name: "ListTooLongError",
      method: "tools/list",
      what: "pages",
      limit: 20,
    });
    expect(isLocalError(error, ListTooLongError)).toBe(true);
    expect(String(error)).toContain("option maxPages");
  });

  test("follows a thousand pages unless told otherwise", async () => {
    const peer = answering((count) => page(0, `${count}`));
    const { error } = await readAll(peer);
    expect(error).toMatchObject({ what: "pages", limit: 1_000 });
    expect(peer.received).toHaveLength(1_000);
  });

  test("gives no more items than asked for", async () => {
    const peer = answering((count) => page(30, `${count}`));
    const { items, error } = await readAll(peer, { maxItems: 70 });
    expect(items).toBe(70);
    expect(error).toMatchObject({ what: "items", limit: 70 });
    const whole = answering(() => page(30));
    expect(await readAll(whole, { maxItems: 30, maxPages: 1 })).toEqual({
      items: 30,
      error: undefined,
    });
  });
});

describe("F9: what is remembered of tools", () => {
  const schema = (extra: object = {}) => ({
    type: "object",
    properties: { a: { type: "string", "x-mcp-header": "A" } },
    ...extra,
  });
  const tools = (from: number, count: number, more: object = {}) =>
    Array.from({ length: count }, (_, index) => ({
      name: `t${from + index}`,
      inputSchema: schema(),
      outputSchema: schema(more),
    }));
  const call = (name: string) => ({
    jsonrpc: "2.0" as const,
    id: 1,
    method: "tools/call",
    params: { name, arguments: { a: "x" } },
  });

  test("is bounded in number, for headers to mirror", () => {
    const mirrored = new MirroredTools();
    const reports: Error[] = [];
    const learn = (from: number, count: number): unknown =>
      mirrored.learn({ tools: tools(from, count) }, (make) =>
        reports.push(make()),
      );
    learn(0, 10_000);
    expect(reports).toEqual([]);
    learn(10_000, 5);
    expect(reports).toHaveLength(1);
    expect(reports[0]).toMatchObject({
      name: "ListTooLongError",
      what: "items",
    });
    expect(mirrored.knows(call("t4") as never)).toBe(false);
    expect(mirrored.knows(call("t5") as never)).toBe(true);
    expect(mirrored.knows(call("t10004") as never)).toBe(true);
  });

  test("is bounded in number and weight, for schemas to check by", () => {
    const listed = new ListedTools({ dialects: [], compile: () => () => [] });
    expect(listed.remember(tools(0, 10_000))).toBeUndefined();
    expect(listed.remember(tools(10_000, 1))).toMatchObject({ what: "items" });
    const heavy = { description: "x".repeat(1_000_000) };
    const excess = listed.remember(tools(20_000, 40, heavy));
    expect(excess).toMatchObject({ what: "bytes" });
  });

  test("is bounded in size, for kept results", () => {
    const cache = new ResultCache({ maxLength: 10_000 });
    const key = (name: string) => ({
      method: "tools/list",
      params: { name },
      context: "",
      authorization: "",
    });
    for (let each = 0; each < 30; each += 1) {
      const result = {
        ttlMs: 1e6,
        cacheScope: "public",
        text: "x".repeat(1_000),
      };
      cache.set(key(`${each}`), result, 0);
    }
    const kept = Array.from({ length: 30 }, (_, each) =>
      cache.get(key(`${each}`)),
    );
    expect(kept.slice(0, 20).every((each) => each === undefined)).toBe(true);
    expect(kept.slice(-8).every((each) => each !== undefined)).toBe(true);
  });

  test("is weighed whatever its depth, and no further than needed", () => {
    expect(weightOf(JSON.parse(nestedArrays(100_000)), 1e9)).toBeGreaterThan(
      1e6,
    );
    let looked = 0;
    const wide = new Proxy(
      Array.from({ length: 100_000 }, () => "x"),
      {
        get: (target, name) => {
          looked += 1;
          return Reflect.get(target, name) as unknown;
        },
      },
    );
    expect(weightOf(wide, 1_000)).toBeGreaterThanOrEqual(1_000);
    expect(looked).toBeLessThan(1_000);
  });

  test("a value heavier than the bound is not kept, and takes no place", () => {
    const map = new BoundedMap<number>(10, 100);
    expect(map.set("a", 1, 101)).toBe("bytes");
    expect(map.get("a")).toBeUndefined();
    expect(map.set("b", 2, 100)).toBeUndefined();
    expect([...map]).toEqual([["b", 2]]);
  });
});
