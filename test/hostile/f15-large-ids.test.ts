/** F15: an id that cannot be sent back as it came is not an id. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createMcpServer, nodeHandler } from "../../out/draft/server.js";
import { rawClient, request, settle } from "../runtime/raw-peer.js";

const server = createMcpServer({
  info: { name: "server", version: "1.0.0" },
  handlers: { listTools: () => ({ tools: [] }) },
});
const http = createServer(nodeHandler(server));
let url = "";
beforeAll(async () => {
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/`;
});
afterAll(async () => {
  await server.close();
  http.close();
});

const message = (id: string): string =>
  JSON.stringify(request("ID", "tools/list")).replace('"ID"', id);

const refused = ["9007199254740992", "9007199254740993", "-1e300", "1e400"];
const accepted = [
  "9007199254740991",
  "-9007199254740991",
  '"9007199254740993"',
];

describe("on a channel", () => {
  test.each(refused)("%s is refused, without an id", async (id) => {
    const raw = rawClient(server);
    raw.sendText(message(id));
    await settle();
    expect(raw.received).toEqual([
      { jsonrpc: "2.0", error: { code: -32600, message: expect.any(String) } },
    ]);
    await raw.close();
  });

  test.each(accepted)("%s comes back", async (id) => {
    const raw = rawClient(server);
    raw.sendText(message(id));
    await settle();
    expect(raw.received).toMatchObject([{ id: JSON.parse(id), result: {} }]);
    await raw.close();
  });
});

describe("over HTTP", () => {
  const post = (body: string): Promise<Response> =>
    fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": "tools/list",
      },
      body,
    });

  test.each(refused)("%s is refused, without an id", async (id) => {
    const answer = await post(message(id));
    expect(answer.status).toBe(400);
    const body = (await answer.json()) as Record<string, unknown>;
    expect(body).toMatchObject({ error: { code: -32600 } });
    expect(body).not.toHaveProperty("id");
  });

  test.each(accepted)("%s comes back", async (id) => {
    const answer = await post(message(id));
    expect(await answer.json()).toMatchObject({ id: JSON.parse(id) });
  });
});
