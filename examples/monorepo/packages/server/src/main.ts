/** A server with one tool, over stdio. */
import { greetingFor } from "@example/greeting";
import { McpInvalidParamsError } from "@example/protocol/errors";
import { legacy } from "@example/protocol/legacy";
import { createMcpServer, serveStdio } from "@example/protocol/server";

const server = createMcpServer({
  info: { name: "greeter", version: "1.0.0" },
  handlers: {
    listTools: () => ({
      tools: [
        {
          name: "greet",
          description: "Greets someone.",
          inputSchema: {
            type: "object",
            properties: { name: { type: "string" } },
            required: ["name"],
          },
        },
      ],
    }),
    callTool: ({ name, arguments: given }) => {
      const who = given?.["name"];
      if (name !== "greet" || typeof who !== "string") {
        throw new McpInvalidParamsError("greet takes a name.");
      }
      return { content: [{ type: "text", text: greetingFor(who) }] };
    },
  },
});

await serveStdio(server, { legacy });
