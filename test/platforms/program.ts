/**
 * What generated code has to do on every platform: run as a bundle, it prints one line of
 * JSON with the outcome of each step.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  Client,
  httpTransport,
  stdioTransport,
  type Transport,
} from "../../out/draft/client.js";
import {
  createMcpServer,
  fetchHandler,
  memoryTransports,
  nodeHandler,
  serve,
  serveStdio,
  type McpServer,
} from "../../out/draft/server.js";

let cancelled = 0;

function platformServer(): McpServer {
  return createMcpServer({
    info: { name: "platform", version: "1" },
    handlers: {
      listTools: () => ({ tools: [] }),
      callTool: async ({ name, arguments: args = {} }, context) => {
        if (name === "wait") {
          await new Promise((resolve) =>
            context.signal.addEventListener("abort", resolve),
          );
          cancelled += 1;
        }
        await context.progress(1, 2);
        return { content: [{ type: "text", text: JSON.stringify(args) }] };
      },
    },
  });
}

/** Calls, progress, a subscription and a cancellation over one transport. */
async function tour(
  transport: Transport,
  server?: McpServer,
): Promise<Record<string, unknown>> {
  const client = new Client(transport, {
    info: { name: "platform", version: "1" },
    timeoutMs: 10_000,
  });
  const steps: Record<string, unknown> = {};
  let progress = 0;
  const { content } = await client.callTool(
    { name: "echo", arguments: { text: "日本 😀" } },
    { onProgress: () => (progress += 1) },
  );
  steps["echo"] = content[0]?.type === "text" && content[0].text;
  steps["progress"] = progress;
  const large = "x".repeat(300_000);
  const answer = await client.callTool({
    name: "echo",
    arguments: { large },
  });
  steps["large"] = JSON.stringify(answer).length > 300_000;
  if (server !== undefined) {
    const subscription = client.listen({ toolsListChanged: true });
    await subscription.acknowledged;
    server.notify.toolsListChanged();
    const { value } = await subscription.next();
    steps["event"] = value?.method;
    subscription.close();
    const before = cancelled;
    const reason = await client
      .callTool({ name: "wait" }, { signal: AbortSignal.timeout(100) })
      .then(
        () => "no reason",
        (error: Error) => error.name,
      );
    steps["cancel"] = reason;
    for (let turn = 0; turn < 300 && cancelled === before; turn += 1) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    steps["stopped"] = cancelled - before;
  }
  await client.close();
  return steps;
}

/** The server of the platform itself, for functions from `Request` to `Response`. */
interface OwnServers {
  readonly Bun?: {
    serve(options: object): { readonly port: number; stop(now: boolean): void };
  };
  readonly Deno?: {
    serve(
      options: object,
      handler: (request: Request) => Promise<Response>,
    ): { readonly addr: { readonly port: number }; shutdown(): Promise<void> };
  };
}

async function overFetch(): Promise<unknown> {
  const { Bun, Deno } = globalThis as OwnServers;
  const server = platformServer();
  const fetch = fetchHandler(server, { allowedHosts: ["127.0.0.1"] });
  const hostname = "127.0.0.1";
  let port: number;
  if (Bun !== undefined) {
    ({ port } = Bun.serve({ port: 0, hostname, fetch, idleTimeout: 0 }));
  } else if (Deno !== undefined) {
    ({ port } = Deno.serve({ port: 0, hostname, onListen() {} }, fetch).addr);
  } else {
    return "none";
  }
  return tour(httpTransport(`http://${hostname}:${port}/mcp`), server);
}

async function overNode(): Promise<unknown> {
  const server = platformServer();
  const http = createServer(nodeHandler(server));
  await new Promise<void>((resolve) => {
    http.listen(0, "127.0.0.1", resolve);
  });
  const { port } = http.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/mcp`;
  const steps = await tour(httpTransport(url), server);
  const refused = await fetch(url, { method: "POST", body: "{}" });
  return { ...steps, refused: refused.status };
}

if (process.argv[2] === "stdio") {
  await serveStdio(platformServer());
} else {
  const server = platformServer();
  const [near, far] = memoryTransports();
  serve(server, far);
  const [command = "", ...args] = JSON.parse(
    process.env["SELF"] ?? "[]",
  ) as string[];
  const outcome = {
    memory: await tour(near, server),
    fetch: await overFetch(),
    node: await overNode(),
    stdio: await tour(stdioTransport({ command, args: [...args, "stdio"] })),
  };
  console.log(JSON.stringify(outcome));
  process.exit(0);
}
