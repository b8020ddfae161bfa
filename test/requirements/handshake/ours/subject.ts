/** The generated code under test. */
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
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
import type { GeneratedCode } from "./code-import.js";
import { bothProgram, serveBoth } from "./both.js";
import { generateCode } from "./code.js";
import { fixtureServer, schemaValidator } from "./server.js";

/** Makes the subject. */
export async function ours(): Promise<HandshakeSubject> {
  const folder = await generateCode();
  const { code } = folder;
  let program: Promise<Program> | undefined;
  let bothBuilt: Promise<Program> | undefined;
  return {
    name: "mcp-gen",
    serve: async (way, settings) => {
      if (way === "memory") {
        return memoryServer(code, fixtureServer(code, settings));
      }
      if (way === "http") return serveHttp(code, settings);
      program ??= bundle(
        fileURLToPath(new URL("stdio-program.ts", import.meta.url)),
        tmpdir(),
        false,
      );
      const built = await program;
      return {
        port: 0,
        connect: async (take) =>
          programChannel(built, JSON.stringify(settings), take, [folder.path]),
        close: async () => undefined,
      };
    },
    serveBoth: async (way, settings) => {
      return serveBoth(way, settings, () => {
        bothBuilt ??= bundle(bothProgram, tmpdir(), false);
        return bothBuilt;
      });
    },
    connect: async (to, settings) => connectClient(code, to, settings),
    isElicitation: (params) => code.validators.isElicitRequestParams(params),
    areSamplingMessages: (messages) =>
      messages.every((each) => code.validators.isSamplingMessage(each)) &&
      code.validators.checkSamplingMessages(messages).length === 0,
    isMetaKey: (text) => code.validators.isMetaKey(text),
    stop: async () => {
      (await program)?.remove();
      (await bothBuilt)?.remove();
      folder.remove();
    },
  };
}

/** Channels in memory, all of one server. */
export function memoryServer(code: GeneratedCode, server: any): RunningServer {
  return {
    port: 0,
    connect: async (take) => {
      let receiver: any;
      let isClosed = false;
      const connection = code.server.serve(server, {
        receive: (given: unknown) => {
          receiver = given;
        },
        send: (message: unknown) => take(`${JSON.stringify(message)}\n`),
        close: async () => {
          if (!isClosed) receiver.closed();
          isClosed = true;
        },
      });
      return {
        write: lineReader((line) => code.transport.deliverText(receiver, line)),
        close: () => connection.close(),
      };
    },
    close: () => server.close(),
  };
}

function serveHttp(
  code: GeneratedCode,
  settings: ServerSettings,
): Promise<RunningServer> {
  const { InMemoryEventStore } = code.server;
  return httpServer(code, fixtureServer(code, settings), {
    sessions: settings.sessions ?? true,
    ...(settings.sessionIdleMs === undefined
      ? {}
      : { sessionIdleMs: settings.sessionIdleMs }),
    ...(settings.maxSessions === undefined
      ? {}
      : { maxSessions: settings.maxSessions }),
    ...(settings.eventStore === true
      ? { eventStore: new InMemoryEventStore(), retryMs: 20 }
      : {}),
    ...(settings.httpSse === true
      ? { httpSse: { ssePath: "/sse", messagesPath: "/messages" } }
      : {}),
    ...(settings.principals === true
      ? {
          principal: ({ headers }: any) => {
            const token = headers.authorization as string | undefined;
            return token === undefined ? undefined : { id: token };
          },
        }
      : {}),
  });
}

/** A server behind node:http. */
export async function httpServer(
  code: GeneratedCode,
  server: any,
  options: object,
): Promise<RunningServer> {
  const http = createServer(
    code.server.nodeHandler(server, options) as RequestListener,
  );
  await new Promise<void>((resolve) => {
    http.listen(0, "127.0.0.1", resolve);
  });
  return {
    port: (http.address() as AddressInfo).port,
    connect: () => Promise.reject(new Error("HTTP has no channel.")),
    close: async () => {
      await server.close();
      await new Promise<void>((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      });
    },
  };
}

function connectClient(
  { client: module, errors }: GeneratedCode,
  to: HandshakePeer,
  settings: ClientSettings,
): HandshakeClient {
  const notified: Message[] = [];
  const inputs = Object.fromEntries(
    Object.entries(settings.inputs ?? {}).map(([method, handler]) => [
      method,
      async (params: unknown) => {
        try {
          return await handler(params);
        } catch (error) {
          const { code, message } = error as { code?: number; message: string };
          if (code === undefined) throw error;
          throw new errors.McpError(code, message);
        }
      },
    ]),
  );
  const client = new module.Client(transportTo(module, to), {
    info: { name: "client", version: "1.0.0" },
    inputs,
    capabilities: settings.capabilities ?? {},
    timeoutMs: settings.timeoutMs ?? 9_000,
    schemaValidator,
    onNotification: (each: Message) => notified.push(each),
    onLog: (params: Message) =>
      notified.push({ method: "notifications/message", params }),
  });
  const methods: Record<string, (params: any, options: any) => Promise<any>> = {
    "tools/list": (params, options) => client.listTools(params, options),
    "tools/call": (params, options) => client.callTool(params, options),
    "resources/list": (params, options) =>
      client.listResources(params, options),
    "resources/read": (params, options) => client.readResource(params, options),
    "resources/subscribe": (params, options) =>
      client.subscribe(params, options),
    "prompts/list": (params, options) => client.listPrompts(params, options),
    "logging/setLevel": (params, options) => client.setLevel(params, options),
  };
  return {
    connect: () => client.connect(),
    request: (method, params = {}, options = {}) =>
      methods[method]?.(params, options) as Promise<Message>,
    task: async (name, args) => {
      const handle = await client.callTool(
        { name, arguments: args },
        { task: {} },
      );
      return {
        taskId: handle.taskId,
        result: () => handle.result(),
        cancel: async () => {
          await handle.cancel();
        },
      };
    },
    notifyRootsChanged: () => client.notify.rootsListChanged(),
    notified,
    version: () => client.protocolVersion,
    saysVersion: (error) => error instanceof module.NoCommonVersionError,
    saysUndeclared: (error) => error instanceof module.NotOfferedError,
    saysMissing: (error) => module.isResourceNotFound(error),
    close: () => client.close(),
  };
}

/** A transport to a peer made of bytes. */
export function transportTo(module: any, to: HandshakePeer): any {
  if (to.way === "http") {
    return module.httpTransport(`http://127.0.0.1:${to.port}/mcp`);
  }
  if (to.way === "stdio") {
    return module.stdioTransport({
      command: process.execPath,
      args: relayArguments(to.port),
      stderr: "ignore",
      graceMs: 200,
    });
  }
  let receiver: any;
  let isClosed = false;
  return {
    receive: (given: unknown) => {
      receiver = given;
      to.attach(
        lineReader((line) => {
          let message: unknown;
          try {
            message = JSON.parse(line);
          } catch (cause) {
            receiver.malformed(line, cause);
            return;
          }
          receiver.message(message);
        }),
      );
    },
    send: (message: unknown) => to.take(`${JSON.stringify(message)}\n`),
    close: async () => {
      to.detach();
      if (!isClosed) receiver.closed();
      isClosed = true;
    },
  };
}
