/** The official SDK under test. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { peer, peersFolder } from "../../interop/peers.js";
import { version, type Message } from "../message.js";
import { discovery, relayArguments, type Peer } from "../peer.js";
import { nothingToCheck } from "../probe.js";
import { bundle, startProgram, type Program } from "../program.js";
import { ChannelWire, HttpWire } from "../server-wire.js";
import type { ClientSettings, ClientUnderTest, Subject } from "../subject.js";
import { announce, sdkServerFactory } from "./server.js";

const noCanary = "http://127.0.0.1:1/schema";

/** Makes the subject. The SDK has to be installed, see `installPeers`. */
export async function sdk(): Promise<Subject> {
  const serverModule = await peer("@modelcontextprotocol/server");
  const stdioModule = await peer("@modelcontextprotocol/server/stdio");
  const clientModule = await peer("@modelcontextprotocol/client");
  const clientStdio = await peer("@modelcontextprotocol/client/stdio");
  const z = await peer("zod");
  // It warns about a tool's name once for each server, and makes one for each request.
  console.warn = () => undefined;
  let program: Promise<Program> | undefined;
  const is = (type: string, value: unknown): boolean => {
    const schema = clientModule.specTypeSchemas[type];
    if (schema === undefined) throw nothingToCheck;
    return schema["~standard"].validate(value).issues === undefined;
  };
  return {
    name: "SDK 2.4.0",
    serve: async (way, settings) => {
      const canary = settings.canary ?? noCanary;
      if (way === "stdio") {
        program ??= bundle(
          fileURLToPath(new URL("stdio-program.ts", import.meta.url)),
          `${peersFolder}node_modules`,
          true,
        );
        return startProgram(await program, [canary]);
      }
      return way === "memory"
        ? memoryWire(serverModule, stdioModule, z, canary)
        : httpWire(serverModule, z, canary);
    },
    connect: (to, settings) =>
      connectClient(clientModule, clientStdio, to, settings),
    validators: {
      is,
      isExactly: async (type, value) => is(type, value),
    },
    stop: async () => (await program)?.remove(),
  };
}

function memoryWire(sdk: any, stdio: any, z: any, canary: string): ChannelWire {
  let rest = "";
  const transport: any = {
    start: async () => undefined,
    send: async (message: unknown) => {
      wire.take(`${JSON.stringify(message)}\n`);
    },
    close: async () => transport.onclose?.(),
  };
  const wire = new ChannelWire(
    "memory",
    (bytes) => {
      const lines = (rest + Buffer.from(bytes).toString()).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines.filter((each) => each !== "")) {
        let message: unknown;
        try {
          message = JSON.parse(line);
        } catch (error) {
          transport.onerror?.(error);
          continue;
        }
        transport.onmessage?.(message);
      }
    },
    () => handle.close(),
  );
  const handle = stdio.serveStdio(
    sdkServerFactory(sdk, z, canary, {
      change: announce,
      shutDown: () => void handle.close(),
    }),
    { transport, legacy: "reject", onerror: () => undefined },
  );
  return wire;
}

async function httpWire(sdk: any, z: any, canary: string): Promise<HttpWire> {
  const handler = sdk.createMcpHandler(
    sdkServerFactory(sdk, z, canary, {
      change: (_server, what, uri) => {
        if (what === "tools") handler.notify.toolsChanged();
        else if (what === "prompts") handler.notify.promptsChanged();
        else if (what === "resources") handler.notify.resourcesChanged();
        else handler.notify.resourceUpdated(uri);
      },
      shutDown: () => void handler.close(),
    }),
    { legacy: "reject", onerror: () => undefined },
  );
  // Its guards against third-party pages are calls of their own, made as documented.
  const hosts = sdk.localhostAllowedHostnames();
  const http = createServer(async (incoming, outgoing) => {
    const abort = new AbortController();
    outgoing.on("close", () => abort.abort());
    const headers = new Headers();
    for (const [name, value] of Object.entries(incoming.headers)) {
      headers.set(name, String(value));
    }
    const hasBody = !["GET", "HEAD"].includes(incoming.method ?? "");
    const request = new Request(
      `http://${incoming.headers.host}${incoming.url}`,
      {
        method: incoming.method ?? "GET",
        headers,
        signal: abort.signal,
        ...(hasBody
          ? { body: Readable.toWeb(incoming) as ReadableStream, duplex: "half" }
          : {}),
      } as RequestInit,
    );
    const response: Response =
      sdk.hostHeaderValidationResponse(request, hosts) ??
      sdk.originValidationResponse(request, sdk.localhostAllowedOrigins()) ??
      (await handler.fetch(request));
    outgoing.writeHead(
      response.status,
      Object.fromEntries(response.headers.entries()),
    );
    if (response.body === null) outgoing.end();
    else {
      const body = Readable.fromWeb(response.body as never);
      body.on("error", () => outgoing.destroy());
      body.pipe(outgoing);
    }
  });
  await new Promise<void>((resolve) => {
    http.listen(0, "127.0.0.1", resolve);
  });
  return new HttpWire((http.address() as AddressInfo).port, async () => {
    await handler.close();
    await new Promise<void>((resolve) => {
      http.close(() => resolve());
      http.closeAllConnections();
    });
  });
}

