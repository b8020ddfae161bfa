/** The same server on the official SDK, version 2. */
import { McpServer, ResourceTemplate } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";

const notes = new Map([["1", "Buy milk"]]);

serveStdio(() => {
  const server = new McpServer({ name: "notes", version: "1.0.0" });
  server.registerTool(
    "add",
    {
      description: "Adds a note",
      inputSchema: z.object({ text: z.string() }),
    },
    async ({ text }) => {
      const id = String(notes.size + 1);
      notes.set(id, text);
      return { content: [{ type: "text", text: `Added ${id}` }] };
    },
  );
  server.registerTool(
    "find",
    {
      description: "Finds notes with a text",
      inputSchema: z.object({ text: z.string() }),
    },
    async ({ text }) => {
      const found = [...notes.keys()].filter((id) =>
        notes.get(id)?.includes(text),
      );
      return { content: [{ type: "text", text: found.join() }] };
    },
  );
  server.registerTool(
    "remove",
    {
      description: "Removes a note",
      inputSchema: z.object({ id: z.string() }),
    },
    async ({ id }) => ({
      content: [
        { type: "text", text: notes.delete(id) ? "Removed" : "Not found" },
      ],
    }),
  );
  server.registerResource(
    "note",
    new ResourceTemplate("notes://{id}", { list: undefined }),
    {},
    async (uri, { id }) => ({
      contents: [{ uri: uri.href, text: notes.get(String(id)) ?? "" }],
    }),
  );
  server.registerPrompt(
    "summary",
    { argsSchema: z.object({ style: z.string().describe("How to write") }) },
    async ({ style }) => ({
      messages: [
        {
          role: "user",
          content: { type: "text", text: `Summarise my notes: ${style}` },
        },
      ],
    }),
  );
  return server;
});
