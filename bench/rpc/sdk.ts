/**
 * The official SDK's side of each comparison, as its documentation has it. It is
 * loaded by name, and typed by what is used of it, as it is not always installed.
 */
import { peerModule } from "../validate/peers/module.js";
import { greeting, info, toolName } from "./messages.js";

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

interface ServerModule {
  readonly McpServer: new (implementation: object) => Server;
  createMcpHandler(makeServer: () => Server): {
    fetch(request: Request): Promise<Response>;
  };
}

/** A client of the SDK. */
export interface SdkClient {
  connect(transport: Transport): Promise<void>;
  callTool(
    params: object,
    options: { readonly signal: AbortSignal; readonly timeout: number },
  ): Promise<unknown>;
  close(): Promise<void>;
}

interface ClientModule {
  readonly Client: new (implementation: object) => SdkClient;
  readonly InMemoryTransport: {
    createLinkedPair(): [Transport, Transport];
  };
}

interface Zod {
  object(shape: object): unknown;
  string(): unknown;
  boolean(): unknown;
}

/** Makes servers with the one tool. */
async function serverFactory(): Promise<() => Server> {
  const { McpServer } = await peerModule<ServerModule>(
    "@modelcontextprotocol/server",
  );
  const z = await peerModule<Zod>("zod");
  return () => {
    const server = new McpServer(info);
    server.registerTool(
      toolName,
      { inputSchema: z.object({ name: z.string(), loud: z.boolean() }) },
      ({ name }) => ({ content: [{ type: "text", text: greeting(name) }] }),
    );
    return server;
  };
}

/** Its handler of `Request`s, which makes a server for each one. */
export async function sdkFetchHandler(): Promise<
  (request: Request) => Promise<Response>
> {
  const { createMcpHandler } = await peerModule<ServerModule>(
    "@modelcontextprotocol/server",
  );
  const handler = createMcpHandler(await serverFactory());
  return (request) => handler.fetch(request);
}

/** A client of its server in the same process, with JSON text between them. */
export async function sdkClient(): Promise<SdkClient> {
  const { Client, InMemoryTransport } = await peerModule<ClientModule>(
    "@modelcontextprotocol/client",
  );
  const [near, far] = InMemoryTransport.createLinkedPair();
  for (const transport of [near, far]) {
    const send = transport.send.bind(transport);
    transport.send = (message, options) =>
      send(JSON.parse(JSON.stringify(message)), options);
  }
  const makeServer = await serverFactory();
  const client = new Client(info);
  await Promise.all([makeServer().connect(far), client.connect(near)]);
  return client;
}
