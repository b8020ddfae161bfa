/** What clients do in a soak test, all at a time and in any order. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "../../out/draft/client.js";
import { isMcpError } from "../../out/draft/errors.js";
import { isLocalError } from "../../out/draft/runtime/protocol/local-error.js";
import { createMcpServer, type McpServer } from "../../out/draft/server.js";

/** A server with something for each operation. */
export interface SoakServer {
  readonly server: McpServer;
  /** Handlers that run now. */
  readonly running: () => number;
}

/** Makes the server that all clients talk to. */
export function soakServer(): SoakServer {
  let running = 0;
  const server: McpServer = createMcpServer({
    info: { name: "soak", version: "1" },
    capabilities: { logging: {} },
    onError: () => undefined,
    handlers: {
      listTools: ({ cursor }) => {
        const page = Number(cursor ?? 0);
        return {
          tools: Array.from({ length: 5 }, (_, index) => ({
            name: `tool ${page} ${index}`,
            inputSchema: { type: "object" as const },
          })),
          ...(page < 3 ? { nextCursor: String(page + 1) } : {}),
        };
      },
      listResources: () => ({ resources: [] }),
      readResource: ({ uri }) => ({
        contents: [{ uri, text: "x".repeat(Number(uri.split(":")[1])) }],
      }),
      callTool: async ({ name, arguments: args = {} }, context) => {
        running += 1;
        try {
          switch (name) {
            case "wait":
              await sleep(Number(args["ms"]), undefined, {
                signal: context.signal,
              });
              break;
            case "count":
              for (let step = 1; step <= 5; step += 1) {
                await context.progress(step, 5);
              }
              break;
            case "ask":
              if (!context.inputResponse("a", "elicitation/create")) {
                return context.inputRequired({
                  inputRequests: {
                    a: context.elicit({
                      message: "?",
                      requestedSchema: { type: "object", properties: {} },
                    }),
                  },
                  requestState: await context.signState("asked"),
                });
              }
              await context.verifyState();
              break;
            case "fail":
              throw new Error("as it should");
            case "change":
              server.notify.toolsListChanged();
              server.notify.resourceUpdated("x:1");
              break;
          }
          return {
            content: [{ type: "text", text: JSON.stringify(args) }],
          };
        } finally {
          running -= 1;
        }
      },
    },
  });
  return { server, running: () => running };
}

/** One thing that a client does; it settles, one way or the other. */
export type Operation = (client: Client, random: () => number) => Promise<void>;

async function echo(client: Client, text: string): Promise<void> {
  const { content } = await client.callTool({
    name: "echo",
    arguments: { text },
  });
  const [block] = content;
  if (block?.type !== "text" || JSON.parse(block.text).text !== text) {
    throw new TypeError("Another call's answer arrived.");
  }
}

/** All operations, by name. */
export const operations: Readonly<Record<string, Operation>> = {
  echo: (client, random) => echo(client, String(random())),
  large: (client, random) =>
    echo(client, "日".repeat(Math.floor(random() * 50_000))),
  read: async (client, random) => {
    const length = Math.floor(random() * 200_000);
    await client.readResource({ uri: `x:${length}` });
  },
  pages: async (client) => {
    const names = new Set<string>();
    for await (const { name } of client.listTools.all()) names.add(name);
    if (names.size !== 20) throw new TypeError(`${names.size} tools of 20`);
  },
  progress: async (client) => {
    let last = 0;
    await client.callTool(
      { name: "count" },
      {
        onProgress: ({ progress }) => {
          if (progress <= last) throw new TypeError("Progress went back.");
          last = progress;
        },
      },
    );
  },
  ask: async (client) => {
    await client.callTool({ name: "ask" });
  },
  fail: async (client) => {
    const { isError } = await client.callTool({ name: "fail" });
    if (isError !== true) throw new TypeError("It did not fail.");
  },
  cancel: async (client, random) => {
    const signal = AbortSignal.timeout(Math.ceil(random() * 30));
    try {
      await client.callTool(
        { name: "wait", arguments: { ms: 60_000 } },
        { signal },
      );
    } catch (error) {
      if (error !== signal.reason) throw error;
    }
  },
  late: async (client) => {
    await client.callTool(
      { name: "wait", arguments: { ms: 60_000 } },
      { timeoutMs: 50 },
    );
  },
  subscribe: async (client, random) => {
    const subscription = client.listen(
      { toolsListChanged: true, resourceSubscriptions: ["x:"] },
      { maxReconnects: 2 },
    );
    const end = setTimeout(() => subscription.close(), 50 + random() * 200);
    try {
      let events = 0;
      for await (const _ of subscription) {
        events += 1;
        if (events === 3) break;
      }
    } finally {
      clearTimeout(end);
      subscription.close();
    }
  },
  change: async (client) => {
    await client.callTool({ name: "change" });
  },
};

/** The name of a failure that a bad network explains; undefined for any other. */
export function excused(error: unknown): string | undefined {
  if (isLocalError(error)) return error.name;
  return isMcpError(error) ? `McpError ${error.code}` : undefined;
}
