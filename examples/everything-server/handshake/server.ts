/**
 * The server for 2025-11-25 and older revisions. Tools, prompts and resources are those of
 * the newer one, but for tools that ask: here they wait for the answer.
 */
import {
  createMcpServer,
  InMemoryTaskStore,
  type JsonSchemaValidator,
  type McpServer,
} from "#mcp";
import { commonPrompts, promptHandlers } from "../prompts.js";
import { resourceHandlers } from "../resources.js";
import { commonTools, toolHandlers } from "../tools.js";
import { askingTools } from "../tools/asking.js";
import { changeTools } from "../tools/changes.js";
import { sessionTools } from "./session.js";
import { waiting } from "./asking.js";

/** Makes the server. It keeps what each client agreed on for as long as its session lasts. */
export function createHandshakeServer(
  schemaValidator: JsonSchemaValidator,
): McpServer {
  const server: McpServer = createMcpServer({
    info: { name: "everything-server", version: "1.0.0" },
    instructions: "Offers one of everything, to test clients with.",
    capabilities: { logging: {} },
    // Clients may have a tool run on while they do something else, and ask for its result later.
    tasks: { store: new InMemoryTaskStore() },
    handlers: {
      ...toolHandlers([
        ...commonTools,
        ...askingTools(waiting),
        ...sessionTools,
        ...changeTools(() => server.notify),
      ]),
      ...resourceHandlers,
      ...promptHandlers(commonPrompts),
    },
    schemaValidator,
    onError: (error, context) =>
      console.error(context?.method ?? "transport", error),
  });
  return server;
}
