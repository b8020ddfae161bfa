/** The server: its handlers, and what is true for all of them. Start reading here. */
import {
  createMcpServer,
  type JsonSchemaValidator,
  type McpServer,
  type StateKey,
} from "#mcp";
import { commonPrompts, promptHandlers } from "./prompts.js";
import { resourceHandlers } from "./resources.js";
import { commonTools, toolHandlers } from "./tools.js";
import { askingTools } from "./tools/asking.js";
import { changeTools } from "./tools/changes.js";
import { questionPrompt, questionTools, returning } from "./tools/questions.js";
import { stateTools } from "./tools/state.js";

/** What depends on where the server runs. */
export interface EverythingOptions {
  /**
   * Checks arguments of tools. Generated code has no JSON Schema implementation in it:
   * bring the one that fits the platform, see `json-schema.ts`.
   */
  readonly schemaValidator: JsonSchemaValidator;
  /**
   * Secrets that protect the state of calls with several rounds. Only a server that runs
   * in several instances, or is to survive a restart, needs to be given any.
   */
  readonly stateKeys?: readonly StateKey[] | undefined;
}

/**
 * Makes the server. It knows no transport yet: `http.ts` and `stdio.ts` put it behind
 * one each, and it could be behind both at a time.
 */
export function createEverythingServer({
  schemaValidator,
  stateKeys,
}: EverythingOptions): McpServer {
  const server: McpServer = createMcpServer({
    info: { name: "everything-server", version: "1.0.0" },
    instructions: "Offers one of everything, to test clients with.",
    // What has a handler is declared by that. Logging has none, so it is declared here.
    capabilities: { logging: {} },
    handlers: {
      ...toolHandlers([
        ...commonTools,
        ...questionTools,
        ...askingTools(returning),
        ...stateTools,
        ...changeTools(() => server.notify),
      ]),
      ...resourceHandlers,
      ...promptHandlers([...commonPrompts, questionPrompt]),
    },
    schemaValidator,
    stateKeys,
    // Clients are told no more than they need; here the server's owner learns the rest.
    // On stderr, for over stdio stdout belongs to the protocol.
    onError: (error, context) =>
      console.error(context?.method ?? "transport", error),
  });
  return server;
}
