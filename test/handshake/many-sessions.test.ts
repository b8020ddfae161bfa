/** Sessions that are opened and left, and streams that nobody resumes: all of it is bounded. */
import { beforeAll, describe, expect, test } from "vitest";
import { importOutput } from "../emit/import-output.js";
import { usedBytes } from "../hostile/memory.js";
import { embeddedModel } from "../shared.js";

/** What is used of generated code; nothing here knows its types. */
let code: any;
beforeAll(async () => {
  code = await importOutput(embeddedModel("2025-11-25"), ["client", "server"]);
});

const url = "http://127.0.0.1/mcp";

type Handle = (request: Request) => Promise<Response>;

function handler(options: object = {}): Handle {
  const server = code.createMcpServer({
    info: { name: "server", version: "1" },
    handlers: { listTools: () => ({ tools: [] }) },
  });
  return code.fetchHandler(server, { allowedHosts: ["127.0.0.1"], ...options });
}

function post(
  handle: Handle,
  message: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return handle(
    new Request(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: "2.0", ...message }),
    }),
  );
}

/** Opens a session, and leaves it. */
async function open(handle: Handle): Promise<string> {
  const response = await post(handle, {
    id: 1,
    method: "initialize",
    params: {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "client", version: "1" },
    },
  });
  await response.body?.cancel();
  expect(response.status).toBe(200);
  return response.headers.get("mcp-session-id") ?? "";
}

/** What a session answers now. */
async function ping(handle: Handle, session: string): Promise<number> {
  const response = await post(
    handle,
    { id: 2, method: "ping" },
    { "mcp-session-id": session },
  );
  await response.body?.cancel();
  return response.status;
}

test("of 11,000 sessions that are left the 10,000 latest remain, and nothing of the others", async () => {
  const handle = handler({ eventStore: new code.InMemoryEventStore() });
  const ids: string[] = [];
  const openMany = async (count: number): Promise<void> => {
    for (let each = 0; each < count; each += 1) ids.push(await open(handle));
  };
  await openMany(10_000);
  expect(await ping(handle, ids[1] ?? "")).toBe(200);
  const full = usedBytes();
  await openMany(1_000);
  // A session has some kilobytes: 1,000 that were kept would show.
  expect(usedBytes() - full).toBeLessThan(1_500_000);
  expect(new Set(ids).size).toBe(11_000);
  // What was used in the meantime was not idle longest.
  expect(await ping(handle, ids[0] ?? "")).toBe(404);
  expect(await ping(handle, ids[1] ?? "")).toBe(200);
  expect(await ping(handle, ids[2] ?? "")).toBe(404);
  expect(await ping(handle, ids[1_500] ?? "")).toBe(200);
  expect(await ping(handle, ids.at(-1) ?? "")).toBe(200);
}, 60_000);

describe("event ids", () => {
  test.each([
    "nobody-gave-this",
    "",
    "0",
    "constructor",
    "__proto__",
    "../..",
    "x".repeat(8_000),
  ])("%j, which nobody gave, is refused and harms nothing", async (id) => {
    const handle = handler({ eventStore: new code.InMemoryEventStore() });
    const session = await open(handle);
    const response = await handle(
      new Request(url, {
        headers: {
          accept: "text/event-stream",
          "mcp-session-id": session,
          "last-event-id": id,
        },
      }),
    );
    expect(response.status).toBe(400);
    await response.body?.cancel();
    expect(await ping(handle, session)).toBe(200);
  });

  test("of another session are not known", () => {
    const store = new code.InMemoryEventStore();
    const id = store.append("a", "stream", "{}");
    expect(store.replay("a", id)).toEqual({ streamId: "stream", events: [] });
    expect(store.replay("b", id)).toBeUndefined();
  });
});

test("events of all sessions together are bounded; the most silent forget theirs first", () => {
  const store = new code.InMemoryEventStore({ maxTotalLength: 10 });
  const first = store.append("a", "s", "1234");
  store.append("a", "s", "");
  const other = store.append("b", "s", "1234");
  store.append("a", "s", "12");
  expect(store.replay("a", first)?.events).toHaveLength(1);
  store.append("a", "s", "12");
  // b has been silent longest.
  expect(store.replay("b", other)).toBeUndefined();
  expect(store.replay("a", first)?.events).toHaveLength(2);
  // Ids are not given twice, whatever was forgotten.
  expect(store.append("b", "s", "x")).not.toBe(other);
  store.drop("a");
  expect(store.replay("a", first)).toBeUndefined();
});

test("a server that never answers initialize ends calls in time, and is asked again by none of them", async () => {
  const [near, far] = code.memoryTransports();
  const seen: unknown[] = [];
  far.receive({
    message: ({ method }: { method: string }) => seen.push(method),
    malformed: () => undefined,
    closed: () => undefined,
    failed: () => undefined,
  });
  const client = new code.Client(near, {
    info: { name: "client", version: "1" },
    timeoutMs: 50,
  });
  const calls = [client.listTools(), client.ping(), client.connect()];
  for (const call of calls)
    await expect(call).rejects.toMatchObject({ name: "RequestTimeoutError" });
  await expect(client.listTools()).rejects.toThrow();
  expect(seen).toEqual(["initialize"]);
  await client.close();
});
