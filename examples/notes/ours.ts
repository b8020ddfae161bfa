/** A server with three tools, a resource and a prompt, on generated code. */
import { z } from "zod";
import { legacy } from "../../out/draft/legacy.js";
import {
  createMcpServer,
  prompts,
  resources,
  serveStdio,
  tools,
} from "../../out/draft/server.js";

const notes = new Map([["1", "Buy milk"]]);

const server = createMcpServer({
  info: { name: "notes", version: "1.0.0" },
  handlers: {
    ...tools({
      add: {
        description: "Adds a note",
        input: z.object({ text: z.string() }),
        run({ text }) {
          const id = String(notes.size + 1);
          notes.set(id, text);
          return `Added ${id}`;
        },
      },
      find: {
        description: "Finds notes with a text",
        input: z.object({ text: z.string() }),
        run: ({ text }) =>
          [...notes.keys()]
            .filter((id) => notes.get(id)?.includes(text))
            .join(),
      },
      remove: {
        description: "Removes a note",
        input: z.object({ id: z.string() }),
        run: ({ id }) => (notes.delete(id) ? "Removed" : "Not found"),
      },
    }),
    ...resources({
      note: { uri: "notes://{id}", read: ({ id }) => notes.get(id) ?? "" },
    }),
    ...prompts({
      summary: {
        arguments: { style: "How to write" },
        run: ({ style }) => `Summarise my notes: ${style}`,
      },
    }),
  },
});
await serveStdio(server, { legacy });
