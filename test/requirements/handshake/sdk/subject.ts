/** Version 1 of the official SDK under test: its era is this one. */
import { randomUUID } from "node:crypto";
import {
  createServer,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { peer, peersFolder } from "../../../interop/peers.js";
import type { Message } from "../../message.js";
import { relayArguments } from "../../peer.js";
import { bundle, type Program } from "../../program.js";
import { lineReader, programChannel } from "../channel.js";
import type { HandshakePeer } from "../peer.js";
import type {
  ClientSettings,
  HandshakeClient,
  HandshakeSubject,
  RunningServer,
  ServerSettings,
} from "../subject.js";
import { sdkServer, type Sdk, type Shared } from "./server.js";

const base = "@modelcontextprotocol/sdk";

/** Makes the subject. The SDK has to be installed, see `installPeers`. */
export async function sdkV1(): Promise<HandshakeSubject> {
  const sdk: Sdk = {
    mcp: await peer(`${base}/server/mcp.js`),
    types: await peer(`${base}/types.js`),
    tasks: await peer(`${base}/experimental/tasks/stores/in-memory.js`),
    completable: await peer(`${base}/server/completable.js`),
    z: await peer("zod"),
  };
  const http = await peer(`${base}/server/streamableHttp.js`);
  const sse = await peer(`${base}/server/sse.js`);
  const client = {
    index: await peer(`${base}/client/index.js`),
    stdio: await peer(`${base}/client/stdio.js`),
    http: await peer(`${base}/client/streamableHttp.js`),
    sse: await peer(`${base}/client/sse.js`),
  };
  let program: Promise<Program> | undefined;
  return {
    name: "SDK 1.32.2",
    serve: async (way, settings) => {
      if (way === "http") return serveHttp(sdk, http, sse, settings);
      if (way === "memory") return serveMemory(sdk, settings);
      program ??= bundle(
        fileURLToPath(new URL("stdio-program.ts", import.meta.url)),
        `${peersFolder}node_modules`,
        true,
      );
      const built = await program;
      return {
        port: 0,
        connect: async (take) =>
          programChannel(built, JSON.stringify(settings), take),
        close: async () => undefined,
      };
    },
    connect: (to, settings) => connectClient(sdk, client, to, settings),
    stop: async () => (await program)?.remove(),
  };
}

function newShared(sdk: Sdk): Shared {
  return {
    sessions: new Set(),
    subscribed: new Map(),
    taskStore: new sdk.tasks.InMemoryTaskStore(),
  };
}

function serveMemory(sdk: Sdk, settings: ServerSettings): RunningServer {
  const shared = newShared(sdk);
  return {
    port: 0,
    connect: async (take) => {
      const transport: any = {
        start: async () => undefined,
        send: async (message: unknown) => take(`${JSON.stringify(message)}\n`),
        close: async () => transport.onclose?.(),
      };
      await sdkServer(sdk, shared, settings).connect(transport);
      return {
        write: lineReader((line) => {
          let message: unknown;
          try {
            message = sdk.types.JSONRPCMessageSchema.parse(JSON.parse(line));
          } catch (error) {
            transport.onerror?.(error);
            return;
          }
          transport.onmessage?.(message);
        }),
        close: async () => transport.onclose?.(),
      };
    },
    close: async () => {
      for (const server of shared.sessions) await server.close();
      shared.taskStore.cleanup();
    },
  };
}

/** Keeps events for replays: one of its examples, in a few lines. */
class Events {
  readonly #events: { id: string; stream: string; message: unknown }[] = [];

  async storeEvent(stream: string, message: unknown): Promise<string> {
    const id = `${stream}_${this.#events.length}`;
    this.#events.push({ id, stream, message });
    return id;
  }

  async getStreamIdForEventId(id: string): Promise<string | undefined> {
    return this.#events.find((each) => each.id === id)?.stream;
  }

  async replayEventsAfter(
    last: string,
    { send }: { send: (id: string, message: unknown) => Promise<void> },
  ): Promise<string> {
    const at = this.#events.findIndex(({ id }) => id === last);
    const stream = this.#events[at]?.stream ?? "";
    for (const event of this.#events.slice(at + 1)) {
      const isMessage = Object.keys(event.message as object).length > 0;
      if (event.stream === stream && isMessage) {
        await send(event.id, event.message);
      }
    }
    return stream;
  }
}

async function serveHttp(
  sdk: Sdk,
  http: any,
  sse: any,
  settings: ServerSettings,
): Promise<RunningServer> {
  const shared = newShared(sdk);
  const transports = new Map<string, any>();
  const streams = new Map<string, any>();
  const start = async (stateless: boolean): Promise<any> => {
    const transport = new http.StreamableHTTPServerTransport({
      sessionIdGenerator: stateless ? undefined : () => randomUUID(),
      enableDnsRebindingProtection: true,
      allowedOrigins: [`http://127.0.0.1:${port()}`],
      ...(settings.eventStore === true
        ? { eventStore: new Events(), retryInterval: 20 }
        : {}),
      onsessioninitialized: (id: string) => transports.set(id, transport),
    });
    transport.onclose = () => transports.delete(transport.sessionId as string);
    await sdkServer(sdk, shared, settings).connect(transport);
    return transport;
  };
  const server = createServer((request, response) => {
    void serveOne(request, response).catch(() => response.destroy());
  });
  const port = (): number => (server.address() as AddressInfo).port;
  const serveOne = async (
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> => {
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    if (settings.httpSse === true && url.pathname === "/sse") {
      if (request.method !== "GET") {
        response.writeHead(405).end();
        return;
      }
      const transport = new sse.SSEServerTransport("/messages", response, {
        enableDnsRebindingProtection: true,
        allowedOrigins: [`http://127.0.0.1:${port()}`],
      });
      streams.set(transport.sessionId as string, transport);
      await sdkServer(sdk, shared, settings).connect(transport);
      return;
    }
    if (settings.httpSse === true && url.pathname === "/messages") {
      const known = streams.get(url.searchParams.get("sessionId") ?? "");
      if (known === undefined) response.writeHead(404).end();
      else await known.handlePostMessage(request, response);
      return;
    }
    if (settings.sessions === false) {
      // As its examples have it: a transport a request.
      if (request.method !== "POST") {
        response.writeHead(405).end();
        return;
      }
      await (await start(true)).handleRequest(request, response);
      return;
    }
    const id = request.headers["mcp-session-id"];
    const known = typeof id === "string" ? transports.get(id) : undefined;
    if (typeof id === "string" && known === undefined) {
      response.writeHead(404).end();
      return;
    }
    await (known ?? (await start(false))).handleRequest(request, response);
  };
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    port: port(),
    connect: () => Promise.reject(new Error("HTTP has no channel.")),
    close: async () => {
      for (const each of shared.sessions) await each.close();
      shared.taskStore.cleanup();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

/** The capability that answering each kind of request needs. */
const capabilityOf: Readonly<Record<string, string>> = {
  "elicitation/create": "elicitation",
  "sampling/createMessage": "sampling",
  "roots/list": "roots",
};

async function connectClient(
  { types }: Sdk,
  modules: any,
  to: HandshakePeer,
  settings: ClientSettings,
): Promise<HandshakeClient> {
  const capabilities: Message = { ...settings.capabilities };
  for (const method of Object.keys(settings.inputs ?? {})) {
    capabilities[capabilityOf[method] ?? ""] ??= {};
  }
  const client = new modules.index.Client(
    { name: "client", version: "1.0.0" },
    { capabilities, enforceStrictCapabilities: true },
  );
  const schemas: Readonly<Record<string, unknown>> = {
    "elicitation/create": types.ElicitRequestSchema,
    "sampling/createMessage": types.CreateMessageRequestSchema,
    "roots/list": types.ListRootsRequestSchema,
  };
  for (const [method, handler] of Object.entries(settings.inputs ?? {})) {
    client.setRequestHandler(schemas[method], ({ params }: Message) =>
      handler(params),
    );
  }
  const notified: Message[] = [];
  client.fallbackNotificationHandler = async (notification: Message) => {
    notified.push(notification);
  };
  const timeout = settings.timeoutMs ?? 9_000;
  let connecting: Promise<void> | undefined;
  const connect = (): Promise<void> =>
    (connecting ??= connectTo(client, modules, to, timeout));
  const results: Readonly<Record<string, unknown>> = {
    "tools/list": types.ListToolsResultSchema,
    "resources/list": types.ListResourcesResultSchema,
    "resources/read": types.ReadResourceResultSchema,
    "prompts/list": types.ListPromptsResultSchema,
  };
  const request = async (
    method: string,
    params: Message = {},
    options: Message = {},
  ): Promise<Message> => {
    await connect();
    const all = { timeout, ...options };
    if (method === "tools/list") return client.listTools(params, all);
    if (method === "tools/call") {
      return client.callTool(params, undefined, all);
    }
    return client.request(
      { method, params },
      results[method] ?? types.EmptyResultSchema,
      all,
    );
  };
  return {
    connect,
    request: (method, params, call = {}) =>
      request(method, params, {
        ...(call.timeoutMs === undefined ? {} : { timeout: call.timeoutMs }),
        ...(call.maxTotalMs === undefined
          ? {}
          : { maxTotalTimeout: call.maxTotalMs, resetTimeoutOnProgress: true }),
        ...(call.signal === undefined ? {} : { signal: call.signal }),
        ...(call.onProgress === undefined
          ? {}
          : { onprogress: call.onProgress }),
      }),
    task: async (name, args) => {
      await connect();
      const stream = client.experimental.tasks.callToolStream(
        { name, arguments: args },
        types.CallToolResultSchema,
        { timeout, task: {} },
      );
      const first = (await stream.next()).value;
      if (first?.type !== "taskCreated") {
        throw first?.error ?? new Error(`No task: ${JSON.stringify(first)}`);
      }
      const taskId = first.task.taskId as string;
      return {
        taskId,
        result: async () => {
          for await (const message of stream) {
            if (message.type === "result") return message.result;
            if (message.type === "error") throw message.error;
          }
          throw new Error("The task has no result.");
        },
        cancel: async () => {
          await client.experimental.tasks.cancelTask(taskId, { timeout });
        },
      };
    },
    notifyRootsChanged: async () => client.sendRootsListChanged(),
    notified,
    version: () => client.transport?.protocolVersion,
    saysVersion: (error) => /protocol version/i.test(String(error)),
    saysUndeclared: (error) => /does not support/i.test(String(error)),
    // It has no class for this: its users read the codes.
    saysMissing: (error) =>
      [-32002, -32602].includes((error as { code: number }).code),
    close: async () => {
      await client.transport?.terminateSession?.().catch(() => undefined);
      await client.close();
    },
  };
}

/** As its documentation has it: Streamable HTTP, and HTTP+SSE where that is refused. */
async function connectTo(
  client: any,
  modules: any,
  to: HandshakePeer,
  timeout: number,
): Promise<void> {
  const options = { timeout };
  if (to.way !== "http") {
    await client.connect(channelTo(modules, to), options);
    return;
  }
  const url = new URL(`http://127.0.0.1:${to.port}/mcp`);
  try {
    await client.connect(
      new modules.http.StreamableHTTPClientTransport(url),
      options,
    );
  } catch (error) {
    const code = (error as { code?: unknown }).code;
    if (typeof code !== "number" || code < 400 || code > 499) throw error;
    try {
      await client.connect(new modules.sse.SSEClientTransport(url), options);
    } catch {
      throw error;
    }
  }
}

function channelTo(modules: any, to: HandshakePeer): any {
  if (to.way === "stdio") {
    return new modules.stdio.StdioClientTransport({
      command: process.execPath,
      args: relayArguments(to.port),
      stderr: "ignore",
    });
  }
  const transport: any = {
    start: async () => undefined,
    send: async (message: unknown) => to.take(`${JSON.stringify(message)}\n`),
    close: async () => {
      to.detach();
      transport.onclose?.();
    },
  };
  const read = lineReader((line) => {
    try {
      transport.onmessage?.(JSON.parse(line));
    } catch (error) {
      transport.onerror?.(error);
    }
  });
  to.attach(read);
  return transport;
}
