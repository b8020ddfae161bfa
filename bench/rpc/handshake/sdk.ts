/**
 * The side of version 1 of the official SDK, whose era this is, as its documentation has
 * it: a server and a transport for each session.
 */
import { randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener } from "node:http";
import { peerModule } from "../../validate/peers/module.js";
import { greeting, info, toolName } from "../messages.js";
import type { SdkClient } from "../sdk.js";

interface Transport {
  send(message: unknown, options?: unknown): Promise<void>;
}

interface Server {
  registerTool(
    name: string,
    config: { readonly inputSchema: unknown },
    handler: (args: { readonly name: string }) => unknown,
  ): void;
  connect(transport: Transport): Promise<void>;
}

interface HttpTransport extends Transport {
  sessionId?: string;
  onclose?: () => void;
  handleRequest(request: unknown, response: unknown): Promise<void>;
}

const base = "@modelcontextprotocol/sdk";

/** Makes servers with the one tool. */
async function serverFactory(): Promise<() => Server> {
  const { McpServer } = await peerModule<{
    readonly McpServer: new (implementation: object) => Server;
  }>(`${base}/server/mcp.js`);
  const z = await peerModule<{ string(): unknown; boolean(): unknown }>("zod");
  return () => {
    const server = new McpServer(info);
    server.registerTool(
      toolName,
      { inputSchema: { name: z.string(), loud: z.boolean() } },
      ({ name }) => ({ content: [{ type: "text", text: greeting(name) }] }),
    );
    return server;
  };
}

/** A client of its server in the same process, with JSON text between them. */
export async function sdkClient(): Promise<SdkClient> {
  const { Client } = await peerModule<{
    readonly Client: new (implementation: object) => {
      connect(transport: Transport): Promise<void>;
      callTool(
        params: object,
        schema: undefined,
        options: object,
      ): Promise<unknown>;
      close(): Promise<void>;
    };
  }>(`${base}/client/index.js`);
  const { InMemoryTransport } = await peerModule<{
    readonly InMemoryTransport: {
      createLinkedPair(): [Transport, Transport];
    };
  }>(`${base}/inMemory.js`);
  const [near, far] = InMemoryTransport.createLinkedPair();
  for (const transport of [near, far]) {
    const send = transport.send.bind(transport);
    transport.send = (message, options) =>
      send(JSON.parse(JSON.stringify(message)), options);
  }
  const makeServer = await serverFactory();
  const client = new Client(info);
  await Promise.all([makeServer().connect(far), client.connect(near)]);
  return {
    connect: (transport) => client.connect(transport),
    callTool: (params, options) => client.callTool(params, undefined, options),
    close: () => client.close(),
  };
}

/** Its HTTP server with sessions, and JSON answers as ours gives them. */
export async function sdkListener(): Promise<RequestListener> {
  const { StreamableHTTPServerTransport } = await peerModule<{
    readonly StreamableHTTPServerTransport: new (options: {
      readonly sessionIdGenerator: () => string;
      readonly enableJsonResponse: boolean;
      readonly onsessioninitialized: (id: string) => void;
    }) => HttpTransport;
  }>(`${base}/server/streamableHttp.js`);
  const makeServer = await serverFactory();
  const sessions = new Map<string, HttpTransport>();
  const open = async (): Promise<HttpTransport> => {
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      enableJsonResponse: true,
      onsessioninitialized: (id) => sessions.set(id, transport),
    });
    transport.onclose = () => sessions.delete(transport.sessionId ?? "");
    await makeServer().connect(transport);
    return transport;
  };
  const sessionOf = ({ headers }: IncomingMessage): HttpTransport | undefined =>
    sessions.get(String(headers["mcp-session-id"]));
  return (request, response) => {
    void (async () => {
      const session = sessionOf(request) ?? (await open());
      await session.handleRequest(request, response);
    })();
  };
}
