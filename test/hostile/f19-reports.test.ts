/** F19: what a client can make a server say and report is bounded. */
import { describe, expect, test } from "vitest";
import {
  createMcpServer,
  fetchHandler,
  type McpServer,
} from "../../out/draft/server.js";
import { key, meta, rawClient, request, settle } from "../runtime/raw-peer.js";
import { headersFor } from "../transports/fixture.js";

function reportingServer(): { server: McpServer; reports: unknown[] } {
  const reports: unknown[] = [];
  const server = createMcpServer({
    info: { name: "reporting", version: "1" },
    onError: (error) => reports.push(error),
    handlers: {
      listTools: () => ({ tools: [] }),
      getPrompt: () => ({ messages: [] }),
    },
  });
  return { server, reports };
}

test.each([
  ["lines that are not JSON", "junk"],
  ["responses that nobody waits for", '{"jsonrpc":"2.0","id":1,"result":{}}'],
  ["messages that are none", "[]"],
  ["notifications that are none", '{"jsonrpc":"1.0","method":"x"}'],
])(
  "F19: of 5,000 %s few are reported, and the rest is counted",
  async (_, text) => {
    const { server, reports } = reportingServer();
    const peer = rawClient(server);
    for (let line = 0; line < 5_000; line += 1) peer.sendText(text);
    await peer.close();
    await settle();
    expect(reports.length).toBeLessThan(150);
    const counted = reports.filter(
      (report): report is { count: number } =>
        (report as Error).name === "UnreportedFaultsError",
    );
    const told = reports.length - counted.length;
    const left = counted.reduce((sum, { count }) => sum + count, 0);
    // Messages that are answered need no report in addition to it.
    expect([0, 5_000]).toContain(told + left);
  },
);

describe("F19: an error quotes no more than a beginning", () => {
  const long = "x".repeat(1_000_000);
  const versioned = { ...meta, [key.version]: long };
  const cases: [name: string, message: Record<string, unknown>][] = [
    ["of a method", request(1, long)],
    [
      "of a version",
      { ...request(1, "tools/list"), params: { _meta: versioned } },
    ],
    ["of a name", request(1, "tools/call", { name: long })],
    ["of a key", request(1, "tools/list", { [long]: 1, cursor: 1 })],
    [
      "of a key within",
      request(1, "prompts/get", { name: "x", arguments: { [long]: 1 } }),
    ],
    ["of metadata", request(1, "tools/list", {}, { progressToken: [long] })],
  ];
  test.each(cases)("%s", async (_name, message) => {
    const { server } = reportingServer();
    const [answer] = await rawClient(server).exchange(message);
    expect(JSON.stringify(answer).length).toBeLessThan(2_000);
    const overHttp = await fetchHandler(server)(
      new Request("http://localhost/", {
        method: "POST",
        headers: headersFor("tools/list"),
        body: JSON.stringify(message),
      }),
    );
    expect((await overHttp.text()).length).toBeLessThan(2_000);
  });

  test("of an id that is used twice", async () => {
    const server = createMcpServer({
      info: { name: "slow", version: "1" },
      handlers: { listTools: () => new Promise<never>(() => undefined) },
    });
    const peer = rawClient(server);
    const [answer] = await peer.exchange(request(long, "tools/list"));
    expect(answer).toBeUndefined();
    const [refusal] = await peer.exchange(request(long, "tools/list"));
    expect(refusal?.["error"].message.length).toBeLessThan(500);
    await server.close();
  });
});
