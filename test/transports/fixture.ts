/** A server to call, and the bytes to call it with. */
import {
  createServer,
  type RequestListener,
  type Server as HttpServer,
} from "node:http";
import { connect, type AddressInfo } from "node:net";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { McpInvalidParamsError } from "../../out/draft/errors.js";
import { createMcpServer, type McpServer } from "../../out/draft/server.js";

/** The version that requests are made in. */
export const version = "2026-07-28";

/** The `_meta` that every request needs. */
export const requestMeta: Readonly<Record<string, unknown>> = {
  "io.modelcontextprotocol/protocolVersion": version,
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** A request with all that the protocol demands. */
export function request(
  id: unknown,
  method: string,
  params: object = {},
  meta: object = {},
): Record<string, unknown> {
  return {
    jsonrpc: "2.0",
    id,
    method,
    params: { ...params, _meta: { ...requestMeta, ...meta } },
  };
}

/** A call of a tool, as a message. */
export function call(
  id: unknown,
  name: string,
  args?: object,
  meta?: object,
): Record<string, unknown> {
  return request(
    id,
    "tools/call",
    { name, ...(args === undefined ? {} : { arguments: args }) },
    meta,
  );
}

/** Headers of a request, as a well-behaved client sends them. */
export function headersFor(
  method: string,
  name?: string,
): Record<string, string> {
  return {
    "Content-Type": "application/json",
    Accept: "application/json, text/event-stream",
    "MCP-Protocol-Version": version,
    "Mcp-Method": method,
    ...(name === undefined ? {} : { "Mcp-Name": name }),
  };
}

/** What happened at a {@link fixtureServer}. */
export interface Fixture {
  readonly server: McpServer;
  /** Messages of all errors that its owner received. */
  readonly errors: string[];
  /** Calls of the tool `wait` that run, and those that were cancelled, by name. */
  readonly running: Set<string>;
  readonly cancelled: string[];
  /** How many times the tool `count` has reported progress. */
  readonly counted: number;
}

const object = { type: "object" } as const;

/** A server with one tool for each thing that transports have to get right. */
export function fixtureServer(): Fixture {
  const errors: string[] = [];
  const running = new Set<string>();
  const cancelled: string[] = [];
  let counted = 0;
  const server = createMcpServer({
    info: { name: "fixture", version: "1.0.0" },
    onError: (error) => errors.push(String(error)),
    handlers: {
      listTools: () => ({
        tools: [
          { name: "echo", inputSchema: object },
          { name: "wait", inputSchema: object },
          { name: "count", inputSchema: object },
          { name: "日本", inputSchema: object },
          {
            name: "route",
            inputSchema: {
              type: "object",
              properties: {
                region: { type: "string", "x-mcp-header": "Region" },
                place: {
                  type: "object",
                  properties: {
                    floor: { type: "integer", "x-mcp-header": "Floor" },
                    open: { type: "boolean", "x-mcp-header": "Open" },
                  },
                },
              },
            },
          },
        ],
        ttlMs: 60_000,
        cacheScope: "public",
      }),
      callTool: async ({ name, arguments: args = {} }, context) => {
        switch (name) {
          case "wait": {
            const label = String(args["label"]);
            running.add(label);
            context.signal.addEventListener("abort", () =>
              cancelled.push(label),
            );
            try {
              await sleep(Number(args["ms"]), undefined, {
                signal: context.signal,
              });
            } finally {
              running.delete(label);
            }
            break;
          }
          case "refuse":
            throw new McpInvalidParamsError("no such thing");
          case "pid":
            return { content: [{ type: "text", text: `${process.pid}` }] };
          case "count":
            for (let step = 1; step <= Number(args["to"]); step += 1) {
              counted += 1;
              await context.progress(step, Number(args["to"]));
            }
            break;
        }
        return { content: [{ type: "text", text: JSON.stringify(args) }] };
      },
      readResource: ({ uri }) => ({ contents: [{ uri, text: "text" }] }),
    },
  });
  return {
    server,
    errors,
    running,
    cancelled,
    get counted() {
      return counted;
    },
  };
}

/** Waits until something holds; gives up loudly after ten seconds. */
export async function until(holds: () => boolean, what: string): Promise<void> {
  for (let tries = 0; !holds(); tries += 1) {
    if (tries === 1_000) {
      throw new Error(`It never came to be that ${what}.`);
    }
    await sleep(10);
  }
}

/** An HTTP server on a free port of the loopback interface. */
export interface Listening {
  readonly port: number;
  readonly url: string;
  readonly http: HttpServer;
  close(): Promise<void>;
}

/** Starts an HTTP server on 127.0.0.1. */
export async function listen(listener: RequestListener): Promise<Listening> {
  const http = createServer(listener);
  await new Promise<void>((resolve) => {
    http.listen(0, "127.0.0.1", resolve);
  });
  const { port } = http.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}/mcp`,
    http,
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
}

/** An HTTP answer as it came over the socket. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The body, with chunked encoding undone. */
  readonly body: string;
}

/** Everything that a stream holds; how much one `read` gives differs by version of Node. */
export function readText(stream: Readable): string {
  let text = "";
  for (let chunk = stream.read(); chunk !== null; chunk = stream.read()) {
    text += String(chunk);
  }
  return text;
}

/** Sends bytes to a port and returns all that comes back until the server hangs up. */
export function exchangeBytes(
  port: number,
  bytes: string | Uint8Array,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    const pieces: Buffer[] = [];
    socket.on("data", (piece) => pieces.push(piece));
    socket.on("error", reject);
    socket.on("close", () => resolve(Buffer.concat(pieces).toString()));
    socket.write(bytes);
  });
}

/** The bytes of a POST that closes the connection afterwards. */
export function postBytes(
  headers: Readonly<Record<string, string>>,
  body: string | Uint8Array,
  method: string = "POST",
): Buffer {
  const content = Buffer.from(body);
  const head = [
    `${method} /mcp HTTP/1.1`,
    ...Object.entries({
      Host: "127.0.0.1",
      Connection: "close",
      "Content-Length": `${content.length}`,
      ...headers,
    }).map(([name, value]) => `${name}: ${value}`),
  ].join("\r\n");
  return Buffer.concat([Buffer.from(`${head}\r\n\r\n`, "latin1"), content]);
}

/** Sends a POST as bytes and takes the answer apart. */
export async function post(
  port: number,
  headers: Readonly<Record<string, string>>,
  body: string | Uint8Array,
  method: string = "POST",
): Promise<RawAnswer> {
  return parseAnswer(
    await exchangeBytes(port, postBytes(headers, body, method)),
  );
}

/** Takes an HTTP/1.1 answer apart. */
export function parseAnswer(text: string): RawAnswer {
  const split = text.indexOf("\r\n\r\n");
  const [start = "", ...lines] = text.slice(0, split).split("\r\n");
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(":");
    headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
  }
  const rest = text.slice(split + 4);
  return {
    status: Number(start.split(" ")[1]),
    headers,
    body: headers["transfer-encoding"] === "chunked" ? unchunk(rest) : rest,
  };
}

function unchunk(text: string): string {
  let body = "";
  let bytes = Buffer.from(text);
  for (;;) {
    const end = bytes.indexOf("\r\n");
    const size = Number.parseInt(bytes.subarray(0, end).toString(), 16);
    if (end === -1 || !(size > 0)) {
      return body;
    }
    body += bytes.subarray(end + 2, end + 2 + size).toString();
    bytes = bytes.subarray(end + 2 + size + 2);
  }
}

/** The messages of an event stream's text. */
export function eventsOf(text: string): unknown[] {
  return text
    .split("\n\n")
    .filter((event) => event.startsWith("data: "))
    .map((event) => JSON.parse(event.slice("data: ".length)));
}
