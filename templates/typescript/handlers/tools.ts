// Example handlers. What a revision can use of them goes into its `tools.ts`.
import { McpInvalidParamsError } from "../errors.js";
import type { ServerHandlers } from "../server.js";
import type { Tool } from "../types.js";

/** An example of a tool. */
const greet: Tool = {
  name: "greet",
  title: "Greet",
  description: "Greets somebody by name.",
  inputSchema: {
    type: "object",
    properties: {
      name: { type: "string", description: "Who is to be greeted." },
    },
    required: ["name"],
  },
};

export const tools: ServerHandlers = {
  listTools() {
    return { tools: [greet] };
  },

  callTool({ name, arguments: args }) {
    if (name !== greet.name) {
      throw new McpInvalidParamsError(`Unknown tool: ${name}`);
    }
    const who = args?.["name"];
    if (typeof who !== "string") {
      // A result and no error: the model reads it and can try again.
      const text = "greet needs an argument `name`, a string.";
      return { content: [{ type: "text", text }], isError: true };
    }
    return { content: [{ type: "text", text: `Hello, ${who}!` }] };
  },
};