/** The capability that answering each kind of question needs. */
const capabilityOf: Readonly<Record<string, string>> = {
  "elicitation/create": "elicitation",
  "sampling/createMessage": "sampling",
  "roots/list": "roots",
};

async function connectClient(
  sdk: any,
  stdio: any,
  to: Peer,
  settings: ClientSettings,
): Promise<ClientUnderTest> {
  const capabilities: Message = { ...settings.capabilities };
  for (const method of Object.keys(settings.inputs ?? {})) {
    capabilities[capabilityOf[method] ?? ""] ??= {};
  }
  const client = new sdk.Client(
    { name: "client", version: "1.0.0" },
    {
      capabilities,
      versionNegotiation: {
        mode: settings.probe === true ? "auto" : { pin: version },
        probe: { timeoutMs: 300 },
      },
      ...(settings.cache === true ? {} : { defaultCacheTtlMs: 0 }),
    },
  );
  for (const [method, handler] of Object.entries(settings.inputs ?? {})) {
    client.setRequestHandler(method, ({ params }: Message) => handler(params));
  }
  const logged: Message[] = [];
  const events: Message[] = [];
  client.setNotificationHandler(
    "notifications/message",
    ({ params }: Message) => {
      logged.push(params);
    },
  );
  for (const method of [
    "notifications/tools/list_changed",
    "notifications/prompts/list_changed",
    "notifications/resources/list_changed",
    "notifications/resources/updated",
  ]) {
    client.setNotificationHandler(method, (notification: Message) => {
      events.push(notification);
    });
  }
  const connecting = client.connect(
    transportTo(sdk, stdio, to),
    settings.probe === true
      ? { timeout: 3_000 }
      : { prior: { kind: "modern", discover: discovery } },
  );
  if (settings.probe !== true) await connecting;
  else connecting.catch(() => undefined);
  const methods: Record<
    string,
    (params: any, options: object) => Promise<any>
  > = {
    "server/discover": (_params, options) => client.discover(options),
    "tools/list": (params, options) => client.listTools(params, options),
    "tools/call": (params, options) => client.callTool(params, options),
    "resources/list": (params, options) =>
      client.listResources(params, options),
    "resources/templates/list": (params, options) =>
      client.listResourceTemplates(params, options),
    "resources/read": (params, options) => client.readResource(params, options),
    "prompts/list": (params, options) => client.listPrompts(params, options),
    "prompts/get": (params, options) => client.getPrompt(params, options),
    "completion/complete": (params, options) =>
      client.complete(params, options),
  };
  return {
    logged,
    request: async (method, params = {}, settings_ = {}) => {
      await connecting;
      const { signal, onProgress, logLevel } = settings_;
      const full = {
        ...params,
        ...(logLevel === undefined
          ? {}
          : { _meta: { "io.modelcontextprotocol/logLevel": logLevel } }),
      };
      return methods[method]?.(
        Object.keys(full).length === 0 ? undefined : full,
        {
          timeout: 9_000,
          ...(settings.cache === true ? {} : { cacheMode: "refresh" }),
          ...(signal === undefined ? {} : { signal }),
          ...(onProgress === undefined ? {} : { onprogress: onProgress }),
        },
      );
    },
    all: async (method) => {
      const page = await (method === "tools/list"
        ? client.listTools(undefined, { timeout: 9_000 })
        : client.listResources(undefined, { timeout: 9_000 }));
      return page.tools ?? page.resources;
    },
    listen: async (filter) => {
      const subscription = await client.listen(filter, { timeout: 9_000 });
      let over = false;
      void subscription.closed.then(() => {
        over = true;
      });
      return {
        acknowledged: subscription.honoredFilter,
        // One list for all subscriptions: the SDK does not tell them apart.
        events,
        ended: () => over,
        close: () => void subscription.close(),
      };
    },
    saysLegacy: (error) =>
      (error as { code?: unknown }).code === "ERA_NEGOTIATION_FAILED",
    close: () => client.close(),
  };
}

function transportTo(sdk: any, stdio: any, to: Peer): any {
  if (to.way === "http") {
    return new sdk.StreamableHTTPClientTransport(
      new URL(`http://127.0.0.1:${to.port}/mcp`),
    );
  }
  if (to.way === "stdio") {
    return new stdio.StdioClientTransport({
      command: process.execPath,
      args: relayArguments(to.port),
      stderr: "ignore",
    });
  }
  const transport: any = {
    start: async () => undefined,
    send: async (message: unknown) => to.take(`${JSON.stringify(message)}\n`),
    close: async () => transport.onclose?.(),
  };
  let rest = "";
  to.attach((text) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines.filter((each) => each !== "")) {
      try {
        transport.onmessage?.(JSON.parse(line));
      } catch (error) {
        transport.onerror?.(error);
      }
    }
  });
  return transport;
}
