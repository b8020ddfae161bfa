/** The official SDK's side of each comparison, as its documentation has it. */
import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";
import { greeting, info, toolName } from "./messages.js";

/** A server with the one tool. */
export function sdkServer(): McpServer {
  const server = new McpServer(info);
  server.registerTool(
    toolName,
    { inputSchema: z.object({ name: z.string(), loud: z.boolean() }) },
    ({ name }) => ({ content: [{ type: "text", text: greeting(name) }] }),
  );
  return server;
}

/** Its handler of `Request`s, which makes a server for each one. */
export function sdkFetchHandler(): (request: Request) => Promise<Response> {
  const handler = createMcpHandler(() => sdkServer());
  return (request) => handler.fetch(request);
}

/** A client of {@link sdkServer} in the same process, with JSON text between them. */
export async function sdkClient(): Promise<Client> {
  const [near, far] = InMemoryTransport.createLinkedPair();
  for (const transport of [near, far]) {
    const send = transport.send.bind(transport);
    transport.send = (message, options) =>
      send(JSON.parse(JSON.stringify(message)), options);
  }
  const client = new Client(info);
  await Promise.all([sdkServer().connect(far), client.connect(near)]);
  return client;
}
