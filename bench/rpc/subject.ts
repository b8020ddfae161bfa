/** Our side of each comparison: the generated client and server of the draft. */
import { Client } from "../../out/draft/client.js";
import { memoryTransports } from "../../out/draft/runtime/memory.js";
import {
  createMcpServer,
  serve,
  type McpServer,
} from "../../out/draft/server.js";
import { greeting, info, toolName } from "./messages.js";

/** A server with the one tool. */
export function ourServer(): McpServer {
  return createMcpServer({
    info,
    handlers: {
      listTools: () => ({
        tools: [{ name: toolName, inputSchema: { type: "object" } }],
        ttlMs: 3_600_000,
        cacheScope: "public",
      }),
      callTool: ({ arguments: args }) => ({
        content: [{ type: "text", text: greeting(args?.["name"]) }],
      }),
    },
  });
}

/** A client of {@link ourServer} in the same process. */
export function ourClient(): Client {
  const [near, far] = memoryTransports();
  serve(ourServer(), far);
  return new Client(near, { info });
}
