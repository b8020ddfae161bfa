/** The server: its handlers, and what is true for all of them. Start reading here. */
import {
  createMcpServer,
  type JsonSchemaValidator,
  type McpServer,
} from "./mcp.js";
import { promptHandlers } from "./prompts.js";
import { resourceHandlers } from "./resources.js";
import { toolHandlers } from "./tools.js";

/**
 * Makes the server. It knows no transport yet: `http.ts` and `stdio.ts` put it behind
 * one each, and it could be behind both at a time.
 *
 * @param schemaValidator - Checks arguments of tools. Generated code has no JSON Schema
 *   implementation in it: bring the one that fits the platform, see `json-schema.ts`.
 */
export function createEverythingServer(
  schemaValidator: JsonSchemaValidator,
): McpServer {
  const server: McpServer = createMcpServer({
    info: { name: "everything-server", version: "1.0.0" },
    instructions: "Offers one of everything, to test clients with.",
    // What has a handler is declared by that. Logging has none, so it is declared here.
    capabilities: { logging: {} },
    handlers: {
      ...toolHandlers(() => server.notify),
      ...resourceHandlers,
      ...promptHandlers,
    },
    schemaValidator,
    // Clients are told no more than they need; here the server's owner learns the rest.
    // On stderr, for over stdio stdout belongs to the protocol.
    onError: (error, context) =>
      console.error(context?.method ?? "transport", error),
  });
  return server;
}
